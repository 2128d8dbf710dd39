from dataclasses import replace

import numpy as np
import pytest

from core.measures import Result, Skipped
from core.utility.ecdf import EcdfParameters, compare_ecdfs
from core.utility.ecdf.measures import ecdf_maximum, ecdf_mean_square
from tests.utility.whole_file.pairs import copied, drawn_from, mixed_columns, pair_of, shuffled

PARAMETERS = EcdfParameters(replicates=0)


def outcomes(pair, parameters=PARAMETERS):
    compared = compare_ecdfs(pair, parameters)
    return [next(iter(m.compute(compared))) for m in (ecdf_maximum, ecdf_mean_square)]


def values(pair, parameters=PARAMETERS):
    return [o.value for o in outcomes(pair, parameters)]


def test_hand_example_with_a_nominal_variable():
    pair = pair_of(x=("continuous", [1, 2], [1, 3]), g=("nominal", ["a", "b"], ["a", "a"]))
    # one-hot, (x, g) at or below: (1,a): 1/2, 1/2; (2,b): 1/2, 0; (1,a) again; (3,a): 1/2, 1
    assert values(pair) == [0.5, (0.25 + 0.25) / 4]
    # reference a: (2,b) has (1,a) and (2,b) below: 1, 1/2
    assert values(pair, EcdfParameters(coding="reference", replicates=0)) == [0.5, (0.25 + 0.25) / 4]


def test_the_largest_difference_is_located():
    pair = pair_of(x=("continuous", [1, 2, 3, 4], [3, 3, 3, 4]))
    largest = outcomes(pair)[0].detail["largest"]
    assert largest["point"] == {"x": 2.0}
    assert (largest["share_original"], largest["share_masked"]) == (0.5, 0.0)


@pytest.mark.parametrize("coding", ["onehot", "reference"])
def test_a_copy_scores_exactly_zero_in_any_order(coding):
    columns = mixed_columns(300)
    rows = np.random.default_rng(1).permutation(300)
    assert values(drawn_from(columns, rows), EcdfParameters(coding, 0)) == [0.0, 0.0]


@pytest.mark.parametrize("coding", ["onehot", "reference"])
def test_shuffled_columns_are_far_worse_than_a_fresh_sample(coding):
    columns = mixed_columns(600)
    um, us = outcomes(shuffled(columns), EcdfParameters(coding, 40))
    for outcome in (um, us):
        assert outcome.detail["null"]["above"] > 0.95
        assert outcome.detail["null"]["sentence"].startswith("beyond")


def test_a_fresh_sample_lies_inside_its_null():
    columns = mixed_columns(600)
    rows = np.random.default_rng(2).integers(0, 600, 600)
    for outcome in outcomes(drawn_from(columns, rows), EcdfParameters(replicates=40)):
        assert outcome.detail["null"]["inside"]


def test_unequal_sizes_are_weighed_by_file():
    pair = pair_of(x=("continuous", [1] * 2000 + [2] * 2000, [1] * 400 + [2] * 600))
    assert values(pair)[0] == pytest.approx(0.1, abs=1e-15)
    assert values(pair)[1] == pytest.approx(0.01 * 2400 / 5000, rel=1e-12)


def test_missing_values_are_a_category():
    gone = pair_of(x=("continuous", [1, 2, None, None], [1, 2, 2, 1]), y=("nominal", ["a"] * 4, ["a"] * 4))
    assert values(gone)[0] == 0.5
    assert outcomes(gone)[0].detail["with_missing"] == ["x"]


def test_order_and_names_of_columns_and_order_of_rows_change_no_byte():
    columns = mixed_columns(200)
    masked = shuffled(columns, 5)
    backwards = replace(masked, variables=masked.variables[::-1])
    rows = np.random.default_rng(0).permutation(200)
    for other in (backwards, masked.take(rows, rows)):
        assert values(other) == values(masked)


def test_removed_variables_are_named_and_dropped():
    columns = mixed_columns(100)
    found = outcomes(copied(columns, status=None))[0]
    assert isinstance(found, Result)
    assert found.value == 0.0
    assert found.detail["removed"] == ["status"]
    assert "status" in found.notices[0]


def test_nothing_to_compare_is_said():
    for pair in (pair_of(x=("continuous", [1, 2], None)), pair_of(problem="cannot", x=("continuous", [1], [1]))):
        for outcome in outcomes(pair):
            assert isinstance(outcome, Skipped)
            assert outcome.reason


def test_parameters_are_checked():
    with pytest.raises(ValueError, match="replicates"):
        EcdfParameters(replicates=-1)
