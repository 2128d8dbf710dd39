"""The Tables page: metrics in words, areas and small ones marked, cells, losses with reasons, subgroups, names."""

from dataclasses import replace

import pytest

from core.assessment import CATALOGUE, collect, make_plan, run
from core.data import PublishedTable
from core.masking.worked_example import voters
from core.measures import Result, Skipped
from core.views.tables import TableRow
from pages.components.tables.loss import loss_long
from pages.components.tables.metrics import long_table
from pages.components.tables.words import in_words, left_out, metric
from tests.pages.conftest import results_of_example

pytestmark = pytest.mark.slow

DETAILS = ("tables_metrics", "tables_areas", "tables_loss", "tables_information", "tables_levels")
HOSTILE = "![x](http://elsewhere/p.png) :red[age]"
BY_EDUCATION = PublishedTable("Vote by education", ("vote",), "educ")
OURS = {m.id for m in CATALOGUE if m.family in {"tables", "loss"}}


def declared(example):
    uses = replace(example.codebook.uses, tables=(*example.codebook.uses.tables, BY_EDUCATION))
    return replace(example.codebook, uses=uses)


@pytest.fixture(scope="module")
def measured():
    """The shipped results of the smaller worked example, with a table of areas that is measured here."""
    example, shipped = voters(), results_of_example()
    plan = make_plan([m.id for m in CATALOGUE if m.family == "tables"], ["interval.groups=0"])
    found = collect(plan, run(example.original, example.scenarios, declared(example), plan))
    added = {s.name: [o for o in s.outcomes if o.target == (BY_EDUCATION.name,)] for s in found.scenarios}
    scenarios = tuple(replace(s, outcomes=(*s.outcomes, *added[s.name])) for s in shipped.scenarios)
    return replace(shipped, scenarios=scenarios)


def change(user, comparison) -> None:
    workspace = user.state["workspace"]
    user.state["workspace"] = replace(workspace, comparison=comparison, codebook=declared(voters()))


@pytest.fixture
def tables(reader_of_example, measured):
    change(reader_of_example, measured)
    reader_of_example.go_part("tables", *DETAILS)
    return reader_of_example


def frame(user, column):
    return next(d.value for d in user.app.dataframe if column in d.value)


def test_every_scenario_has_its_row_its_n_its_losses_with_reasons_and_the_guides_warnings(tables) -> None:
    table = tables.app.table[0].value
    assert len(table) == 12
    assert list(table.loc["Noise on age"])[:7] == ["0", "0.0%", "0", "0", "0", "0", "0"]
    assert table.loc["20\\% sample", "n after"] == "189"
    assert "have a sign" in tables.text()
    losses_of_the_file_have_reasons(tables)
    warnings_of_the_guide_stand_at_the_figures(tables)


def test_what_the_metrics_say_of_a_scenario(tables) -> None:
    tables.choose("tables_scenario", "20% sample")
    text = tables.text()
    assert "of the records must have changed cell" in text
    assert "are multiplied by 944 \\/ 189" in text
    assert "no areas" in text


def test_areas_are_ranked_and_small_ones_marked(tables) -> None:
    tables.choose("tables_table", "Vote by education")
    tables.choose("tables_scenario", "20% sample")
    ranked = frame(tables, "rank")
    assert len(ranked) == 7
    assert ranked["rank"].iloc[0] == 1
    assert ranked["value"].abs().is_monotonic_decreasing
    assert set(ranked.loc[ranked["n masked"] < 30, "mark"]) == {"few records: internal"}
    tables.choose("tables_rank_by", "shannon_difference")
    assert frame(tables, "rank")["value"].min() < 0
    assert len(frame(tables, "Spearman")) == 15


def test_the_table_itself_with_its_small_cells(tables, measured) -> None:
    tables.choose("tables_table", "Vote by education")
    tables.choose("tables_scenario", "20% sample")
    cells = frame(tables, "level")
    assert len(cells) == 14
    assert cells["original"].sum() == 944
    assert cells["masked"].sum() == pytest.approx(944)
    assert set(cells.loc[cells["original"].between(1, 29), "mark"]) == {"internal"}
    assert "1 to 29 records" in tables.text()
    aad = measured.scenario("20% sample").outcome("aad", ("Vote by education",))
    assert cells["difference"].abs().mean() == pytest.approx(aad.value)


def test_a_table_that_a_scenario_lacks_says_why(tables) -> None:
    tables.choose("tables_table", "Vote by education")
    with_income = PublishedTable("Income", ("income",))
    assert with_income.name not in tables.app.selectbox(key="tables_table").options
    tables.choose("tables_scenario", "Everything at once")
    assert "after the same recode of the original" in tables.text()


