"""Effect sizes of GDU without a group of records, by counts: those of the remaining records, to the last bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.data import Coded, Level
from core.utility.gdu import GduParameters, LocalUtilities, leave_out, local_utilities
from core.utility.gdu.averages import global_reduction
from core.utility.gdu.kept_associations import KeptAssociations
from core.utility.gdu.leave_out import local_values_without
from core.utility.gdu.reference_records import coefficients_kept, effect_size_utility
from tests.benchmarks.test_gdu_benchmark import mixed_files
from tests.strategies import pair_of

NEVER = GduParameters(normality="never")


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch):
    monkeypatch.setattr(leave_out, "KEPT", KeptAssociations(lambda _: None))


def assert_as_counted_anew(pair, groups, n_groups, parameters):
    for g, without in enumerate(local_values_without(pair, groups, n_groups, parameters)):
        rest = pair.take(*(np.flatnonzero(own != g) for own in groups))
        anew = local_utilities(rest, parameters)
        by_effect = effect_size_utility(anew)
        assert effect_size_utility(without) == by_effect
        assert global_reduction(without) == global_reduction(anew)
        assert [u.comparison for u in without.univariate] == [u.comparison for u in anew.univariate]
        if not isinstance(without, LocalUtilities):
            pairs = [(b.variables, coefficients_kept(b)) for b in anew.bivariate]
            assert [(b.variables, b.value) for b in without.bivariate] == pairs
        assert (without.n_original, without.n_masked) == (anew.n_original, anew.n_masked)


@pytest.mark.parametrize("missing", [0.0, 0.05])
@pytest.mark.parametrize(
    "parameters",
    [NEVER, GduParameters(normality="never", significance="common_n", direction="cosine")],
    ids=["ranks", "other settings"],
)
def test_of_all_levels(missing, parameters):
    n, n_groups = 400, 3
    random = np.random.default_rng(1)
    groups = random.integers(0, n_groups, n), random.integers(0, n_groups, n)
    assert_as_counted_anew(mixed_files(n, 6, missing), groups, n_groups, parameters)


@pytest.mark.parametrize(
    "parameters",
    [GduParameters(), GduParameters(normality="never", missing="completeness"), GduParameters(missing="category")],
    ids=["normality tested", "completeness", "category"],
)
def test_what_counts_and_ranks_do_not_tell_is_left_to_the_records(parameters):
    groups = np.arange(200) % 2, np.arange(200) % 2
    assert local_values_without(mixed_files(200, 4, 0.1), groups, 2, parameters) is None


def test_a_variable_whose_values_are_all_in_one_group():
    pair = mixed_files(90, 4)
    first = pair.variables[0]
    values = np.where(np.arange(90) < 30, first.masked.values, np.nan)
    lost = replace(first, masked=Coded(Level.CONTINUOUS, values))
    groups = np.arange(90) // 30, np.arange(90) // 30
    assert_as_counted_anew(pair_of(lost, *pair.variables[1:]), groups, 3, NEVER)


def test_recoded_variables_lose_what_they_lose_of_the_records_left():
    pair = mixed_files(300, 5)
    bands = tuple(np.floor(v.values / 20).astype(np.int32) for v in (pair.variables[1].original,) * 2)
    low = min(int(b.min()) for b in bands)
    coded = [Coded(Level.ORDINAL, b - low, tuple(map(str, range(int(b.max()) - low + 1)))) for b in bands]
    recoded = replace(pair.variables[1], recoded=coded[0], masked=coded[1], recode=object())
    groups = np.arange(300) % 4, np.arange(300) % 4
    assert_as_counted_anew(pair_of(pair.variables[0], recoded, *pair.variables[2:]), groups, 4, NEVER)
