"""What a control lets expect of one of another size."""

from math import comb

import numpy as np
import pytest

from core.statistics.attacks import at_size, corrected_for_size


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


def test_a_control_released_as_it_is_has_a_figure_though_no_curve_fits():
    # one record of the control meets each predicate: the fit, and anonymeter with it, comes to no end
    assert corrected_for_size(np.ones(1, dtype=np.int64), 3088, 4110) == pytest.approx(3089 / 4111)
