"""l-diversity and t-closeness by hand and against the formulas written out."""

from importlib import import_module

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from core.statistics.disclosure.diversity import ClassTable, closeness, diversity
from tests.class_tables import class_table


def test_two_classes_by_hand() -> None:
    classes = np.array([0, 0, 0, 0, 1, 1])
    values = np.array([0, 0, 1, 2, 5, 5])
    found = diversity(class_table(classes, values), 2.0, missing="value")
    assert found.distinct.tolist() == [3, 1]
    # entropy of 1/2, 1/4, 1/4 is 1.5 ln 2
    assert_allclose(found.entropy, [2**1.5, 1])
    # r = 2, 1, 1: 2 < 2 (1 + 1) holds for l = 2, 2 < 2 (1) does not for l = 3
    assert found.recursive.tolist() == [2, 1]


@pytest.mark.parametrize(
    ("rule", "distinct", "recursive"),
    [
        ("value", [2, 1], [2, 1]),
        ("each", [2, 2], [2, 2]),
        ("ignored", [1, 0], [1, 0]),
    ],
)
def test_missing_values_count_once_each_or_not(rule: str, distinct: list[int], recursive: list[int]) -> None:
    # 4 and missing; missing and missing
    found = diversity(class_table(np.array([0, 0, 1, 1]), np.array([4, -1, -1, -1])), 2.0, missing=rule)
    assert found.distinct.tolist() == distinct
    assert_allclose(found.entropy, distinct)
    assert found.recursive.tolist() == recursive


def test_nominal_distance_by_hand() -> None:
    # file 1/2, 1/4, 1/4; class 0 holds the first value only
    found = closeness(class_table(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 2])), ordered=False)
    assert_allclose(found, [0.5, 0.5])


def test_the_salaries_of_the_paper() -> None:
    # Li et al. (2007), section 4.3: salaries 3k .. 11k; {3k, 4k, 5k} is at .375, {6k, 8k, 11k} at .167
    salaries = np.arange(9)
    classes = np.array([0, 0, 0, 1, 2, 1, 2, 2, 1])
    assert_allclose(closeness(class_table(classes, salaries), ordered=True)[:2], [0.375, 0.167], atol=5e-4)


def test_a_class_without_values_and_a_constant() -> None:
    assert np.isnan(closeness(class_table(np.array([0, 1]), np.array([3, -1])), ordered=True)).tolist() == [False, True]
    assert closeness(class_table(np.array([0, 1]), np.array([3, 3])), ordered=True).tolist() == [0, 0]
    assert np.isnan(closeness(class_table(np.array([0, 1]), np.array([-1, -1])), ordered=False)).all()


@given(st.integers(1, 30), st.integers(1, 6), st.integers(0, 2**32 - 1), st.booleans())
def test_closeness_equals_the_formula(n: int, top: int, seed: int, ordered: bool) -> None:
    rng = np.random.default_rng(seed)
    values = np.unique(rng.integers(0, top, n), return_inverse=True)[1]
    classes = np.unique(rng.integers(0, 4, n), return_inverse=True)[1]
    v = values.max() + 1
    overall = np.bincount(values, minlength=v) / n
    for g, found in enumerate(closeness(class_table(classes, values), ordered=ordered)):
        own = np.bincount(values[classes == g], minlength=v) / (classes == g).sum()
        nominal = np.abs(own - overall).sum() / 2
        expected = np.abs(np.cumsum(own - overall)).sum() / max(v - 1, 1) if ordered else nominal
        assert found == pytest.approx(expected, abs=1e-12)


@given(st.integers(1, 30), st.integers(1, 6), st.integers(0, 2**32 - 1), st.sampled_from([0.5, 1.0, 2.0, 3.0]))
def test_diversity_equals_the_formula(n: int, top: int, seed: int, c: float) -> None:
    rng = np.random.default_rng(seed)
    values, classes = rng.integers(0, top, n), np.unique(rng.integers(0, 4, n), return_inverse=True)[1]
    found = diversity(class_table(classes, values), c, missing="value")
    for g in range(classes.max() + 1):
        r = np.sort(np.unique(values[classes == g], return_counts=True)[1])[::-1]
        assert found.distinct[g] == len(r)
        assert found.entropy[g] == pytest.approx(np.prod((r / r.sum()) ** (-r / r.sum())))
        assert found.recursive[g] == max((x + 1 for x in range(len(r)) if r[0] < c * r[x:].sum()), default=0)


def test_a_class_at_the_limit_but_for_rounding_is_not_diverse() -> None:
    # 3 < c (r_l + ...) with c = 0.1 + 0.2 and a tail of 10: 3 is not less than 3
    table = class_table(np.zeros(13, dtype=np.int64), np.array([0, 0, 0, *range(1, 11)]))
    assert diversity(table, 3 / 13 * (1 + 2e-16), missing="value").recursive[0] == 0
    assert diversity(table, 0.1 + 0.2, missing="value").recursive[0] == 1


def test_a_table_of_counts_by_hand() -> None:
    table = class_table(np.array([1, 0, 1, 1, 0]), np.array([2, 4, -1, 2, 0]))
    assert [column.tolist() for column in table] == [[0, 0, 1, 1], [0, 4, -1, 2], [1, 1, 1, 2]]
    # the two classes hold 2 and 3 records
    assert table.starts.tolist() == [0, 2, 4]


@pytest.mark.parametrize("highest", [2, 10**6])
def test_the_counts_of_many_values_equal_those_that_pandas_counts(highest: int) -> None:
    random = np.random.default_rng(2)
    classes, values = np.tile(random.integers(0, 3, 50), 2), np.tile(random.integers(-1, highest, 50), 2)
    expected = pd.DataFrame({"class": classes, "value": values}).value_counts().sort_index()
    found = class_table(classes, values)
    assert list(zip(found.classes, found.values, strict=True)) == expected.index.tolist()
    assert found.counts.tolist() == expected.tolist()


@pytest.mark.parametrize("cells", [1, 7, 40])
def test_classes_that_are_looked_at_after_others_give_the_same_bytes(cells: int, monkeypatch) -> None:
    random = np.random.default_rng(1)
    table = class_table(random.integers(0, 12, 60), random.integers(-1, 5, 60))
    rules = ("value", "each", "ignored")
    whole = [diversity(table, 2.0, missing=rule) for rule in rules]
    monkeypatch.setattr(import_module("core.statistics.disclosure.diversity"), "CHUNK", cells)
    for rule, before in zip(rules, whole, strict=True):
        for own, other in zip(diversity(table, 2.0, missing=rule), before, strict=True):
            assert own.tobytes() == other.tobytes()


def test_figures_rest_on_counts_alone() -> None:
    """A table of a thousand times as many records of each kind is as diverse, and as far from the file."""
    table = class_table(np.array([0, 0, 0, 1, 1]), np.array([0, 0, 1, -1, 2]))
    many = ClassTable(table.classes, table.values, 1000 * table.counts)
    for own, other in zip(diversity(many, 2.0, missing="value"), diversity(table, 2.0, missing="value"), strict=True):
        assert own.tobytes() == other.tobytes()
    for ordered in (True, False):
        assert closeness(many, ordered=ordered).tobytes() == closeness(table, ordered=ordered).tobytes()
    assert diversity(many, 2.0, missing="each").distinct.tolist() == [2, 1001]
