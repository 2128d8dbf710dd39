"""What What is lost holds folded away: published figures, tables, the whole file; reasons; names as they are."""

from dataclasses import replace

import pytest

from core.assessment import CATALOGUE, collect, make_plan, run
from core.data import PublishedTable
from core.masking.worked_example import voters
from core.measures import Skipped
from core.utility.analyses import MEASURES
from core.views.whole_file.values import WHOLE_FILE
from pages.components.lost.figures import drawn_as, records_used

pytestmark = pytest.mark.slow

FIGURES, TABLES = ("model", "scales"), ("tables_cells", "tables_areas", "tables_loss", "tables_levels")
SOME = ("Noise on age", "Age and income banded", "PRAM", "20% sample", "Ranks swapped", "Everything")
WHOLE = ("nulls", "propensity", "joint")
HOSTILE = "![x](http://elsewhere/p.png) :red[age]"
BY_EDUCATION = PublishedTable("Vote by education", ("vote",), "educ")
OURS = {m.id for m in CATALOGUE if m.family in {"tables", "loss"}} | {m.id for m in MEASURES}


def declared(example):
    uses = replace(example.codebook.uses, tables=(*example.codebook.uses.tables, BY_EDUCATION))
    return replace(example.codebook, uses=uses)


@pytest.fixture(scope="module")
def measured():
    """Figures, tables and losses of the smaller worked example, one table with areas."""
    example, ids = voters(), sorted(OURS - {"robust_eigenvalues"})
    some = [s for s in example.scenarios if s.name.startswith(SOME)]
    plan = make_plan(["expected_reidentifications", *ids], ["interval.groups=0"])
    return collect(plan, run(example.original, some, declared(example), plan))


@pytest.fixture
def lost(reader_of_example, measured):
    """Return what opens a part with its details, with other results where they are given."""

    def opened(part, *details, comparison=measured, version=""):
        user = reader_of_example
        workspace = user.state["workspace"]
        choice = replace(workspace.choice, scenario=version)
        changed = replace(workspace, comparison=comparison, codebook=declared(voters()), choice=choice)
        user.state["workspace"] = changed
        user.go_part(part, *details)
        return user

    return opened


def with_outcomes(comparison, changed):
    scenarios = tuple(
        replace(s, outcomes=tuple(o for o in map(changed, s.outcomes) if o is not None)) for s in comparison.scenarios
    )
    return replace(comparison, scenarios=scenarios)


def frame(user, *columns):
    return next(d.value for d in user.app.dataframe if {*columns} <= set(d.value))


def of(table, version):
    return table[table["Version"].str.endswith(version)].iloc[0]


def test_a_figure_in_every_version_with_reasons_and_risk(lost, measured) -> None:
    user = lost("figures", *FIGURES)
    user.choose("lost_figure", "Mean age")
    table = frame(user, "Verdict")
    assert len(table) == 1 + len(SOME)
    assert of(table, "Original")["n"] == "944"
    noise, banded = of(table, "Noise on age"), of(table, "Age and income banded")
    outcome = measured.scenario("Noise on age").outcome("indicator", ("Mean age",))
    assert (noise["Verdict"], noise["Overlap"]) == ("● inside", outcome.value)
    assert noise["Value"] == outcome.detail["masked"]["estimate"]
    assert banded["Verdict"] == "✕ lost"
    assert "no numbers" in banded["What is known"]
    assert "Schenker and Gentleman" in user.text()
    user.choose("lost_figure", "Vote for Dole · PID")
    table = frame(user, "Verdict")
    assert of(table, "PRAM on education and vote")["Verdict"] == "□ outside"
    assert "recoded like this version" in of(table, "Age and income banded")["What is known"]


def test_models_and_scales_in_every_version(lost) -> None:
    user = lost("figures", *FIGURES, version="Age and income banded")
    model = frame(user, "Local utility", "n after")
    assert of(model, "PRAM on education and vote")["Local utility"] < 0.6
    assert "released detail" in of(model, "Age and income banded")["What is known"]
    coefficients = frame(user, "Coefficient")
    assert "age[T.30-39]" in list(coefficients["Coefficient"])
    assert set(coefficients["Overlap"]) == {1.0}
    assert len(frame(user, "Alpha", "without PID")) == 1 + len(SOME)


def test_sets_of_one_scenario_are_combined(lost, measured) -> None:
    names = [s.name for s in measured.scenarios if s.rows == measured.original.rows][:3]
    scenarios = tuple(replace(s, set_of="a <b>" if s.name in names else "") for s in measured.scenarios)
    user = lost("figures", "sets", comparison=replace(measured, scenarios=scenarios))
    table = frame(user, "SD between sets")
    assert "Mean own position" in list(table["Figure"])
    assert set(table["Farthest from the original"]) <= {*names, ""}
    user.choose("sets_rule_a <b>", "complete, from the spread")
    user.state["details_sets"] = True
    user.go("compare")
    assert any("Between-set error" in d.value for d in user.app.dataframe)


