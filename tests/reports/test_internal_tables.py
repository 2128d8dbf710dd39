"""Tables of the internal report: every figure under its head, the worst first, marked where it does not hold."""

from dataclasses import replace

import pytest

from core.assessment import CATALOGUE, Assessment, Comparison
from core.data import Cap
from core.decision import Check, ReleaseRecord, RuledFiles, Status
from core.measures import Better, Scope, Skipped
from core.reports import Paragraph, ProjectPopulation, Section, internal_report
from core.reports.internal.clause_section import clause_section
from core.reports.internal.decision_sections import check_section, purpose_section
from core.reports.internal.file_sections import file_section, recode_words
from core.reports.internal.method_sections import method_section
from core.reports.internal.risk_sections import map_section, risk_section
from core.reports.internal.sets_section import sets_sections
from core.reports.internal.utility_sections import (
    MOST_PAIRS,
    MOST_ROWS,
    MOST_VARIABLES,
    measure_table,
    utility_sections,
)
from core.views import Axis, MapPoint, RiskUtilityMap
from tests.outcomes import resolution, result
from tests.release_project import release_project


def scenario(name, *outcomes, rows=500, variables=()):
    return Assessment(name, f"{name}.csv", "0" * 64, rows, 3, outcomes, "linked by row", variables)


def cells(table):
    """Every row as its heads and its numbers, or its texts where there is none."""
    return [
        {h: (c.text if c.number is None else c.number) for h, c in zip(table.columns, r, strict=True)}
        for r in table.rows
    ]


def of_direction(better):
    return next(m for m in CATALOGUE if m.better is better and m.scope is Scope.VARIABLE and m.family != "risk")


@pytest.mark.parametrize(("judge", "said"), [("gdu_effect_sizes", "files may stand in another order"), ("gdu", "")])
def test_draws_of_another_measure_are_told_from_the_one_that_is_drawn(judge, said):
    by_id = {m.id: Axis(m) for m in CATALOGUE}
    drawn = RiskUtilityMap(by_id["gdu"], by_id["expected_match_risk"], (), (), chance_by=by_id[judge])
    assert said in map_section(drawn).blocks[0].note
    assert bool(said) is bool(map_section(drawn).blocks[0].note)


def test_one_utility_lies_between_none():
    alike = (scenario("a", result("gdu", (), 0.9371)), scenario("b", result("gdu", (), 0.9372)))
    titles = [
        utility_sections(Comparison({}, {}, scenario("Original"), files), files[0], {})[0].title
        for files in (alike, (*alike, scenario("c", result("gdu", (), 0.8))))
    ]
    assert titles == ["Global Data Utility is 93.7%", "Global Data Utility lies between 80.0% and 93.7%"]


def test_one_file_is_no_files():
    by_id = {m.id: Axis(m) for m in CATALOGUE}
    point = MapPoint("a", "scenario", 0.9, 0.1, pareto=True)
    drawn = RiskUtilityMap(by_id["gdu"], by_id["expected_match_risk"], (point,), ())
    assert map_section(drawn).title == "No other file is both safer and more useful: 1 of 1 file"
    project = release_project()
    alone = replace(project.comparison, scenarios=project.comparison.scenarios[:1])
    assert internal_report(replace(project, comparison=alone)).subtitle.startswith("1 masking scenario of ")


@pytest.mark.parametrize("better", [Better.HIGHER, Better.LOWER])
def test_of_many_outcomes_the_worst_are_listed_worst_first(better):
    measure = of_direction(better)
    values = [((37 * k) % 101) / 101 for k in range(100)]
    outcomes = [result(measure.id, (f"v{k}",), value, n=1000 + k) for k, value in enumerate(values)]
    table = measure_table(measure, [scenario("a", *outcomes)])
    worst = sorted(values, reverse=better is Better.LOWER)[:MOST_ROWS]
    assert [row[2].number for row in table.rows] == worst
    assert [row["n"] for row in cells(table)] == [1000 + values.index(v) for v in worst]
    assert [row["About"] for row in cells(table)] == [f"v{values.index(v)}" for v in worst]
    assert "100" in table.note


def test_the_worst_variables_and_pairs_come_first_with_their_own_figures():
    base = release_project().comparison.scenarios[0]
    names = [f"v{k}" for k in range(30)]
    records = tuple(replace(base.variables[1], name=n) for n in names)
    outcomes = []
    for k, name in enumerate(names):
        utility = ((7 * k) % 30) / 30
        sizes = {"n_original": 900 + k, "n_masked": 800 + k}
        outcomes.append(
            result(
                "ldu_univariate",
                (name,),
                utility,
                recode_utility=k / 100,
                distribution_utility=k / 200,
                effect=k / 300,
                missing_masked=k / 400,
                **sizes,
            )
        )
        outcomes.append(result("detail_lost", (name,), 0.25))
        outcomes.append(result("ldu_bivariate", (name, "w"), utility, n=700 + k, step="one", test=f"t{k}"))
    found = scenario("chosen", *outcomes, variables=records)
    comparison = Comparison({}, {}, scenario("Original"), (found,))
    variables, pairs = utility_sections(comparison, found, {})[1].blocks
    order = sorted(range(30), key=lambda k: (7 * k) % 30)
    assert [list(row.values())[:9] for row in cells(variables)] == [
        [f"v{k}", ((7 * k) % 30) / 30, 0.25, k / 100, k / 200, 900 + k, 800 + k, k / 300, k / 400]
        for k in order[:MOST_VARIABLES]
    ]
    heads = ["Variable", "Utility", "Detail lost", "Recode", "Distribution", "n original", "n masked"]
    assert list(variables.columns)[:9] == [*heads, "Distributions differ by", "Values missing"]
    assert [(r["Variable"], r["With"], r["Utility"], r["Test"], r["n"]) for r in cells(pairs)] == [
        (f"v{k}", "w", ((7 * k) % 30) / 30, f"t{k}", 700 + k) for k in order[:MOST_PAIRS]
    ]


