"""Cells of tables of sums, against a checker that goes through every cell by the words of the rules."""

from fractions import Fraction

import numpy as np
import pytest

from core.statistics.disclosure import MagnitudeRules, magnitude_cells


def by_the_words(cells, contributors, values, cell, rules):
    """Which rules one cell breaks, in exact fractions: (contributors, total, few, dominated, close, negative)."""
    whose = {}
    for c, w, v in zip(cells, contributors, values, strict=True):
        if c == cell:
            whose[w] = whose.get(w, 0) + Fraction(v)
    sizes = sorted((abs(v) for v in whose.values()), reverse=True)
    total = sum(sizes)
    few = 0 < len(sizes) < rules.contributors
    dominated = sum(sizes[: rules.largest]) > Fraction(str(rules.share)) * total
    close = bool(sizes) and total - sum(sizes[:2]) < Fraction(str(rules.closeness)) * sizes[0]
    return len(sizes), float(sum(whose.values())), few, dominated, close, any(v < 0 for v in whose.values())


def test_two_hundred_random_tables():
    broken = np.zeros(3, dtype=int)
    for table in range(200):
        rng = np.random.default_rng(table)
        n, n_cells = int(rng.integers(1, 40)), int(rng.integers(1, 7))
        cells, contributors = rng.integers(0, n_cells, n), rng.integers(0, 8, n)
        values = np.round(rng.lognormal(2, 2, n)) * (rng.random(n) > 0.1) * np.where(rng.random(n) < 0.05, -1, 1)
        rules = MagnitudeRules(int(rng.integers(1, 6)), int(rng.integers(1, 4)), rng.choice([0.5, 0.75, 0.9]), 0.125)
        found = magnitude_cells(cells, contributors, values, n_cells, rules)
        for cell in range(n_cells):
            told = (found.contributors, found.totals, found.few, found.dominated, found.close, found.negative)
            wanted = by_the_words(cells, contributors, values.tolist(), cell, rules)
            assert tuple(array[cell] for array in told) == wanted, (table, cell)
        broken += [int(found.few.sum()), int(found.dominated.sum()), int(found.close.sum())]
    assert (broken > 100).all()


@pytest.mark.parametrize(
    ("values", "few", "dominated", "close"),
    [
        ([80, 10, 10], False, False, False),  # 90 of 100 are not more than 90 %
        ([91, 0, 9], False, True, True),  # 9 are less than a tenth of 91
        ([100, 50, 10], False, True, False),  # 150 of 160; 10 are not less than a tenth of 100
        ([0, 0, 0], False, False, False),
        ([5, 5], True, True, True),
    ],
)
def test_limits_themselves_are_safe(values, few, dominated, close):
    n = len(values)
    rules = MagnitudeRules(3, 2, 0.9, 0.1)
    cell = magnitude_cells(np.zeros(n, dtype=np.int64), np.arange(n), np.array(values, dtype=float), 1, rules)
    assert (cell.few[0], cell.dominated[0], cell.close[0]) == (few, dominated, close)


def test_a_table_without_records_has_empty_cells():
    nothing = np.zeros(0, dtype=np.int64)
    cells = magnitude_cells(nothing, nothing, np.zeros(0), 2, MagnitudeRules())
    assert cells.contributors.tolist() == [0, 0]
    assert not (cells.few | cells.dominated | cells.close).any()
