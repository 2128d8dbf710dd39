"""The whole-file measures: the table of all scenarios, one scenario's pictures, reasons, names as they are."""

from dataclasses import replace
from typing import get_args, get_type_hints

import pytest

from core.measures import Result, Skipped
from core.utility import ClusterDetail
from core.views.whole_file.values import WHOLE_FILE
from pages.components.escaping import md
from pages.components.whole_file.joint_differences import LINKAGES, SCALINGS
from pages.components.whole_file.table import long_table

HOSTILE = "![x](http://elsewhere/p.png) :red[age]"


@pytest.fixture
def whole_file(reader_of_example):
    opened = ("whole_file_table", "propensity", "joint_differences", "few_variables", "whole_file_reading")
    reader_of_example.go_part("whole_file", *opened)
    return reader_of_example


def with_outcomes(user, change) -> None:
    """Replace the outcomes of the first scenario, and look at it."""
    workspace = user.state["workspace"]
    first, *others = workspace.comparison.scenarios
    outcomes = tuple(changed for o in first.outcomes if (changed := change(o)) is not None)
    changed = replace(workspace.comparison, scenarios=(replace(first, outcomes=outcomes), *others))
    chosen = replace(workspace.choice, scenario=first.name)
    user.state["workspace"] = replace(workspace, comparison=changed, choice=chosen)
    user.run()


def test_every_scenario_has_its_row_with_value_and_place(whole_file) -> None:
    table = next(t.value for t in whole_file.app.table if "Records" in t.value)
    assert len(table) == len(whole_file.app.selectbox(key="whole_file_scenario").options) == 12
    pram = table.loc[next(name for name in table.index if "PRAM" in name)]
    assert "**0.01531**" in pram["Told apart by a model (Up)"]
    assert "orange-badge[1.26\u00a0×\u00a0a\u00a0fresh\u00a0survey]" in pram["Told apart by a model (Up)"]
    assert "gray-badge[further\u00a0than\u00a010\u00a0of\u00a020\u00a0samples]" in pram["Largest gap (Um)"]
    few = next(t.value for t in whole_file.app.table if "Largest gap over pairs (Um)" in t.value)
    assert list(few.index) == list(table.index)
    assert "samples" in few.loc[pram.name, "Largest gap over triples (Um)"]
    assert "lower is better" in whole_file.text()


@pytest.mark.slow
def test_scenarios_open_with_its_pictures(whole_file) -> None:
    for name in whole_file.app.selectbox(key="whole_file_scenario").options[::4]:
        whole_file.choose("whole_file_scenario", name)
        up = whole_file.state["workspace"].comparison.scenario(name).outcome("propensity")
        assert len(whole_file.app.get("plotly_chart")) == 5 + 3 + bool(up.detail["drivers"])
        assert "**Told apart by a model (Up)**" in whole_file.text()
        assert "n = " in whole_file.text()


def test_the_worst_pairs_and_triples_are_listed_with_n(whole_file) -> None:
    whole_file.choose("whole_file_scenario", "Everything at once")
    comparison = whole_file.state["workspace"].comparison
    outcome = comparison.scenario("Everything at once").outcome("ecdf_pairs_maximum")
    pairs, _squares, triples, _last = [t.value for t in whole_file.app.table if t.value.index.name == "Variables"]
    worst = [" × ".join(md(name) for name in each["variables"]) for each in outcome.detail["worst"]]
    assert list(pairs.index) == worst[: len(pairs)]
    assert set(pairs["n"]) == {f"{outcome.n:,}"}
    assert all(name.count("×") == 2 for name in triples.index)
    assert f"**Largest gap over pairs (Um)** {pairs['Value'].iloc[0]}" in whole_file.text()


def test_what_was_left_out_is_said(whole_file) -> None:
    whole_file.choose("whole_file_scenario", "Suppressed to k = 3")
    assert "for lack of records" in whole_file.text()
    assert "Compared after the same recode of the original" in whole_file.text()


def test_the_largest_difference_is_marked_as_internal(whole_file) -> None:
    whole_file.choose("whole_file_scenario", "Suppressed to k = 3")
    assert "Internal: quotes values" in whole_file.text()
    assert "**23.8%** of the original" in whole_file.text()
    assert "age" in list(whole_file.app.dataframe[-1].value["Variable"])


def test_no_difference_quotes_no_values(whole_file) -> None:
    whole_file.choose("whole_file_scenario", "Age and place top-coded")
    assert "Nowhere: at every record" in whole_file.text()
    assert not any("Variable" in d.value for d in whole_file.app.dataframe)


def test_a_skipped_measure_says_why(whole_file) -> None:
    reason = f"the variable {HOSTILE} cannot be compared"
    with_outcomes(whole_file, lambda o: Skipped(o.measure, (), reason) if o.measure in WHOLE_FILE else o)
    assert (
        "–\u00a0(a)"
        in next(t.value for t in whole_file.app.table if "Records" in t.value).iloc[0]["Told apart by a model (Up)"]
    )
    assert "(a) Not defined because the variable" in whole_file.text()
    assert HOSTILE not in whole_file.text()
    assert "null_strips" not in {c.proto.id.rsplit("-", 1)[-1] for c in whole_file.app.get("plotly_chart")}


def test_names_of_variables_are_shown_as_they_are(whole_file) -> None:
    def hostile(outcome):
        if outcome.measure != "propensity" or not isinstance(outcome, Result):
            return outcome
        driver = {"term": HOSTILE, "alone": 0.1, "column": HOSTILE, "standardised_coefficient": 1.0}
        return replace(outcome, detail={**outcome.detail, "drivers": [driver]}, notices=(f"left out: {HOSTILE}",))

    with_outcomes(whole_file, hostile)
    assert "Left out" in whole_file.text()
    assert HOSTILE not in whole_file.text()


def test_without_the_measures_the_page_leads_to_the_run(whole_file) -> None:
    workspace = whole_file.state["workspace"]
    comparison = workspace.comparison
    empty = replace(comparison, scenarios=tuple(replace(s, outcomes=()) for s in comparison.scenarios))
    whole_file.state["workspace"] = replace(workspace, comparison=empty)
    whole_file.run()
    assert "No whole-file measure was chosen" in whole_file.text()
    assert "Go to Set up" in whole_file.buttons()


def test_without_files_the_page_leads_to_them(user) -> None:
    user.go_part("whole_file")
    assert "Nothing to compare yet" in user.text()


def test_the_download_holds_every_value_with_its_null(whole_file) -> None:
    comparison = whole_file.state["workspace"].comparison
    table = long_table(comparison)
    assert len(table) == 12 * (1 + 3 + 1 + 1 + 4)
    for file in comparison.scenarios:
        for outcome in (file.outcome("propensity"), file.outcome("ecdf_mean_square")):
            row = table[(table["scenario"] == file.name) & (table["measure"] == outcome.measure)].iloc[0]
            assert row["value"] == outcome.value
            assert row["n"] == outcome.n
    clusters = table[table["measure"] == "cluster"]
    assert sorted(set(clusters["groups"])) == [24, 47, 100]
    assert clusters["null 95%"].notna().all()


def test_every_way_in_which_records_are_grouped_has_its_words():
    kinds = get_type_hints(ClusterDetail)
    assert set(LINKAGES) == set(get_args(kinds["linkage"]))
    assert set(SCALINGS) == set(get_args(kinds["scaling"]))
