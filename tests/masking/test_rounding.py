import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import CategoryMap, Codebook, Level, Masking, Variable
from core.errors import MaskingError
from core.masking import Recipe, apply_recipe, make_step
from core.masking.rounding import rounding
from tests.masking.steps import mask


def test_by_hand(file_of, cells_of) -> None:
    # Halves go to the even multiple: 2.5 is half of a step of 5 above 0 (even), 7.5 half above 5 (odd) and goes to 10.
    file = file_of(x=[1, 2.5, 3, 7.5, -3, None, -9], y=[1, 2, 3, 4, 5, 6, 7])
    masked = mask(rounding, file, ["x"], base=5, missing={"x": ("-9",)})
    assert cells_of(masked, "x") == ["0", "0", "5", "10", "-5", "", "-9"]
    assert masked.columns["y"] is file.columns["y"]
    assert cells_of(mask(rounding, file_of(x=[0.31]), ["x"], base=0.1), "x") == ["0.3"]


def test_unbiased_rounding_keeps_the_mean(file_of) -> None:
    file = file_of(x=[3.0] * 20_000)
    masked = (
        mask(rounding, file, ["x"], base=10, direction="unbiased", rng=np.random.default_rng(1)).columns["x"].numbers
    )
    assert set(masked) == {0.0, 10.0}
    assert masked.mean() == pytest.approx(3, abs=0.1)  # standard error 0.032


@given(values=st.lists(st.integers(-100, 100), min_size=1, max_size=30), base=st.sampled_from([1, 2, 5, 10]))
def test_multiples_no_farther_than_half_a_base(file_of, values, base) -> None:
    masked = mask(rounding, file_of(x=values), ["x"], base=base).columns["x"].numbers
    assert (np.abs(masked - values) <= base / 2).all()
    assert (masked % base == 0).all()


def test_rounded_categories_are_declared_as_a_recode_and_rounded_quantities_as_noise(file_of) -> None:
    file = file_of(size=[1, 2, 3, 4], income=[101, 203, 304, 409])
    codebook = Codebook((Variable("size", Level.ORDINAL), Variable("income", Level.CONTINUOUS)))
    masked = apply_recipe(file, codebook, Recipe((make_step("rounding", ("size", "income"), base=2),)))
    assert masked.declaration.masking == {"size": Masking.RECODE, "income": Masking.NOISE}
    assert masked.declaration.recodes == {"size": CategoryMap({"0": ("1",), "2": ("2",), "4": ("3", "4")})}


def test_errors(file_of) -> None:
    with pytest.raises(MaskingError, match="the base must be above 0, not 0"):
        mask(rounding, file_of(x=[1]), ["x"], base=0)


def test_a_decimal_half_is_a_half(file_of, cells_of) -> None:
    # 0.35 / 0.1 is 3.4999999999999996 and 1.15 / 0.1 is 11.499999999999998: both halves, so to the even multiple
    assert cells_of(mask(rounding, file_of(x=[0.35, 1.15, 0.25]), ["x"], base=0.1), "x") == ["0.4", "1.2", "0.2"]
