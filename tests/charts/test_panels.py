"""Ticks of narrow axes: what is drawn, and that nothing overlaps."""

import pytest

from core.charts.panels import compact_number, fitting_labels
from core.charts.text import text_width


@pytest.mark.parametrize("width", [60, 83, 125, 250])
@pytest.mark.parametrize("count", [1, 2, 5, 12, 40])
def test_ticks_never_overlap(width, count):
    labels = [f"category {i} of many" for i in range(count)]
    places, texts = fitting_labels(labels, width)
    assert 1 <= len(places) <= 4
    for (i, a), (j, b) in zip(zip(places, texts, strict=True), list(zip(places, texts, strict=True))[1:], strict=False):
        distance = (j - i) * width / count
        if count > 2 and len(places) > 2:
            assert (text_width(a, 10) + text_width(b, 10)) / 2 <= distance


def test_numbers_on_narrow_axes():
    assert [compact_number(x) for x in (0, 0.25, 9999, 20000, 1.5e6, -3e9)] == [
        "0",
        "0.25",
        "9999",
        "20k",
        "1.5M",
        "-3G",
    ]
