"""Codes in one file and their labels in the other are one category; two codes are never one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import Column, Microdata, Scenario, ScenarioDeclaration, category_text
from core.pairing import draft_codebook, pair
from core.pairing.coding.value_labels import contradictions, relabelled, same_codes

SEX = {"1": "Male", "2": "Female"}


def numbers(*values: float | None) -> Column:
    return Column(np.array([np.nan if v is None else v for v in values], dtype=np.float64))


def texts(*values: str | None) -> Column:
    labels = tuple(sorted({v for v in values if v is not None}))
    return Column(None, np.array([-1 if v is None else labels.index(v) for v in values], dtype=np.int32), labels)


def cells(column: Column) -> list[str | None]:
    codes, labels = column.categories()
    return [None if c < 0 else labels[c] for c in codes]


def test_labels_written_out_become_the_codes_of_the_original():
    masked, flags = same_codes(numbers(1, 2, 2), texts("Male", None, "Female", "Other"), SEX, {})
    assert cells(masked) == ["1", None, "2", "Other"]
    np.testing.assert_array_equal(masked.numbers, [1, np.nan, 2, np.nan])
    assert "matched with the original's categories by value labels" in flags[0]


def test_codes_become_the_texts_of_the_original():
    masked, _ = same_codes(texts("Male", "Female"), numbers(1, 2, None, 3), {}, SEX)
    assert cells(masked) == ["Male", "Female", None, "3"]


def test_equal_codes_stay_and_differing_labels_are_flagged():
    masked = numbers(1, 2)
    exchanged = {"1": "Female", "2": "Male"}
    assert same_codes(numbers(1, 2), masked, SEX, exchanged) == (masked, ())
    assert contradictions(numbers(1, 2), masked, SEX, exchanged) == (
        "value labels differ for '1', '2': '1' is 'Male' in the original and 'Female' in the masked file; "
        "matched by code",
    )
    assert contradictions(numbers(1, 2), masked, SEX, {"1": "male", "2": "FEMALE"}) == ()


@pytest.mark.parametrize(
    ("theirs", "read"),
    [({"1": "Urban", "2": "Rural"}, ["1 · Urban", "2 · Rural"]), ({}, ["1 · City + Town", "2 · Village + Farm"])],
)
def test_a_merged_code_means_what_the_masked_file_says_or_all_that_was_merged(theirs, read):
    """A masked code 1 for {1, 2} was shown with the original's label of 1, though its own file says another."""
    ours = {"1": "City", "2": "Town", "3": "Village", "4": "Farm"}
    place, merged = numbers(*[1, 2, 3, 4] * 20), numbers(*[1, 1, 2, 2] * 20)
    original = Microdata("o", {"place": place}, 80, value_labels={"place": ours})
    masked = Microdata("m", {"place": merged}, 80, value_labels={"place": theirs})
    scenario = Scenario(masked, ScenarioDeclaration("m", linked="row"))
    (paired,) = pair(original, scenario, draft_codebook(original)).variables
    assert paired.recode is not None
    assert not any("matched by code" in flag for flag in paired.flags)
    assert [category_text(c, paired.recoded_labels) for c in paired.recoded.categories] == read
    assert category_text("1", paired.value_labels) == "1 · City"


def test_a_label_of_two_codes_is_not_matched():
    masked = texts("Manager", "Clerk")
    found, _ = same_codes(numbers(1, 2, 3), masked, {"1": "Manager", "2": "Manager", "3": "Clerk"}, {})
    assert cells(found) == ["Manager", "3"]


def test_columns_without_labels_are_left_alone():
    masked = numbers(1, 2, 3)
    assert same_codes(numbers(1, 2), masked, {}, {})[0] is masked


@given(st.lists(st.one_of(st.none(), st.integers(-3, 3).map(float), st.sampled_from(["a", "b", ".x"])), min_size=1))
def test_renaming_nothing_changes_nothing(values: list[float | str | None]):
    labels = tuple(sorted({v for v in values if isinstance(v, str)}))
    column = Column(
        np.array([v if isinstance(v, float) else np.nan for v in values]),
        np.array([labels.index(v) if isinstance(v, str) else -1 for v in values], dtype=np.int32),
        labels,
    )
    assert cells(relabelled(column, {})) == cells(column)
    there = {label: f"label of {label}" for label in column.categories()[1]}
    back = {label: code for code, label in there.items()}
    assert cells(relabelled(relabelled(column, there), back)) == cells(column)


def microdata(name: str, column: Column, **facts: object) -> Microdata:
    n = len(column)
    return Microdata(name, {"sex": column, "age": numbers(*range(n))}, n, **facts)


def paired(original: Microdata, masked: Microdata):
    codebook = draft_codebook(original)
    return pair(original, Scenario(masked, ScenarioDeclaration(masked.name, linked="row")), codebook)


CODES = [1.0, 2.0, 2.0, 1.0, 2.0, 1.0] * 10
WORDS = ["Male" if code == 1 else "Female" for code in CODES]


@pytest.mark.parametrize("original_labelled", [True, False], ids=["codes against text", "text against codes"])
def test_a_labelled_file_and_its_export_as_text_are_the_same(original_labelled: bool):
    coded = microdata("a.sav", numbers(*CODES), value_labels={"sex": SEX})
    written = microdata("b.csv", texts(*WORDS))
    files = (coded, written) if original_labelled else (written, coded)
    variable = paired(*files).variables[0]
    assert not variable.problem
    assert variable.recode is None
    np.testing.assert_array_equal(variable.recoded.values, variable.masked.values)
    assert variable.recoded.categories == variable.masked.categories
    shown = [category_text(c, variable.value_labels) for c in variable.recoded.categories]
    assert shown == (["1 · Male", "2 · Female"] if original_labelled else ["Female", "Male"])


def test_codes_that_only_the_masked_file_declares_missing_are_empty():
    original = microdata("a.csv", numbers(*CODES))
    masked = microdata("b.sav", numbers(*[-9.0, *CODES[1:]]), user_missing={"sex": ("-9",)})
    variable = paired(original, masked).variables[0]
    assert not variable.problem
    assert variable.masked.is_missing().sum() == 1
    assert any("declared missing by the masked file" in flag for flag in variable.flags)


def test_declared_missing_codes_of_the_original_are_drafted_and_left_out():
    original = microdata(
        "a.sav",
        numbers(*[-9.0, *CODES[1:]]),
        user_missing={"sex": ("-9",)},
        labels={"sex": "Sex of the person"},
        value_labels={"sex": {**SEX, "-9": "refused"}},
    )
    variable = draft_codebook(original).variable("sex")
    assert variable.missing == ("-9",)
    assert variable.label == "Sex of the person"
    found = paired(original, microdata("b.csv", texts(*["refused", *WORDS[1:]]))).variables[0]
    assert not found.problem
    assert found.masked.is_missing().sum() == found.original.is_missing().sum() == 1


@pytest.mark.parametrize(
    ("code", "labels", "text"),
    [("1", SEX, "1 · Male"), ("3", SEX, "3"), ("a", {"a": "a"}, "a"), ("1", {"1": ""}, "1")],
)
def test_what_people_read(code: str, labels: dict[str, str], text: str):
    assert category_text(code, labels) == text
