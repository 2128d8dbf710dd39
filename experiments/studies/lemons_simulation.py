"""The simulation of Lemons, Dajani, You and Jordan: how the six metrics behave under swapping, and agree.

``python -m experiments.studies.lemons_simulation [REPETITIONS]`` prints the figures next to the paper's. A state of
1,000,000 households in ten counties; 72 cells: 5, 8 or 10 tracts a county, of equal or skewed size, a variable
of 2 or 5 levels, equally or unequally frequent, three amounts of swapping.

Design A swaps records drawn at random, so that large tracts and levels are hit more often; there
E(CS) = 2 s (1 - s / 2) (R - 1) (L - 1), s the share of records swapped, R the tracts, L the levels. Design B
spreads the swaps evenly over tracts and levels, each swap changing two different ones: the paper's effects
point to it, its rates are not published. What the paper does not tell is chosen here: the skewed sizes and
shares, exactly proportional tables to start from, and rates of 1, 3 and 5 %.
"""

import sys
import time
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from scipy import stats

from core.utility.tables import METRICS, ComparedTable, TableParameters, metrics_of

HOUSEHOLDS = 1_000_000
COUNTIES = 10
SKEWED_TRACTS = {
    5: (5, 20, 25, 25, 25),
    8: (25, 20, 15, 12, 9, 8, 6, 5),
    10: (25, 18, 12, 10, 8, 7, 5, 5, 5, 5),
}
SKEWED_LEVELS = {2: (0.8, 0.2), 5: (0.4, 0.3, 0.15, 0.1, 0.05)}
RATES = {"low": 0.01, "medium": 0.03, "high": 0.05}
SHARES_SWAPPED = (0.0147, 0.0441, 0.0735)

GROUP_A = ("chi_square", "effective_swap_rate", "deviance")
GROUP_B = ("gini_difference", "shannon_difference", "renyi_difference")

PAPER_MEANS = {
    "chi_square": (14.84, 39.12),
    "deviance": (14.84, 39.17),
    "gini_difference": (0.00087, 0.00077),
    "shannon_difference": (0.00110, 0.00258),
    "renyi_difference": (0.000025, 0.000054),
}
"""Table 2, for 2 and 5 levels."""


class Cell(NamedTuple):
    """One combination of the five factors."""

    tracts: int
    skewed_tracts: bool
    levels: int
    skewed_levels: bool
    amount: str


CELLS = [Cell(*c) for c in product((5, 8, 10), (False, True), (2, 5), (False, True), RATES)]


def start(cell, households=HOUSEHOLDS):
    """Return the exactly proportional table (tracts of the state, levels)."""
    county = np.array(SKEWED_TRACTS[cell.tracts] if cell.skewed_tracts else [100 / cell.tracts] * cell.tracts)
    sizes = np.tile(county, COUNTIES) * households / 1000
    shares = SKEWED_LEVELS[cell.levels] if cell.skewed_levels else [1 / cell.levels] * cell.levels
    table = np.outer(sizes, shares)
    assert np.allclose(table, np.round(table))
    return np.round(table).astype(np.int64)


def swapped_evenly(table, rate, random):
    """Design B: pairs from two different tracts with two different levels, all equally likely."""
    tracts, levels = table.shape
    pairs = round(rate * table.sum() / 2)
    a, j = random.integers(0, tracts, pairs), random.integers(0, levels, pairs)
    b = (a + random.integers(1, tracts, pairs)) % tracts
    k = (j + random.integers(1, levels, pairs)) % levels
    cells = np.concatenate([a * levels + j, b * levels + k, a * levels + k, b * levels + j])
    change = np.bincount(cells, np.repeat([-1, -1, 1, 1], pairs), table.size)
    masked = table + change.reshape(table.shape).astype(np.int64)
    assert masked.min() >= 0
    return masked


