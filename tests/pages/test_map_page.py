"""The map: choice of axes and limit, choosing a scenario by click or by keyboard, the table."""

import json
from dataclasses import replace

import pytest

from core.data import DifferentialPrivacy
from core.decision import RELEASE_NAMES, ReleaseType, proposed_purpose

pytestmark = pytest.mark.slow

CHART = "map_chart"


def chosen(user) -> str:
    return user.app.selectbox(key="map_scenario").value


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


def test_the_first_axis_sees_how_the_files_were_masked(reader_of_example) -> None:
    select = reader_of_example.app.selectbox(key="map_risk")
    assert select.options[select.value].startswith("Risk of the file")


def drawn(user):
    """Return the map as the browser gets it."""
    chart = next(c for c in user.app.get("plotly_chart") if c.proto.id.endswith(f"-{CHART}"))
    return json.loads(chart.proto.spec)


def limit_lines(user) -> list[float]:
    return [s["y0"] for s in drawn(user)["layout"].get("shapes", []) if s["type"] == "line" and s["y0"] == s["y1"]]


@pytest.mark.parametrize(("release", "limit"), [(ReleaseType.PUBLIC, 0.05), (ReleaseType.SECURE, 0.2)])
def test_the_line_on_the_map_is_the_rule_of_the_release_type(reader_of_example, release, limit) -> None:
    user = reader_of_example
    purpose = proposed_purpose(release)
    workspace = user.app.session_state["workspace"]
    record = replace(workspace.record, purpose=purpose)
    user.app.session_state["workspace"] = replace(workspace, record=record)
    user.run()
    assert limit_lines(user) == [limit] == [purpose.limit_of("expected_match_risk")]
    assert f"Judged as **{RELEASE_NAMES[release]}**" in user.text()


def test_a_measure_without_a_rule_has_no_line(reader_of_example) -> None:
    user = reader_of_example
    names = [str(o) for o in user.app.selectbox(key="map_risk").options]
    user.choose("map_risk", next(i for i, name in enumerate(names) if name.startswith("Expected re-identifications")))
    assert limit_lines(user) == []
    assert user.app.button(key="map_zoom_button").disabled


def test_the_zoom_shows_the_acceptable_zone_and_goes_back(reader_of_example) -> None:
    user = reader_of_example
    whole = drawn(user)["layout"]["yaxis"]["range"]
    user.click("map_zoom_button")
    assert drawn(user)["layout"]["yaxis"]["range"] == pytest.approx([0, 0.0625])
    user.click("map_zoom_button")
    assert drawn(user)["layout"]["yaxis"]["range"] == whole
    assert whole[0] == 0


def test_the_panel_says_why_a_file_is_struck_out(reader_of_example) -> None:
    user = reader_of_example
    user.choose("map_scenario", "Noise on age")
    assert "of people are hidden among fewer than 3" in user.text()


def map_table(user):
    user.app.session_state["details_map_table"] = True
    user.run()
    return user.app.dataframe[-1].value


def test_the_table_says_which_rate_a_risk_is(reader_of_example) -> None:
    table = map_table(reader_of_example).set_index("Scenario")
    assert table.loc["Noise on age", "Risk is the"] == "Risk of the file"


def test_columns_say_unit_and_direction(reader_of_example) -> None:
    table = map_table(reader_of_example).set_index("Scenario")
    assert table.loc["Everything at once", "Agreement by effect sizes, % (higher is better)"] == pytest.approx(
        75.1, abs=0.05
    )
    assert table.loc["Everything at once", "Risk of the file, % (lower is better)"] == pytest.approx(1.9, abs=0.05)


def test_the_map_can_be_drawn_in_every_way(reader_of_example) -> None:
    user = reader_of_example
    for switch in ("map_intervals", "map_swapped", "map_log"):
        toggle = user.app.toggle(key=switch)
        toggle.set_value(not toggle.value)
        user.run()
        assert user.app.get("plotly_chart"), switch