def test_a_table_with_cells_and_areas(lost, measured) -> None:
    user = lost("tables", *TABLES, version="20% sample")
    user.choose("tables_table", "Vote by education")
    metrics = frame(user, "Swap rate", "Cells left out")
    outcome = measured.scenario("20% sample").outcome("deviance", ("Vote by education",))
    assert of(metrics, "20% sample")["Deviance"] == outcome.value
    assert of(metrics, "20% sample")["n masked"] == 189
    assert "have a sign" in user.text()
    cells = frame(user, "Level", "Difference")
    own = cells[cells["Version"].str.endswith("20% sample")]
    assert own["Original"].sum() == 944 == pytest.approx(own["Masked"].sum())
    assert set(own.loc[own["Original"].between(1, 29), "Mark"]) == {"few records: internal"}
    assert "1 to 29 records" in user.text()
    areas = frame(user, "Area", "Deviance")
    areas = areas[areas["Version"].str.endswith("20% sample")]
    assert len(areas) == 7
    assert set(areas.loc[areas["n masked"] < 30, "Mark"]) == {"few records: internal"}
    assert "with Deviance" in frame(user, "Metric", "Mean")
    assert frame(user, "k-marginal score")["In words"].str.contains("random sample of").any()


def test_a_measure_by_level_is_computed_on_demand(lost) -> None:
    user = lost("tables", *TABLES)
    assert "Nothing is computed until you ask" in user.text()
    assert "Effective swap rate (ESR)" in user.app.selectbox(key="tables_levels_measure").options
    user.choose("tables_levels_variable", "educ")
    user.choose("tables_levels_measure", "total_variation_mean")
    user.click("tables_levels_go")
    table = frame(user, "Level", "Value")
    assert table["Level"].iloc[0].startswith("1 · "), "codes say what they mean"
    assert table["Value"].notna().any()
    user.choose("tables_levels_variable", "vote")
    assert "Nothing is computed until you ask" in user.text()
    assert "Effective swap rate (ESR)" not in user.app.selectbox(key="tables_levels_measure").options


def test_information_loss_has_the_guides_warnings(lost) -> None:
    user = lost("information")
    user.app.toggle(key="measures_of_all").set_value(True)
    user.run()
    table = frame(user, "Measure", "Better").set_index("Measure")
    swapped = next(c for c in table if "Ranks swapped" in c)
    assert "†" in table.loc["IL1s", swapped]
    assert "records are not linked" in table.loc["IL1s", next(c for c in table if "20% sample" in c)]
    assert "values were interchanged or redrawn" in user.text().replace("\\", "")
    assert "compare maskings with each other" in user.text()


def test_the_whole_file_against_chance(reader_of_example) -> None:
    user = reader_of_example
    user.go_part("whole_file", *WHOLE)
    table = frame(user, "Records")
    assert len(table) == 12
    pram = of(table, "PRAM on education and vote")
    assert pram["Propensity score measure (Up)"] == "0.01531 · 1.26 × a fresh survey"
    assert "further than 10 of 20 samples" in str(list(pram))
    nulls = frame(user, "Share below")
    clusters = nulls[nulls["Measure"].str.startswith("Cluster")]
    assert {24, 47, 100} >= set(clusters["Groups"])
    assert clusters["95%"].notna().all()
    assert set(frame(user, "Scores")) >= {"pMSE", "SPECKS", "PO50", "U", "pMSE ratio"}
    assert frame(user, "Scores")["Scores"].str.startswith("data:image/svg").all()
    assert set(frame(user, "Variables", "Looked at")["n"]) == {944}
    user.choose("version_looked_at", "Suppressed to k = 3")
    assert "**23.8%** of the original" in user.text()
    assert "age" in list(frame(user, "Variable", "is")["Variable"])
    user.choose("version_looked_at", "Age and place top-coded")
    assert "Nowhere: at every record" in user.text()


@pytest.mark.parametrize("part", ["figures", "tables", "whole_file"])
def test_a_run_without_them_leads_to_choosing(lost, measured, part) -> None:
    user = lost(part, comparison=with_outcomes(measured, lambda o: None))
    assert "Go to Set up" in user.buttons()
    assert "in this run" in user.text() or "for this run" in user.text()


@pytest.mark.parametrize(("part", "details"), [("figures", FIGURES), ("tables", TABLES), ("whole_file", WHOLE)])
def test_reasons_and_names_are_shown_as_they_are(lost, part, details, reader_of_example) -> None:
    of_example = reader_of_example.state["workspace"].comparison

    def hostile(outcome):
        if outcome.measure in WHOLE_FILE or (outcome.measure in OURS and outcome.target):
            target = (HOSTILE, *outcome.target[1:]) if outcome.target else ()
            return Skipped(outcome.measure, target, f"the variable {HOSTILE} is gone")
        return outcome

    user = lost(part, *details, comparison=with_outcomes(of_example, hostile))
    assert HOSTILE not in user.text()


def test_units_stand_beside_the_records_where_units_were_drawn():
    alone = {"estimate": 1.0, "standard_error": 0.1, "low": 0.8, "high": 1.2, "n": 10351}
    assert (records_used(None), records_used(alone), drawn_as(alone)) == ("–", "10,351", "")
    clusters = {**alone, "units": 62, "unit": "cluster", "degrees_of_freedom": 31}
    assert records_used(clusters) == "10,351 in 62 clusters"
    assert "31 degrees of freedom" in drawn_as(clusters)
    assert "32 replicate weights" in drawn_as({**clusters, "replicates": 32})
    assert records_used({**alone, "units": 10351, "unit": "record", "degrees_of_freedom": 10320}) == "10,351"
