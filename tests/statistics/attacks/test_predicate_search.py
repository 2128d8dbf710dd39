"""Predicates found in a file's own values."""

import numpy as np

from core.statistics.attacks import (
    matches,
    multivariate_predicates,
    random_predicates,
    univariate_predicates,
)
from tests.statistics.attacks.test_predicates import searched

FILE = searched([[20.0, 0], [30, 0], [30, 1], [40, 1], [np.nan, 2]], [True, False])


def test_one_variable_singles_out_by_its_rare_values():
    univariate = univariate_predicates(FILE, 10, np.random.default_rng(1))
    said = sorted(
        zip(univariate.columns[:, 0], univariate.conditions[:, 0], np.nan_to_num(univariate.values[:, 0]), strict=True)
    )
    # age = 20, 40, <= 20, >= 40, missing; and the category of one record
    assert said == [(0, 0, 20), (0, 0, 40), (0, 1, 40), (0, 2, 20), (0, 3, 0), (1, 0, 2)]


def test_several_variables_single_out_one_record_each():
    random = np.random.default_rng(1)
    file = searched(random.normal(size=(200, 4)).round(1), [True] * 4)
    predicates = multivariate_predicates(file, 50, 3, np.random.default_rng(2))
    assert len(predicates) == 50
    assert set(matches(file, predicates).tolist()) == {1}
    rows = {key.tobytes() for key in np.column_stack([predicates.columns, predicates.conditions, predicates.values])}
    assert len(rows) == 50


def test_the_search_goes_on_where_predicates_are_rare():
    # one pair of values in a thousand has one record: a batch finds one or two, and some batches none
    pairs = np.array([[a, b] for a in range(30) for b in range(30)], dtype=float)
    file = searched(np.vstack([np.repeat(pairs[:-8], 8, axis=0), pairs[-8:]]), [False] * 2)
    assert len(multivariate_predicates(file, 100, 2, np.random.default_rng(1))) == 8


def test_nobody_is_singled_out_where_all_are_alike():
    file = searched(np.zeros((4, 2)), [False] * 2)
    assert len(multivariate_predicates(file, 5, 2, np.random.default_rng(1))) == 0
    assert len(univariate_predicates(file, 5, np.random.default_rng(1))) == 0


def test_random_predicates_take_values_of_the_file():
    predicates = random_predicates(FILE, 40, 2, np.random.default_rng(3))
    assert predicates.columns.tolist() == [[0, 1]] * 40
    assert set(predicates.values[:, 1].tolist()) == {0, 1, 2}