def test_risks_and_utilities_can_be_an_axis(reader_of_example) -> None:
    user = reader_of_example
    n_utility, n_risk = (len(user.app.selectbox(key=key).options) for key in ("map_utility", "map_risk"))
    for i in range(0, max(n_utility, n_risk), 15):  # all of them: tests/views/test_risk_utility.py
        user.app.selectbox(key="map_utility").set_value(i % n_utility)
        user.choose("map_risk", i % n_risk)
        assert user.app.get("plotly_chart")


def test_the_table_holds_all_points(reader_of_example) -> None:
    table = map_table(reader_of_example)
    assert set(reader_of_example.app.selectbox(key="map_scenario").options) < set(table["Scenario"])
    assert {"Original", "No release"} < set(table["Scenario"])


def test_worst_pairs_lead_to_the_pair(reader_of_example) -> None:
    user = reader_of_example
    name = chosen(user)
    # AppTest does not follow a switch of page: the choice that the button leaves is read instead
    user.app.button(key="open_pairs").click().run()
    user.go("pairs")
    assert user.app.selectbox(key="pairs_scenario").value == name


def tick(user, rows: list[int]) -> None:
    """Tick rows of the table of files, as the browser tells it."""
    proto = next(d.proto for d in user.app.dataframe if d.proto.id.endswith("-table_of_files"))
    states = user.app._tree.get_widget_states()  # AppTest knows no ticks in tables
    states.widgets.add(id=proto.id, string_value=json.dumps({"selection": {"rows": rows, "columns": [], "cells": []}}))
    user.app._run(states)
    assert not user.app.exception, [e.message for e in user.app.exception]


def test_a_ticked_row_opens_the_file_and_two_can_be_compared(reader_of_example) -> None:
    user = reader_of_example
    shown = next(d.value for d in user.app.dataframe if d.proto.id.endswith("-table_of_files"))
    first, second = shown["File"][0], shown["File"][1]
    assert user.app.button(key="compare_ticked").disabled
    tick(user, [1])
    assert chosen(user) == second
    tick(user, [0, 1])
    assert chosen(user) == first
    assert not user.app.button(key="compare_ticked").disabled


def test_the_map_opens_with_the_verdict(reader_of_example) -> None:
    text = reader_of_example.text().replace("\\", "")
    assert "“Prepared for release” can go out as a scientific-use file: all 6 rules met." in text
    assert chosen(reader_of_example) == "Prepared for release"


def test_set_limits_opens_the_rules_on_this_page(reader_of_example) -> None:
    user = reader_of_example
    workspace = user.app.session_state["workspace"]
    none = replace(proposed_purpose(ReleaseType.OWN), requirements=())
    user.app.session_state["workspace"] = replace(workspace, record=replace(workspace.record, purpose=none))
    user.run()
    assert "What is the file for?" not in user.text()
    user.click("verdict_map_limits")
    assert "What is the file for?" in user.text()


def test_utility_and_risk_are_drawn_over_declared_epsilon(reader_of_example) -> None:
    user = reader_of_example
    workspace = user.app.session_state["workspace"]
    assert not [s for s in user.app.selectbox if s.key.startswith("epsilon_")]
    scenarios = list(workspace.comparison.scenarios)
    for place, epsilon in ((0, 0.5), (2, 8.0)):
        scenarios[place] = replace(scenarios[place], privacy=DifferentialPrivacy(epsilon, "person", 1e-6))
    comparison = replace(workspace.comparison, scenarios=tuple(scenarios))
    user.app.session_state["workspace"] = replace(workspace, comparison=comparison)
    user.run()
    charts = [c.proto.id for c in user.app.get("plotly_chart") if "epsilon_chart" in c.proto.id]
    assert [chart.rsplit("-", 1)[1] for chart in charts] == ["epsilon_chart_utility", "epsilon_chart_risk"]
    assert "are not verified here" in user.text()
    user.click_point("epsilon_chart_risk", [scenarios[2].name])
    assert chosen(user) == scenarios[2].name
