import numpy as np
import pytest

from core.assessment.comparison import Assessment, VariableRecord
from core.measures import Skipped
from core.views.pairs import largest_differences, most_affected, pair_difference, pair_matrix, worst_pairs
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


def test_matrix_by_worst_mean(assessment):
    # means: a .55, b .5667, c .3333, d 0, e none
    assert pair_matrix(assessment, "worst").names == ("d", "c", "a", "b", "e")


def test_matrix_of_some_roles(assessment):
    assert pair_matrix(assessment, roles={"analysis"}).names == ("c",)
    assert pair_matrix(assessment, roles={"key"}).names == ("a", "b", "d", "e")


def test_clusters_stand_side_by_side():
    names = "apbqcr"
    outcomes = tuple(
        pair(x, y, 0.95 if (x in "abc") == (y in "abc") else 0.1) for i, x in enumerate(names) for y in names[i + 1 :]
    )
    found = pair_matrix(Assessment("s", "", "", 1, 6, outcomes, variables=tuple(map(record, names))), "cluster")
    sides = [name in "abc" for name in found.names]
    assert sides in ([True] * 3 + [False] * 3, [False] * 3 + [True] * 3)
    i, j = found.names.index("a"), found.names.index("p")
    assert found.utility[i, j] == 0.1


def test_pairs_that_changed_beyond_chance_come_first_by_their_effect(assessment):
    # coefficients .4 and .3 turned round are sqrt .4 + sqrt .3 apart, .4 and .1 less
    rows = worst_pairs(assessment, 3)
    assert [(r.a, r.b) for r in rows] == [("b", "d"), ("c", "d"), ("a", "c")]
    assert (rows[2].utility, rows[2].step, rows[2].test, rows[2].n) == (0.2, "one", "chi_squared", 100)


@pytest.fixture
def other():
    """The same variables, masked otherwise: a x b worse by .5, a x c better by .6, b x d not there."""
    outcomes = (pair("a", "b", 0.4), pair("c", "a", 0.8), pair("b", "c", 0.8), pair("c", "d", 0.1))
    variables = (record("a"), record("b"), record("c", "analysis"), record("d"), record("e"))
    return Assessment("t", "t.csv", "", 100, 5, outcomes, variables=variables)


def test_difference_of_two_scenarios_by_hand(assessment, other):
    found = pair_difference(assessment, other)
    assert found.names == ("a", "b", "c", "d", "e")
    expected = np.full((5, 5), np.nan)
    for i, j, value in ((0, 1, 0.5), (0, 2, -0.6), (1, 2, 0.0), (2, 3, -0.1)):
        expected[i, j] = expected[j, i] = value
    np.testing.assert_allclose(found.difference, expected)
    assert found.words[0, 1] == "s 90.0%, t 40.0%"
    assert found.words[1, 3] == "s 0.0%, t no value"


def test_difference_turns_sign_with_the_scenarios(assessment, other):
    there, back = pair_difference(assessment, other), pair_difference(other, assessment)
    np.testing.assert_array_equal(there.difference, -back.difference)


def test_difference_of_a_scenario_with_itself_is_zero(assessment):
    found = pair_difference(assessment, assessment, "cluster")
    assert set(found.difference[~np.isnan(found.difference)]) == {0.0}


def test_difference_in_worst_order_puts_what_lost_most_first(assessment, other):
    # mean differences: a -.05, b .25, c -.2333, d -.1, e none
    assert pair_difference(assessment, other, "worst").names == ("c", "d", "a", "b", "e")


def test_difference_needs_the_same_variables(assessment):
    with pytest.raises(ValueError, match="same variables"):
        pair_difference(assessment, Assessment("t", "", "", 1, 1, variables=(record("a"),)))


def test_largest_differences_by_hand(assessment, other):
    rows = largest_differences(assessment, other, 2)
    assert [(r.a, r.b, round(r.difference, 12)) for r in rows] == [("a", "c", -0.6), ("a", "b", 0.5)]
    assert (rows[0].first_step, rows[0].second_step) == ("one", "strength")


def test_roles_leave_out_other_variables(assessment, other):
    assert [(r.a, r.b) for r in worst_pairs(assessment, 9, {"key"})] == [("b", "d"), ("a", "b")]
    assert [(r.a, r.b) for r in largest_differences(assessment, other, 9, {"key"})] == [("a", "b")]
    assert pair_difference(assessment, other, roles={"key"}).names == ("a", "b", "d", "e")


def test_the_variables_of_the_worst_pairs_are_taken_pair_by_pair() -> None:
    values = np.full((5, 5), 1.0)
    for a, b, u in ((4, 1, 0.1), (3, 1, 0.2), (2, 0, 0.3)):
        values[a, b] = values[b, a] = u
    assert most_affected(values, 3).tolist() == [1, 3, 4]
    assert most_affected(values, 4).tolist() == [0, 1, 3, 4], "both new ones of the third pair would be too many"
    assert most_affected(values, 5).tolist() == [0, 1, 2, 3, 4]
    assert most_affected(np.where(values == 0.1, np.nan, values), 2).tolist() == [1, 3]
    assert most_affected(values - 0.5, 2, smallest=False).tolist() == [0, 1], "of equal sizes the first"
