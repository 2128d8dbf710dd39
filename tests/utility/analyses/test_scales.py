"""Scales of both files."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import Column, Scale, Uses
from core.utility.analyses import AnalysesParameters, compare_scales
from tests.utility.analyses.files import paired

SCALE = Scale("scale", ("age", "visits", "my income"))


def items(seed=1, n=60):
    random = np.random.default_rng(seed)
    true = random.normal(size=n)
    return {name: Column(true + random.normal(size=n)) for name in SCALE.items}


def compare(original, scale=SCALE, **changed):
    (found,) = compare_scales(paired(Uses((), (), (), (scale,)), original=original, **changed), AnalysesParameters())
    return found


def test_a_copy_keeps_alpha():
    found = compare(items())
    assert found.utility() == 1.0
    assert found.original == found.masked
    assert len(found.original["if_deleted"]) == 3


def test_a_shuffled_item_lowers_it():
    shuffled = Column(np.random.default_rng(3).permutation(items()["age"].numbers))
    found = compare(items(), masked={"age": shuffled})
    assert found.masked["alpha"] < found.original["alpha"]
    both = zip(found.original["if_deleted"], found.masked["if_deleted"], strict=True)
    expected = np.mean([max(0.0, min(a, b) / max(a, b)) for a, b in both])
    assert found.utility() == pytest.approx(found.masked["alpha"] / found.original["alpha"] / 2 + expected / 2)


def test_two_items_have_no_alpha_without_one_of_them():
    found = compare(items(), Scale("two", ("age", "visits")))
    assert found.original["if_deleted"] == [None, None]
    assert found.utility() == 1.0


def test_incomplete_records_are_left_out():
    original = items()
    original["age"].numbers[:7] = np.nan
    assert compare(original).original["n"] == 53


def test_reasons():
    assert "'age' is not in the masked file" in compare(items(), removed=["age"]).reason
    constant = {name: Column(np.ones(5)) for name in SCALE.items}
    assert "the original does not give it" in compare(constant).reason


def test_an_item_without_which_the_masked_file_has_no_alpha_counts_nothing():
    found = compare(items())
    lost = {**found.masked, "if_deleted": [None, *found.masked["if_deleted"][1:]]}
    assert replace(found, masked=lost).utility() == pytest.approx(1 / 2 + (0 + 1 + 1) / 3 / 2)
