"""The map: choice of axes and limit, choosing a scenario by click or by keyboard, the table."""

from types import SimpleNamespace

import pytest

from core.assessment import measure_by_id
from core.views.risk_utility import Axis, MapPoint
from pages.components.risk_utility_map.map_summary import best_within

pytestmark = pytest.mark.slow

CHART = "map_chart"


def chosen(user) -> str:
    return user.app.selectbox(key="map_scenario").value


def set_limit(user, percent: float) -> None:
    next(n for n in user.app.number_input if n.label == "Acceptable risk, %").set_value(percent)
    user.run()


def metric(user, label: str) -> str:
    return next(m.value for m in user.app.metric if m.label == label)


def test_a_click_opens_the_scenario(reader_of_example) -> None:
    user = reader_of_example
    assert chosen(user) != "PRAM on education and vote"
    user.click_point(CHART, ["PRAM on education and vote"])
    assert chosen(user) == "PRAM on education and vote"


def test_the_select_wins_over_an_old_click(reader_of_example) -> None:
    user = reader_of_example
    user.click_point(CHART, ["Everything at once"])
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
    assert len(set(best.values())) == 3


def test_a_figure_that_does_not_hold_is_not_recommended(reader_of_example) -> None:
    user = reader_of_example
    rates = [str(o) for o in user.app.selectbox(key="map_risk").options]
    user.choose("map_risk", next(i for i, name in enumerate(rates) if name.startswith("Re-identification rate ·")))
    set_limit(user, 100.0)
    # noise, swapping and PRAM on the keys keep more, but counts of their key values do not see that these are false
    assert metric(user, "Best within the risk limit") == "Age and place top\\-coded"


def test_the_first_axis_sees_how_the_files_were_masked(reader_of_example) -> None:
    select = reader_of_example.app.selectbox(key="map_risk")
    assert select.options[select.value].startswith("Re-identification or linkage rate")


def test_the_limit_of_the_map_is_that_of_the_risk_page(reader_of_example) -> None:
    user = reader_of_example
    assert user.app.number_input(key="limit_file_risk").value == 5.0
    set_limit(user, 12.0)
    user.go("risk")
    assert user.app.number_input(key="limit_file_risk").value == 12.0
    user.app.number_input(key="limit_file_risk").set_value(7.0)
    user.run()
    user.go("risk_utility_map")
    assert next(n for n in user.app.number_input if n.label == "Acceptable risk, %").value == 7.0


def test_the_table_says_which_rate_a_risk_is(reader_of_example) -> None:
    table = reader_of_example.app.dataframe[-1].value.set_index("Scenario")
    assert table.loc["Noise on age", "Risk is the"] in {"linkage rate", "re-identification rate"}


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
    n_utility, n_risk = (len(user.app.selectbox(key=key).options) for key in ("map_utility", "map_risk"))
    for i in range(max(n_utility, n_risk)):
        user.app.selectbox(key="map_utility").set_value(i % n_utility)
        user.choose("map_risk", i % n_risk)
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
