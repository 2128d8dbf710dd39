"""Which side is worse, which colour means what, and what is kept back: read from the data that a figure holds."""

import re
from dataclasses import replace

import numpy as np
import pytest

from core.assessment.catalogue import measure_by_id
from core.charts import (
    ColumnHead,
    pair_columns_figure,
    pair_tables_figure,
    risk_distribution_figure,
    risk_utility_map_figure,
)
from core.charts.theme import palette
from core.measures import Better
from core.views.drill_down import PairView, pair_view
from core.views.pair_panels import PairPanels
from core.views.risk import RecordRisks, risk_bins
from core.views.risk_utility.axis import Axis
from core.views.risk_utility.points import MapPoint, RiskUtilityMap

DARK = pytest.mark.parametrize("dark", [False, True])


def rgb(colour):
    """Return red, green, blue of a colour as it is in a figure."""
    if colour.startswith("#"):
        return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return tuple(float(part) for part in re.findall(r"[\d.]+", colour)[:3])


def painted(figure, value):
    """Return the colour that a figure's heatmap paints a value with."""
    heat, shared = next(t for t in figure.data if t.type == "heatmap"), figure.layout.coloraxis
    low, high, scale = (shared.cmin, shared.cmax, shared.colorscale) if heat.coloraxis else (
        heat.zmin, heat.zmax, heat.colorscale,
    )  # fmt: skip
    place = (value - low) / (high - low)
    stops, colours = zip(*((s, rgb(c)) for s, c in scale), strict=True)
    return tuple(float(np.interp(place, stops, [c[k] for c in colours])) for k in range(3))


def is_blue(colour):
    return colour[2] > colour[0] + 20


def is_orange(colour):
    return colour[0] > colour[2] + 20


def off_background(colour, dark):
    """Return how far a colour is from the page's: of a loss the larger, the farther."""
    page = rgb(palette(dark).loss[0])
    return sum(abs(a - b) for a, b in zip(colour, page, strict=True))


# what does not hold


def risk_map(*points, better=Better.LOWER):
    risk = replace(measure_by_id("global_risk"), better=better)
    return RiskUtilityMap(Axis(measure_by_id("gdu")), Axis(risk, ("keys",)), points, ())


DOUBTED = MapPoint("doubted", "scenario", 0.8, 0.2, validity=("its key values are false",))
SOUND = MapPoint("sound", "scenario", 0.7, 0.1, pareto=True)


@DARK
def test_a_risk_that_does_not_hold_is_hollow_and_marked_and_one_that_does_is_neither(dark):
    figure = risk_utility_map_figure(risk_map(DOUBTED, SOUND), dark=dark)
    symbols = {t.customdata[0][0]: t.marker.symbol for t in figure.data if t.customdata is not None}
    assert symbols["doubted"].endswith("-open")
    assert not symbols["sound"].endswith("-open")
    hover = {t.name: t.hovertext[0] for t in figure.data if t.customdata is not None}
    assert "its key values are false" in hover["doubted"]
    assert "does not hold" in hover["doubted"]
    assert "does not hold" not in hover["sound"]


def test_a_risk_that_holds_but_not_beside_the_originals_is_said_to():
    apart = replace(DOUBTED, holds_alone=True)
    figure = risk_utility_map_figure(risk_map(apart, SOUND))
    (hover,) = (t.hovertext[0] for t in figure.data if t.customdata is not None and t.name == "doubted")
    assert "cannot be compared with the original's" in hover
    assert "does not hold" not in hover


# the side of a limit that is acceptable


def shade(figure):
    return next(s for s in figure.layout.shapes if s.type == "rect")


@pytest.mark.parametrize("better", [Better.LOWER, Better.HIGHER])
def test_the_acceptable_risks_are_shaded(better):
    content = risk_map(DOUBTED, SOUND, better=better)
    figure = risk_utility_map_figure(content, risk_limit=0.15)
    ends, values = sorted((shade(figure).y0, shade(figure).y1)), (0.2, 0.1)
    worse, fine = values if better is Better.LOWER else values[::-1]
    assert ends[0] <= fine <= ends[1]
    assert not ends[0] <= worse <= ends[1]


def test_on_swapped_axes_too():
    drawn = shade(risk_utility_map_figure(risk_map(DOUBTED, SOUND), risk_limit=0.15, swapped=True))
    assert (drawn.x0, drawn.x1) == (0, pytest.approx(0.15))


def test_records_riskier_than_the_threshold_are_shaded():
    counted = RecordRisks(np.array([0.01, 0.5]), np.array([9, 1]))
    drawn = shade(risk_distribution_figure(risk_bins(counted, counted), [ColumnHead(1, "a")], threshold=0.1))
    assert drawn.x0 == -1
    assert drawn.x1 == 0


# small cells

TABLE = np.array([[60, 60, 61], [50, 50, 60]])
FEW = np.array([[2, 97, 41], [50, 50, 60]])


def two_way(original, masked):
    return PairView("a", "b", ("r0", "r1"), ("c0", "c1", "c2"), original, masked, 0, 0, "")


# colours


def panels(*, difference=False):
    words = np.full((1, 3, 3), "said")
    return PairPanels(("a", "b", "c"), np.full((1, 3, 3), 0.5), words, difference=difference, of_all=3)


@DARK
def test_more_than_in_the_original_is_blue_and_less_is_orange(dark):
    figure = pair_columns_figure(panels(difference=True), [ColumnHead(1, "a")], dark=dark)
    assert is_blue(painted(figure, 0.5))
    assert is_orange(painted(figure, -0.5))


@DARK
def test_the_larger_the_loss_the_farther_from_the_page(dark):
    figure = pair_columns_figure(panels(), [ColumnHead(1, "a")], dark=dark)
    far = [off_background(painted(figure, utility), dark) for utility in (0.0, 0.5, 1.0)]
    assert far[0] > far[1] > far[2]


@DARK
def test_the_more_records_the_farther_from_the_page(people, dark):
    shares = pair_tables_figure([("Original", two_way(TABLE, FEW), "original")], dark=dark)
    assert off_background(painted(shares, 0.4), dark) > off_background(painted(shares, 0.05), dark)
    heat = pair_tables_figure([("Original", pair_view(people, "age", "income"), "original")], by_row=False, dark=dark)
    most = next(t for t in heat.data if t.type == "heatmap").zmax
    assert off_background(painted(heat, most), dark) > off_background(painted(heat, most / 5), dark)
