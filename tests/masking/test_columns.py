import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import Codebook, Level, Variable
from core.errors import MaskingError
from core.masking.columns import (
    categories,
    column,
    column_of,
    combination_ids,
    distinct,
    missing_codes,
    number_table,
    numbers,
    rounded,
    with_categories,
    with_columns,
    with_number_table,
    with_numbers,
    without_cells,
)

LABELS = st.one_of(
    st.integers(-50, 50).map(str), st.sampled_from(["a", "b c", "007", "1.50", "80+", "1e5", "inf", "nan", "x,y"])
)


def test_labels_that_are_numbers_in_their_one_form_become_numbers() -> None:
    made = column_of(np.array([0, 1, 2, -1, 3], dtype=np.int32), ["2.5", "007", "80+", "-3"])
    assert made.numbers is not None
    assert made.numbers[[0, 4]].tolist() == [2.5, -3]
    assert made.labels == ("007", "80+")
    assert made.is_empty().tolist() == [False, False, False, True, False]


@given(st.lists(st.one_of(st.none(), LABELS), min_size=1, max_size=30))
def test_a_column_of_labels_gives_them_back(texts: list[str | None]) -> None:
    labels = list(dict.fromkeys(t for t in texts if t is not None))
    made = column_of(np.array([labels.index(t) if t is not None else -1 for t in texts], dtype=np.int32), labels)
    codes, found = made.categories()
    assert len(made) == len(texts)
    assert [found[c] if c >= 0 else None for c in codes] == texts
    assert list(made.labels) == sorted(set(made.labels))


def test_missing_codes_are_no_categories(file_of) -> None:
    file = file_of(x=[1, -9, "refused", None, 2])
    codes, labels = categories(file, "x", {"x": ["-9", "refused"]})
    assert labels == ("1", "2")
    assert codes.tolist() == [0, -1, -1, -1, 1]
    values = numbers(file, "x", {"x": ["-9", "refused"]}, method="m")
    assert values[[0, 4]].tolist() == [1, 2]
    assert np.isnan(values[1:4]).all()


def test_missing_codes_come_from_the_codebook() -> None:
    codebook = Codebook((Variable("x", Level.NOMINAL, missing=("-9",)), Variable("y", Level.NOMINAL)))
    assert missing_codes(codebook) == {"x": ("-9",)}


def test_texts_and_empty_variables_are_no_numbers(file_of) -> None:
    file = file_of(x=[1, "two", "three"], y=[None, None, None])
    with pytest.raises(MaskingError, match="noise: 'x' holds texts in 2 cells; declare them as missing codes"):
        numbers(file, "x", method="noise")
    with pytest.raises(MaskingError, match="'y' has no valid value; leave it out"):
        numbers(file, "y", method="noise")


def test_unknown_and_repeated_variables_are_named(file_of) -> None:
    with pytest.raises(MaskingError, match=r"small.csv has no variable 'z'; choose from x, y"):
        column(file_of(x=[1], y=[1]), "z")
    with pytest.raises(MaskingError, match="'x' is named twice"):
        distinct(["x", "y", "x"], "noise")
    with pytest.raises(MaskingError, match="noise: name at least one variable"):
        distinct([], "noise")


def test_rewritten_cells_leave_the_others_as_they_were(file_of, cells_of) -> None:
    file = file_of(x=[1, "a", None, 2, "007"])
    kept = file.columns["x"]
    new = with_categories(kept, np.array([0, -1, -1, 1, -1], dtype=np.int32), ["5", "b"])
    assert cells_of(with_columns(file, {"x": new}), "x") == ["5", "a", "", "b", "007"]
    raised = with_numbers(kept, np.array([7.5, np.nan, np.nan, np.nan, np.nan]))
    assert cells_of(with_columns(file, {"x": raised}), "x") == ["7.5", "a", "", "2", "007"]
    emptied = without_cells(kept, np.array([True, False, False, False, True]))
    assert cells_of(with_columns(file, {"x": emptied}), "x") == ["", "a", "", "2", ""]
    assert emptied.labels == ("a",)
    assert cells_of(file, "x") == ["1", "a", "", "2", "007"]


def test_several_variables_are_read_and_rewritten_as_one_table(file_of, cells_of) -> None:
    file = file_of(x=[1, None, 3], y=[4, -9, 6], z=[7, 8, 9])
    values = number_table(file, ["y", "x"], {"y": ("-9",)}, method="noise")
    assert np.array_equal(values, [[4, 1], [np.nan, np.nan], [6, 3]], equal_nan=True)
    doubled = with_number_table(file, ["y", "x"], 2 * values)
    assert [cells_of(doubled, name) for name in "xyz"] == [["2", "", "6"], ["8", "-9", "12"], ["7", "8", "9"]]


def test_records_with_the_same_categories_have_the_same_combination(file_of) -> None:
    file = file_of(x=["a", "b", "a", "a", "a"], y=[1, 1, None, -9, 1])
    assert combination_ids(file, ["x", "y"]).tolist() == [2, 3, 0, 1, 2]
    assert combination_ids(file, ["x", "y"], {"y": ("-9",)}).tolist() == [1, 2, 0, 0, 1]
    assert combination_ids(file, []).tolist() == [0] * 5


def test_a_wholly_emptied_column_keeps_its_length(file_of) -> None:
    kept = file_of(x=["a", "b"]).columns["x"]
    emptied = without_cells(kept, np.array([True, True]))
    assert len(emptied) == 2
    assert emptied.is_empty().all()


def test_rounding_is_off_unless_asked_for() -> None:
    assert rounded(np.array([1.26]), None).tolist() == [1.26]
    assert rounded(np.array([1.26, 2.5]), 0).tolist() == [1, 2]
