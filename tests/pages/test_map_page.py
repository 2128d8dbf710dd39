"""The map: choice of axes and limit, choosing a scenario by click or by keyboard, the table."""

from types import SimpleNamespace

import pytest

from core.assessment import Axis, MapPoint, measure_by_id
from pages.components.map_summary import best_within

CHART = "map_chart"


def chosen(user) -> str:
    return user.app.selectbox(key="map_scenario").value


def click_point(user, name: str) -> None:
    point = {"curve_number": 3, "point_index": 0, "x": 0.5, "y": 0.5, "customdata": [name]}
    user.app.session_state[CHART] = {"selection": {"points": [point], "point_indices": [0], "box": [], "lasso": []}}
    user.run()


def set_limit(user, percent: float) -> None:
    next(n for n in user.app.number_input if n.label == "Acceptable risk, %").set_value(percent)
    user.run()


def metric(user, label: str) -> str:
    return next(m.value for m in user.app.metric if m.label == label)


def test_a_click_opens_the_scenario(reader_of_example) -> None:
    user = reader_of_example
    assert chosen(user) != "Everything at once"
    click_point(user, "Everything at once")
    assert chosen(user) == "Everything at once"


def test_the_select_wins_over_an_old_click(reader_of_example) -> None:
    user = reader_of_example
    click_point(user, "Everything at once")
    user.choose("map_scenario", "Noise on age")
    assert chosen(user) == "Noise on age"
    user.run()
    assert chosen(user) == "Noise on age"


def test_the_limit_decides_which_is_best(reader_of_example) -> None:
    user = reader_of_example
    best = {}
    for percent in (100.0, 20.0, 5.0):
        set_limit(user, percent)
        best[percent] = metric(user, "Best within the risk limit")
    # noise, swapping and PRAM on the keys: their risk figure does not hold, so they are not recommended
    assert best[100.0] == "Age and place top\\-coded"
    assert len(set(best.values())) == 3


def test_no_scenario_within_the_limit_is_said(reader_of_example) -> None:
    user = reader_of_example
    set_limit(user, 0.0)
    assert metric(user, "Best within the risk limit") == "None"
    assert "every scenario is above the limit" in user.text()


@pytest.mark.parametrize("switch", ["map_intervals", "map_swapped", "map_log"])
def test_the_map_can_be_drawn_in_every_way(reader_of_example, switch: str) -> None:
    user = reader_of_example
    toggle = user.app.toggle(key=switch)
    toggle.set_value(not toggle.value)
    user.run()
    assert user.app.get("plotly_chart")


def test_every_risk_and_utility_can_be_an_axis(reader_of_example) -> None:
    user = reader_of_example
    for key in ("map_utility", "map_risk"):
        for i in range(len(user.app.selectbox(key=key).options)):
            user.choose(key, i)
            assert user.app.get("plotly_chart")


def test_the_table_holds_all_points(reader_of_example) -> None:
    table = reader_of_example.app.dataframe[-1].value
    assert set(reader_of_example.app.selectbox(key="map_scenario").options) < set(table["Scenario"])
    assert {"Original", "No release"} < set(table["Scenario"])


def test_worst_pairs_lead_to_the_pair(reader_of_example) -> None:
    user = reader_of_example
    name = chosen(user)
    # AppTest does not follow a switch of page: the choice that the button leaves is read instead
    user.app.button(key="open_pairs").click().run()
    user.go("pairs")
    assert user.app.selectbox(key="pairs_scenario").value == name


def test_a_file_whose_risk_does_not_hold_is_never_recommended():
    false = MapPoint("swapped", "scenario", 0.99, 0.01, validity=("values may be false",))
    true = MapPoint("banded", "scenario", 0.8, 0.05)
    settings = SimpleNamespace(utility=Axis(measure_by_id("gdu")), limit=0.2)
    assert best_within((false, true), settings) is true
