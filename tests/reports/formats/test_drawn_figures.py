"""Pictures of figures: data at its pixel, colours and directions as in the figure, the same bytes."""

import io
import zipfile

import matplotlib.image
import numpy as np
import pytest

from core.reports.formats.drawn_figures import draw
from core.reports.formats.figure_images import figures_zip
from core.reports.report_model import Figure

PLAIN = {"margin": {"l": 0, "r": 0, "t": 0, "b": 0}, "width": 200, "height": 100}
RED, BLUE = (255, 0, 0), (0, 0, 255)


def pixels(data, **layout):
    figure = Figure("f", "", {"data": data, "layout": {**PLAIN, **layout}}, "")
    drawn = matplotlib.image.imread(io.BytesIO(draw(figure, "png")))
    assert drawn.shape[:2] == (200, 400)
    return np.rint(255 * drawn[:, :, :3]).astype(int)


def bounds(found, ink):
    """Where a colour stands: left, right, top, bottom as shares of the picture."""
    rows, columns = np.nonzero((found == ink).all(axis=2))
    return [columns.min() / 400, (columns.max() + 1) / 400, rows.min() / 200, (rows.max() + 1) / 200]


def axes(x, y):
    return {
        "xaxis": {"range": x, "tickvals": [], "ticktext": []},
        "yaxis": {"range": y, "tickvals": [], "ticktext": []},
    }


def test_a_bar_is_as_long_as_its_value_and_stands_in_its_row():
    bar = {"type": "bar", "orientation": "h", "x": [0.5, 1.0], "y": [0, 1], "base": 0.25, "width": 0.6}
    found = pixels([{**bar, "marker": {"color": ["#f00", "#00f"]}}], **axes([0, 2], [1.5, -0.5]))
    assert bounds(found, RED) == pytest.approx([0.125, 0.375, 0.1, 0.4], abs=0.01)
    assert bounds(found, BLUE) == pytest.approx([0.125, 0.625, 0.6, 0.9], abs=0.01)


def test_a_point_stands_at_its_values_and_a_step_turns_where_the_figure_turns_it():
    point = {"type": "scatter", "mode": "markers", "x": [0.25], "y": [0.75], "marker": {"color": "#f00", "size": 10}}
    line = {
        "type": "scatter",
        "mode": "lines",
        "x": [0.5, 0.5, 1],
        "y": [0, 0.5, 0.5],
        "line": {"color": "#00f", "width": 4},
    }
    found = pixels([point, line], **axes([0, 1], [0, 1]))
    assert bounds(found, RED) == pytest.approx([0.225, 0.275, 0.2, 0.3], abs=0.01)
    assert bounds(found, BLUE) == pytest.approx([0.49, 1, 0.48, 1], abs=0.012)


def test_cells_have_the_colour_of_their_value_and_empty_ones_none():
    scale = [[0, "#ff0000"], [1, "#0000ff"]]
    cells = {"type": "heatmap", "z": [[0, None], [1, 0]], "zmin": 0, "zmax": 1, "colorscale": scale, "showscale": False}
    found = pixels([cells], **axes([-0.5, 1.5], [1.5, -0.5]))
    assert tuple(found[50, 100]) == RED
    assert tuple(found[50, 300]) == (255, 255, 255)
    assert tuple(found[150, 100]) == BLUE
    assert tuple(found[150, 300]) == RED


def test_a_scale_of_colours_begins_and_ends_where_the_figure_says_not_where_its_values_do():
    scale = [[0, "#ff0000"], [1, "#0000ff"]]
    cells = {"type": "heatmap", "z": [[0.5, 1.5]], "zmin": 0, "zmax": 2, "colorscale": scale, "showscale": False}
    found = pixels([cells], **axes([-0.5, 1.5], [0.5, -0.5]))
    assert found[100, 100] == pytest.approx([191, 0, 64], abs=2)
    assert found[100, 300] == pytest.approx([64, 0, 191], abs=2)


def test_the_archive_of_figures_has_each_as_a_drawing_and_as_a_picture():
    figure = Figure("f", "", {"data": [], "layout": PLAIN}, "")
    with zipfile.ZipFile(io.BytesIO(figures_zip([figure]))) as archive:
        drawn = {name: archive.read(name) for name in archive.namelist()}
    assert sorted(drawn) == ["f.png", "f.svg"]
    assert drawn["f.png"].startswith(b"\x89PNG")
    assert b"<svg" in drawn["f.svg"]


def test_a_shape_and_a_note_stand_where_the_figure_has_them():
    shape = {
        "type": "rect",
        "x0": 0.5,
        "x1": 0.75,
        "y0": 0,
        "y1": 1,
        "yref": "y domain",
        "fillcolor": "#f00",
        "line": {"width": 0},
    }
    note = {"x": 0, "y": 1, "xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "top", "showarrow": False}
    text = {**note, "text": "<span style='color:#00f'>\u25a0</span> a", "font": {"size": 40}}
    found = pixels([], **axes([0, 1], [5, 10]), shapes=[shape], annotations=[text])
    assert bounds(found, RED) == pytest.approx([0.5, 0.75, 0, 1], abs=0.01)
    left, right, top, bottom = bounds(found, BLUE)
    assert (left < 0.05) & (right < 0.2) & (top < 0.3) & (bottom < 0.5)


def test_the_same_figure_gives_the_same_bytes():
    figure = Figure("f", "", {"data": [{"x": [1, 2], "y": [2, 1], "mode": "lines+markers"}], "layout": PLAIN}, "")
    for form in ("svg", "png"):
        assert draw(figure, form) == draw(figure, form)


def test_every_shape_of_the_map_is_drawn_as_itself():
    from core.charts.map.map_style import MAP_SHAPES
    from core.reports.formats.drawn_figures import MARKERS

    assert {*MAP_SHAPES, "line-ne"} <= set(MARKERS)
    assert len({str(MARKERS[shape]) for shape in MAP_SHAPES}) == len(MAP_SHAPES)
