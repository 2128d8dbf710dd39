"""The bootstrap of a mean has the standard error that the formula gives."""

from functools import partial

import numpy as np
import pytest

from core.statistics.estimates.bootstrap import bootstrap_interval, resampled_records
from core.statistics.reproducible.seeds import generator


def draws(n, seed=1):
    return partial(resampled_records, n, generator(seed, "test"))


def average(values):
    return lambda weights: float((weights * values).sum() / weights.sum())


def test_the_standard_error_of_a_mean():
    values = np.random.default_rng(1).normal(10, 3, 300)
    found = bootstrap_interval(average(values), np.ones(300), 2000, draws(300))
    assert found.standard_error == pytest.approx(values.std() / np.sqrt(300), rel=0.06)
    assert found.low == pytest.approx(values.mean() - 1.96 * found.standard_error, abs=0.05)
    assert found.high == pytest.approx(values.mean() + 1.96 * found.standard_error, abs=0.05)


def test_a_replicate_without_a_value_leaves_no_interval():
    assert bootstrap_interval(lambda _: None, np.ones(5), 100, draws(5)) is None


def test_the_same_stream_gives_the_same_interval():
    values = np.arange(20.0)
    runs = [bootstrap_interval(average(values), np.ones(20), 100, draws(20, 3)) for _ in range(2)]
    assert runs[0] == runs[1]
