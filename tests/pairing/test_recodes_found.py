"""Every recode that is read from band strings or found from linked records, on files of a few records."""

import math

import pytest

from core.data import Bands, Cap, CategoryMap, Closed, Level
from tests.pairing.coded_alike import assert_alike, labels, paired

INF = math.inf


# --- band strings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("linked", [True, False])
def test_band_strings_become_bands(linked):
    pair = paired([3, 12, 27, None], ["(-1,9]", "(9,19]", None, "(19,29]"], linked=linked)
    assert_alike(pair)
    assert pair.recode.edges == ((-1, 9), (9, 19), (19, 29))
    assert pair.recode.closed is Closed.RIGHT
    assert pair.recode_source == "bands"
    assert pair.masked.level is Level.ORDINAL
    assert pair.original.level is Level.CONTINUOUS
    assert labels(pair.recoded) == ["(-1,9]", "(9,19]", "(19,29]", None]
    assert labels(pair.masked) == ["(-1,9]", "(9,19]", None, "(19,29]"]


def test_single_years_beside_bands():
    pair = paired([0, 1, 4, 9], [0, "1-4", "1-4", "5-9"])
    assert pair.recode == Bands(((0, 0), (1, 4), (5, 9)), ("0", "1-4", "5-9"), Closed.BOTH)
    assert labels(pair.masked) == ["0", "1-4", "1-4", "5-9"]


@pytest.mark.parametrize(
    ("masked", "word"),
    [
        (["0-9", "20-29"], "leave a gap"),
        (["0-10", "10-29"], "both hold 10"),
        (["0-15", "10-29"], "overlap"),
        (["0-9", "10-19"], "lie in no band"),
        (["low", "high"], "text that is no band: 'high', 'low'"),
        (["0-9", "elsewhere"], "'elsewhere'"),
    ],
)
def test_text_that_does_not_fit_is_a_problem(masked, word):
    pair = paired([3, 25], masked)
    assert word in pair.problem
    assert "declare" in pair.problem or "say which" in pair.problem or "give each" in pair.problem
    assert pair.recode is None
    assert pair.masked is not None


@pytest.mark.parametrize(
    ("masked", "cap", "values"),
    [
        ([1, 5, "6+", "6+"], Cap(above=6), [1, 5, 6, 6]),
        ([1, 5, ">=6", ">=6"], Cap(above=6), [1, 5, 6, 6]),
        ([1, 5, ">5", ">5"], Cap(above=5, above_value=6), [1, 5, 6, 6]),
        (["<5", 5, 7, 9], Cap(below=5, below_value=4), [4, 5, 7, 9]),
        (["<=1", 5, 7, "8+"], Cap(above=8, below=1), [1, 5, 7, 8]),
        (["under 5", 5, 7, 9], Cap(below=5, below_value=4), [4, 5, 7, 9]),
    ],
)
def test_one_open_band_beside_numbers_is_a_cap(masked, cap, values):
    pair = paired([1, 5, 7, 9], masked)
    assert_alike(pair)
    assert pair.recode == cap
    assert pair.recode_source == "cap"
    assert pair.masked.level is Level.CONTINUOUS
    assert pair.masked.values.tolist() == pair.recoded.values.tolist() == values


def test_numbers_beyond_the_cap_are_flagged():
    assert paired([1, 7, 9], [1, "6+", 9]).flags == ("1 masked values lie beyond the cap",)


def test_bands_of_whole_number_categories_are_a_map():
    pair = paired([1, 2, 3, 4, 5, 6], [1, 2, "3-4", "3-4", "5+", "5+"], "ordinal")
    assert_alike(pair)
    assert pair.recode == CategoryMap({"1": ("1",), "2": ("2",), "3-4": ("3", "4"), "5+": ("5", "6")})
    assert pair.recode_source == "bands"
    assert pair.masked.categories == ("1", "2", "3-4", "5+")
    assert pair.masked.level is Level.ORDINAL


def test_finer_bands_in_coarser_ones():
    pair = paired(["20-24", "25-29", "30-39"], ["20-29", "20-29", "30-39"], "nominal")
    assert pair.recode == CategoryMap({"20-29": ("20-24", "25-29"), "30-39": ("30-39",)})
    assert pair.masked.level is Level.NOMINAL


def test_a_category_in_no_band_is_a_problem():
    assert "'9' lies in no masked band" in paired([1, 2, 9], ["1-2", "1-2", "1-2"], "ordinal").problem


# --- inferred from links ---------------------------------------------------------------------------------------


def test_midpoints_are_bands_where_records_are_linked():
    original, masked = [1, 2, 3, 11, 12, 13], [2, 2, None, 12, 12, 12]
    pair = paired(original, masked, linked=True)
    assert_alike(pair)
    assert pair.recode == Bands(((-INF, 11), (11, INF)), ("2", "12"), Closed.LEFT)
    assert pair.recode_source == "inferred"
    assert labels(pair.masked) == ["2", "2", None, "12", "12", "12"]
    assert labels(pair.recoded) == ["2", "2", "2", "12", "12", "12"]
    assert paired(original, masked).recode is None


def test_words_for_stretches_of_numbers():
    pair = paired([5, 10, 40, 70, 75], ["young", "young", "middle", "old", "old"], linked=True)
    assert pair.masked.categories == ("young", "middle", "old")


def test_top_coding_is_a_cap_where_records_are_linked():
    pair = paired([1, 2, 3, 8, 9], [1, 2, 3, 8.5, 8.5], linked=True)
    assert pair.recode == Cap(above=3, above_value=8.5)
    assert pair.recode_source == "inferred"
    assert pair.recoded.values.tolist() == pair.masked.values.tolist()


def test_merged_categories_where_records_are_linked():
    pair = paired(["N1", "N2", "S1", "N2"], ["North", "North", "South", None], "nominal", linked=True)
    assert_alike(pair)
    assert pair.recode == CategoryMap({"North": ("N1", "N2"), "South": ("S1",)})
    assert labels(pair.recoded) == ["North", "North", "South", "North"]


def test_a_suppressed_category_is_no_merger():
    pair = paired(["a", "b", "c", "a"], ["a", "b", None, "a"], "nominal", linked=True)
    assert pair.recode is None
    assert pair.flags == ("category only in the original: 'c'",)


def test_an_unmerged_category_that_was_suppressed_stays_itself():
    pair = paired(["a", "b", "c", "d"], ["ab", "ab", None, "d"], "nominal", linked=True)
    assert labels(pair.recoded) == ["ab", "ab", "c", "d"]


@pytest.mark.parametrize("level", ["continuous", "ordinal", "nominal"])
def test_swapping_is_no_recode(level):
    assert paired([1, 2, 3, 1, 2, 3], [2, 1, 3, 1, 3, 2], level, linked=True).recode is None
