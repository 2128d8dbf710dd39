"""Intervals of one figure by file, and a coefficient against the risk."""

import pytest

from core.charts import coefficient_intervals_figure, indicator_intervals_figure
from core.views.analyses import EstimateInFile, IntervalRow, IntervalRows, RiskPoint

ORIGINAL = EstimateInFile(10.0, 1.0, 8.0, 12.0, 100)
ROWS = (
    IntervalRow("<b>near", EstimateInFile(10.5, 1.0, 8.5, 12.5, 90), ORIGINAL, True, 0.875, 0.5),
    IntervalRow("far", EstimateInFile(20.0, 1.0, 18.0, 23.0, 90), ORIGINAL, False, -2.0, 10.0),
    IntervalRow("gone", reason="'income' is not in the masked file"),
    IntervalRow(
        "banded", EstimateInFile(9.0, 1.0, 7.0, 11.0, 90), EstimateInFile(9.5, 1.0, 7.5, 11.5, 100), True, released=True
    ),
)


def drawn(rows=ROWS, **settings):
    return indicator_intervals_figure(IntervalRows(ORIGINAL, rows), title="Mean <income>", **settings)


@pytest.mark.parametrize("dark", [False, True])
def test_points_intervals_and_band_lie_where_the_figures_say(dark):
    figure = drawn(dark=dark)
    (band,) = figure.layout.shapes
    assert (band.x0, band.x1) == (8.0, 12.0)
    original, near, far, recoded, banded = figure.data
    assert (original.x[0], original.y[0]) == (10.0, 0)
    assert (near.x[0], near.y[0]) == (10.5, 1)
    assert (far.error_x.array[0], far.error_x.arrayminus[0]) == (3.0, 2.0)
    assert far.marker.symbol.endswith("-open")
    assert not near.marker.symbol.endswith("-open")
    assert (recoded.x[0], recoded.y[0]) == (9.5, 4)
    assert (banded.x[0], banded.y[0]) == (9.0, 4)
    low, high = figure.layout.xaxis.range
    assert low < 7
    assert high > 23


def test_a_lost_figure_says_so_in_its_row():
    notes = [a for a in drawn().layout.annotations if a.y == 3]
    assert [n.text for n in notes] == ["cannot be estimated"]
    assert "not in the masked file" in notes[0].hovertext


def test_names_are_shown_as_they_are():
    figure = drawn()
    assert "&lt;b&gt;near" in figure.layout.yaxis.ticktext[1]
    assert "&lt;b&gt;near" in figure.data[1].hovertext[0]
    assert figure.layout.xaxis.title.text == "Mean &lt;income&gt;"


def test_the_key_names_what_is_there_and_nothing_else():
    key = drawn().layout.annotations[-1].text
    assert all(word in key for word in ("95% interval", "outside", "recoded alike"))
    alone = drawn(ROWS[:1]).layout.annotations[-1].text
    assert "outside" not in alone
    assert "recoded" not in alone


def test_figures_without_width_still_have_an_axis():
    same = EstimateInFile(0.0, 0.0, 0.0, 0.0, 5)
    figure = indicator_intervals_figure(IntervalRows(same, (IntervalRow("a", same, same, True),)), title="x")
    low, high = figure.layout.xaxis.range
    assert low < 0 < high


def test_the_coefficient_stands_at_its_risk():
    points = (
        RiskPoint("Original", ORIGINAL, 900.0, True),
        RiskPoint("<i>noise", EstimateInFile(11.0, 1.0, 9.0, 13.0, 100), 300.0),
    )
    figure = coefficient_intervals_figure(points, title="sex <m>", risk_title="Expected re-identifications")
    noise, original = figure.data
    assert (noise.x[0], noise.y[0], noise.text[0]) == (11.0, 300.0, "1")
    assert (original.x[0], original.y[0]) == (10.0, 900.0)
    assert (figure.layout.shapes[0].x0, figure.layout.shapes[0].x1) == (8.0, 12.0)
    assert "&lt;i&gt;noise" in noise.hovertext[0]
    assert figure.layout.xaxis.title.text == "sex &lt;m&gt;"
    low, high = figure.layout.yaxis.range
    assert low < 0
    assert high > 900
