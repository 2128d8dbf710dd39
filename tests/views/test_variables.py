from dataclasses import replace

import pytest

from core.assessment.comparison import Assessment, Comparison, VariableRecord
from core.measures import Failed, Skipped
from core.views.variables import loss_matrix, worst_variables
from tests.outcomes import result


def record(name, role="key"):
    return VariableRecord(name, "nominal", role, "kept")


@pytest.fixture
def assessment():
    detail = {
        "test": "chi_squared", "statistic": 3.0, "p": 0.2, "effect": 0.04, "w": 0.1, "recode_utility": 0.8,
        "distribution_utility": 0.9, "n_original": 100, "n_masked": 90, "missing_original": 0.0,
        "missing_masked": 0.1,
    }  # fmt: skip
    outcomes = (
        result("ldu_univariate", ("a",), 0.72, 90, flags=("sparse table: few",), **detail),
        result("ldu_univariate", ("b",), 0.5),
        result("ldu_univariate", ("c",), 0.5, effect=0.3),
        Skipped("ldu_univariate", ("d",), "unknown value"),
        Failed("ldu_univariate", ("e",), "KeyError"),
    )
    return Assessment("s", "s.csv", "", 100, 5, outcomes, variables=tuple(record(n) for n in "abcdef"))


def test_worst_first_and_those_without_a_value_last(assessment):
    rows = worst_variables(assessment)
    assert [r.name for r in rows] == ["c", "b", "a", "d", "e", "f"]
    assert [r.reason for r in rows[3:]] == [
        "unknown value",
        "of a fault of the program (KeyError)",
        "it was not measured in this run",
    ]


def test_a_row_holds_all_that_was_measured(assessment):
    row = worst_variables(assessment)[2]
    assert (row.utility, row.recode, row.distribution) == (0.72, 0.8, 0.9)
    assert (row.test, row.statistic, row.p, row.effect, row.w) == ("chi_squared", 3.0, 0.2, 0.04, 0.1)
    assert (row.n_original, row.n_masked, row.missing_masked, row.flags) == (100, 90, 0.1, ("sparse table: few",))


def test_only_some_roles(assessment):
    assert worst_variables(assessment, {"sensitive"}) == ()


def test_what_differs_beyond_chance_comes_first_by_its_effect():
    def of(name, utility, p, effect):
        return result(
            "ldu_univariate", (name,), utility, p=p, effect=effect, test="chi_squared",
        )  # fmt: skip

    outcomes = (of("a", 0.5, 0.049, 0.02), of("b", 0.6, 0.04, 0.2), of("c", 0.1, 0.2, 0.4), of("d", 1.0, 1.0, 0.0))
    found = Assessment("s", "s.csv", "", 100, 4, outcomes, variables=tuple(record(n) for n in "abcd"))
    # c was recoded: its distribution differs by no more than chance, whatever its utility
    assert [r.name for r in worst_variables(found)] == ["b", "a", "c", "d"]


def test_what_variables_lost_stands_in_a_matrix_worst_first(assessment):
    means = {"original": 1.0, "masked": 2.0, "difference": 1.0, "original_sd": 4.0}
    outcomes = (
        *assessment.outcomes, result("records_changed", ("b",), 0.6), result("detail_lost", ("a",), 0.2),
        Skipped("records_changed", ("c",), "records are not linked"),
        result("mean_difference", (), 0.25, by_variable={"b": means}, variables=["b"], recoded=[], removed=[]),
    )  # fmt: skip
    file = replace(assessment, outcomes=outcomes)
    matrix = loss_matrix(Comparison({}, {}, Assessment("original", "", "", 100, 6), (file,)))
    assert matrix.names == ("b", "c", "a", "d", "e", "f")
    b, c, a = (rows[0] for rows in matrix.rows[:3])
    assert a.losses == pytest.approx((None, 0.2, 0.1, 0.04))
    assert (b.losses[0], b.standardised) == pytest.approx((0.6, 0.25))
    assert (c.losses[0], c.why_not_changed) == (None, "records are not linked")
