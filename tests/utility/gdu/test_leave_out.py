"""Effect sizes of GDU without a group of records, by counts: those of the remaining records, to the last bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.data import Coded, Level, PairGroups
from core.utility.gdu import GduParameters, leave_out, local_utilities
from core.utility.gdu.averages import global_reduction
from core.utility.gdu.kept_associations import KeptAssociations
from core.utility.gdu.leave_out import local_utilities_by_group
from core.utility.gdu.reference_records import effect_size_utility
from tests.mixed_files import mixed_files
from tests.strategies import pair_of

NEVER = GduParameters(normality="never")


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch):
    monkeypatch.setattr(leave_out, "KEPT", KeptAssociations(lambda _: None))


def by_group(pair, groups, n_groups, parameters):
    original, masked = (own.astype(np.int32) for own in groups)
    return local_utilities_by_group(replace(pair, groups=PairGroups(original, masked, n_groups)), parameters).without


def assert_as_counted_anew(pair, groups, n_groups, parameters):
    without = by_group(pair, groups, n_groups, parameters)
    anew = [
        local_utilities(pair.take(*(np.flatnonzero(own != g) for own in groups)), parameters) for g in range(n_groups)
    ]
    assert without["gdu_effect_sizes"].tolist() == [effect_size_utility(each).value for each in anew]
    assert without["grc"].tolist() == [global_reduction(each) for each in anew]


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
    assert_as_counted_anew(mixed_files(200, 4, 0.1), groups, 2, parameters)


def test_without_variables_there_is_no_average():
    groups = np.arange(20) % 2, np.arange(20) % 2
    assert np.isnan(by_group(replace(mixed_files(20, 2), variables=()), groups, 2, NEVER)["gdu_effect_sizes"]).all()


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
