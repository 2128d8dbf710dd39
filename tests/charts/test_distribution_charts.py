"""Bars with differences, and ticks of narrow axes: what is drawn, escaped."""

import numpy as np
import pytest

from core.charts import share_differences_figure
from core.charts.panels import compact_number, fitting_labels
from core.charts.text import text_width

HOSTILE = "<b>first</b>"


def test_differences_are_points_of_shares_and_signed():
    figure = share_differences_figure(["a", HOSTILE], np.array([60, 40]), np.array([25, 25]))
    assert list(figure.data[0].x) == [0.6, 0.4]
    assert list(figure.data[2].x) == pytest.approx([-10, 10])
    assert list(figure.data[3].text) == ["-10.0", "+10.0"]
    assert figure.data[2].marker.color[0] != figure.data[2].marker.color[1]
    assert figure.layout.yaxis.ticktext[1].startswith("&lt;b&gt;")


def test_short_labels_are_not_cut_and_long_ones_leave_room_for_the_bars():
    figure = share_differences_figure(["0 × 1", "0 × 2"], np.array([1, 2]), np.array([2, 1]))
    assert figure.layout.yaxis.ticktext == ("0<br> × 1", "0<br> × 2")
    long = share_differences_figure(["w" * 60], np.array([1]), np.array([1]))
    assert long.layout.margin.l <= 120


@pytest.mark.parametrize("width", [60, 83, 125, 250])
@pytest.mark.parametrize("count", [1, 2, 5, 12, 40])
def test_ticks_never_overlap(width, count):
    labels = [f"category {i} of many" for i in range(count)]
    places, texts = fitting_labels(labels, width)
    assert 1 <= len(places) <= 4
    for (i, a), (j, b) in zip(zip(places, texts, strict=True), list(zip(places, texts, strict=True))[1:], strict=False):
        apart = (j - i) * width / count
        if count > 2 and len(places) > 2:
            assert (text_width(a, 10) + text_width(b, 10)) / 2 <= apart


def test_numbers_on_narrow_axes():
    assert [compact_number(x) for x in (0, 0.25, 9999, 20000, 1.5e6, -3e9)] == [
        "0",
        "0.25",
        "9999",
        "20k",
        "1.5M",
        "-3G",
    ]
