"""Differences of single variables without a group of records: those of the remaining records, to the last bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.utility.distances.leave_out import one_way_differences_without
from core.utility.distances.one_way import one_way_differences
from core.utility.tables import TableParameters
from tests.benchmarks.test_gdu_benchmark import mixed_files
from tests.strategies import pair_of


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_as_counted_anew(missing):
    n, n_groups, parameters = 150, 4, TableParameters(bins=5)
    random = np.random.default_rng(1)
    groups = random.integers(0, n_groups, n), random.integers(0, n_groups, n)
    pair = mixed_files(n, 5, missing)
    pair = pair_of(*pair.variables[:-1], replace(pair.variables[-1], masked=None))
    for g, without in enumerate(one_way_differences_without(pair, groups, n_groups, parameters)):
        rest = pair.take(*(np.flatnonzero(own != g) for own in groups))
        assert without == one_way_differences(rest, parameters)
