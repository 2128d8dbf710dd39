"""What recipes add to the methods: percentages, bands of a width, restored moments, plain PRAM, strata, weights."""

import numpy as np
import pandas as pd
import pytest

from core.data import Bands, Cap, Closed, Codebook, Level, Role, Variable
from core.errors import MaskingError
from core.masking import (
    Recipe,
    apply_recipe,
    bands_of_width,
    make_step,
    plain_matrix,
    sampled_rows,
    scaled_weights,
)
from core.masking.local_suppression import suppressed_cells
from core.masking.noise import additive_noise
from core.masking.pram import pram
from core.masking.sampling import allocation
from core.masking.top_coding import TopCodingParameters, cap_of
from core.statistics.tables.frequencies import wildcard_frequencies
from tests.masking.steps import mask

KEYS = ["urbrur", "roof", "walls", "water", "electcon", "relat", "sex"]


@pytest.mark.parametrize(("k", "of_sdcmicro"), [(3, 293), (5, 500)])
def test_suppression_of_testdata_leaves_no_violation_and_empties_fewer_cells_than_sdcmicro(
    shared_data, k, of_sdcmicro
) -> None:
    data = pd.read_csv(shared_data / "sdcmicro" / "testdata.csv")
    codes = np.column_stack([pd.factorize(data[key], sort=True)[0] for key in KEYS]).astype(np.int32)
    emptied = suppressed_cells(codes, k)
    assert wildcard_frequencies(np.where(emptied, -1, codes)).sample.min() >= k
    assert emptied.sum() == {3: 187, 5: 326}[k]
    assert emptied.sum() <= 1.1 * of_sdcmicro


def test_bands_of_a_width_by_hand() -> None:
    assert bands_of_width(np.array([3.0, 17.0, np.nan]), 10) == Bands(((0, 9), (10, 19)))
    assert bands_of_width(np.array([3.0, 17.0]), 10, 5).edges == ((-5, 4), (5, 14), (15, 24))
    assert bands_of_width(np.array([0.5, 1.5]), 1) == Bands(((0, 1), (1, 2)), (), Closed.LEFT)
    with pytest.raises(MaskingError, match="makes more than 1000 bands"):
        bands_of_width(np.array([0.0, 1e6]), 1)


def test_caps_by_percent_and_by_mean() -> None:
    values = np.arange(1.0, 101.0)
    cap = cap_of(values, TopCodingParameters(top_percent=10, bottom_percent=5, write="mean"), "x")
    assert (values > cap.above).sum() == 10
    assert (values < cap.below).sum() == 5
    assert cap.above_value == 95.5
    assert cap.below_value == 3.0
    assert cap_of(values, TopCodingParameters(above=50.0), "x") == Cap(above=50.0)
    for wrong in (
        TopCodingParameters(),
        TopCodingParameters(above=5, top_percent=1),
        TopCodingParameters(above=1, below=2),
    ):
        with pytest.raises(MaskingError, match="of 'x'"):
            cap_of(values, wrong, "x")


def test_mean_of_the_coded_values_keeps_the_mean(file_of) -> None:
    values = [1, 2, 3, 50, 100]
    recipe = Recipe((make_step("top_coding", ("x",), above=10, write="mean"),))
    masked = apply_recipe(file_of(x=values), Codebook((Variable("x", Level.CONTINUOUS),)), recipe)
    assert masked.microdata.columns["x"].numbers.tolist() == [1, 2, 3, 75, 75]
    assert masked.declaration.recodes == {"x": Cap(above=10, above_value=75)}


def test_noise_with_restored_moments(file_of) -> None:
    values = np.random.default_rng(2).gamma(2, size=300)
    masked = mask(
        additive_noise,
        file_of(x=values.tolist(), y=(values * 3).tolist()),
        ["x", "y"],
        percent=80,
        rng=np.random.default_rng(3),
        correlated=False,
        restore_moments=True,
    )
    noisy = masked.columns["x"].numbers
    assert noisy.mean() == pytest.approx(values.mean(), rel=1e-12)
    assert noisy.std() == pytest.approx(values.std(), rel=1e-12)
    assert not np.allclose(noisy, values)


def test_plain_pram(file_of, cells_of) -> None:
    assert plain_matrix(3, 0.8) == pytest.approx(np.array([[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8]]))
    file = file_of(x=["a"] * 9000 + ["b"] * 500 + ["c"] * 500)
    masked = mask(pram, file, ["x"], minimum_diagonal=0.5, rng=np.random.default_rng(1), invariant=False)
    drawn = cells_of(masked, "x")[:9000]
    assert [drawn.count(c) / 9000 for c in "abc"] == pytest.approx([0.5, 0.25, 0.25], abs=0.02)


def test_allocation_by_hand() -> None:
    assert allocation(np.array([10, 10, 10]), 0.25).tolist() == [3, 3, 2]  # 2.5 each, 8 in all: the first two more
    assert allocation(np.array([100, 3]), 0.29).tolist() == [29, 1]


def test_stratified_sample_and_its_weights(file_of) -> None:
    file = file_of(region=["n"] * 60 + ["s"] * 40, weight=[10.0] * 100, id=list(range(100)))
    rows, factors = sampled_rows(file, fraction=0.25, rng=np.random.default_rng(5), strata=["region"])
    assert (np.sort(rows) == rows).all()
    assert [(rows < 60).sum(), (rows >= 60).sum()] == [15, 10]
    assert (factors == 4).all()
    assert scaled_weights(file, ["weight"], np.full(100, 4.0)).columns["weight"].numbers.sum() == 4000


@pytest.mark.parametrize(("weights", "total"), [("scale", 1000), ("keep", 250)])
def test_weights_of_a_sample_as_the_parameter_says(file_of, weights, total) -> None:
    file = file_of(region=["n"] * 60 + ["s"] * 40, weight=[10.0] * 100)
    codebook = Codebook((Variable("region", Level.NOMINAL), Variable("weight", Level.CONTINUOUS, Role.WEIGHT)))
    recipe = Recipe((make_step("sampling", percent=25, strata=("region",), weights=weights),))
    masked = apply_recipe(file, codebook, recipe).microdata
    assert masked.n_records == 25
    assert masked.columns["weight"].numbers.sum() == total


def test_reference_figures_are_those_of_sdcmicro(shared_data) -> None:
    scenarios = pd.read_csv(shared_data / "sdcmicro" / "masked" / "scenarios.csv").set_index("file")["params"]
    assert "suppressed cells=293" in scenarios["masked/testdata/localsupp_k3.csv"]
    assert "suppressed cells=500" in scenarios["masked/testdata/localsupp_k5.csv"]
