"""The study of intervals: its designs draw what they say, and coverage is counted by hand."""

import numpy as np
import pytest

from experiments.studies.interval_coverage import DESIGNS, cell, coverage, markdown, population


def test_coverage_by_hand():
    # mean 2: the first and third intervals hold it; standard deviation 1, half widths 1, .5, 1
    values = [[1.0, 0.0, 2.0], [3.0, 2.5, 3.5], [2.0, 1.0, 3.0]]
    share, width = coverage(values)
    assert share == pytest.approx(2 / 3)
    assert width == pytest.approx((2 + 1 + 2) / 3 / (2 * 1.96))


def test_figures_without_an_interval_say_so():
    assert coverage([[1.0], [2.0], [3.0]]) is None
    assert "| gdu | none shown |" in markdown({"simple": [{"gdu": [0.9]}, {"gdu": [0.8]}]})


def test_a_cell_says_how_many_samples_it_rests_on():
    assert cell(0.95, 300, 1.051) == "95.0 of 300 (1.05)"
    assert cell(0.9195, 87, 0.9) == "**92.0** of 87 (0.90)"


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.name)
def test_designs_draw_about_a_thousand_persons(design):
    people = population()
    rows = design.draw(people, np.random.default_rng(1))
    assert 850 <= len(rows) <= 1150
    assert len(np.unique(rows)) == len(rows)
