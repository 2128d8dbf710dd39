"""Every rule of coding one variable of both files alike where nothing is recoded, on files of a few records."""

import numpy as np
import pytest

from core.data import Cap, MarkedNumber, Masking
from core.errors import CodebookError
from tests.pairing.coded_alike import assert_alike, labels, paired

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
    assert pair.flags == ("'NA' treated as missing in the masked file (1 cell)",)
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


def test_a_word_for_missing_beside_empty_cells_is_said_until_it_is_declared():
    cells = ["a", "NA", None, "b"], ["a", "NA", None, None]
    said = [flag for flag in paired(*cells, "nominal").flags if "category next to missing values" in flag]
    assert len(said) == 1
    declared = paired(*cells, "nominal", missing=("NA",)).flags
    assert not any("category next to missing values" in flag for flag in declared)


def test_marks_before_numbers_are_declared_once_for_all_texts() -> None:
    cells = [1, "*2", "*30", 4]
    assert "2 of these texts are numbers with the mark '*'" in paired([1, 2, 3, 4], cells).problem
    read = paired([1, 2, 3, 4], cells, marks={"*": MarkedNumber.NUMBER})
    assert read.problem == ""
    assert read.masked.values.tolist() == [1, 2, 30, 4]
    emptied = paired([1, 2, 3, 4], cells, marks={"*": MarkedNumber.MISSING})
    np.testing.assert_array_equal(emptied.masked.values, [1, np.nan, np.nan, 4])
    assert "2 different texts with the mark '*' counted as missing" in emptied.flags
