"""Compare: map, table of versions, side by side; what is chosen holds and is in the address."""

import json
from dataclasses import replace

import pandas as pd
import pytest

from core.data import DifferentialPrivacy
from core.decision import ReleaseType, decide, proposed_purpose
from pages.components.compare.versions_table import HEAT, _styled
from pages.components.examples import results_of

pytestmark = pytest.mark.slow

CHART = "map_chart"


def chosen(user) -> str:
    """Return the version that is looked at."""
    return user.state["workspace"].choice.scenario or user.state["preferred_scenario"]


def shown(user) -> list[str]:
    """Return the versions side by side."""
    return user.app.multiselect(key="versions_shown").value


def test_what_the_map_shows_at_first(reader_of_example) -> None:
    user = reader_of_example
    said = [user.text(), *(b.label for b in user.app.button if not str(b.key).startswith(("erase", "drawn_in")))]
    words = [w for line in said for w in line.split() if w[:1] != ":"]
    assert len(words) <= 290, "the menu's own lines and two sentences of a closed drawer are among these"
    verdict = "“Prepared for release” can go out as a scientific-use file: all 6 rules met."
    assert verdict in user.text().replace("\\", "")
    assert chosen(user) == "Prepared for release"
    select = user.app.selectbox(key="map_risk")
    assert select.options[select.value].startswith("Risk of the file")
    points = [t for t in drawn(user)["data"] if t.get("customdata")]
    counted = [name for trace in points for name in trace["customdata"][0]]
    order = [s.name for s in user.state["workspace"].comparison.scenarios]
    assert sorted(counted) == sorted(order)
    for trace in points:
        [files] = trace["customdata"]
        wanted = f"×{len(files)}" if len(files) > 1 else str(order.index(files[0]) + 1)
        assert trace["text"] == [f"<b>{wanted}</b>"]


def test_a_click_looks_at_a_version_and_puts_it_beside_the_others(reader_of_example) -> None:
    user = reader_of_example
    before = shown(user)
    assert "PRAM on education and vote" not in before
    user.click_point(CHART, ["PRAM on education and vote"])
    assert chosen(user) == "PRAM on education and vote"
    assert shown(user) == [*before, "PRAM on education and vote"]


def versions(user):
    return next(d for d in user.app.dataframe if d.proto.id.endswith("-versions_table"))


def test_a_stack_lists_its_versions_alone_until_all_are_wanted(reader_of_example) -> None:
    user = reader_of_example
    stack = ["Noise on age", "20% sample"]
    user.click_point(CHART, stack)
    assert sorted(versions(user).value["Version"]) == sorted(stack)
    assert shown(user) == stack
    user.click("show_all_versions")
    assert len(versions(user).value) == 12


def drawn(user):
    """Return the map as the browser gets it."""
    chart = next(c for c in user.app.get("plotly_chart") if c.proto.id.endswith(f"-{CHART}"))
    return json.loads(chart.proto.spec)


def limit_lines(user) -> list[float]:
    return [s["y0"] for s in drawn(user)["layout"].get("shapes", []) if s["type"] == "line" and s["y0"] == s["y1"]]


def test_the_line_on_the_map_is_the_rule_of_the_release_type(reader_of_example) -> None:
    user = reader_of_example
    purpose = proposed_purpose(ReleaseType.SECURE)
    workspace = user.state["workspace"]
    record = replace(workspace.record, purpose=purpose)
    user.state["workspace"] = replace(workspace, record=record)
    user.run()
    assert limit_lines(user) == [0.2] == [purpose.limit_of("expected_match_risk")]