@pytest.mark.parametrize(
    ("utilities", "said"),
    [((0.99999, 1.0), "no variable lost"), ((0.9994, 0.99999), "1 variable of 2 lost"), ((0.5, 0.1), "2 variables")],
)
def test_what_is_printed_as_whole_has_lost_nothing(utilities, said):
    base = release_project().comparison.scenarios[0].variables[1]
    outcomes = [result("ldu_univariate", (f"v{k}",), u) for k, u in enumerate(utilities)]
    found = scenario("chosen", *outcomes, variables=tuple(replace(base, name=f"v{k}") for k in range(2)))
    assert said in utility_sections(Comparison({}, {}, scenario("Original"), (found,)), found, {})[1].title


def test_gdu_and_its_halves_stand_in_their_columns():
    files = [
        scenario(
            name,
            result("gdu", (), 0.9 - k / 10, interval=(0.5 + k / 100, 0.7 + k / 100)),
            result("aldu_univariate", (), 0.8 - k / 10),
            result("aldu_bivariate", (), 0.7 - k / 10),
            resolution(9.0, (0.5, 0.6 - k / 10, 0.7), (0.6, 0.65 - k / 10, 0.8)),
            rows=300 + k,
        )
        for k, name in enumerate(("a", "b"))
    ]
    section = utility_sections(Comparison({}, {}, scenario("Original"), tuple(files)), files[0], {})[0]
    for k, row in enumerate(cells(section.blocks[0])):
        assert row["Scenario"] == "ab"[k]
        assert row["Records"] == 300 + k
        heads = ("GDU", "Single variables", "Pairs of variables", "Shuffled columns", "Another sample")
        assert [row[h] for h in heads] == [pytest.approx(x - k / 10) for x in (0.9, 0.8, 0.7, 0.6, 0.65)]
        assert row["95% interval"] == f"{50 + k}.0% to {70 + k}.0%"
    assert section.title == "Global Data Utility lies between 80.0% and 90.0%"


def risks(name, value, **detail):
    return scenario(name, result("global_risk", ("keys",), value, n=100, interval=(value / 2, value * 2), **detail))


def test_a_cause_is_said_once_with_all_that_follows_from_it():
    why = ["swapped: groups may be false", "a sample", "swapped: links point to others"]
    section = risk_section(Comparison({}, {}, risks("Original", 0.4), (risks("b", 0.2, validity=why),)))
    (said,) = [b.text for b in section.blocks[1:] if getattr(b, "text", "").startswith("Figures of")]
    assert said == "Figures of b that do not hold: a sample; swapped: groups may be false; links point to others."


def test_every_risk_stands_under_its_own_file_and_is_marked_where_it_does_not_hold():
    comparison = Comparison(
        {},
        {},
        risks("Original", 0.4),
        (risks("a", 0.1), risks("b", 0.2, validity=["values were exchanged"]), risks("c", 0.3)),
    )
    section = risk_section(comparison)
    table = section.blocks[0]
    assert table.columns[1:] == ("Original", "a", "b", "c")
    (row,) = [r for r in table.rows if r[0].text == next(m.name for m in CATALOGUE if m.id == "global_risk")]
    assert [c.number for c in row[1:]] == [0.4, 0.1, 0.2, 0.3]
    assert ["does not hold" in c.text for c in row[1:]] == [False, False, True, False]
    assert [c.text.split(" ")[0] for c in row[1:]] == ["40.0%", "10.0%", "20.0%", "30.0%"]
    assert [b.text for b in section.blocks[1:] if getattr(b, "text", "").startswith("Figures of")] == [
        "Figures of b that do not hold: values were exchanged."
    ]
    assert section.title.startswith("Before masking, 40.0% ")


def test_a_skipped_figure_is_marked_and_its_reason_told():
    skipped = Skipped("global_risk", ("keys",), "too costly", validity=("values are made up",))
    comparison = Comparison({}, {}, risks("Original", 0.4), (scenario("a", skipped),))
    (row,) = [r for r in risk_section(comparison).blocks[0].rows if r[1].number == 0.4]
    assert (row[2].text, row[2].number) == ("– does not hold", None)


