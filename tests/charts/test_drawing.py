"""A drawing is a figure of plotly, made without plotly's checks."""

import plotly.graph_objects as go
import pytest

from core.charts import PageFigure
from core.charts.drawing import Drawing
from core.charts.text import wrapped
from core.charts.theme import DARK, LIGHT, Frame


def drawn():
    drawing = Drawing(Frame(400, 300, 1, 2, 3, 4))
    drawing.add_scatter(x=[1, 2], y=[3, 4])
    drawing.add_hline(3, line={"width": 1})
    drawing.update_xaxes({"range": [0, 5]}, showline=True)
    return drawing


def test_a_drawing_holds_what_plotly_would_hold():
    expected = go.Figure(layout=drawn().layout | {"shapes": [], "xaxis": {}})
    expected.add_scatter(x=[1, 2], y=[3, 4])
    expected.add_hline(3, line={"width": 1})
    expected.update_xaxes({"range": [0, 5]}, showline=True)
    figure = drawn().finished()
    assert figure.to_dict() == expected.to_dict()
    assert figure.layout.shapes[0].xref == "x domain"
    assert list(figure.data[0].x) == [1, 2]


def test_a_property_that_plotly_does_not_know_fails_the_tests():
    drawing = drawn()
    drawing.update_xaxes(rangee=[0, 1])
    with pytest.raises(ValueError, match="rangee"):
        drawing.finished()


def test_a_page_draws_in_its_own_colours_and_the_same_figure_but_once():
    figure = drawn().finished()
    sent, dark = (PageFigure(figure, dark=dark).to_dict() for dark in (False, True))
    assert sent["data"] == figure.to_dict()["data"]
    assert (sent["layout"]["font"]["color"], dark["layout"]["font"]["color"]) == (LIGHT.reference, DARK.reference)
    assert "template" not in sent["layout"], "with one plotly.js draws anew whatever is handed to it twice"
    other = drawn()
    other.add_hline(4)
    revisions = [PageFigure(f, dark=False).to_dict()["layout"]["datarevision"] for f in (figure, other.finished())]
    assert sent["layout"]["datarevision"] == revisions[0] != revisions[1]


def test_long_names_are_broken_at_their_marks():
    assert wrapped("health_suppressed_noise kept", 120, 12) == ["health_suppressed_", "noise kept"]
    assert wrapped("health_suppressed_noise kept", 400, 12) == ["health_suppressed_noise kept"]
    assert wrapped("abcdefghijklmnopqrstuvwxyz", 60, 12) == ["abcdefghijklmnopqrstuvwxyz"]
