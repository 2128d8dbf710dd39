from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import Bands, CategoryMap, Closed
from core.errors import MaskingError
from core.masking import global_recode

INF = float("inf")


def test_whole_numbers_into_bands(file_of, cells_of) -> None:
    file = file_of(age=[18, 29, 30, 95, None, -9])
    bands = Bands(((18, 29), (30, 59), (60, INF)), ("18-29", "30-59", "60+"))
    masked = global_recode(file, "age", bands, missing={"age": ("-9",)})
    assert cells_of(masked, "age") == ["18-29", "18-29", "30-59", "60+", "", "-9"]
    assert cells_of(file, "age") == ["18", "29", "30", "95", "", "-9"]


@pytest.mark.parametrize(
    ("closed", "expected"), [(Closed.LEFT, ["[0,10)", "[10,20)"]), (Closed.RIGHT, ["(0,10]", "(0,10]"])]
)
def test_an_edge_belongs_to_the_closed_side(file_of, cells_of, closed, expected) -> None:
    masked = global_recode(file_of(x=[5, 10]), "x", Bands(((0, 10), (10, 20)), closed=closed))
    assert cells_of(masked, "x") == expected


@pytest.mark.parametrize(("closed", "outside"), [(Closed.LEFT, 20), (Closed.RIGHT, 0), (Closed.BOTH, 15)])
def test_a_value_in_no_band_is_an_error(file_of, closed, outside) -> None:
    bands = Bands(((0, 10), (16, 20)), closed=closed)
    with pytest.raises(MaskingError, match=r"global recode of 'x': 1 .*in no band .*bands that hold every value"):
        global_recode(file_of(x=[5, outside]), "x", bands)


def test_categories_are_merged_and_numbers_stay_numbers(file_of, cells_of) -> None:
    file = file_of(region=["N1", "N2", 3, 4, None])
    masked = global_recode(file, "region", CategoryMap({"North": ("N1", "N2"), "3": ("3", "4")}))
    assert cells_of(masked, "region") == ["North", "North", "3", "3", ""]
    assert masked.columns["region"].labels == ("North",)


def test_a_category_in_no_group_is_an_error(file_of) -> None:
    with pytest.raises(MaskingError, match=r"the map of 'x' leaves out 'b' and 1 more categories; give every category"):
        global_recode(file_of(x=["a", "b", "c"]), "x", CategoryMap({"A": ("a",)}))


def test_value_labels_stay_where_the_category_stays(file_of) -> None:
    file = replace(file_of(x=[1, 2, 3], y=[1, 1, 2]), value_labels={"x": {"1": "one", "3": "three"}, "y": {"1": "I"}})
    masked = global_recode(file, "x", CategoryMap({"1": ("1", "2"), "3": ("3",)}))
    assert masked.value_labels == {"x": {"3": "three"}, "y": {"1": "I"}}
    banded = global_recode(file, "x", Bands(((1, 3),)))
    assert banded.value_labels == {"y": {"1": "I"}}


@given(values=st.lists(st.integers(0, 99), min_size=1, max_size=40), width=st.integers(1, 50))
def test_every_value_lies_in_the_band_it_is_given(file_of, cells_of, values, width) -> None:
    edges = tuple((low, low + width - 1) for low in range(0, 100, width))
    labels = tuple(f"{low}..{high}" for low, high in edges)
    masked = cells_of(global_recode(file_of(x=values), "x", Bands(edges, labels)), "x")
    for value, label in zip(values, masked, strict=True):
        low, high = map(int, label.split(".."))
        assert low <= value <= high
