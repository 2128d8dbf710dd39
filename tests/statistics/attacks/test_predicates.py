"""Predicates that single out, counted by hand, and what a smaller control lets expect of a larger one."""

from math import comb

import numpy as np
import pytest

from core.statistics.attacks import (
    Predicates,
    SearchedFile,
    at_size,
    corrected_for_size,
    matches,
    multivariate_predicates,
    random_predicates,
    univariate_predicates,
)

FILE = SearchedFile(np.array([[20.0, 0], [30, 0], [30, 1], [40, 1], [np.nan, 2]]), np.array([True, False]))


def asked(*conditions):
    parts = np.array([[c] for c in conditions])
    return Predicates(parts[:, :, 0].astype(int), parts[:, :, 1].astype(int), parts[:, :, 2])


def test_conditions_are_met_as_they_say():
    every = asked((0, 0, 30), (0, 1, 30), (0, 2, 30), (0, 3, 0), (0, 4, 30), (0, 5, 30), (0, 6, 30), (0, 7, 0))
    assert matches(FILE, every).tolist() == [2, 3, 3, 1, 3, 1, 1, 4]  # a missing value is not 30 either


def test_every_record_is_asked_that_may_meet_a_predicate():
    random = np.random.default_rng(5)
    values = random.choice([-np.inf, 0.0, 1, 2, 3, np.inf, np.nan], (60, 3))
    file = SearchedFile(values, np.ones(3, dtype=bool))
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


def test_one_variable_singles_out_by_its_rare_values():
    univariate = univariate_predicates(FILE, 10, np.random.default_rng(1))
    said = sorted(
        zip(univariate.columns[:, 0], univariate.conditions[:, 0], np.nan_to_num(univariate.values[:, 0]), strict=True)
    )
    # age = 20, 40, <= 20, >= 40, missing; and the category of one record
    assert said == [(0, 0, 20), (0, 0, 40), (0, 1, 40), (0, 2, 20), (0, 3, 0), (1, 0, 2)]


def test_several_variables_single_out_one_record_each():
    random = np.random.default_rng(1)
    file = SearchedFile.of(random.normal(size=(200, 4)).round(1), np.ones(4, dtype=bool))
    predicates = multivariate_predicates(file, 50, 3, np.random.default_rng(2))
    assert len(predicates) == 50
    assert set(matches(file, predicates).tolist()) == {1}
    rows = {key.tobytes() for key in np.column_stack([predicates.columns, predicates.conditions, predicates.values])}
    assert len(rows) == 50


def test_nobody_is_singled_out_where_all_are_alike():
    file = SearchedFile(np.zeros((4, 2)), np.zeros(2, dtype=bool))
    assert len(multivariate_predicates(file, 5, 2, np.random.default_rng(1))) == 0
    assert len(univariate_predicates(file, 5, np.random.default_rng(1))) == 0


def test_random_predicates_take_values_of_the_file():
    predicates = random_predicates(FILE, 40, 2, np.random.default_rng(3))
    assert predicates.columns.tolist() == [[0, 1]] * 40
    assert set(predicates.values[:, 1].tolist()) == {0, 1, 2}


def test_repeated_records_count_once():
    assert len(SearchedFile.of(np.array([[1.0, np.nan], [1, np.nan], [2, 0]]), np.ones(2, dtype=bool)).values) == 2


def test_a_part_of_the_control_by_its_counts():
    # of 10 records 2 meet the predicate: one of them alone is in a half of it in 2 C(8, 4) of C(10, 5) halves
    assert at_size(np.array([2]), 10, 5) == pytest.approx(2 * comb(8, 4) / comb(10, 5))
    assert corrected_for_size(np.array([2, 1, 0]), 10, 10) == 1


def test_a_control_of_one_size_is_carried_on_as_anonymeter_does():
    # fit_correction_term of anonymeter 1.1.0 on 462 records, asked for 923: .5010822 = 463 / 924
    assert corrected_for_size(np.array([1] * 57 + [0] * 243), 462, 923) == pytest.approx(57 * 0.5010822510822511)


def test_counts_carry_on_what_a_larger_control_shows():
    random = np.random.default_rng(4)
    weights = random.uniform(0, 0.004, 4000)
    small, large = random.binomial(500, weights), random.binomial(1000, weights)
    assert at_size(small, 500, 1000) == pytest.approx((large == 1).sum(), rel=0.1)
