import numpy as np
import pytest

from core.data import Column
from core.pairing.coding.columns import label_key, listed, number_of, numeric_text, observed, with_numbers
from tests.pairing.builders import column


def test_missing_codes_are_emptied_as_numbers_and_as_text():
    read = observed(column([1, -9, "N", "NA", None, "-9"]), ("-9", "NA"), 6)
    assert read.labels == ("N",)
    assert read.is_empty().tolist() == [False, True, False, True, True, True]


def test_only_labels_that_occur_are_kept():
    whole = column(["a", "b", "c"])
    assert observed(whole.take(np.array([2, 0])), (), 2).labels == ("a", "c")


def test_a_column_without_cells_has_the_files_length():
    assert observed(Column(), (), 3).is_empty().tolist() == [True] * 3


def test_text_cells_become_numbers():
    read = with_numbers(column([1, "90+", "N"]), {"90+": 90.0})
    assert read.numbers.tolist()[:2] == [1, 90]
    assert read.labels == ("N",)
    assert read.codes.tolist() == [-1, -1, 0]


def test_numbers_written_as_text_in_one_file_only():
    assert numeric_text(column(["01", "02"]), column([1, 2])) == {"01": 1, "02": 2}
    assert numeric_text(column(["01", "02"]), column(["01"])) == {}
    assert numeric_text(column(["01", "001"]), column([1])) == {}
    assert numeric_text(column(["01", 1]), column([1])) == {}


@pytest.mark.parametrize(("text", "number"), [("01", 1), ("-2.50", -2.5), ("1e3", 1000), ("N", None), ("1,5", None)])
def test_numbers_in_text(text, number):
    assert number_of(text) == number


def test_seventeen_digit_identifiers_stay_text():
    assert number_of("12345678901234567") is None


def test_labels_sort_numbers_first_and_are_listed_shortly():
    assert sorted(["b", "10", "9", "a"], key=label_key) == ["9", "10", "a", "b"]
    assert listed([str(i) for i in range(7)]) == "'0', '1', '2', '3', '4' and 2 more"


def test_an_empty_text_and_spaces_alone_are_missing_values_in_both_files():
    column = Column(None, np.array([0, 1, 2, -1], np.int32), ("", "  ", "a"))
    read = observed(column, (), 4)
    assert (read.labels, read.is_empty().tolist()) == (("a",), [True, True, False, True])