def test_the_zoom_shows_the_acceptable_zone_and_goes_back(reader_of_example) -> None:
    user = reader_of_example
    whole = drawn(user)["layout"]["yaxis"]["range"]
    user.click("map_zoom_button")
    assert drawn(user)["layout"]["yaxis"]["range"] == pytest.approx([0, 0.0625])
    user.click("map_zoom_button")
    assert drawn(user)["layout"]["yaxis"]["range"] == whole
    assert whole[0] == 0
    names = [str(o) for o in user.app.selectbox(key="map_risk").options]
    user.choose("map_risk", next(i for i, name in enumerate(names) if name.startswith("Expected re-identifications")))
    assert limit_lines(user) == [], "a measure without a rule has no line"
    assert user.app.button(key="map_zoom_button").disabled


def test_the_panel_says_why_a_file_is_struck_out_and_leads_to_what_is_lost(reader_of_example) -> None:
    user = reader_of_example
    user.state["details_version"] = True
    user.run()
    user.choose("version_looked_at", "Noise on age")
    assert "of people are hidden among fewer than 3" in user.text()
    # AppTest does not follow a switch of page: the choice that the button leaves is read instead
    user.app.button(key="gdu_lost").click().run()
    user.go("what_is_lost")
    assert user.app.selectbox(key="version_looked_at").value == "Noise on age"


def map_table(user):
    user.state["details_map_table"] = True
    user.run()
    return user.app.dataframe[-1].value


def test_measures_stand_in_one_table_with_the_axes_first_and_what_the_intervals_say(reader_of_example) -> None:
    user = reader_of_example
    user.state["details_measures"] = True
    user.run()
    table = user.app.dataframe[-1].value
    assert list(table["Measure"][:2]) == ["Global Data Utility", "Risk of the file · Marketing data"]
    assert "can go out. Not so “" in user.text().replace("\\", "")
    assert any("better than" in said for said in table["By the intervals"])
    assert any(said == "the values are equal" for said in table["By the intervals"])


def test_the_table_holds_all_points_and_its_columns_say_unit_direction_and_rate(reader_of_example) -> None:
    table = map_table(reader_of_example).set_index("Scenario")
    assert {*versions(reader_of_example).value["Version"], "Original", "No release"} <= set(table.index)
    assert table.loc["Noise on age", "Risk is the"] == "Risk of the file"
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
    for i in range(0, max(n_utility, n_risk), 25):  # all of them: tests/views/test_risk_utility.py
        user.app.selectbox(key="map_utility").set_value(i % n_utility)
        user.choose("map_risk", i % n_risk)
        assert user.app.get("plotly_chart")


def tick(user, rows: list[int]) -> None:
    """Tick rows of the table of versions, as the browser tells it."""
    states = user.app._tree.get_widget_states()  # AppTest knows no ticks in tables
    ticked = json.dumps({"selection": {"rows": rows, "columns": [], "cells": []}})
    states.widgets.add(id=versions(user).proto.id, string_value=ticked)
    user.app._run(states)
    assert not user.app.exception, [e.message for e in user.app.exception]


def test_ticked_rows_stand_side_by_side_and_the_last_one_is_looked_at(reader_of_example) -> None:
    user = reader_of_example
    names = list(versions(user).value["Version"])
    tick(user, [0, 1, 2, 3, 5])
    assert shown(user)[-1] == chosen(user) == names[5]
    tick(user, [0, 5])
    assert sorted(shown(user)) == sorted([names[0], names[5]])
    tick(user, list(range(8)))
    assert len(shown(user)) == 6


def side(user, key: str):
    chart = next(c for c in user.app.get("plotly_chart") if c.proto.id.endswith(f"-{key}"))
    return json.loads(chart.proto.spec)


def test_a_click_on_a_cell_rings_the_pair_in_every_version_and_draws_its_variables(reader_of_example) -> None:
    user = reader_of_example
    user.click_point("pair_columns", ["age", "vote"])
    rings = [s for s in side(user, "pair_columns")["layout"]["shapes"] if s.get("name") == "ring"]
    assert len(rings) == len(shown(user))
    assert len({(r["x0"], r["x1"], r["y0"], r["y1"]) for r in rings}) == 1
    assert user.app.multiselect(key="variables_shown").value == ["age", "vote"]
    titles = [a["text"] for a in side(user, "distribution_columns")["layout"]["annotations"]]
    assert {"<b>age</b>", "<b>vote</b>"} <= set(titles)


