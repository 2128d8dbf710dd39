"""What section 3 of the paper says of the metrics, on fewer repetitions and some of the 72 cells."""

import numpy as np
import pytest

from experiments.studies.lemons_simulation import (
    CELLS,
    Cell,
    expected_chi_square,
    mean_correlations,
    metrics,
    simulated,
    start,
    statements,
    swapped_at_random,
    swapped_evenly,
)


def test_there_are_72_cells_of_a_million_households():
    assert len(set(CELLS)) == 72
    assert {int(start(cell).sum()) for cell in CELLS} == {1_000_000}


@pytest.mark.parametrize("skewed", [False, True])
def test_the_expected_chi_square_of_swaps_at_random(skewed):
    table = start(Cell(5, skewed, 5, skewed, "low"), 100_000)
    random = np.random.default_rng(1)
    found = [metrics(table, swapped_at_random(table, 0.08, random))[0] for _ in range(300)]
    # the standard error is sqrt(2 / (49 x 4) / 300) = .6 %
    assert np.mean(found) == pytest.approx(expected_chi_square(0.08, *table.shape), rel=0.025)


def test_swaps_keep_every_tract_and_every_level():
    table = start(CELLS[0], 100_000)
    for masked in (
        swapped_evenly(table, 0.05, np.random.default_rng(2)),
        swapped_at_random(table, 0.05, np.random.default_rng(2)),
    ):
        assert masked.sum(axis=1).tolist() == table.sum(axis=1).tolist()
        assert masked.sum(axis=0).tolist() == table.sum(axis=0).tolist()
        assert (masked != table).any()


def test_the_metrics_fall_into_the_two_groups_of_the_paper():
    held = statements(mean_correlations([simulated(cell, 60) for cell in CELLS[::2]]))
    assert [what for what, holds in held.items() if not holds] == []


def test_more_swapping_gives_a_larger_chi_square():
    means = [simulated(Cell(8, True, 5, True, amount), 20)[:, 0].mean() for amount in ("low", "medium", "high")]
    # the rates are 1, 3 and 5 %
    assert means == pytest.approx([means[0], 3 * means[0], 5 * means[0]], rel=0.15)
