import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import Cap
from core.errors import MaskingError
from core.masking import top_coding


def test_values_beyond_the_limits_become_the_limits(file_of, cells_of) -> None:
    file = file_of(x=[1, 5, 9, 99, None])
    masked = top_coding(file, "x", Cap(above=8, below=2), missing={"x": ("99",)})
    assert cells_of(masked, "x") == ["2", "5", "8", "99", ""]
    assert cells_of(file, "x") == ["1", "5", "9", "99", ""]


def test_values_or_open_bands_can_stand_for_them(file_of, cells_of) -> None:
    file = file_of(x=[1, 5, 9, 80])
    assert cells_of(top_coding(file, "x", Cap(above=8, above_value=44.5)), "x") == ["1", "5", "44.5", "44.5"]
    masked = top_coding(file, "x", Cap(above=8, below=2), above_label="9+", below_label="<2")
    assert cells_of(masked, "x") == ["<2", "5", "9+", "9+"]


def test_limits_that_change_nothing_are_an_error(file_of) -> None:
    with pytest.raises(MaskingError, match="no value of 'x' lies beyond the limits; choose limits inside its range"):
        top_coding(file_of(x=[1, 2]), "x", Cap(above=2))


def test_texts_are_an_error(file_of) -> None:
    with pytest.raises(MaskingError, match="'x' holds texts in 1 cell"):
        top_coding(file_of(x=[1, "80+"]), "x", Cap(above=0))


@given(values=st.lists(st.integers(-20, 20), min_size=2, max_size=30), limit=st.integers(-20, 19))
def test_only_values_above_the_limit_change(file_of, cells_of, values, limit) -> None:
    values = [*values, limit + 1]
    masked = cells_of(top_coding(file_of(x=values), "x", Cap(above=limit)), "x")
    assert [int(v) for v in masked] == [min(v, limit) for v in values]
