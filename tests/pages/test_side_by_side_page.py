import pytest


@pytest.fixture
def side_by_side(reader_of_example):
    reader_of_example.go("side_by_side")
    return reader_of_example


def test_two_scenarios_are_chosen_at_first_with_all_their_measures(side_by_side) -> None:
    assert len(side_by_side.app.multiselect(key="side_by_side_select").value) == 2
    headline = side_by_side.app.table[0].value
    assert any("Global Data Utility" in name for name in headline.index)
    assert any("better" in cell or "no clear difference" in cell for cell in headline["What the intervals say"])
    assert "n = " in headline.iloc[0, 1]


def test_what_is_pinned_elsewhere_stands_here(reader_of_example) -> None:
    reader_of_example.go("pairs")
    names = reader_of_example.app.selectbox(key="pairs_scenario").options
    for name in names[3:5]:
        reader_of_example.choose("pairs_scenario", name)
        reader_of_example.click("pairs_scenario_pin")
    reader_of_example.go("side_by_side")
    assert reader_of_example.app.multiselect(key="side_by_side_select").value == list(names[3:5])


def test_three_scenarios_have_three_columns_and_a_choice_of_two(side_by_side) -> None:
    names = side_by_side.app.multiselect(key="side_by_side_select").options
    side_by_side.app.multiselect(key="side_by_side_select").set_value(list(names[:3]))
    side_by_side.run()
    assert len(side_by_side.app.table[0].value.columns) == 5
    assert len(side_by_side.app.selectbox(key="side_couple").options) == 3


def test_a_variable_is_drawn_in_each_of_them(side_by_side) -> None:
    options = side_by_side.app.selectbox(key="side_variable").options
    side_by_side.choose("side_variable", options[-1])
    assert len(side_by_side.app.get("plotly_chart")) == 2


def test_without_results_the_page_leads_to_them(user) -> None:
    user.go("side_by_side")
    assert "Nothing to compare yet" in user.text()
