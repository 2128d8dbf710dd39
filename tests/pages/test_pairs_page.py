"""The pairs: a click on a cell, both selects, next worst, the verdict in words."""

import pytest


@pytest.fixture
def pairs(reader_of_example):
    reader_of_example.go("pairs")
    return reader_of_example


def chosen(user) -> tuple[str, str]:
    return user.app.selectbox(key="pair_a").value, user.app.selectbox(key="pair_b").value


def click_cell(user, a: str, b: str) -> None:
    point = {"curve_number": 1, "point_index": 7, "x": 2, "y": 3, "customdata": [a, b]}
    user.app.session_state["pairs_chart"] = {
        "selection": {"points": [point], "point_indices": [7], "box": [], "lasso": []}
    }
    user.run()


def test_the_worst_pair_is_open_at_first(pairs) -> None:
    worst = pairs.app.dataframe[-1].value.iloc[0]
    assert set(chosen(pairs)) == {worst["a"], worst["b"]}
    assert "1 of the" in pairs.text()


def test_a_click_on_a_cell_opens_the_pair(pairs) -> None:
    click_cell(pairs, "vote", "age")
    assert set(chosen(pairs)) == {"vote", "age"}
    assert "Utility of the pair" in pairs.text()


def test_selects_do_the_same(pairs) -> None:
    click_cell(pairs, "vote", "age")
    pairs.choose("pair_a", "PID")
    assert set(chosen(pairs)) == {"PID", "vote"} or set(chosen(pairs)) == {"PID", "age"}
    pairs.run()
    assert "PID" in chosen(pairs)


def test_next_worst_goes_down_the_list(pairs) -> None:
    table = pairs.app.dataframe[-1].value
    pairs.click("step_N")
    assert set(chosen(pairs)) == {table.iloc[1]["a"], table.iloc[1]["b"]}
    pairs.click("step_P")
    assert set(chosen(pairs)) == {table.iloc[0]["a"], table.iloc[0]["b"]}


@pytest.mark.parametrize("order", ["file", "worst", "cluster"])
def test_orders(pairs, order: str) -> None:
    pairs.app.get("segmented_control")[0].set_value(order)
    pairs.run()
    assert pairs.app.get("plotly_chart")


def test_the_same_variable_twice_is_said(pairs) -> None:
    a, _ = chosen(pairs)
    pairs.choose("pair_b", a)
    assert "two different variables" in pairs.text()


def test_every_scenario_opens(pairs) -> None:
    for name in pairs.app.selectbox(key="pairs_scenario").options:
        pairs.choose("pairs_scenario", name)
        assert len(pairs.app.get("plotly_chart")) == 2


def test_a_removed_variable_says_why_there_is_no_value(pairs) -> None:
    pairs.choose("pairs_scenario", "Income and place dropped")
    pairs.choose("pair_a", "income")
    pairs.choose("pair_b", "vote")
    assert "No value:" in pairs.text() or "not measured" in pairs.text()
