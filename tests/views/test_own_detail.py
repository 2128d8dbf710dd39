"""Masked files over the original's own bins: bands wide and hatched, blanks counted, the original never recoded."""

import numpy as np
import pytest

from core.data import Bands, Cap, CategoryMap, Coded, Level, Pair, PairedVariable, Release, Variable
from core.pairing import apply_recode
from core.views.own_detail import FileShares, ShareStep, own_detail

AGES = np.array([20.0, 20, 21, 22, 23, 24, 30, 31, 39, 39])
LETTERS = ("a", "b", "c", "d")


def numbers(values):
    return Coded(Level.CONTINUOUS, np.array(values, dtype=float))


def codes(values, categories=LETTERS, level=Level.NOMINAL):
    return Coded(level, np.array(values, dtype=np.int32), categories)


def paired(original, masked, recode=None, problem=""):
    recoded = original if recode is None else apply_recode(recode, original)
    level = original.level
    return PairedVariable(Variable("x", level), original, recoded, masked, recode, problem=problem)


def pair(variable):
    release = Release("x", len(variable.original), {})
    return Pair("masked", (variable,), release, release)


def laid_out(original, *masked):
    return own_detail([pair(paired(original, *each)) for each in masked], "x")


def total(file: FileShares) -> float:
    return sum(step.share for step in file.steps) + file.blank + file.elsewhere


def test_a_band_of_numbers_is_one_wide_step_whose_inside_is_unknown():
    recode = Bands(((20, 29), (30, 39)), ("20-29", "30-39"))
    masked = codes([0] * 7 + [1] * 3, ("20-29", "30-39"), Level.ORDINAL)
    detail = laid_out(numbers(AGES), (masked, recode))
    [file] = detail.versions
    assert [(s.share, s.known) for s in file.steps] == [(pytest.approx(0.7), False), (pytest.approx(0.3), False)]
    first, second = file.steps
    assert first.right == pytest.approx(second.left)
    assert [s.share for s in detail.original.steps if s.share] != [0.7, 0.3], "the original keeps its own detail"


def test_merged_categories_share_what_they_have_and_apart_ones_are_apart():
    recode = CategoryMap({"ac": ("a", "c"), "bd": ("b", "d")})
    masked = codes([0, 0, 0, 1], ("ac", "bd"))
    detail = laid_out(codes([0, 1, 2, 3]), (masked, recode))
    [file] = detail.versions
    places = {(s.left, s.right): s.share for s in file.steps}
    assert places == pytest.approx({(0.0, 1.0): 0.375, (2.0, 3.0): 0.375, (1.0, 2.0): 0.125, (3.0, 4.0): 0.125})
    assert not any(s.known for s in file.steps)


def test_a_cap_is_a_wide_step_to_the_end_of_the_axis():
    original = numbers(np.arange(100))
    masked = numbers(np.minimum(np.arange(100), 80))
    detail = laid_out(original, (masked, Cap(above=80.0)))
    [file] = detail.versions
    wide = [s for s in file.steps if not s.known]
    assert [(s.share, s.right) for s in wide] == [(pytest.approx(0.2), len(detail.labels))]
    assert total(file) == pytest.approx(1.0)


def test_blanks_strange_values_and_removed_variables_are_told_apart():
    blanked = codes([0, -1, -1, 3])
    strange = codes([0, 1, 2, 3], ("a", "b", "c", "z"))
    detail = laid_out(codes([0, 1, 2, 3]), (blanked,), (strange,), (None,), (blanked, None, "levels differ"))
    assert [file.blank for file in detail.versions[:2]] == [0.5, 0.0]
    assert [file.elsewhere for file in detail.versions[:2]] == [0.0, 0.25]
    assert [file.reason for file in detail.versions] == ["", "", "removed", "levels differ"]
    assert all(total(file) == pytest.approx(1.0) for file in (detail.original, *detail.versions[:2]))


def test_very_many_categories_end_in_one_that_gathers_the_rarest():
    names = tuple(f"c{i}" for i in range(40))
    original = codes([i for i in range(40) for _ in range(40 - i)], names)
    detail = laid_out(original, (original,))
    assert detail.labels[-1] == "other (10 categories)"
    assert detail.versions[0].steps == detail.original.steps
    assert total(detail.original) == pytest.approx(1.0)


def test_a_difference_counts_the_reference_over_the_same_places():
    banded = FileShares((ShareStep(0.0, 2.0, 0.8, known=False), ShareStep(2.0, 3.0, 0.2)))
    fine = FileShares((ShareStep(0.0, 1.0, 0.3), ShareStep(1.0, 2.0, 0.4), ShareStep(2.0, 3.0, 0.2)), blank=0.1)
    assert [s.share for s in banded.less(fine).steps] == pytest.approx([0.1, 0.0])
    assert banded.less(fine).blank == pytest.approx(-0.1)
    against_band = fine.less(banded)
    assert [(s.share, s.known) for s in against_band.steps] == [
        (pytest.approx(-0.1), False),
        (pytest.approx(0.0), False),
        (pytest.approx(0.0), True),
    ]
    assert fine.less(FileShares(reason="removed")).reason == "removed"


def test_coded_alike_the_original_lies_in_the_bands_of_each_version():
    recode = Bands(((20, 29), (30, 39)), ("20-29", "30-39"))
    original, masked = numbers(AGES), codes([0] * 6 + [1] * 4, ("20-29", "30-39"), Level.ORDINAL)
    detail = laid_out(original, (masked, recode), (original,))
    assert [s.share for s in detail.alike[0].steps] == pytest.approx([0.6, 0.4])
    assert detail.alike[1] == detail.original
