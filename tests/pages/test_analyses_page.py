"""The Analyses page: uses chosen before the run, indicators, regressions, scales; reasons; names as they are."""

from dataclasses import replace

import pytest

from core.data import Indicator, Model, Regression, Statistic
from core.measures import Result, Skipped
from core.utility.analyses import MEASURES
from core.views import EstimateInFile, IntervalRows
from pages.components.analyses.intervals import long_table
from pages.components.analyses.words import describe_indicator, drawn_as, in_errors, overlap, records_used
from tests.pages.conftest import results_of_example

pytestmark = pytest.mark.slow

DETAILS = ("analyses_summary", "analyses_regression", "analyses_scales")
HOSTILE = "![x](http://elsewhere/p.png) :red[age]"


@pytest.fixture(scope="module")
def measured():
    """The shipped results of the smaller worked example, which hold its analyses."""
    return results_of_example()


@pytest.fixture
def analyses(reader_of_example):
    reader_of_example.go_part("analyses", *DETAILS)
    return reader_of_example


def change(user, comparison) -> None:
    workspace = user.state["workspace"]
    user.state["workspace"] = replace(workspace, comparison=comparison)


def summary(user):
    return next(t.value for t in user.app.table if "Lost" in t.value)


def with_outcomes(user, comparison, changed) -> None:
    scenarios = tuple(
        replace(s, outcomes=tuple(o for o in map(changed, s.outcomes) if o is not None)) for s in comparison.scenarios
    )
    change(user, replace(comparison, scenarios=scenarios))
    user.run()


def test_every_scenario_has_its_row(analyses) -> None:
    table = summary(analyses)
    assert len(table) == 12
    assert table.loc["Noise on age", "Indicators inside"] == "**11** of 11"
    assert table.loc["Age and income banded", "Lost"] == "1"
    assert table.loc["Age and income banded", "Mean overlap"] == "–"
    assert "Schenker and Gentleman" in analyses.text()
    assert "1 of 11 indicators have no overlap: Mean age" in analyses.text().replace("\\", "")


def test_an_indicator_by_scenario_with_reasons(analyses) -> None:
    assert analyses.app.selectbox(key="analyses_indicator").value == "Vote for Dole by party"
    analyses.choose("analyses_indicator", "Mean age")
    table = analyses.app.table[0].value
    assert len(table) == 13
    assert table.loc["**Original**", "n"] == "944"
    assert "inside" in table.loc["Noise on age", "Verdict"]
    assert "lost" in table.loc["Age and income banded", "Verdict"]
    assert "no numbers" in analyses.text()
    assert len(analyses.app.get("plotly_chart")) == 5 + 3


def test_groups_are_chosen(analyses) -> None:
    analyses.choose("analyses_indicator", "Vote for Dole by party")
    level = analyses.app.selectbox(key="analyses_level_Vote for Dole by party")
    assert [option.partition(" · ")[0] for option in level.options] == ["0", "1", "2", "3", "4", "5", "6"]
    level.set_value(level.options[3])
    analyses.run()
    assert analyses.app.table[0].value.loc["**Original**", "n"] == "37"


def test_a_coefficient_by_scenario_and_against_the_risk(analyses) -> None:
    assert analyses.app.selectbox(key="analyses_coefficient_Vote for Dole").value == "selfLR"
    assert "Compared at released detail" in analyses.text()
    analyses.choose("analyses_coefficient_Vote for Dole", "age")
    assert "no such coefficient at released detail" in analyses.text()
    analyses.choose("analyses_coefficient_Vote for Dole", "PID")
    table = analyses.app.table[2].value
    assert "outside" in table.loc["PRAM on education and vote", "Verdict"]
    assert "Original, with the band of its interval" in analyses.text()
    assert "**1** Age and place top\\-coded" in analyses.text()


