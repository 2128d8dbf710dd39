"""Recodes in words: what became of categories, with what codes mean where a file says so."""

import numpy as np

from core.data import Bands, Cap, CategoryMap, Microdata, Scenario, ScenarioDeclaration
from core.pairing import cautions, pair, recode_in_words
from tests.pairing.builders import codebook, column, left_in, microdata, scenario, variable

REGIONS = {"1": "North", "2": "East", "3": "South"}


def words(original, masked, recode=None, labels=None, level="nominal") -> str:
    declared = ScenarioDeclaration("m.csv", recodes={"x": recode} if recode else {}, linked="row")
    made = Microdata("a.sav", {"x": column(original)}, len(original), value_labels={"x": labels or {}})
    both = pair(made, Scenario(microdata("m.csv", x=masked), declared), codebook(variable("x", level)))
    return recode_in_words(both.variables[0])


def test_merged_codes_carry_their_labels():
    recode = CategoryMap({"13": ("1", "3"), "2": ("2",)})
    assert words([1, 2, 3], [13, 2, 13], recode, {**REGIONS, "13": "North or South"}) == (
        "merged into 2 categories: 13 · North or South ← 1 · North, 3 · South, 2 · East ← 2 · East (as declared)"
    )


def test_files_without_labels_show_their_codes():
    assert words([1, 2, 3], [13, 2, 13], CategoryMap({"13": ("1", "3"), "2": ("2",)})) == (
        "merged into 2 categories: 13 ← 1, 3, 2 ← 2 (as declared)"
    )


def test_bands_and_caps():
    bands = Bands(((0, 9), (10, np.inf)))
    assert words([1, 12], ["0-9", "10+"], bands, level="continuous") == "grouped into 2 bands: 0-9, 10+ (as declared)"
    assert words([1, 12, 99], [1, 12, 50], Cap(above=50), level="continuous") == (
        "values above 50 written as one (as declared)"
    )
    assert words([1, 2], [1, 2]) == "as in the original"


def test_long_labels_and_many_categories_are_cut():
    labels = {str(i): "x" * 60 for i in range(20)}
    said = words(list(range(20)), [i // 2 + 100 for i in range(20)], None, labels)
    assert "and 2 more" in said
    assert "x" * 60 not in said


def test_flags_carry_labels():
    original = Microdata("a.sav", {"x": column([1, 2, 3, 3])}, 4, value_labels={"x": REGIONS})
    found = pair(original, scenario(microdata("m.csv", x=[1, 2, 2, 2])), codebook(variable("x", "nominal")))
    assert found.variables[0].flags == ("category only in the original: '3 · South'",)


def test_declared_missing_codes_make_no_identifier():
    values = [*range(1, 59), 998, 999]
    original = microdata("a.sav", x=[1, 2] * 30, score=values)
    told = Microdata("m.sav", original.columns, 60, user_missing={"score": ("998", "999")})
    book = codebook(variable("x", "nominal"), variable("score", "continuous"))
    assert any(item.column == "score" for item in left_in(original, scenario(told), book))


def test_a_labelled_key_is_judged_by_its_labels():
    ages = [*np.random.default_rng(1).integers(18, 60, 58).tolist(), 98, 99]
    labels = {"98": "refused", "99": "don't know"}
    original = Microdata("a.sav", {"age": column(ages)}, 60, value_labels={"age": labels})
    assert all(
        "identifier" not in c.message for c in cautions(original, codebook(variable("age", "continuous", "key")))
    )
