"""Every rule of coding one variable of both files alike, on files of a few records."""

import math

import numpy as np
import pytest

from core.data import Bands, Cap, CategoryMap, Closed, Level, Masking, ScenarioDeclaration
from core.errors import CodebookError
from core.pairing.variables import pair_variable
from tests.pairing.builders import column, variable

INF = math.inf


def paired(original, masked, level="continuous", *, linked=False, recode=None, masking=None, **more):
    declaration = ScenarioDeclaration(
        "masked.csv",
        recodes={} if recode is None else {"x": recode},
        masking={} if masking is None else {"x": Masking(masking)},
    )
    links = np.arange(len(masked)) if linked else None
    return pair_variable(variable(level=level, **more), column(original), column(masked), declaration, links)


def labels(coded):
    return [None if code < 0 else coded.categories[code] for code in coded.values.tolist()]


def assert_alike(pair):
    assert pair.recoded.level is pair.masked.level
    assert pair.recoded.categories == pair.masked.categories
    if pair.recode is None:
        assert pair.recoded is pair.original


# --- no recode -------------------------------------------------------------------------------------------------


def test_numbers_stay_numbers():
    pair = paired([1, 2.5, None, -9], [1, 2, 3, None], missing=("-9",), linked=True)
    assert_alike(pair)
    np.testing.assert_array_equal(pair.original.values, [1, 2.5, np.nan, np.nan])
    np.testing.assert_array_equal(pair.masked.values, [1, 2, 3, np.nan])
    assert (pair.recode, pair.recode_source, pair.problem, pair.flags) == (None, "", "", ())


def test_categories_are_shared_and_in_order():
    pair = paired([3, 1, 10, "N"], [10.0, 1, "N", None], "nominal")
    assert_alike(pair)
    assert pair.masked.categories == ("1", "3", "10", "N")
    assert pair.masked.values.tolist() == [2, 0, 3, -1]
    assert pair.masked.values.dtype == np.int32
    assert pair.flags == ("category only in the original: '3'",)


@pytest.mark.parametrize(
    ("cells", "order", "expected"),
    [
        (["mid", "low", "high"], ("low", "mid", "high"), ("low", "mid", "high")),
        (["80+", "<20", "20-79"], (), ("<20", "20-79", "80+")),
        ([10, 9, "N"], (), ("N", "9", "10")),
        (["b", "c", "a"], (), ("a", "b", "c")),
        (["b", "c", "a"], ("c",), ("c", "a", "b")),
    ],
)
def test_order_of_ordinal_categories(cells, order, expected):
    assert paired(cells, cells, "ordinal", order=order).masked.categories == expected


def test_missing_codes_count_in_both_files():
    pair = paired(["a", "NA", "b"], ["a", "b", "NA"], "nominal", missing=("NA",))
    assert labels(pair.original) == ["a", None, "b"]
    assert labels(pair.masked) == ["a", "b", None]
    assert pair.flags == ()


@pytest.mark.parametrize("level", ["continuous", "nominal"])
def test_na_of_the_masked_file_alone_is_suppression(level):
    pair = paired([1, 2, 2], [1, "NA", 2], level, linked=True)
    assert pair.flags == ("'NA' treated as missing in the masked file (1 cells)",)
    assert pair.masked.is_missing().tolist() == [False, True, False]
    assert pair.problem == ""


def test_na_that_the_original_has_too_stays_a_category():
    pair = paired(["NA", "DE", "FR"], ["NA", "DE", "DE"], "nominal")
    assert labels(pair.masked) == ["NA", "DE", "DE"]


@pytest.mark.parametrize("level", ["continuous", "nominal"])
def test_numbers_with_leading_zeros_in_one_file(level):
    pair = paired(["01", "02", "02"], [1, 2, 2], level, linked=True)
    assert pair.problem == ""
    assert pair.recode is None
    assert "read as" in pair.flags[0]
    assert pair.original.values.tolist() == pair.masked.values.tolist()


def test_leading_zeros_in_both_files_stay():
    assert paired(["01", "02"], ["01", "02"], "nominal").masked.categories == ("01", "02")


def test_text_in_a_continuous_variable_contradicts_the_codebook():
    with pytest.raises(CodebookError, match=r"'x' is continuous.*'abc'.*'missing'"):
        paired([1, "abc"], [1, 2])


def test_an_open_end_in_the_original_counts_as_its_limit():
    pair = paired([1, 89, "90+", "90+"], [1, 89, "90+", "90+"], linked=True)
    assert pair.original.values.tolist() == pair.masked.values.tolist() == [1, 89, 90, 90]
    assert pair.recode is None
    capped = paired([1, 85, "90+", 3], [1, "80+", "80+", 3], linked=True)
    assert capped.recode == Cap(above=80)
    assert capped.recoded.values.tolist() == capped.masked.values.tolist() == [1, 80, 80, 3]


