"""Side by side: opens on the chosen and the best, begins with the verdict, shows what differs, lets files go."""

import pytest

SELECT = "side_by_side_select"


@pytest.fixture
def side_by_side(reader_of_example):
    reader_of_example.go("side_by_side")
    return reader_of_example


def selected(user) -> list[str]:
    return user.app.multiselect(key=SELECT).value


def choose(user, *names: str) -> None:
    user.app.multiselect(key=SELECT).set_value(list(names))
    user.run()


def open_family(user, family: str) -> None:
    for fold in ("all", family):
        user.app.session_state[f"details_side_{fold}"] = True
        user.run()


def test_it_opens_on_the_chosen_and_the_best_with_the_verdict_first(reader_of_example) -> None:
    reader_of_example.go("pairs")
    reader_of_example.choose("pairs_scenario", "Noise on age")
    reader_of_example.go("side_by_side")
    assert selected(reader_of_example) == ["Noise on age", "Prepared for release"]
    text = reader_of_example.text().replace("\\", "")
    assert (
        "Of these, “Prepared for release” can go out. Not so “Noise on age”: 99.9% of people are hidden among fewer"
        in text
    )
    assert "“Noise on age” keeps most utility: " in text
    assert "“Prepared for release” has the least risk: 1.9% against 64.6% in “Noise on age”." in text


def test_an_original_that_is_drawn_with_fewer_values_is_said_to_be(side_by_side) -> None:
    choose(side_by_side, "Noise on age", "Prepared for release")
    side_by_side.app.selectbox(key="side_variable").set_value("educ")
    side_by_side.run()
    text = side_by_side.text().replace("\\", "")
    assert "fewer values than it has, as the file publishes them: **Prepared for release** (" in text
    assert "**Noise on age** (" not in text


def test_the_risk_of_the_map_stands_among_the_first_rows(side_by_side) -> None:
    first = side_by_side.app.table[0].value
    assert [name.split("**")[1] for name in first.index[:2]] == ["Global Data Utility", "Risk of the file"]
    assert any("better" in name for name in first.index)
    assert "n = " in first.iloc[0, 0]
    assert "points" in first.iloc[0, 1]


def test_a_file_that_is_taken_out_does_not_come_back(side_by_side) -> None:
    first, _second = selected(side_by_side)
    choose(side_by_side, first)
    assert selected(side_by_side) == [first]
    assert "Choose two or three files" in side_by_side.text()
    choose(side_by_side)
    assert selected(side_by_side) == []
    side_by_side.go("pairs")
    side_by_side.go("side_by_side")
    assert selected(side_by_side) == []


def test_what_is_pinned_elsewhere_stands_here(reader_of_example) -> None:
    reader_of_example.go("pairs")
    names = reader_of_example.app.selectbox(key="pairs_scenario").options
    for name in names[3:5]:
        reader_of_example.choose("pairs_scenario", name)
        reader_of_example.click("pairs_scenario_pin")
    reader_of_example.go("side_by_side")
    assert selected(reader_of_example) == list(names[3:5])


def test_rows_that_do_not_differ_are_named_under_all_measures(side_by_side) -> None:
    choose(side_by_side, "Age and place top-coded", "Age and income banded")
    first = side_by_side.app.table[0].value
    assert not any(name.startswith("**Propensity") for name in first.index), "both are 0"
    open_family(side_by_side, "loss")
    assert "The same in each, or without a value in each" in side_by_side.text()


def test_three_files_have_three_columns_and_a_choice_of_two(side_by_side) -> None:
    names = side_by_side.app.multiselect(key=SELECT).options
    choose(side_by_side, *names[:3])
    side_by_side.app.session_state["details_side_difference"] = True
    side_by_side.run()
    assert len(side_by_side.app.table[0].value.columns) == 3
    assert len(side_by_side.app.selectbox(key="side_couple").options) == 3


def test_the_variable_that_lost_most_is_drawn_first_and_a_removed_one_last(side_by_side) -> None:
    choose(side_by_side, "Everything at once", "Noise on age")
    options = side_by_side.app.selectbox(key="side_variable").options
    assert (options[0], options[-1]) == ("income", "popul")


def test_a_variable_is_drawn_in_each_of_them(side_by_side) -> None:
    options = side_by_side.app.selectbox(key="side_variable").options
    side_by_side.choose("side_variable", options[-1])
    assert len(side_by_side.app.get("plotly_chart")) == 1


def test_no_footnote_signs(side_by_side) -> None:
    choose(side_by_side, "Noise on age", "Everything at once")
    open_family(side_by_side, "risk")
    tables = " ".join(t.value.to_string() for t in side_by_side.app.table)
    assert "does not hold" in tables
    assert "†" not in tables + side_by_side.text()


def test_without_results_the_page_leads_to_them(user) -> None:
    user.go("side_by_side")
    assert "Nothing to compare yet" in user.text()


def test_the_chart_stands_before_the_table(side_by_side) -> None:
    cards = [s.value for s in side_by_side.app.header]
    assert cards.index("One variable in each of them") < cards.index("In what do they differ?")
