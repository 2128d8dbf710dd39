"""Values that mean something else in the masked file, undeclared: found in linked records, else in the margins."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import Masking
from core.pairing import draft_codebook, pair, recode_in_words
from tests.pairing.builders import codebook, microdata, scenario, variable

N = 400
DRAW = np.random.default_rng(7)
SEX = DRAW.choice([1, 2], N, p=[0.3, 0.7])
LETTERS = [str(x) for x in DRAW.choice(list("abcde"), N, p=[0.4, 0.25, 0.18, 0.11, 0.06])]
INCOME = np.round(np.exp(DRAW.normal(10, 0.8, N)))
AGES = DRAW.integers(18, 80, N)
LINKED = pytest.mark.parametrize("linked", ["row", "none"])


def found(original, masked, level, linked, **declared):
    files = microdata(x=list(original)), microdata("m.csv", x=list(masked))
    made = pair(files[0], scenario(files[1], linked=linked, **declared), codebook(variable("x", level)))
    return made.variables[0]


@LINKED
@pytest.mark.parametrize("level", ["nominal", "ordinal"])
def test_exchanged_codes(linked: str, level: str):
    seen = found(SEX, 3 - SEX, level, linked)
    assert len(seen.doubts) == 1
    assert "'1', '2'" in seen.doubts[0]
    assert seen.doubts[0] in seen.flags
    assert "as in the original" not in recode_in_words(seen)


@LINKED
def test_exchanged_codes_are_told_with_what_they_mean(linked: str):
    labelled = replace(microdata(x=list(SEX)), value_labels={"x": {"1": "male", "2": "female"}})
    made = pair(
        labelled, scenario(microdata("m.csv", x=list(3 - SEX)), linked=linked), codebook(variable("x", "nominal"))
    )
    (said,) = made.variables[0].doubts
    assert said.startswith("'1 · male', '2 · female' seem")
    assert "'2 · female' is there where the original has '1 · male'" in said


@LINKED
def test_permuted_letters(linked: str):
    moved = dict(zip("abcde", "cabde", strict=True))
    seen = found(LETTERS, [moved[letter] for letter in LETTERS], "nominal", linked)
    assert len(seen.doubts) == 1
    assert "'a', 'b', 'c'" in seen.doubts[0]


@LINKED
@pytest.mark.parametrize("factor", [1 / 1000, 100, 12])
def test_another_unit(linked: str, factor: float):
    masked = np.round(INCOME * factor) if factor < 1 else INCOME * factor
    seen = found(INCOME, masked, "continuous", linked)
    assert len(seen.doubts) == 1
    assert "another unit" in seen.doubts[0]
    assert f"about {'1/1000' if factor < 1 else factor} times" in seen.doubts[0]


@LINKED
@pytest.mark.parametrize("code", [-9, 999])
def test_suppression_written_as_a_number(linked: str, code: int):
    masked = AGES.copy()
    masked[::20] = code
    seen = found(AGES, masked, "continuous", linked)
    assert len(seen.doubts) == 1
    assert seen.doubts[0].startswith(f"{code} is in 20 masked records")


SWAPPED = [str(x) for x in np.where(DRAW.random(N) < 0.2, DRAW.permutation(LETTERS), LETTERS)]
HARMLESS = {
    "equal": (AGES, AGES, "continuous"),
    "noise": (INCOME, INCOME * np.exp(DRAW.normal(0, 0.1, N)), "continuous"),
    "rounded up": (AGES, np.ceil(AGES / 10) * 10, "continuous"),
    "capped": (AGES, np.minimum(AGES, 65), "continuous"),
    "negative noise": (AGES % 20, AGES % 20 + np.round(DRAW.normal(0, 2, N)), "continuous"),
    "some swapped": (SEX, np.where(DRAW.random(N) < 0.1, 3 - SEX, SEX), "nominal"),
    "letters swapped": (LETTERS, SWAPPED, "nominal"),
    "most of one merged into another": (LETTERS, [a if a != "e" or i % 9 == 0 else "d" for i, a in enumerate(LETTERS)],
                                        "nominal"),
    "some of each exchanged": (SEX, np.where(np.arange(N) % 10 < 6, 3 - SEX, SEX), "ordinal"),
    "other shares": (np.repeat([1, 2], [280, 120]), np.repeat([1, 2], [136, 264])[np.arange(N) * 7 % N], "nominal"),
    "even": (AGES % 2, AGES % 2, "nominal"),
}  # fmt: skip


@LINKED
@pytest.mark.parametrize("case", HARMLESS)
def test_what_masking_does_raises_no_doubt(case: str, linked: str):
    original, masked, level = HARMLESS[case]
    assert found(original, masked, level, linked).doubts == ()


def test_a_declared_method_that_may_do_so_raises_no_doubt():
    assert found(SEX, 3 - SEX, "nominal", "row", masking={"x": Masking.PRAM}).doubts == ()


def test_bands_that_nobody_declared_are_not_said_to_be_declared():
    original = microdata(age=AGES.tolist(), sex=SEX.tolist())
    masked = microdata("m.csv", age=[f"{a // 20 * 20}-{a // 20 * 20 + 19}" for a in AGES], sex=SEX.tolist())
    book = draft_codebook(original, [masked])
    drafted = next(v for v in pair(original, scenario(masked), book).variables if v.name == "age")
    assert drafted.recode_source == "bands"
    declared = book.scenarios[0]
    assert declared.proposed == ("age",)
    written = pair(original, type(scenario(masked))(masked, declared), book).variables[0]
    assert written.recode_source == "bands"
    assert "as declared" not in recode_in_words(written)
