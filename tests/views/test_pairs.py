import numpy as np
import pytest

from core.assessment.comparison import Assessment, VariableRecord
from core.measures import Skipped
from core.views.pairs import most_affected, pair_matrix, worst_first, worst_pairs
from tests.outcomes import result, whole_detail


def record(name, role="key", status="kept"):
    return VariableRecord(name, "nominal", role, status)


def pair(a, b, value, step="strength", before=0.5, after=0.5):
    known = {"test": "chi_squared", "step": step, "coefficient_original": before, "coefficient_masked": after}
    return result("ldu_bivariate", (a, b), value, 100, **known)


@pytest.fixture
def assessment():
    outcomes = (
        result("ldu_univariate", ("a",), 0.75),
        result("ldu_univariate", ("b",), 0.5),
        pair("a", "b", 0.9),
        pair("a", "c", 0.2, "one"),
        pair("b", "c", 0.8),
        Skipped("ldu_bivariate", ("a", "d"), "d is constant", whole_detail("ldu_bivariate", step="untestable")),
        pair("b", "d", 0.0, "direction", 0.4, 0.3),
        pair("c", "d", 0.0, "direction", 0.4, 0.1),
    )
    variables = (record("a"), record("b"), record("c", "analysis"), record("d"), record("e", status="removed"))
    return Assessment("s", "s.csv", "", 100, 5, outcomes, variables=variables)


def test_matrix_in_file_order(assessment):
    found = pair_matrix(assessment)
    assert found.names == ("a", "b", "c", "d", "e")
    assert found.utility[0, 1] == found.utility[1, 0] == 0.9
    assert np.isnan(found.utility[0, 3])
    assert np.isnan(np.diag(found.utility)).all()
    assert np.isnan(found.utility[4]).all()
    assert (found.steps[0, 3], found.steps[0, 2], found.steps[4, 0]) == ("untestable", "one", "removed")
    assert found.words()[0, 2] == "associated in one file only"
    assert found.words()[4, 0] == "variable removed"


def test_variables_by_worst_mean(assessment):
    # means: a .55, b .5667, c .3333, d 0, e none
    matrix = pair_matrix(assessment)
    assert [matrix.names[i] for i in worst_first(matrix.utility)] == ["d", "c", "a", "b", "e"]


def test_pairs_that_changed_beyond_chance_come_first_by_their_effect(assessment):
    # coefficients .4 and .3 turned round are sqrt .4 + sqrt .3 apart, .4 and .1 less
    rows = worst_pairs(assessment, 3)
    assert [(r.a, r.b) for r in rows] == [("b", "d"), ("c", "d"), ("a", "c")]
    assert (rows[2].utility, rows[2].step, rows[2].test, rows[2].n) == (0.2, "one", "chi_squared", 100)


def test_the_variables_of_the_worst_pairs_are_taken_pair_by_pair() -> None:
    values = np.full((5, 5), 1.0)
    for a, b, u in ((4, 1, 0.1), (3, 1, 0.2), (2, 0, 0.3)):
        values[a, b] = values[b, a] = u
    assert most_affected(values, 3).tolist() == [1, 3, 4]
    assert most_affected(values, 4).tolist() == [0, 1, 3, 4], "both new ones of the third pair would be too many"
    assert most_affected(values, 5).tolist() == [0, 1, 2, 3, 4]
    assert most_affected(np.where(values == 0.1, np.nan, values), 2).tolist() == [1, 3]
    assert most_affected(values - 0.5, 2, smallest=False).tolist() == [0, 1], "of equal sizes the first"
