import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import MaskingError
from core.masking.random_swapping import partners, random_swapping
from tests.masking.steps import mask


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_two_records_swap_everything_named(file_of, cells_of) -> None:
    masked = mask(random_swapping, file_of(a=[1, 2], b=["x", "y"], c=[5, 6]), ["a", "b"], percent=100, rng=rng())
    assert cells_of(masked, "a") == ["2", "1"]
    assert cells_of(masked, "b") == ["y", "x"]
    assert cells_of(masked, "c") == ["5", "6"]


def test_partners_by_hand() -> None:
    # Within group 0 only the first two differ in area; group 1 has one record; group 2 two of the same area.
    first, second = partners(np.array([0, 0, 1, 2, 2]), np.array([7, 8, 7, 9, 9]), rng())
    assert {*first.tolist(), *second.tolist()} == {0, 1}


def test_as_many_as_the_largest_area_allows_find_a_partner() -> None:
    area = np.array([0] * 6 + [1, 2])
    first, second = partners(np.zeros(8, dtype=np.int64), area, rng())
    assert len(first) == 2
    assert (area[first] != area[second]).all()


def test_records_without_a_value_take_no_part(file_of, cells_of) -> None:
    masked = mask(random_swapping, file_of(a=[1, 2, None, -9]), ["a"], percent=100, rng=rng(), missing={"a": ("-9",)})
    assert cells_of(masked, "a") == ["2", "1", "", "-9"]


@given(
    n=st.integers(4, 60),
    percent=st.sampled_from([50.0, 100.0]),
    seed=st.integers(0, 50),
    areas=st.integers(1, 4),
    groups=st.integers(1, 3),
)
def test_swaps_are_an_exchange_under_the_constraints(file_of, n, percent, seed, areas, groups) -> None:
    random = rng(seed)
    columns = {"area": random.integers(0, areas, n), "group": random.integers(0, groups, n), "id": np.arange(n)}
    file = file_of(**{name: values.tolist() for name, values in columns.items()})
    masked = mask(random_swapping, file, ["id"], percent=percent, rng=rng(seed), within=["group"], across=["area"])
    partner = masked.columns["id"].numbers.astype(int)
    assert (partner[partner] == np.arange(n)).all()
    moved = partner != np.arange(n)
    assert moved.sum() <= round(percent * n / 100)
    assert (columns["group"][partner] == columns["group"]).all()
    assert (columns["area"][partner[moved]] != columns["area"][moved]).all()
    assert masked.columns["area"] is file.columns["area"]


def test_without_constraints_the_asked_share_swaps(file_of) -> None:
    masked = mask(random_swapping, file_of(x=list(range(1000))), ["x"], percent=10, rng=rng())
    assert (masked.columns["x"].numbers != np.arange(1000)).sum() == 100


def test_errors(file_of) -> None:
    file = file_of(a=[1, 2, 3])
    with pytest.raises(MaskingError, match="percent must be above 0 and at most 100, not 0"):
        mask(random_swapping, file, ["a"], percent=0, rng=rng())
    with pytest.raises(MaskingError, match="20% of 3 records is no pair; raise percent"):
        mask(random_swapping, file, ["a"], percent=20, rng=rng())
    with pytest.raises(MaskingError, match="'a' is swapped, so partners that agree on it would change nothing"):
        mask(random_swapping, file, ["a"], percent=100, rng=rng(), within=["a"])
