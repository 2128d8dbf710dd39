import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import MaskingError
from core.masking.rank_swapping import rank_swapping, swap_partners
from core.statistics.reproducible.seeds import generator
from tests.masking.steps import mask


def test_a_window_of_one_swaps_neighbours(file_of, cells_of) -> None:
    assert swap_partners(5, 1, generator(1, "t")).tolist() == [1, 0, 3, 2, 4]
    masked = mask(rank_swapping, file_of(x=[40, 10, 30, 20]), ["x"], percent=25, rng=generator(1, "t"))
    assert cells_of(masked, "x") == ["30", "20", "40", "10"]


@given(st.integers(1, 60), st.integers(1, 20), st.integers(0, 1000))
def test_partners_are_mutual_and_within_the_window(n, window, seed) -> None:
    partner = swap_partners(n, window, np.random.default_rng(seed))
    assert (partner[partner] == np.arange(n)).all()
    assert (np.abs(partner - np.arange(n)) <= window).all()


def test_blanks_do_not_widen_the_window(file_of) -> None:
    file = file_of(x=[*range(50), *[None] * 50, *["x"] * 50])
    masked = mask(rank_swapping, file, ["x"], missing={"x": ("x",)}, percent=4, rng=generator(1, "t"))
    moved = np.abs(masked.columns["x"].number_cells()[:50] - np.arange(50))
    assert moved.max() == 2, "4 percent of 50 values"


@given(values=st.lists(st.integers(0, 30), min_size=10, max_size=60), seed=st.integers(0, 99))
def test_marginals_stay_and_ranks_move_within_the_window(file_of, values, seed) -> None:
    masked = (
        mask(rank_swapping, file_of(x=values), ["x"], percent=20, rng=np.random.default_rng(seed)).columns["x"].numbers
    )
    assert sorted(masked) == sorted(values)
    ranked = np.sort(values)
    window = int(0.2 * len(values))
    for old, new in zip(values, masked, strict=True):
        below, above = sorted((old, new))
        # closest possible ranks of the two values: last of the lower, first of the higher
        assert np.searchsorted(ranked, above, "left") - (np.searchsorted(ranked, below, "right") - 1) <= window


def test_every_value_can_move_when_the_window_is_wide() -> None:
    partner = swap_partners(1000, 100, generator(1, "t"))
    assert (partner == np.arange(1000)).mean() < 0.05


def test_missing_values_stay(file_of, cells_of) -> None:
    masked = mask(
        rank_swapping, file_of(x=[1, None, 2, -9]), ["x"], percent=50, rng=generator(1, "t"), missing={"x": ("-9",)}
    )
    assert cells_of(masked, "x") == ["2", "", "1", "-9"]


def test_seeds_decide(file_of, cells_of) -> None:
    file = file_of(x=list(range(100)))
    first, again, other = (
        cells_of(mask(rank_swapping, file, ["x"], percent=10, rng=generator(seed, "t")), "x") for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_errors(file_of) -> None:
    file = file_of(x=[1, 2, 3])
    with pytest.raises(MaskingError, match="5% of the 3 values of 'x' is less than one rank; raise percent"):
        mask(rank_swapping, file, ["x"], percent=5, rng=generator(1, "t"))
    with pytest.raises(MaskingError, match="percent must be above 0 and at most 100, not 101"):
        mask(rank_swapping, file, ["x"], percent=101, rng=generator(1, "t"))
