import pytest

from core.charts import Strip, utility_strip_figure
from core.views import RepetitionRange, Score


def shapes(figure, row):
    return [s for s in figure.layout.shapes if s.y0 < row < s.y1]


def test_strip_band_line_and_marker_lie_where_the_score_says():
    score = Score(0.84, (0.77, 0.92), RepetitionRange(0.8, 0.85, 0.9), 0.65)
    figure = utility_strip_figure([Strip("GDU", score), Strip("<b>Pairs", Score(0.5))])
    strip, band, line = shapes(figure, 0)
    assert (strip.x0, strip.x1) == (0.65, 1.0)
    assert (band.x0, band.x1) == (0.8, 0.9)
    assert (line.x0, line.x1) == (0.65, 0.65)
    marker = figure.data[0]
    assert (marker.x[0], marker.error_x.array[0], marker.error_x.arrayminus[0]) == pytest.approx((0.84, 0.08, 0.07))
    assert "80.0% to 90.0%" in marker.hovertext[0]
    assert "&lt;b&gt;Pairs" in figure.layout.yaxis.ticktext[1]


def test_without_references_only_the_marker_is_named():
    figure = utility_strip_figure([Strip("GDU", Score(0.5))])
    assert [(s.x0, s.x1) for s in shapes(figure, 0)] == [(0.0, 1.0)]
    assert "survey" not in figure.layout.annotations[0].text
    assert "shuffled" not in figure.layout.annotations[0].text


def test_everything_lies_within_the_axis():
    score = Score(0.52, (0.4, 0.6), RepetitionRange(0.3, 0.35, 0.4), 0.1)
    low, high = utility_strip_figure([Strip("GDU", score)]).layout.xaxis.range
    assert low < 0.1
    assert high > 1