def swapped_at_random(table, share, random):
    """Design A: a share of the records, drawn at random, is paired at random and each pair changes places."""
    levels = table.shape[1]
    ends = np.cumsum(table.ravel())
    drawn = random.choice(ends[-1], 2 * round(share * ends[-1] / 2), replace=False)
    cells = np.searchsorted(ends, drawn, side="right")
    tract, level = np.divmod(cells, levels)
    other = np.roll(tract, len(drawn) // 2)
    there = np.bincount(other * levels + level, minlength=table.size)
    gone = np.bincount(cells, minlength=table.size)
    return table + (there - gone).reshape(table.shape)


def expected_chi_square(share, tracts, levels):
    """Return E(CS) of design A from a proportional table."""
    return 2 * share * (1 - share / 2) * (tracts - 1) * (levels - 1)


def metrics(table, masked):
    """Return the six metrics of the state, tracts as areas."""
    names = [tuple(map(str, range(size))) for size in table.shape]
    compared = ComparedTable("state", ("variable",), "tract", *names, table, masked)
    found = metrics_of(compared, TableParameters()).values
    return [found[name] for name in METRICS]


def simulated(cell, repetitions, seed=0):
    """Return (repetitions, 6) the metrics of design B in one cell."""
    random = np.random.default_rng([seed, CELLS.index(cell)])
    table = start(cell)
    return np.array([metrics(table, swapped_evenly(table, RATES[cell.amount], random)) for _ in range(repetitions)])


def mean_correlations(cells):
    """Return Spearman's correlation of every two metrics, averaged over cells."""
    matrices = [stats.spearmanr(values).statistic for values in cells]
    mean = np.mean(matrices, axis=0)
    return {(a, b): mean[METRICS.index(a), METRICS.index(b)] for a, b in combinations(METRICS, 2)}


def statements(correlations):
    """Return whether the groups of the paper are found: within A, within B."""
    return {
        "CS and DS agree (> .98)": correlations["chi_square", "deviance"] > 0.98,
        "group A agrees (> .7)": min(correlations[pair] for pair in combinations(GROUP_A, 2)) > 0.7,
        "group B agrees (> .9)": min(correlations[pair] for pair in combinations(GROUP_B, 2)) > 0.9,
    }


def _design_a(repetitions):
    yield "Design A, mean CS over the 24 kinds of table: theory, simulated"
    kinds = [c for c in CELLS if c.amount == "low"]
    for share in SHARES_SWAPPED:
        theory, found = [], []
        for cell in kinds:
            table, random = start(cell), np.random.default_rng(CELLS.index(cell))
            theory.append(expected_chi_square(share, *table.shape))
            found += [metrics(table, swapped_at_random(table, share, random))[0] for _ in range(repetitions)]
        yield f"  s = {share:.2%}: {np.mean(theory):.2f} {np.mean(found):.2f}"


def _design_b(repetitions):
    cells = {cell: simulated(cell, repetitions) for cell in CELLS}
    yield "Design B, mean (SD) by number of levels; the paper's means in brackets"
    for i, name in enumerate(METRICS):
        parts = []
        for place, levels in enumerate((2, 5)):
            values = np.concatenate([v[:, i] for c, v in cells.items() if c.levels == levels])
            paper = f" [{PAPER_MEANS[name][place]:g}]" if name in PAPER_MEANS else ""
            parts.append(f"{values.mean():.6g} ({values.std():.4g}){paper}")
        yield f"  {name:22}" + "   ".join(parts)
    correlations = mean_correlations(cells.values())
    yield "Spearman's correlations, mean over the 72 cells"
    yield from (f"  {a:20} {b:20} {rho:6.2f}" for (a, b), rho in correlations.items())
    yield from (f"  {'yes' if held else 'NO '} {what}" for what, held in statements(correlations).items())


def main(repetitions):
    """Print both designs."""
    began = time.perf_counter()
    lines = [*_design_a(max(1, repetitions // 4)), *_design_b(repetitions)]
    lines.append(f"{time.perf_counter() - began:.0f} s")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
