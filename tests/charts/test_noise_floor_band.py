"""The bands of a fresh survey and of shuffled columns on the risk-utility map."""

from dataclasses import replace

import pytest

from core.charts import risk_utility_map_figure
from core.views import AxisResolution, RepetitionRange


def bands(fresh, shuffled=(0.5, 0.55)):
    """Return bands with these ends."""
    ranges = (RepetitionRange(low, (low + high) / 2, high) for low, high in (fresh, shuffled))
    return AxisResolution(9.0, True, *ranges)


def band(figure, floor, swapped):
    for shape in figure.layout.shapes:
        ends = (shape.y0, shape.y1) if swapped else (shape.x0, shape.x1)
        if ends == floor:
            return shape
    return None


@pytest.mark.parametrize("swapped", [False, True])
def test_band_lies_along_the_utility_axis_and_is_named(make_map, eleven, swapped):
    content = replace(make_map(eleven), resolution=bands((0.85, 0.92)))
    figure = risk_utility_map_figure(content, swapped=swapped)
    assert band(figure, (0.85, 0.92), swapped).layer == "below"
    assert any("A fresh survey 85.0% to 92.0%" in a.text for a in figure.layout.annotations if a.text)


def test_no_band_where_it_was_not_measured(map_of_eleven):
    figure = map_of_eleven
    assert not any("survey" in a.text for a in figure.layout.annotations if a.text)


def test_a_band_beyond_the_axis_is_told_in_words(make_map):
    content = replace(make_map([("a", 0.97, 0.1), ("b", 0.98, 0.2)]), resolution=bands((0.2, 0.3), (0.05, 0.1)))
    figure = risk_utility_map_figure(content)
    assert band(figure, (0.2, 0.3), False) is None
    assert any("(below the axis)" in a.text for a in figure.layout.annotations if a.text)


def test_the_name_stays_above_the_plot(make_map, eleven):
    content = replace(make_map(eleven), resolution=bands((0.85, 0.92)))
    note = next(a for a in risk_utility_map_figure(content).layout.annotations if a.text and "survey" in a.text)
    assert (note.yref, note.y, note.yanchor) == ("paper", 1.0, "bottom")
