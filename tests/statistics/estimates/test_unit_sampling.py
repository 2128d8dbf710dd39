"""Whole units drawn within strata: hand-computed."""

from typing import NamedTuple

import numpy as np

from core.statistics.estimates.unit_sampling import draw_units, joined_strata, stratum_of_units
from core.statistics.reproducible import generator


class Design(NamedTuple):
    units: np.ndarray
    strata: np.ndarray


def test_strata_are_joined_until_each_has_enough_units():
    # 1, 1, 2, 1 units: the first two together, then two, and the last one joins them
    strata = np.array([0, 1, 2, 2, 3])
    assert joined_strata(strata, 2).tolist() == [0, 0, 1, 1, 1]
    assert joined_strata(strata, 1).tolist() == strata.tolist()
    assert joined_strata(strata, 9).tolist() == [0] * 5


def test_records_alone_are_drawn_one_by_one():
    design = Design(np.arange(50), np.zeros(50, dtype=np.int64))
    assert draw_units(design, 30, generator(1, "a")).tolist() == generator(1, "a").integers(0, 50, 30).tolist()


def test_units_and_strata_are_coded_densely():
    for units, strata in (
        ([0, 1, 2], [7, 7, 7]),
        ([0, 1, 2], [7, 5, 7]),
        ([2, 1, 0], [0, 0, 0]),
        ([4, 4, 9], [0, 0, 3]),
    ):
        found = stratum_of_units(Design(np.array(units), np.array(strata)))
        _, first, unit = np.unique(units, return_index=True, return_inverse=True)
        expected = unit, np.unique(np.array(strata)[first], return_inverse=True)[1]
        assert [each.tolist() for each in found] == [each.tolist() for each in expected]


def test_all_records_of_a_drawn_unit_come_and_each_as_often():
    design = Design(np.repeat(np.arange(40), 3), np.zeros(120, dtype=np.int64))
    rows = draw_units(design, 120, generator(1, "a"))
    assert len(rows) == 120
    times = np.bincount(rows, minlength=120).reshape(40, 3)
    assert (times == times[:, :1]).all()
    assert (times.min(), times.max() > 1) == (0, True)


def test_each_stratum_keeps_its_number_of_units():
    # 20 units of one record, 30 units of two: at half the size 10 and 15 units
    units = np.concatenate([np.arange(20), 20 + np.repeat(np.arange(30), 2)])
    strata = (np.arange(80) >= 20).astype(np.int64)
    rows = draw_units(Design(units, strata), 40, generator(2, "a"))
    assert np.bincount(strata[rows]).tolist() == [10, 30]


def test_strata_of_few_units_are_joined_for_the_draw():
    units, strata = np.arange(40), np.repeat(np.arange(20), 2)
    rows = draw_units(Design(units, strata), 40, generator(3, "a"))
    # five strata of two units make ten, from which ten are drawn
    assert np.bincount(strata[rows] // 5).tolist() == [10, 10, 10, 10]
    assert len(np.unique(np.bincount(strata[rows], minlength=20))) > 1