def test_differences_are_to_the_original_or_to_a_version(reader_of_example) -> None:
    user = reader_of_example
    user.app.button_group(key="compare_way").set_value("Difference to reference")
    user.run()
    scale = side(user, "pair_columns")["layout"]["coloraxis"]
    assert scale["cmin"] == -scale["cmax"]
    reference = shown(user)[1]
    user.choose("reference", reference)
    assert user.state["workspace"].choice.reference == reference
    assert "reference" in user.app.query_params


def test_the_address_holds_numbers_alone_and_is_taken_over(reader_of_example, user) -> None:
    tick(reader_of_example, [0, 4])
    address = dict(reader_of_example.app.query_params)
    assert address["show"] == "11.8"
    written = json.dumps(address)
    work = reader_of_example.state["workspace"]
    names = [s.name for s in work.comparison.scenarios] + [v.name for v in work.comparison.original.variables]
    assert not [name for name in names if name in written]
    reader_of_example.app.query_params.clear()
    reader_of_example.app.query_params.update({"show": "3.99.x.5", "variables": "1.2.1", "way": "difference"})
    reader_of_example.run()
    order = [s.name for s in work.comparison.scenarios]
    assert shown(reader_of_example) == [order[2], order[4]]
    assert len(reader_of_example.app.multiselect(key="variables_shown").value) == 2
    assert reader_of_example.state["workspace"].choice.difference


def test_set_limits_opens_the_rules_on_this_page(reader_of_example) -> None:
    user = reader_of_example
    workspace = user.state["workspace"]
    none = replace(proposed_purpose(ReleaseType.OWN), requirements=())
    user.state["workspace"] = replace(workspace, record=replace(workspace.record, purpose=none))
    user.run()
    assert "At least one rule must be in force" not in user.text()
    user.click("verdict_map_limits")
    assert "At least one rule must be in force" in user.text()


def test_utility_and_risk_are_drawn_over_declared_epsilon(reader_of_example) -> None:
    user = reader_of_example
    workspace = user.state["workspace"]
    assert not [s for s in user.app.selectbox if s.key.startswith("epsilon_")]
    scenarios = list(workspace.comparison.scenarios)
    for place, epsilon in ((0, 0.5), (2, 8.0)):
        scenarios[place] = replace(scenarios[place], privacy=DifferentialPrivacy(epsilon, "person", 1e-6))
    comparison = replace(workspace.comparison, scenarios=tuple(scenarios))
    user.state["workspace"] = replace(workspace, comparison=comparison)
    user.state["details_epsilon"] = True
    user.run()
    charts = [c.proto.id for c in user.app.get("plotly_chart") if "epsilon_chart" in c.proto.id]
    assert [chart.rsplit("-", 1)[1] for chart in charts] == ["epsilon_chart_utility", "epsilon_chart_risk"]
    assert "are not verified here" in user.text()
    user.click_point("epsilon_chart_risk", [scenarios[2].name])
    assert chosen(user) == scenarios[2].name


def test_a_bound_is_marked_in_the_column_of_risk() -> None:
    decision = decide(results_of("voters"), proposed_purpose(ReleaseType.SCIENTIFIC))
    known, bound = decision.ranked[:2]
    assert bound.risk is not None
    files = [known, replace(bound, risk=replace(bound.risk, at_most=True))]
    table = pd.DataFrame({"#": [1, 2], "Version": ["", ""], "Verdict": ["", ""], **dict.fromkeys(HEAT, (0.1, 0.2))})
    style = _styled(table, known.scenario, files)
    assert "≤ 20.0%" in style.to_html()
    assert "≤ 10.0%" not in style.to_html()
