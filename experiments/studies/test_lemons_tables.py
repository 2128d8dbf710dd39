"""Tables from summaries of the cells are those of all repetitions."""

import numpy as np
import pytest

from core.utility.tables import METRICS
from experiments.studies.lemons_simulation import CELLS, start
from experiments.studies.lemons_tables import (
    PAIRS,
    TERMS,
    correlations,
    effects,
    from_drawn_tables,
    moments,
    ranges,
    summary,
)


@pytest.fixture(scope="module")
def values():
    random = np.random.default_rng(5)
    lift = {"low": 0.0, "medium": 1.0, "high": 3.0}
    return [random.normal(lift[cell.amount] + cell.levels, 1.0, (9, len(METRICS))) for cell in CELLS]


def test_moments_are_those_of_all_repetitions(values):
    pooled = np.concatenate([v for v, cell in zip(values, CELLS, strict=True) if cell.levels == 5])
    mean, deviation = moments([summary(v) for v in values], 5)
    assert mean == pytest.approx(pooled.mean(axis=0))
    assert deviation == pytest.approx(pooled.std(axis=0))


def test_effects_are_those_of_a_regression_on_all_repetitions(values):
    rows = np.repeat(
        [
            [1, c.amount == "low", c.amount == "medium", c.tracts == 5, c.tracts == 8, c.levels == 2, *c[1:4:2]]
            for c in CELLS
        ],
        9,
        axis=0,
    ).astype(float)
    stacked = np.concatenate(values)
    fitted, *_ = np.linalg.lstsq(rows, stacked, rcond=None)
    explained = 1 - ((stacked - rows @ fitted) ** 2).sum(axis=0) / ((stacked - stacked.mean(axis=0)) ** 2).sum(axis=0)
    found = effects([summary(v) for v in values])
    for i, name in enumerate(METRICS):
        intercept, slopes, share = found[name]
        assert [intercept, *slopes] == pytest.approx(fitted[:, i])
        assert share == pytest.approx(explained[i])
        assert len(slopes) == len(TERMS)


def test_ranges_span_the_mean_correlations_of_a_stratum(values):
    summaries = [summary(v) for v in values]
    chosen = [s for s, c in zip(summaries, CELLS, strict=True) if (c.amount, *c[1:4:2]) == ("low", False, False)]
    within = [v for pair, v in correlations(chosen).items() if set(pair) <= set(METRICS[:3])]
    assert ranges(summaries)["low", False, False]["AA"] == (min(within), max(within))
    assert len(correlations(chosen)) == len(PAIRS)


def test_drawn_tables_have_metrics_of_their_own_in_every_repetition():
    found = from_drawn_tables(CELLS[0], 3)
    assert found.shape == (3, len(METRICS))
    assert len(np.unique(found[:, 0])) == 3
    assert start(CELLS[0]).sum() == 1_000_000
