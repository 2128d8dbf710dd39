"""What users compute from several synthetic files, combined: by hand, through the results, and by the command."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from core.__main__ import main
from core.assessment import Assessment, Comparison, VariableRecord, collect, make_plan, run
from core.masking import Recipe, apply_recipe, make_step
from core.masking.worked_example import women
from core.measures import Skipped
from core.reports import read_results, write_results
from core.reports.internal.sets_section import sets_sections
from core.statistics.estimates import Synthesis
from core.views import combined_figures, measures_over_sets, names_of, synthesis_rules
from tests.outcomes import result

VALUES = (2.0, 3.0, 4.0, 3.0, 3.0)
ERRORS = (0.8, 1.0, 1.2, 1.0, 1.0)
"""Variances of five sets: mean 3, b = (1 + 0 + 1 + 0 + 0) / 4 = 0.5, v = 1."""


def estimate(value, variance, n=100):
    error = variance**0.5
    ends = {"low": value - 1.96 * error, "high": value + 1.96 * error}
    return {"estimate": value, "standard_error": error, "n": n, **ends}


def file(place, rows=100):
    own = estimate(VALUES[place], ERRORS[place], rows)
    outcomes = (
        result("propensity", (), 0.01 * VALUES[place], 90 + place),
        result("indicator", ("Mean age",), 0.5, original=estimate(2.5, 1.0), masked=own, statistic="mean"),
    )
    about = VariableRecord("age", "continuous", "analysis", "kept", masking="synthetic")
    return Assessment(f"s{place}", f"s{place}.csv", "", rows, 1, outcomes, variables=(about,), set_of="cart")


def compared(*files, rows=100):
    plan = {"measures": [], "parameters": {}, "preset": "quick", "seed": 1}
    return Comparison(plan, {}, Assessment("Original", "o.csv", "", rows, 1), files)


FIVE = compared(*map(file, range(5)))


@pytest.mark.parametrize(
    ("rule", "k", "variance", "freedom"),
    [
        (Synthesis.COMPLETE, 50, 1 * (0.5 + 1 / 5), None),
        (Synthesis.COMPLETE_BETWEEN, 50, 1 * 0.5 + 0.5 / 5, 4 * (1 + 0.5 / 0.1) ** 2),
        (Synthesis.PROPER, 50, 1 * (0.5 + 1.5 / 5), None),
        (Synthesis.PARTIAL, 100, 1 + 0.5 / 5, 4 * (1 + 1 / 0.1) ** 2),
    ],
)
def test_five_sets_by_hand(rule, k, variance, freedom):
    (figure,) = combined_figures(compared(*(file(i, k) for i in range(5))), "cart", rule)
    assert (figure.figure, figure.scenario, figure.sets) == ("Mean age", "cart", ("s0", "s1", "s2", "s3", "s4"))
    assert (figure.n_original, figure.n_synthetic) == (100, k)
    assert figure.value == pytest.approx(3, abs=1e-12)
    assert figure.standard_error == pytest.approx(np.sqrt(variance), abs=1e-9)
    assert (figure.within, figure.between) == pytest.approx((1.0, np.sqrt(0.5)), abs=1e-9)
    assert figure.degrees_of_freedom == (None if freedom is None else pytest.approx(freedom))
    assert figure.interval[0] < 3 < figure.interval[1]
    assert figure.inside
    assert figure.worst == "s2"  # 4 against 2.5
    assert 0 < figure.overlap <= 1


def test_the_rule_that_fits_what_is_declared_comes_first():
    assert synthesis_rules(FIVE, "cart")[0] is Synthesis.COMPLETE
    kept = replace(FIVE.scenarios[0].variables[0], masking="")
    partly = compared(*(replace(f, variables=(kept,)) for f in FIVE.scenarios))
    assert synthesis_rules(partly, "cart")[0] is Synthesis.PARTIAL
    assert Synthesis.PARTIAL not in synthesis_rules(compared(*map(file, range(5)), rows=200), "cart")


def test_a_set_without_the_figure_stops_it_with_its_reason():
    lost = replace(
        file(1), outcomes=(Skipped("indicator", ("Mean age",), "'age' is gone", file(1).outcomes[1].detail),)
    )
    lost = replace(lost, outcomes=(replace(lost.outcomes[0], detail={**lost.outcomes[0].detail, "masked": None}),))
    (figure,) = combined_figures(compared(file(0), lost), "cart", Synthesis.COMPLETE)
    assert (figure.value, figure.reason) == (None, "s1: 'age' is gone")
    (sizes,) = combined_figures(compared(file(0), file(1, 50)), "cart", Synthesis.COMPLETE)
    assert sizes.reason == "its sets have different numbers of records"
    (rule,) = combined_figures(compared(file(0, 50), file(1, 50)), "cart", Synthesis.PARTIAL)
    assert "50 are not 100" in rule.reason


def test_measures_are_averaged_with_their_spread_and_the_worst_set():
    (row,) = measures_over_sets(FIVE, "cart")
    assert (row.axis.measure.id, row.worst, row.n) == ("propensity", "s2", 90)  # lower is better
    assert row.over.mean == pytest.approx(0.03)
    assert row.over.standard_error == pytest.approx(np.sqrt(0.5 / 5) / 100)
    reach = stats.t.ppf(0.975, 4) * np.sqrt(0.5 / 5) / 100  # Up has no interval of its own
    assert (row.interval, row.with_samples) == (pytest.approx((0.03 - reach, 0.03 + reach)), False)
    alike = compared(*(replace(file(0), name=name, file=name) for name in "ab"))
    assert measures_over_sets(alike, "cart")[0].worst == ""
    assert combined_figures(alike, "cart", Synthesis.COMPLETE)[0].worst == ""
    without = replace(file(1), outcomes=file(1).outcomes[1:])
    assert measures_over_sets(compared(file(0), without), "cart") == ()


def test_the_interval_of_a_mean_holds_the_sampling_error_once():
    """v + b / m with (m - 1) (1 + v / (b / m))^2 degrees of freedom: v of .01 does not shrink by averaging."""
    known = [replace(file(i), outcomes=(replace(file(i).outcomes[0], interval=ends(i)),)) for i in range(5)]
    (row,) = measures_over_sets(compared(*known), "cart")
    between = 0.5e-4 / 5
    error, freedom = np.sqrt(1e-6 + between), 4 * (1 + 1e-6 / between) ** 2
    reach = stats.t.ppf(0.975, freedom) * error
    assert row.with_samples
    assert row.interval == pytest.approx((0.03 - reach, 0.03 + reach))
    some = [known[0], *map(file, range(1, 5))]
    assert not measures_over_sets(compared(*some), "cart")[0].with_samples


def ends(place):
    return 0.01 * VALUES[place] - 1.959963984540054e-3, 0.01 * VALUES[place] + 1.959963984540054e-3


@pytest.mark.slow
def test_a_regression_of_a_public_file_over_five_sets_of_the_laboratory():
    """Against the formulas of Raab, Nowok and Dibben (2017) and of Reiter (2003), written out."""
    example = women()
    names = ("affairs", "rate_marriage", "age", "yrs_married", "religious", "occupation")
    recipe = Recipe((make_step("synthesis_parametric", names),))
    masked = [
        apply_recipe(example.original, example.codebook, recipe, seed, file=f"{seed}.csv") for seed in range(1, 6)
    ]
    scenarios = [
        replace(m.scenario, declaration=replace(m.declaration, name=f"set {i}", set_of="parametric"))
        for i, m in enumerate(masked)
    ]
    plan = make_plan(["regression"], ["interval.groups=0"])
    measured = collect(plan, run(example.original, scenarios, example.codebook, plan))
    (name,) = names_of(measured, "regression")
    fits = [file.outcome("regression", (name,)).detail["masked"]["coefficients"] for file in measured.scenarios]
    tail = 1.959963984540054
    for figure in combined_figures(measured, "parametric", Synthesis.PROPER):
        own = [fit[figure.figure.removeprefix(f"{name} · ")] for fit in fits]
        q, v = np.array([c["estimate"] for c in own]), np.array([c["standard_error"] for c in own]) ** 2
        error = np.sqrt(v.mean() * (1 + 2 / 5))  # k = n: v (k / n + (1 + k / n) / m)
        assert (figure.value, figure.standard_error) == pytest.approx((q.mean(), error), abs=1e-9)
        assert figure.interval == pytest.approx((q.mean() - tail * error, q.mean() + tail * error), abs=1e-9)
        partial = next(
            f for f in combined_figures(measured, "parametric", Synthesis.PARTIAL) if f.figure == figure.figure
        )
        assert partial.standard_error == pytest.approx(np.sqrt(v.mean() + q.var(ddof=1) / 5), abs=1e-9)
        freedom = 4 * (1 + v.mean() / (q.var(ddof=1) / 5)) ** 2
        assert partial.interval[1] == pytest.approx(q.mean() + stats.t.ppf(0.975, freedom) * partial.standard_error)


def test_results_keep_which_files_are_sets(tmp_path, capsys):
    text = write_results(FIVE)
    assert read_results(text).synthetic_sets() == FIVE.synthetic_sets()
    assert "set_of" not in write_results(compared(replace(file(0), set_of="")))
    (tmp_path / "r.json").write_text(text, encoding="utf-8")
    assert main(["combine", str(tmp_path / "r.json"), "--rule", "proper"]) == 0
    said = capsys.readouterr()
    head, line = (row.split("\t") for row in said.out.splitlines())
    row = dict(zip(head, line, strict=True))
    assert (row["scenario"], row["figure"], row["rule"], row["m"]) == ("cart", "Mean age", "proper", "5")
    assert float(row["standard_error"]) == pytest.approx(np.sqrt(1.4), abs=1e-9)
    assert "combined by the rule of proper synthesis" in said.err


def test_the_report_tells_the_mean_the_worst_set_and_the_combined_figures():
    (section,) = sets_sections(FIVE)
    measures, figures = section.blocks
    assert section.title == "1 scenario of several synthetic files"
    assert [cell.text for cell in measures.rows[0]][1:] == ["0.03", "0.02122 to 0.03878 *", "0.003162", "s2", "90"]
    assert "s0, s1, s2, s3, s4" in measures.note
    name, original, mean, ends, *_rest = (cell.text for cell in figures.rows[0])
    assert (name, original, mean) == ("Mean age", "2.5", "3")
    assert ends == "0.853 to 5.147"  # v (k / n + 1 / m) = 1.2
    assert sets_sections(compared(replace(file(0), set_of=""))) == []


def test_results_without_sets_are_refused_in_words(tmp_path, capsys):
    (tmp_path / "r.json").write_text(write_results(compared(replace(file(0), set_of=""))), encoding="utf-8")
    assert main(["combine", str(tmp_path / "r.json")]) == 2
    assert "no file in it is declared as one of several sets" in capsys.readouterr().err