def losses_of_the_file_have_reasons(tables) -> None:
    by_tables = next(t.value for t in tables.app.table if "CTBIL" in t.value)
    assert by_tables.loc["Noise on age", "CTBIL"] == "0"
    assert "random sample of" in by_tables.loc["20\\% sample", "In words"].replace("\u00a0", " ").replace("  \n", " ")
    text = tables.text().replace("\\", "")
    # what has the same reason stands together
    together = "IL1s, Mean squared error of the values, Mean absolute error of the values, Mean variation of the values"
    assert f"{together} in **20% sample**: records are not linked" in text
    assert "no variable is a number in both files" in text


def warnings_of_the_guide_stand_at_the_figures(tables) -> None:
    numbers = next(t.value for t in tables.app.table if "IL1s" in t.value)
    swapped = next(name for name in numbers.index if name.startswith("Ranks swapped"))
    assert numbers.loc[swapped, "IL1s"].endswith("values interchanged]")
    assert "interchanged" not in numbers.loc["Noise on age", "IL1s"]
    text = tables.text().replace("\\", "")
    assert "values were interchanged or redrawn" in text
    assert "compare maskings with each other" in text


def test_a_measure_by_level_is_computed_on_demand(tables) -> None:
    assert "Nothing is computed until you ask" in tables.text()
    tables.choose("tables_levels_variable", "educ")
    tables.choose("tables_levels_measure", "total_variation_mean")
    tables.click("tables_levels_go")
    table = next(d.value for d in tables.app.dataframe if "Level" in d.value)
    assert [level[:4] for level in table["Level"]][:2] == ["1 · ", "2 · "], "codes say what they mean"
    assert table["Age and place top-coded"].notna().any()
    assert "with fewer than 30 records" in tables.text()
    assert any("few records" in str(v) for v in table["20% sample"])
    tables.choose("tables_levels_variable", "vote")
    assert "Nothing is computed until you ask" in tables.text()


def test_a_table_can_be_split_by_another_variable_only(tables) -> None:
    tables.choose("tables_levels_variable", "educ")
    assert "Effective swap rate (ESR)" in tables.app.selectbox(key="tables_levels_measure").options
    tables.choose("tables_levels_variable", "vote")
    assert "Effective swap rate (ESR)" not in tables.app.selectbox(key="tables_levels_measure").options


def test_a_run_without_tables_leads_to_declaring_them(reader_of_example, measured) -> None:
    scenarios = tuple(
        replace(s, outcomes=tuple(o for o in s.outcomes if o.measure not in OURS)) for s in measured.scenarios
    )
    change(reader_of_example, replace(measured, scenarios=scenarios))
    reader_of_example.go_part("tables", *DETAILS)
    assert "No table was measured in this run" in reader_of_example.text()
    assert "Go to Set up" in reader_of_example.buttons()


def test_without_files_the_page_leads_to_them(user) -> None:
    user.go_part("tables")
    assert "Nothing to compare yet" in user.text()


def test_names_and_reasons_are_shown_as_they_are(reader_of_example, measured) -> None:
    def hostile(outcome):
        if outcome.measure not in OURS or len(outcome.target) != 1:
            return outcome
        return Skipped(outcome.measure, (HOSTILE,), f"the variable {HOSTILE} is gone")

    scenarios = tuple(replace(s, outcomes=tuple(map(hostile, s.outcomes))) for s in measured.scenarios)
    change(reader_of_example, replace(measured, scenarios=scenarios))
    reader_of_example.go_part("tables", *DETAILS)
    assert HOSTILE not in reader_of_example.text()
    assert "elsewhere" in reader_of_example.text()


def test_downloads_hold_every_value_with_full_precision(measured) -> None:
    from core.views.tables import table_rows

    rows = [(file, next(r for r in table_rows(file) if r.name == "Vote by party")) for file in measured.scenarios]
    found = long_table(rows)
    assert len(found) == 84
    for file in measured.scenarios:
        outcome = file.outcome("deviance", ("Vote by party",))
        line = found[(found["scenario"] == file.name) & (found["metric"] == "deviance")].iloc[0]
        assert line["value"] == outcome.value
    losses = loss_long(measured)
    for file in measured.scenarios:
        for measure in ("il1s", "gcp"):
            outcome = file.outcome(measure)
            line = losses[(losses["scenario"] == file.name) & (losses["measure"] == measure)].iloc[0]
            if isinstance(outcome, Result):
                assert line["value"] == outcome.value
            else:
                assert line["not defined because"] == outcome.reason


def test_words() -> None:
    assert metric("gini_difference", 0.0123) == "+0.0123"
    assert metric("effective_swap_rate", 0.00123) == "0.12%"
    assert metric("chi_square", None) == "–"
    assert "crowd into fewer cells" in in_words("renyi_difference", 0.1)
    assert "spread more evenly" in in_words("gini_difference", -0.1)
    assert in_words("aad", 0.0) == "no difference to the original"
    row = TableRow("t", ("v",), "", 10, 10, 1, {}, {}, cells_left_out=1, records_left_out=2.0)
    assert left_out(row).startswith("1 cell that is")
