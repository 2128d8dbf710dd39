"""GDU under the settings that a reader asks for next."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import Bands, Coded, Level, Pair, PairedVariable, Release, Variable
from core.measures import Result, Skipped
from core.utility.gdu import GduParameters, local_utilities
from core.utility.gdu.averages import global_utility
from core.utility.gdu.other_settings import gdu_common_n, gdu_completeness, gdu_other_basis

RANDOM = np.random.default_rng(8)
X = RANDOM.integers(0, 40, 300).astype(float)
Y = X + RANDOM.normal(0, 15, 300)
BANDS = Bands(((0, 9), (10, 19), (20, 29), (30, 39)))
PARAMETERS = GduParameters()


def coded(values):
    return Coded(Level.CONTINUOUS, np.asarray(values, dtype=float))


def kept(name, original, masked):
    side = coded(original)
    return PairedVariable(Variable(name, Level.CONTINUOUS), side, side, coded(masked))


def banded(name, original):
    codes = (original // 10).astype(np.int32)
    bands = Coded(Level.ORDINAL, codes, ("0-9", "10-19", "20-29", "30-39"))
    return PairedVariable(Variable(name, Level.CONTINUOUS), coded(original), bands, bands, BANDS, "bands")


def pair_of(*variables):
    n, m = len(variables[0].original.values), len(variables[0].masked.values)
    return Pair("p", variables, Release("o", n, {}), Release("m", m, {}))


def outcome(measure, pair, parameters=PARAMETERS):
    (found,) = measure.compute(measure.prepare(pair, parameters))
    return found


def gdu(pair, **settings):
    return global_utility(local_utilities(pair, replace(PARAMETERS, **settings))).value


def test_bands_cost_nothing_in_pairs_once_the_original_is_banded_too():
    pair = pair_of(banded("x", X), kept("y", Y, Y))
    found = outcome(gdu_other_basis, pair)
    assert found.detail["aldu_bivariate"] == 1.0
    assert found.value == gdu(pair, basis="harmonised") > gdu(pair)
    back = outcome(gdu_other_basis, pair, replace(PARAMETERS, basis="harmonised"))
    assert back.value == gdu(pair)


def test_a_small_sample_is_not_blamed_for_its_size_at_common_n():
    pair = pair_of(kept("x", X, X[:40]), kept("y", Y, Y[:40]))
    found = outcome(gdu_common_n, pair)
    assert (found.value, found.n) == (gdu(pair, significance="common_n"), 40)


def test_half_of_one_variable_suppressed_at_random():
    half = np.where(np.arange(300) % 2 == 0, X, np.nan)
    pair = pair_of(kept("x", X, half), kept("y", Y, Y))
    plain, found = local_utilities(pair, PARAMETERS), outcome(gdu_completeness, pair)
    u, b = [v.value for v in plain.univariate], plain.bivariate[0].value
    # x has half of its values left, and so has the pair
    assert found.value == pytest.approx(((u[0] * 0.5 + u[1]) / 2 + b * 0.5) / 2, abs=1e-12)


@pytest.mark.parametrize("measure", [gdu_other_basis, gdu_common_n, gdu_completeness])
def test_where_the_setting_does_not_matter_it_says_so(measure):
    found = outcome(measure, pair_of(kept("x", X, X), kept("y", Y, Y)))
    assert isinstance(found, Skipped)
    assert "the same as GDU" in found.reason


def test_a_result_says_that_it_has_no_interval():
    found = outcome(gdu_common_n, pair_of(kept("x", X, X[:40]), kept("y", Y, Y[:40])))
    assert isinstance(found, Result)
    assert found.interval is None
    assert found.interval_reason
