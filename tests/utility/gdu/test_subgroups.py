"""GDU within the levels of one variable."""

import json
from dataclasses import asdict, replace

import numpy as np
import pytest

from core.data import Bands, Closed, Coded, Level
from core.measures import Result, Scope, Skipped
from core.utility.gdu import GduParameters, local_utilities
from core.utility.gdu.averages import global_utility
from core.utility.gdu.subgroups import gdu_subgroup, subgroup_utilities
from tests.strategies import continuous, nominal, pair_of, paired

RANDOM = np.random.default_rng(5)
REGION = nominal(np.repeat([0, 1, 2, -1], [60, 40, 10, 5]))
X = RANDOM.normal(size=115)
Y = X + RANDOM.normal(size=115)


def files(region=None):
    """Return files in which only region b was masked: its records were shuffled within y."""
    shuffled = Y.copy()
    shuffled[60:100] = RANDOM.permutation(Y[60:100])
    return pair_of(
        paired("x", continuous(X), continuous(X)),
        region or paired("region", REGION, REGION),
        paired("y", continuous(Y), continuous(shuffled)),
    )


def outcomes(pair, name="region"):
    parameters = GduParameters(subgroup=name)
    return list(gdu_subgroup.compute(subgroup_utilities(pair, parameters)))


def test_nothing_is_asked_for_by_default():
    assert subgroup_utilities(files(), GduParameters()) == ()
    assert list(gdu_subgroup.compute(())) == []
    assert gdu_subgroup.scope is Scope.VARIABLE


def test_each_level_is_measured_on_its_own_records():
    pair = files()
    found = {s.level: s for s in subgroup_utilities(pair, GduParameters(subgroup="region"))}
    assert found["a"].utility.value == 1.0
    assert found["b"].utility.univariate == 1.0
    assert found["b"].utility.bivariate < 1.0
    assert (found["b"].n_original, found["b"].n_masked) == (40, 40)
    # by hand: the records of b alone, without the region
    rows = np.arange(60, 100)
    by_hand = pair_of(*(paired(v.name, v.original.take(rows), v.masked.take(rows)) for v in pair.variables[::2]))
    assert found["b"].utility.value == global_utility(local_utilities(by_hand, GduParameters())).value


def test_small_levels_are_skipped_with_the_reason():
    found = outcomes(files())
    assert [o.target for o in found] == [("region", "a"), ("region", "b"), ("region", "c")]
    assert isinstance(found[1], Result)
    assert isinstance(found[2], Skipped)
    assert "fewer than 30 records" in found[2].reason
    assert (found[0].n, found[0].detail["n_original"], found[2].detail["n_masked"]) == (60, 60, 10)
    for outcome in found:
        json.dumps(asdict(outcome), allow_nan=False)


def test_levels_are_called_by_what_their_codes_mean():
    labels = {"a": "North", "b": "b"}
    pair = files(replace(paired("region", REGION, REGION), value_labels=labels))
    assert [o.target for o in outcomes(pair)] == [("region", "a · North"), ("region", "b"), ("region", "c")]


def test_a_level_small_in_the_masked_file_alone_is_skipped_too():
    fewer = Coded(Level.NOMINAL, np.where(np.arange(115) < 31, -1, REGION.values).astype(np.int32), REGION.categories)
    found = outcomes(files(paired("region", REGION, fewer)))
    assert isinstance(found[0], Skipped)
    assert found[0].detail["n_masked"] == 29


def test_levels_are_those_after_a_recode():
    bands = Bands(((-np.inf, 0), (0, np.inf)), ("low", "high"), Closed.LEFT)
    banded = Coded(Level.ORDINAL, (X >= 0).astype(np.int32), bands.labels)
    found = outcomes(files(paired("z", continuous(X), banded, banded, bands)), "z")
    assert [o.target for o in found] == [("z", "low"), ("z", "high")]
    assert found[0].n == int((X < 0).sum())


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere", "no compared variable"),
        ("x", "continuous"),
        ("gone", "does not have the variable"),
        ("broken", "declare a recode"),
    ],
)
def test_what_has_no_levels_says_why(name, reason):
    pair = files()
    more = paired("gone", REGION, None), replace(paired("broken", REGION, REGION), problem="declare a recode")
    found = outcomes(replace(pair, variables=(*pair.variables, *more)), name)
    assert [(type(o), o.target) for o in found] == [(Skipped, (name,))]
    assert reason in found[0].reason


def test_a_level_whose_variables_cannot_be_compared_says_why():
    # within region b, x is observed once
    holed = np.where((np.arange(115) >= 61) & (np.arange(115) < 100), np.nan, X)
    found = outcomes(pair_of(paired("region", REGION, REGION), paired("x", continuous(holed), continuous(holed))))
    assert isinstance(found[1], Skipped)
    assert "x: too few records" in found[1].reason