def test_signatures_and_limits_stand_under_their_heads():
    project = release_project()
    report = internal_report(project)
    decision = next(s for s in report.sections if s.id == "decision")
    signed = next(b for b in decision.blocks if getattr(b, "title", "") == "Sign-off")
    assert [list(r.values()) for r in cells(signed)] == [
        ["First officer", "Canary officer", "2026-03-31"],
        ["Second officer", "Canary second", "2026-04-01"],
    ]
    limits = next(b for s in report.sections if s.id == "purpose" for b in s.blocks if b.title == "Thresholds")
    for row, requirement in zip(cells(limits), project.record.purpose.requirements, strict=True):
        assert (row["Limit"], row["Proposed"]) == (requirement.limit, requirement.proposed)
    assert report.mark == "Confidential: for entitled staff only"


@pytest.mark.parametrize(
    ("utilities", "title"),
    [
        ((0.99996, 1.0, 1.0), "In a, no variable lost as much as 0.1% of its utility"),
        ((0.4, 0.99996, 1.0), "In a, 1 variable of 3 lost something"),
    ],
)
def test_a_loss_that_no_row_shows_is_not_counted(utilities, title):
    base = release_project().comparison.scenarios[0].variables
    found = scenario(
        "a", *(result("ldu_univariate", (v.name,), u) for v, u in zip(base, utilities, strict=True)), variables=base
    )
    assert utility_sections(Comparison({}, {}, scenario("Original"), (found,)), found, {})[1].title == title


def test_an_empty_trail_says_so():
    project = release_project()
    report = internal_report(replace(project, record=replace(project.record, trail=())))
    assert report.sections[-2].title == "No step on record"


def table_of(section, title):
    return next(b for b in section.blocks if getattr(b, "title", None) == title)


def test_rules_of_synthetic_files_have_no_column_where_no_file_is_synthetic():
    project = release_project()
    rules = project.record.rules
    assert any(r.files is RuledFiles.SYNTHETIC for r in rules.requirements)
    heads = table_of(purpose_section(project, project.comparison), "Which scenarios meet the thresholds").columns
    assert set(heads[3:]) == {r.name for r in rules.requirements if r.files is RuledFiles.ALL}


def test_checks_that_found_something_are_counted():
    checks = tuple(Check("a", f"c{i}", s, "x") for i, s in enumerate((Status.KEPT, Status.BROKEN, Status.BROKEN)))
    assert check_section(ReleaseRecord(checks=checks)).title == "2 consistency checks of 3 found something"
    assert check_section(ReleaseRecord(checks=checks[:1])).title == "Files are consistent"


def test_a_clause_whose_measures_were_not_run_is_not_said_to_be_shown():
    sections = (Section("risk", "Risk of disclosure", (Paragraph("x"),)),)
    without = Comparison({}, {}, scenario("Original"), (scenario("a"),))
    measured = replace(without, scenarios=(scenario("a", result("linkability", (), 0.1)),))
    shown = [
        next(r for r in cells(clause_section(c, sections).blocks[0]) if r["Clause"] == "Linkability")
        for c in (without, measured)
    ]
    assert [r["Where it is shown"] for r in shown] == ["not shown: not measured in this run", "Risk of disclosure"]


def test_population_counts_stand_among_the_files_with_their_hash():
    project = release_project()
    counts = ProjectPopulation(replace(project.original, name="counts.csv", sha256="7" * 64), "n")
    rows = cells(table_of(file_section(replace(project, population=(counts,))), "Files"))
    assert [(r["Is"], r["SHA-256"]) for r in rows if r["File"] == "counts.csv"] == [("population counts", "7" * 64)]


def test_a_cap_is_told_with_its_own_limit():
    assert recode_words(Cap(above=80.0, below=10.0)) == "capped above 80 and below 10"
    assert recode_words(Cap(below=10.0)) == "capped below 10"


def test_the_seed_is_told():
    rows = cells(table_of(method_section(release_project().comparison), "Seed and versions"))
    assert next(r["Value"] for r in rows if r["Setting"] == "Seed") == "86420"


def test_files_than_which_none_is_better_are_marked():
    by_id = {m.id: Axis(m) for m in CATALOGUE}
    points = tuple(MapPoint(n, "scenario", 0.9, 0.1, pareto=p) for n, p in (("a", True), ("b", False)))
    drawn = map_section(RiskUtilityMap(by_id["gdu"], by_id["expected_match_risk"], points, ()))
    assert [r["No other dominates"] for r in cells(drawn.blocks[0])] == ["yes", "no"]


def test_a_mean_over_sets_without_their_sampling_error_is_marked():
    marks = []
    for interval in (None, (0.7, 0.9)):
        sets = [scenario(f"s{i}", result("gdu", (), u, interval=interval)) for i, u in enumerate((0.8, 0.82))]
        comparison = Comparison({}, {}, scenario("Original"), tuple(replace(s, set_of="S") for s in sets))
        marks.append(cells(sets_sections(comparison)[0].blocks[0])[0]["95%"].endswith(" *"))
    assert marks == [True, False]
