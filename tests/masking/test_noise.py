import numpy as np
import pytest

from core.errors import MaskingError
from core.masking.noise import additive_noise
from core.statistics.reproducible.seeds import generator
from tests.masking.steps import mask


def noisy(file, variables, percent, rng, *, correlated=False, **more):
    return mask(additive_noise, file, variables, rng=rng, percent=percent, correlated=correlated, **more)


def test_the_draws_are_scaled_by_percent_of_the_standard_deviation(file_of) -> None:
    # x = 1, 2, 3 has SD 1 (n - 1): 50 % noise is half the standard normal draws.
    masked = noisy(file_of(x=[1, 2, 3]), ["x"], 50, np.random.default_rng(5))
    draws = np.random.default_rng(5).standard_normal((3, 1))[:, 0]
    assert masked.columns["x"].numbers == pytest.approx([1, 2, 3] + 0.5 * draws)


@pytest.mark.parametrize("correlated", [False, True])
def test_standard_deviation_and_correlation_of_the_noise(file_of, correlated) -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(10, 3, 20_000)
    y = 2 * x + rng.normal(0, 6, 20_000)
    file = file_of(x=x.tolist(), y=y.tolist())
    masked = noisy(file, ["x", "y"], 20, generator(1, "t"), correlated=correlated)
    noise = np.array([masked.columns["x"].numbers - x, masked.columns["y"].numbers - y])
    assert noise.std(axis=1) == pytest.approx([0.2 * x.std(), 0.2 * y.std()], rel=0.03)
    assert noise.mean(axis=1) == pytest.approx([0, 0], abs=0.04)
    expected = np.corrcoef(x, y)[0, 1] if correlated else 0
    assert np.corrcoef(noise)[0, 1] == pytest.approx(expected, abs=0.03)


def test_rounding_range_and_missing_values(file_of, cells_of) -> None:
    file = file_of(x=[*range(10), None, -9])
    masked = noisy(
        file,
        ["x"],
        100,
        generator(1, "t"),
        decimals=0,
        within_range=True,
        missing={"x": ("-9",)},
    )
    values = cells_of(masked, "x")
    assert values[-2:] == ["", "-9"]
    assert {int(v) for v in values[:-2]} <= set(range(10))
    assert values != cells_of(file, "x")


def test_a_missing_value_changes_no_other_records_draw(file_of) -> None:
    gap = noisy(file_of(x=[0, None, 2]), ["x"], 10, generator(1, "t")).columns["x"].numbers
    draws = generator(1, "t").standard_normal((3, 1))[:, 0]
    assert gap[[0, 2]] == pytest.approx(np.array([0, 2]) + 0.1 * np.sqrt(2) * draws[[0, 2]])


def test_seeds_decide(file_of, cells_of) -> None:
    file = file_of(x=[1, 2, 3])
    first, again, other = (cells_of(noisy(file, ["x"], 5, generator(seed, "t")), "x") for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_errors(file_of) -> None:
    file = file_of(x=[1, 2, 3, 5], y=[2, 4, 6, 10], c=[1, 1, 1, 1], z=[None, None, 1, 2])
    rng = generator(1, "t")
    with pytest.raises(MaskingError, match="additive noise: 'c' does not vary; leave it out"):
        noisy(file, ["c"], 5, rng)
    with pytest.raises(MaskingError, match="'x', 'y' are linearly dependent; leave out one of them"):
        noisy(file, ["x", "y"], 5, rng, correlated=True)
    with pytest.raises(MaskingError, match="only 2 records are complete in 'x', 'z'; take fewer variables"):
        noisy(file, ["x", "z"], 5, rng, correlated=True)
    with pytest.raises(MaskingError, match="percent must be above 0, not 0"):
        noisy(file, ["x"], 0, rng)