def test_all_coefficients_of_a_scenario(analyses) -> None:
    analyses.choose("analyses_scenario", "Age and income banded")
    table = next(d.value for d in analyses.app.dataframe if "Coefficient" in d.value)
    assert "age[T.30-39]" in list(table["Coefficient"])
    assert "'age' is compared at released detail" in analyses.text().replace("\\", "")
    assert list(table["Overlap"]) == ["100%"] * len(table)
    analyses.choose("analyses_scenario", "PRAM on education and vote")
    assert "Cox and Snell R2" in analyses.text()


def test_alpha_of_a_scale(analyses) -> None:
    table = next(t.value for t in analyses.app.table if "Alpha" in t.value)
    assert len(table) == 13
    assert "Local utility" in table.columns


def test_a_run_without_uses_leads_to_choosing(analyses, measured) -> None:
    ours = {m.id for m in MEASURES}
    with_outcomes(analyses, measured, lambda o: None if o.measure in ours else o)
    assert "Nothing that users compute was measured" in analyses.text()
    assert "Go to Set up" in analyses.buttons()
    assert analyses.app.selectbox(key="use_indicators_0_statistic")


def test_without_files_the_page_leads_to_them(user) -> None:
    user.go_part("analyses")
    assert "Nothing to compare yet" in user.text()


def test_reasons_and_names_are_shown_as_they_are(analyses, measured) -> None:
    reason = f"the variable {HOSTILE} cannot be compared"
    ours = {m.id for m in MEASURES}

    def hostile(outcome):
        if outcome.measure not in ours or not outcome.target:
            return outcome
        return Skipped(outcome.measure, (HOSTILE, *outcome.target[1:]), reason, outcome.detail)

    with_outcomes(analyses, measured, hostile)
    assert HOSTILE not in analyses.text()
    assert "elsewhere" in analyses.text()


def test_the_download_holds_every_figure(measured) -> None:
    from core.views.analyses import indicator_rows

    found = indicator_rows(measured, ("Median size of place",))
    table = long_table(found, "Median size of place")
    assert list(table["file"]) == ["Original", *(s.name for s in measured.scenarios)]
    for scenario in measured.scenarios:
        outcome = scenario.outcome("indicator", ("Median size of place",))
        row = table[table["file"] == scenario.name].iloc[0]
        if isinstance(outcome, Result):
            assert row["value"] == outcome.detail["masked"]["estimate"]
            assert row["overlap"] == outcome.value
        else:
            assert row["not defined because"] == outcome.reason


def test_an_indicator_is_added_and_removed_on_the_run_page(reader_of_example) -> None:
    user = reader_of_example
    user.go("setup")
    before = user.state["workspace"].effective_codebook.uses
    user.choose("use_indicators_0_statistic", Statistic.SHARE)
    user.choose("use_indicators_0_variable", "PID")
    user.choose("use_indicators_0_category_PID", "3")
    user.choose("use_indicators_0_by", "educ")
    user.click("use_add")
    uses = user.state["workspace"].effective_codebook.uses
    added = Indicator("Share of a category: PID = 3 by educ", Statistic.SHARE, "PID", "3", by="educ")
    assert uses.indicators == (*before.indicators, added)
    assert "Share of PID = 3 by educ" in user.text()
    user.click("use_remove_indicators_5")
    assert user.state["workspace"].effective_codebook.uses == before
    assert user.state["workspace"].stale


def test_every_statistic_is_offered_and_some_are_chosen(reader_of_example) -> None:
    user = reader_of_example
    user.go("setup")
    assert len(user.app.selectbox(key="use_indicators_0_statistic").options) == len(Statistic)
    for i, statistic in enumerate((Statistic.QUANTILE, Statistic.SHARE, Statistic.POVERTY_RATE)):
        user.choose(f"use_indicators_{i}_statistic", statistic)
        user.click("use_add")
        assert user.state["workspace"].effective_codebook.uses.indicators[-1].statistic is statistic


