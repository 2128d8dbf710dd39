"""Tables 2 to 5 of Lemons, Dajani, You and Jordan, from the simulation's 72 cells.

A cell is kept as the mean, the standard deviation and the rank correlations of its repetitions: in a balanced
design Tables 3 to 5 and the moments of Table 2 follow from these.
"""

from itertools import combinations

import numpy as np
from scipy import stats

from core.utility.tables import METRICS
from experiments.studies.lemons_simulation import (
    CELLS,
    GROUP_A,
    GROUP_B,
    RATES,
    metrics,
    simulated,
    start,
    swapped_evenly,
)

PAIRS = tuple(combinations(METRICS, 2))
GROUPS = {
    "AA": tuple(combinations(GROUP_A, 2)),
    "AB": tuple((a, b) for a in GROUP_A for b in GROUP_B),
    "BB": tuple(combinations(GROUP_B, 2)),
}
TERMS = ("low", "medium", "5 tracts", "8 tracts", "2 levels", "skewed tracts", "skewed levels")
"""Table 5: effects against high perturbation, 10 tracts, 5 levels, uniform tracts and levels."""


def summarised(repetitions, cells=CELLS):
    """Return the summaries of cells, and the trimmed range (5th and 95th percentile) by number of levels."""
    values = [simulated(cell, repetitions) for cell in cells]
    trimmed = {}
    for levels in (2, 5):
        pooled = np.concatenate([v for v, cell in zip(values, cells, strict=True) if cell.levels == levels])
        trimmed[str(levels)] = np.percentile(pooled, [5, 95], axis=0).T.tolist()
    return [summary(v) for v in values], trimmed


def summary(values):
    """Return mean, standard deviation and rank correlations of the (repetitions, 6) metrics of one cell."""
    ranks = stats.spearmanr(values).statistic
    return {
        "mean": values.mean(axis=0).tolist(),
        "sd": values.std(axis=0).tolist(),
        "spearman": [float(ranks[METRICS.index(a), METRICS.index(b)]) for a, b in PAIRS],
    }


def moments(summaries, levels):
    """Return (6,) mean and (6,) standard deviation over all repetitions with so many levels: Table 2."""
    chosen = [s for s, cell in zip(summaries, CELLS, strict=True) if cell.levels == levels]
    means, deviations = (np.array([s[what] for s in chosen]) for what in ("mean", "sd"))
    mean = means.mean(axis=0)
    return mean, np.sqrt((deviations**2 + (means - mean) ** 2).mean(axis=0))


def correlations(summaries):
    """Return {pair: mean correlation over the cells}: Table 3."""
    return dict(zip(PAIRS, np.mean([s["spearman"] for s in summaries], axis=0).tolist(), strict=True))


def ranges(summaries):
    """Return {(amount, skewed tracts, skewed levels): {group: (lowest, highest)}} of mean correlations: Table 4."""
    found = {}
    for key in dict.fromkeys((c.amount, c.skewed_tracts, c.skewed_levels) for c in CELLS):
        chosen = [
            s for s, c in zip(summaries, CELLS, strict=True) if (c.amount, c.skewed_tracts, c.skewed_levels) == key
        ]
        mean = correlations(chosen)
        both = mean | {(b, a): value for (a, b), value in mean.items()}
        found[key] = {
            group: (min(both[p] for p in pairs), max(both[p] for p in pairs)) for group, pairs in GROUPS.items()
        }
    return found


def effects(summaries):
    """Return {metric: (intercept, effects (7,), R squared)} of the main-effects model: Table 5."""
    design = np.array([_row(cell) for cell in CELLS])
    means, deviations = (np.array([s[what] for s in summaries]) for what in ("mean", "sd"))
    coefficients, *_ = np.linalg.lstsq(design, means, rcond=None)
    explained = (design @ coefficients - means.mean(axis=0)) ** 2
    total = (means - means.mean(axis=0)) ** 2 + deviations**2
    shares = explained.sum(axis=0) / total.sum(axis=0)
    return {name: (coefficients[0, i], coefficients[1:, i], shares[i]) for i, name in enumerate(METRICS)}


def _row(cell):
    return [
        1.0,
        cell.amount == "low",
        cell.amount == "medium",
        cell.tracts == 5,
        cell.tracts == 8,
        cell.levels == 2,
        cell.skewed_tracts,
        cell.skewed_levels,
    ]


def from_drawn_tables(cell, repetitions, seed=0):
    """Return (repetitions, 6) the metrics of one cell where every repetition starts from a table of its own, drawn.

    The households' tracts and levels are drawn with the cell's shares instead of being exactly proportional.
    """
    random = np.random.default_rng([seed, CELLS.index(cell), 1])
    expected = start(cell)
    found = []
    for _ in range(repetitions):
        table = random.multinomial(expected.sum(), expected.ravel() / expected.sum()).reshape(expected.shape)
        found.append(metrics(table, swapped_evenly(table, RATES[cell.amount], random)))
    return np.array(found)
