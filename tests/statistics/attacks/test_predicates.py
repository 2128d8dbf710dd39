"""Predicates that single out, counted by hand."""

import numpy as np

from core.statistics.attacks import CodedVariable, Predicates, SearchedFile, matches


def searched(values, ordered):
    """All records (n, m), also repeated ones, to be searched."""
    columns = np.array(values, dtype=float).T
    return SearchedFile.of(map(CodedVariable.of, columns), np.array(ordered), np.arange(columns.shape[1]))


FILE = searched([[20.0, 0], [30, 0], [30, 1], [40, 1], [np.nan, 2]], [True, False])


def asked(*conditions):
    parts = np.array([[c] for c in conditions])
    return Predicates(parts[:, :, 0].astype(int), parts[:, :, 1].astype(int), parts[:, :, 2])


def test_conditions_are_met_as_they_say():
    every = asked((0, 0, 30), (0, 1, 30), (0, 2, 30), (0, 3, 0), (0, 4, 30), (0, 5, 30), (0, 6, 30), (0, 7, 0))
    assert matches(FILE, every).tolist() == [2, 3, 3, 1, 3, 1, 1, 4]  # a missing value is not 30 either


def test_every_record_is_asked_that_may_meet_a_predicate():
    random = np.random.default_rng(5)
    values = random.choice([-np.inf, 0.0, 1, 2, 3, np.inf, np.nan], (60, 3))
    file = searched(values, [True] * 3)
    columns = np.sort(np.argsort(random.random((400, 3)), axis=1)[:, :2], axis=1)
    every = Predicates(columns, random.integers(0, 8, (400, 2)), random.choice([0.0, 1, 1.5, np.inf, np.nan], (400, 2)))
    means = [
        np.equal, np.greater_equal, np.less_equal, lambda v, a: np.isnan(v), np.not_equal, np.greater, np.less,
        lambda v, a: ~np.isnan(v),
    ]  # fmt: skip
    one_by_one = [
        np.logical_and.reduce([means[k](values[:, j], a) for j, k, a in zip(*predicate, strict=True)]).sum()
        for predicate in zip(every.columns, every.conditions, every.values, strict=True)
    ]
    assert matches(file, every).tolist() == one_by_one
    assert matches(file, every, 2).tolist() == np.minimum(one_by_one, 2).tolist()
