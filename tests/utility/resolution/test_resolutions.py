"""How well a figure of utility tells fresh surveys from shuffled columns: worked out by hand, and on planted files."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import Pair, PairWeights
from core.measures import Better, Result, Skipped
from core.statistics.reproducible import generator
from core.utility.gdu import GduParameters
from core.utility.resolution import gdu_resolution, table_resolution
from core.utility.resolution.resolutions import CAN_TELL, Repetition, band_of, separation
from core.utility.tables import TableParameters
from tests.strategies import continuous, nominal, pair_of, paired

RATIO = "table_pmse_ratio_mean"
AXES = ("gdu", "gdu_effect_sizes", RATIO)


def repeated(fresh, shuffled, figure="gdu"):
    return tuple(Repetition({figure: a}, {figure: b}, 9) for a, b in zip(fresh, shuffled, strict=True))


def test_bands_and_distance_are_those_worked_out_by_hand():
    # means .8 and .6, both standard deviations .1: d = .2 / .1, bands .8 +- .177 and .6 +- .177
    found = next(iter(gdu_resolution.compute(repeated((0.7, 0.8, 0.9), (0.5, 0.6, 0.7)))))
    assert (found.target, found.value, found.detail["can_tell"]) == (("gdu",), pytest.approx(2.0), False)
    assert found.detail["fresh"] == pytest.approx({"mean": 0.8, "sd": 0.1, "low": 0.623, "high": 0.977})
    assert found.detail["shuffled"] == pytest.approx({"mean": 0.6, "sd": 0.1, "low": 0.423, "high": 0.777})


def test_where_lower_is_better_fresh_surveys_lie_below():
    # standard deviations 1 and 7: sqrt((1 + 49) / 2) = 5; d = (12 - 2) / 5
    (found,) = table_resolution.compute(repeated((1.0, 2.0, 3.0), (5.0, 12.0, 19.0), RATIO))
    assert (found.value, found.detail["can_tell"]) == (pytest.approx(2.0), False)
    assert separation(band_of((1.0, 2.0, 3.0)), band_of((5.0, 12.0, 19.0)), Better.HIGHER) == pytest.approx(-2.0)


@pytest.mark.parametrize(("gain", "tells"), [(0.4 - 1e-12, True), (0.4, True), (0.39, False)])
def test_four_and_a_rounding_error_less_can_tell(gain, tells):
    found = next(iter(gdu_resolution.compute(repeated((0.4 + gain, 0.6 + gain, 0.5 + gain), (0.4, 0.6, 0.5)))))
    assert found.value == pytest.approx(10 * gain)
    assert found.detail["can_tell"] is tells
    assert CAN_TELL == 4


def test_repetitions_that_agree_to_the_last_digit_have_a_finite_distance():
    equal = next(iter(gdu_resolution.compute(repeated((1.0, 1.0), (1.0, 1.0)))))
    apart = next(iter(gdu_resolution.compute(repeated((1.0, 1.0), (0.5, 0.5)))))
    assert (equal.value, equal.detail["can_tell"], apart.detail["can_tell"]) == (0.0, False, True)


@pytest.mark.parametrize(
    ("repetitions", "reason"),
    [
        ((), "no repetitions"),
        (repeated((0.5,), (0.4,)), "one repetition"),
        ((*repeated((0.5,), (0.4,)), Repetition({"gdu": None}, {}, 9, "nothing is left")), "1 of 2 have none: nothing"),
    ],
)
def test_without_every_repetition_nothing_is_told(repetitions, reason):
    found = next(iter(gdu_resolution.compute(repetitions)))
    assert isinstance(found, Skipped)
    assert reason in found.reason


def related(strength, n=200, variables=4, seed=1):
    """Return a pair of one file whose variables, numbers and categories in turn, have one factor in common."""
    random = np.random.default_rng(seed)
    factor, rest = random.normal(size=n), np.sqrt(1 - strength**2)
    columns = []
    for i in range(variables):
        z = strength * factor + rest * random.normal(size=n)
        columns.append(nominal(np.digitize(z, (-1, 0, 1)).astype(np.int32), 4) if i % 2 else continuous(z))
    return pair_of(*(paired(f"v{i}", c, c) for i, c in enumerate(columns)))


def measured(pair, size=None, repetitions=8, seed=1) -> dict[str, Result]:
    size = size or pair.original.n_records
    found = {}
    for measure, parameters in ((gdu_resolution, GduParameters()), (table_resolution, TableParameters())):
        draws = (generator(seed, f"{i}") for i in range(repetitions))
        outcomes = measure.compute(tuple(measure.prepare(pair, size, parameters, draw) for draw in draws))
        found |= {o.target[0]: o for o in outcomes}
    return found


@pytest.mark.parametrize("seed", range(3))
def test_where_nothing_is_associated_no_axis_can_tell(seed):
    # two resamples of one file, the second permuted, differed by 2.7 in place of 2: every file could "tell"
    found = measured(related(0.0, seed=seed), seed=seed)
    assert not any(found[axis].detail["can_tell"] for axis in AXES)
    assert all(found[axis].value < 3 for axis in AXES)
    assert found[RATIO].detail["fresh"]["mean"] == pytest.approx(2.0, abs=0.3)
    assert found[RATIO].detail["shuffled"]["mean"] < 2, "columns that are permuted keep their distributions"


def test_where_much_is_associated_every_axis_can_tell_in_any_order_of_columns_and_records():
    pair = related(0.9)
    order = np.random.default_rng(3).permutation(200)
    turned = Pair("", pair.variables[::-1], pair.original, pair.masked).take(order, order)
    for each in (pair, turned):
        found = measured(each)
        assert all(found[axis].detail["can_tell"] for axis in AXES)
        assert found[RATIO].detail["fresh"]["mean"] == pytest.approx(2.0, abs=0.3)


def test_single_variables_are_as_they_were_in_shuffled_columns_and_cannot_tell():
    half = measured(related(0.8))["aldu_univariate"]
    assert half.detail["shuffled"] == {"mean": 1.0, "sd": 0.0, "low": 1.0, "high": 1.0}
    assert half.value < 0


def test_with_fewer_records_less_can_be_told():
    pair = related(0.6)
    whole, part = measured(pair)["gdu_effect_sizes"], measured(pair, 40)["gdu_effect_sizes"]
    assert part.n == 40
    assert part.value < whole.value


def test_equal_weights_leave_a_fresh_survey_at_two_and_unequal_ones_about_there():
    pair, random = related(0.9), np.random.default_rng(2)
    for weights in (np.full(200, 7.0), random.gamma(3, 1, 200)):
        weighted = replace(pair, weights=PairWeights("w", weights, weights))
        found = measured(weighted)[RATIO]
        assert found.detail["fresh"]["mean"] == pytest.approx(2.0, abs=0.4)
        assert found.detail["can_tell"]


def test_one_variable_has_no_pairs():
    found = measured(related(0.8, variables=1), repetitions=2)
    assert "fewer than two variables" in found[RATIO].reason
    assert not found["gdu"].detail["can_tell"]
