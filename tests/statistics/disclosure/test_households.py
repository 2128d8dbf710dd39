"""Household risk by hand."""

import numpy as np
from numpy.testing import assert_allclose

from core.statistics.disclosure.households import household_risks


def test_two_households_and_a_record_of_none() -> None:
    by_record, by_household = household_risks(np.array([0.5, 0.1, 0.2, 0.3]), np.array([7.0, 3.0, 7.0, np.nan]))
    assert_allclose(by_record, [0.6, 0.1, 0.6, 0.3], rtol=1e-14)
    assert_allclose(by_household, [0.1, 0.6, 0.3], rtol=1e-14)


def test_a_member_who_is_certain_to_be_found() -> None:
    by_record, _ = household_risks(np.array([1.0, 0.0]), np.array([1.0, 1.0]))
    assert by_record.tolist() == [1, 1]


def test_tiny_risks_keep_their_digits() -> None:
    by_record, _ = household_risks(np.full(3, 1e-17), np.ones(3))
    assert_allclose(by_record, 3e-17, rtol=1e-12)


def test_records_without_a_household_are_each_alone() -> None:
    by_record, by_household = household_risks(np.array([0.5, 0.2, 0.4]), np.array([np.nan, 1.0, np.nan]))
    assert_allclose(by_record, [0.5, 0.2, 0.4], rtol=1e-14)
    assert_allclose(by_household, [0.2, 0.5, 0.4], rtol=1e-14)
