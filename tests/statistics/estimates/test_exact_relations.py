"""Sums and ratios that hold in every record, found and counted where they break."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.estimates.exact_relations import broken, exact_ratios, exact_sums

RANDOM = np.random.default_rng(1)
WAGE, RENT = RANDOM.integers(0, 5000, 400) / 100, RANDOM.integers(0, 900, 400) / 10


def test_a_sum_is_found_and_nothing_else():
    other = RANDOM.normal(size=400)
    assert exact_sums(np.array([WAGE, other, WAGE + RENT, RENT])) == [(2, 0, 3)]


def test_one_record_is_enough_to_break_it():
    total = WAGE + RENT
    total[377] += 0.01
    assert exact_sums(np.array([total, WAGE, RENT])) == []
    assert broken(total, WAGE + RENT) == (1, 400)


def test_missing_values_do_not_speak_against_it():
    total = WAGE + RENT
    total[::3] = np.nan
    assert exact_sums(np.array([total, WAGE, RENT])) == [(0, 1, 2)]
    assert broken(total, WAGE + RENT) == (0, 266)


def test_few_records_or_values_prove_nothing():
    assert exact_sums(np.array([WAGE + RENT, WAGE, RENT])[:, :15]) == []
    zero = np.zeros(400)
    assert exact_sums(np.array([WAGE, WAGE, zero])) == []


def test_a_ratio_is_found():
    ratios = exact_ratios(np.array([12 * WAGE, WAGE, RENT]))
    assert [(a, b) for a, b, _ in ratios] == [(0, 1)]
    assert abs(ratios[0][2] - 12) < 1e-9


def test_a_ratio_needs_zero_where_the_other_is_zero():
    annual = 12 * WAGE
    annual[WAGE == 0] = 5
    wage = WAGE.copy()
    wage[0], annual[0] = 0, 5
    assert exact_ratios(np.array([annual, wage])) == []


@given(st.permutations(range(4)), st.permutations(range(60)))
def test_order_of_rows_and_columns_changes_nothing(columns, rows):
    table = np.array([WAGE, RENT, WAGE + RENT, np.arange(400.0)])[:, :60]
    names = np.array(["wage", "rent", "total", "id"])
    shuffled, labels = table[np.ix_(columns, rows)], names[list(columns)]
    found = [(labels[a], {labels[b], labels[c]}) for a, b, c in exact_sums(shuffled)]
    assert found == [("total", {"wage", "rent"})]
