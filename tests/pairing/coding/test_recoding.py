import math

import numpy as np
import pytest

from core.data import Bands, Cap, CategoryMap, Closed, Coded, Level
from core.errors import PairingError
from core.pairing import apply_recode

NAN = math.nan


def numbers(*values):
    return Coded(Level.CONTINUOUS, np.array(values, dtype=float))


def coded(level, categories, *codes):
    return Coded(level, np.array(codes, dtype=np.int32), categories)


@pytest.mark.parametrize(
    ("closed", "edges", "codes"),
    [
        (Closed.LEFT, ((0, 10), (10, 20)), [0, 0, 1, 1, -1]),
        (Closed.RIGHT, ((-1, 9), (9, 19)), [0, 0, 1, 1, -1]),
        (Closed.BOTH, ((0, 9), (10, 19)), [0, 0, 1, 1, -1]),
    ],
)
def test_bands_take_the_ends_that_belong_to_them(closed, edges, codes):
    banded = apply_recode(Bands(edges, ("low", "high"), closed), numbers(0, 9, 10, 19, NAN))
    assert banded.level is Level.ORDINAL
    assert banded.categories == ("low", "high")
    assert banded.values.tolist() == codes


@pytest.mark.parametrize(("closed", "outside"), [(Closed.LEFT, 20), (Closed.RIGHT, 0), (Closed.BOTH, 10.5)])
def test_a_value_in_no_band_is_refused_without_quoting_it(closed, outside):
    edges = ((0, 10), (11, 20)) if closed is Closed.BOTH else ((0, 10), (10, 20))
    with pytest.raises(PairingError, match="1 original values lie in no band"):
        apply_recode(Bands(edges, closed=closed), numbers(5, outside))


def test_open_bands_reach_to_infinity():
    bands = Bands(((-math.inf, 10), (10, math.inf)), closed=Closed.LEFT)
    assert apply_recode(bands, numbers(-1e300, 10, math.inf)).values.tolist() == [0, 1, 1]


def test_caps_write_the_limit_or_their_value():
    assert apply_recode(Cap(above=8, below=2), numbers(1, 2, 8, 9)).values.tolist() == [2, 2, 8, 8]
    assert apply_recode(Cap(above=8, above_value=9.5), numbers(8, 9, 10)).values.tolist() == [8, 9.5, 9.5]


def test_merged_categories_keep_the_order_of_the_original():
    level = coded(Level.ORDINAL, ("low", "mid", "high"), 0, 1, 2, -1)
    merged = apply_recode(CategoryMap({"more": ("mid", "high"), "a little": ("low",)}), level)
    assert merged.categories == ("a little", "more")
    assert merged.values.tolist() == [0, 1, 1, -1]


def test_unnamed_categories_stay_as_they_are():
    region = coded(Level.NOMINAL, ("N1", "N2", "S"), 0, 1, 2)
    merged = apply_recode(CategoryMap({"North": ("N1", "N2")}), region)
    assert merged.categories == ("North", "S")
    assert merged.values.tolist() == [0, 0, 1]


def test_bands_and_caps_of_categories_that_are_numbers():
    size = coded(Level.ORDINAL, ("1", "2", "3", "4"), 0, 1, 2, 3)
    assert apply_recode(Bands(((1, 2), (3, 4))), size).categories == ("1 to 2", "3 to 4")
    assert apply_recode(Cap(above=3), size).values.tolist() == [0, 1, 2, 2]
    with pytest.raises(PairingError, match="'N'"):
        apply_recode(Cap(above=3), coded(Level.ORDINAL, ("N", "1"), 0, 1))


def test_a_map_of_numbers_is_ordinal_where_stretches_do_not_interleave():
    by_stretch = apply_recode(CategoryMap({"young": ("1", "2"), "old": ("3",)}), numbers(3, 1, 2, NAN))
    assert by_stretch.level is Level.ORDINAL
    assert by_stretch.categories == ("young", "old")
    assert by_stretch.values.tolist() == [1, 0, 0, -1]
    assert apply_recode(CategoryMap({"odd": ("1", "3"), "even": ("2",)}), numbers(1, 2, 3)).level is Level.NOMINAL
    with pytest.raises(PairingError, match="1 original values"):
        apply_recode(CategoryMap({"young": ("1",)}), numbers(1, 2))
