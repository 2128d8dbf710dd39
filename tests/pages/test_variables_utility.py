"""Variables' utility: a click on a bar, the select, next worst, the verdict in words, every scenario."""

import pytest

pytestmark = pytest.mark.slow

CHART = "variables_chart"


@pytest.fixture
def reader(reader_of_example):
    reader_of_example.go("variables_utility")
    for fold in ("variable_multiples", "variables_table"):
        reader_of_example.app.session_state[f"details_{fold}"] = True
    reader_of_example.run()
    return reader_of_example


def chosen(user) -> tuple[str, str]:
    return user.app.selectbox(key="variables_scenario").value, user.app.selectbox(key="variable_select").value


def table(user):
    return user.app.dataframe[-1].value


def test_the_worst_variable_is_open_at_first(reader) -> None:
    assert chosen(reader)[1] == table(reader)["Variable"].iloc[0]
    assert "1 of 10, worst first" in reader.text()
    assert table(reader)["Utility"].is_monotonic_increasing


def test_a_click_on_a_bar_chooses_variable_and_scenario(reader) -> None:
    reader.click_point(CHART, ["Everything at once", "educ"])
    assert chosen(reader) == ("Everything at once", "educ")
    reader.choose("variable_select", "age")
    reader.run()
    assert chosen(reader) == ("Everything at once", "age")


def test_next_worst_goes_down_the_table(reader) -> None:
    names = list(table(reader)["Variable"])
    reader.click("variable_step_N")
    assert chosen(reader)[1] == names[1]
    reader.click("variable_step_P")
    assert chosen(reader)[1] == names[0]


def test_the_verdict_says_what_was_done_and_where_it_differs_most(reader) -> None:
    reader.click_point(CHART, ["Suppressed to k = 3", "popul"])
    text = reader.text()
    assert "Recoded: grouped into 4 bands" in text
    assert "left by the recode" in text
    assert "would have to change category" in text
    assert "16.9% missing" in text
    assert "level of measurement changed" in text


def test_numbers_show_the_gap_of_the_cumulative_distributions(reader) -> None:
    reader.click_point(CHART, ["Microaggregated in fives", "popul"])
    assert "largest gap between the two cumulative distributions is" in reader.text()
    next(c for c in reader.app.get("segmented_control") if c.key == "variable_way_numbers").set_value("cumulated")
    reader.run()
    assert reader.app.get("plotly_chart")


def test_an_unchanged_variable_is_said_to_be_the_same(reader) -> None:
    reader.click_point(CHART, ["Noise on age", "vote"])
    assert "Both distributions are the same." in reader.text()


def test_a_removed_variable_is_said_to_be_gone(reader) -> None:
    reader.click_point(CHART, ["Income and place dropped", "income"])
    text = reader.text()
    assert "Removed." in text
    assert "its utility is 0" in text


def test_scenarios_and_both_orders_can_be_drawn(reader) -> None:
    for name in reader.app.selectbox(key="variables_scenario").options[::4]:
        reader.choose("variables_scenario", name)
        assert reader.app.get("plotly_chart")
    next(c for c in reader.app.get("segmented_control") if c.key == "variables_order").set_value("file")
    reader.run()
    reader.app.toggle(key="variables_every_scenario").set_value(True)
    reader.run()
    assert reader.app.get("plotly_chart")


def test_roles_narrow_the_list(reader) -> None:
    next(p for p in reader.app.get("pills") if p.key == "variables_roles").set_value(["sensitive"])
    reader.run()
    assert set(table(reader)["Role"]) == {"sensitive"}
    assert chosen(reader)[1] in set(table(reader)["Variable"])


def test_without_results_the_page_is_locked(user) -> None:
    user.go("variables_utility")
    assert "Nothing to compare yet" in user.text()


def show(user, way: str) -> None:
    control = next(c for c in user.app.get("segmented_control") if str(c.key).startswith("variable_way"))
    control.set_value(way)
    user.run()


WAYS = ("density", "box", "cumulated", "bars", "histogram")


def test_every_way_shows_numbers_with_the_same_as_a_table(reader) -> None:
    reader.click_point(CHART, ["Noise on age", "age"])
    for way in WAYS:
        show(reader, way)
        tables = [d.value for d in reader.app.dataframe]
        assert sum("scenario" in t or "file" in t for t in tables) == 2, way
        assert len(reader.app.get("plotly_chart")) == 3, way
    reader.app.session_state["details_variable_multiples"] = False
    reader.run()
    assert len(reader.app.get("plotly_chart")) == 2


def test_every_way_shows_banded_and_removed_variables(reader) -> None:
    for scenario in ("Suppressed to k = 3", "Income and place dropped"):
        reader.click_point(CHART, [scenario, "popul"])
        for way in WAYS:
            show(reader, way)
            assert len(reader.app.get("plotly_chart")) == 3, way


def test_the_table_of_boxes_holds_every_file(reader) -> None:
    reader.click_point(CHART, ["Noise on age", "age"])
    show(reader, "box")
    boxes = [d.value for d in reader.app.dataframe if "median" in d.value]
    assert [len(b) for b in boxes] == [2, 13]
    assert boxes[0]["n"].tolist() == [944, 944]


def test_the_distances_of_a_variable_with_reasons_and_the_cost_of_its_recode(reader) -> None:
    reader.click_point(CHART, ["Noise on age", "age"])
    text = reader.text()
    assert "in 100 records would have to change category" in text
    assert "Wasserstein" in text
    assert "standard deviations" in text
    reader.click_point(CHART, ["Everything at once", "age"])
    assert "The recode alone cost **39.5%**" in reader.text()
    reader.click_point(CHART, ["Everything at once", "vote"])
    assert "a nominal variable has no order" in reader.text()