def test_all_missing_counts_as_removed():
    pair = paired([1, 2], [None, "NA"])
    assert pair.masked is None
    assert "every masked value is missing: treated as removed" in pair.flags


def test_all_missing_in_the_original_cannot_be_compared():
    assert "every value is missing in the original" in paired([None, None], [1, 2]).problem


def test_many_categories_are_flagged():
    cells = [f"c{i:02d}" for i in range(51)]
    assert paired(cells, cells, "nominal").flags == ("more than 50 categories",)


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


# --- values that stand for nothing -----------------------------------------------------------------------------


def test_unknown_masked_values_are_a_problem_that_names_them():
    pair = paired([1, 2, 3], [1, 7, 8], "ordinal")
    assert "'7', '8'" in pair.problem
    assert "declare the recode" in pair.problem
    assert "continuous" in pair.problem
    assert_alike(pair)


@pytest.mark.parametrize("masking", ["noise", "pram", "synthetic"])
def test_unless_the_declared_masking_makes_new_values(masking):
    pair = paired([1, 2, 3], [1, 7, 8], "ordinal", masking=masking)
    assert pair.problem == ""
    assert "category only in the masked file: '7', '8'" in pair.flags
    assert pair.masking is Masking(masking)


def test_or_the_codebook_knows_the_category():
    assert paired(["a"], ["b"], "ordinal", order=("a", "b")).problem == ""


def test_renamed_categories_are_not_guessed():
    assert "'F', 'M'" in paired([1, 2, 1], ["M", "F", "M"], "nominal", linked=True).problem


# --- declared --------------------------------------------------------------------------------------------------


def test_nothing_is_inferred_where_another_masking_was_declared():
    original, masked = [1, 2, 3, 11, 12, 13], [2, 2, 2, 12, 12, 12]
    assert paired(original, masked, linked=True, masking="microaggregate").recode is None
    assert paired(original, masked, linked=True, masking="recode").recode_source == "inferred"


def test_declared_bands_take_the_labels_of_the_masked_file():
    bands = Bands(((0, 19), (20, 39)))
    for masked, linked in ((["0-19", "20-39"], False), ([10, 30], False), ([1, 2], True), (["a", "b"], True)):
        pair = paired([5, 25], masked, recode=bands, linked=linked)
        assert pair.recode_source == "declared"
        assert pair.problem == ""
        assert pair.masked.values.tolist() == pair.recoded.values.tolist() == [0, 1]
        assert pair.original.level is Level.CONTINUOUS


def test_declared_bands_that_fit_no_masked_value_ask_for_labels():
    assert "add labels" in paired([5, 25], ["a", "b"], recode=Bands(((0, 19), (20, 39)))).problem


def test_declared_labels_are_final():
    bands = Bands(((0, 19), (20, 39)), ("a", "b"))
    assert paired([5, 25], ["a", "b"], recode=bands).masked.categories == ("a", "b")
    assert "'c'" in paired([5, 25], ["a", "c"], recode=bands).problem


def test_a_declared_recode_goes_before_what_would_be_found():
    pair = paired([1, 2, 11, 12], ["0-9", "0-9", "10-19", "10-19"], recode=Bands(((0, 4), (5, 19)), ("0-9", "10-19")))
    assert labels(pair.recoded) == ["0-9", "0-9", "10-19", "10-19"]
    assert pair.recode.edges == ((0, 4), (5, 19))


def test_a_declared_cap():
    pair = paired([1, 7, 9], [1, 6, 6], recode=Cap(above=6))
    assert pair.recoded.values.tolist() == [1, 6, 6]
    assert pair.recode_source == "declared"


def test_declared_caps_and_bands_of_categories_become_maps():
    pair = paired([1, 2, 3, 4], [1, 2, 3, 3], "ordinal", recode=Cap(above=3))
    assert pair.recode == CategoryMap({"1": ("1",), "2": ("2",), "3": ("3", "4")})
    pair = paired([1, 2, 3, 4], ["1-2", "1-2", "3-4", "3-4"], "ordinal", recode=Bands(((1, 2), (3, 4))))
    assert pair.recode == CategoryMap({"1-2": ("1", "2"), "3-4": ("3", "4")})


def test_a_declared_map_must_cover_the_masked_values():
    region = CategoryMap({"North": ("N1", "N2"), "South": ("S1",)})
    assert paired(["N1", "S1"], ["North", "South"], "nominal", recode=region).problem == ""
    assert "'East'" in paired(["N1", "S1"], ["North", "East"], "nominal", recode=region).problem


def test_a_recode_beside_perturbation_keeps_both():
    bands = Bands(((0, 9), (10, 19)), ("0-9", "10-19"))
    pair = paired([1, 2, 11], ["10-19", "0-9", "0-9"], recode=bands, masking="pram", linked=True)
    assert labels(pair.recoded) == ["0-9", "0-9", "10-19"]
    assert labels(pair.masked) == ["10-19", "0-9", "0-9"]