def write_formula(user, formula) -> None:
    user.app.segmented_control(key="use_kind").set_value("regressions")
    user.run()
    user.app.text_input(key="use_regressions_0_formula").set_value(formula)
    user.run()


def test_a_formula_is_checked_before_it_is_kept(reader_of_example) -> None:
    user = reader_of_example
    user.go("setup")
    write_formula(user, "vote ~ __import__('os').system('true')")
    assert "is not allowed in a formula" in user.text()
    assert user.app.button(key="use_add").disabled
    user.app.text_input(key="use_regressions_0_formula").set_value("vote ~ wealth")
    user.run()
    user.click("use_add")
    assert "which is no variable of the original" in user.text().replace("\\", "")
    user.app.text_input(key="use_regressions_0_formula").set_value("age ~ C(educ)")
    user.run()
    user.click("use_add")
    uses = user.state["workspace"].effective_codebook.uses
    assert uses.regressions[-1] == Regression("age ~ C(educ)", Model.OLS, "age ~ C(educ)")


def test_tables_and_scales_are_added(reader_of_example) -> None:
    user = reader_of_example
    user.go("setup")
    for kind, field, value in (("tables", "crossed", ["vote", "educ"]), ("scales", "items", ["selfLR", "PID"])):
        user.app.segmented_control(key="use_kind").set_value(kind)
        user.run()
        epoch = 0 if kind == "tables" else 1
        user.app.multiselect(key=f"use_{kind}_{epoch}_{field}").set_value(value)
        user.run()
        user.click("use_add")
    uses = user.state["workspace"].effective_codebook.uses
    assert uses.tables[-1].variables == ("vote", "educ")
    assert uses.scales[-1].items == ("selfLR", "PID")


def test_words() -> None:
    assert describe_indicator(Indicator("x", Statistic.POVERTY_RATE, "income", by="sex", weight="w")) == (
        "At-risk-of-poverty rate of income (below 60% of the median) by sex, weighted with w"
    )
    assert describe_indicator(Indicator("x", Statistic.QUANTILE, "income", quantile=0.9)) == "90% quantile of income"
    assert [overlap(x) for x in (None, 1.0, -0.456)] == ["–", "100%", "-46%"]
    assert [in_errors(x) for x in (None, 0.0, 1.234)] == ["–", "0", "+1.23"]


def test_units_stand_beside_the_records_where_units_were_drawn():
    alone = EstimateInFile(1.0, 0.1, 0.8, 1.2, 10351)
    assert (records_used(None), records_used(alone), drawn_as(alone)) == ("–", "10,351", "")
    clusters = replace(alone, units=62, unit="cluster", degrees_of_freedom=31)
    assert records_used(clusters) == "10,351 in 62 clusters"
    assert "31 degrees of freedom" in drawn_as(clusters)
    assert "32 replicate weights" in drawn_as(replace(clusters, replicates=32))
    strata = replace(alone, units=10351, unit="record", degrees_of_freedom=10320)
    assert records_used(strata) == "10,351"
    assert list(long_table(IntervalRows(clusters, ()), "mean").columns[-2:]) == ["units", "degrees of freedom"]


def test_sets_of_one_scenario_are_combined(reader_of_example, measured) -> None:
    user = reader_of_example
    names = [s.name for s in measured.scenarios if s.rows == measured.original.rows][:3]
    scenarios = tuple(replace(s, set_of="a <b>" if s.name in names else "") for s in measured.scenarios)
    change(user, replace(measured, scenarios=scenarios))
    user.go_part("analyses")
    table = next(d.value for d in user.app.dataframe if "SD between sets" in d.value)
    assert "Mean own position" in list(table["Figure"])
    assert set(table["Farthest from the original"]) <= {*names, "–"}
    assert "m = 3 sets" in user.text()
    user.choose("sets_rule_a <b>", "complete, from the spread")
    assert "v k / n + b / m" in user.text()
    user.state["details_sets"] = True
    user.go("compare")
    assert any("Between-set error" in d.value for d in user.app.dataframe)
