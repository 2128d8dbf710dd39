"""Names of the data are written on an axis, never places of it: `__proto__` and its like break an axis of names."""

import numpy as np
import pytest

from core.charts import ColumnHead, as_clicked, figure_spec, pair_columns_figure, risk_utility_map_figure
from core.charts.drawing import Drawing
from core.charts.text import OBJECTS_OWN
from core.charts.theme import Frame
from core.reports.formats.drawn_notes import bare
from core.views import PairPanels

NAMES = ["__proto__", "constructor", "toString", "#000001"]
UTILITY = np.linspace(0, 1, 25).reshape(5, 5)


def pairs(names, *files):
    values = np.stack([UTILITY[: len(names), : len(names)]] * len(files))
    panels = PairPanels(tuple(names), values, values.astype("<U4"), difference=False, of_all=len(names))
    return pair_columns_figure(panels, [ColumnHead(i, file) for i, file in enumerate(files, 1)])


FIGURES = {
    "one file": lambda: pairs([*NAMES, "last"][-5:], "__proto__"),
    "two files": lambda: pairs(["first", *NAMES], "__proto__", "hasOwnProperty"),
}


@pytest.mark.parametrize("figure", FIGURES)
def test_places_on_axes_are_numbers(figure: str):
    spec = figure_spec(FIGURES[figure]())
    places = [place for trace in spec["data"] for axis in "xy" for place in np.ravel(trace.get(axis, [])).tolist()]
    assert not [place for place in places if isinstance(place, str)]
    axes = [axis for name, axis in spec["layout"].items() if name.startswith(("xaxis", "yaxis"))]
    shown = {bare(name) for axis in axes for name in axis.get("ticktext", ())}
    assert shown >= {"__proto__", "constructor", "#000001"}
    assert not [axis for axis in axes if axis.get("type") == "category"]


@pytest.mark.parametrize("place", [{"x": ["__proto__"], "y": [1]}, {"x": [1], "y": [2], "legendgroup": "constructor"}])
def test_every_figure_of_these_tests_is_looked_through_for_places_by_name(place):
    drawing = Drawing(Frame(200, 100, 0, 0, 0, 0))
    drawing.add_bar(**place)
    with pytest.raises(AssertionError, match="no places"):
        drawing.finished()


@pytest.mark.parametrize("figure", FIGURES)
def test_no_text_is_one_that_the_page_replaces(figure: str):
    spec = figure_spec(FIGURES[figure]())
    held = [text for text in every_text(spec) if text in OBJECTS_OWN or "#000001" in text]
    assert not held
    clicked = [as_clicked(trace["customdata"]) for trace in spec["data"] if "customdata" in trace]
    assert {*NAMES} <= set(every_text(clicked))


def test_a_map_writes_such_names_of_scenarios(make_map):
    spec = figure_spec(
        risk_utility_map_figure(make_map([(name, 0.5 + i / 10, 0.1 * i) for i, name in enumerate(NAMES)]))
    )
    assert not [text for text in every_text(spec) if text in OBJECTS_OWN or "#000001" in text]


TURNED = "safe\u202e)01-(\u202c\u200b\x07file"


def test_what_turns_text_around_is_written_out_as_on_pages(make_map):
    bars = pairs([TURNED, "age"], TURNED)
    points = risk_utility_map_figure(make_map([(TURNED, 0.5, 0.1), ("other", 0.6, 0.2)]))
    for figure in (bars, points):
        texts = list(every_text(figure_spec(figure)["layout"]))
        texts += [
            t for trace in figure_spec(figure)["data"] for name in ("text", "name") for t in every_text(trace.get(name))
        ]
        assert any("&lt;U+202E&gt;" in text for text in texts)
        assert not [text for text in texts if not text.isprintable()]


def every_text(node):
    if isinstance(node, str):
        yield node
    elif isinstance(node, (dict, list)):
        for part in node.values() if isinstance(node, dict) else node:
            yield from every_text(part)


def test_plotly_fills_nothing_into_a_name(make_map):
    """It took `%{x}` out of the name of a file on the map."""
    names = ["%{x} {{}}", "%{meta}", "100%"]
    spec = figure_spec(risk_utility_map_figure(make_map([(n, 0.5 + i / 10, 0.1 * i) for i, n in enumerate(names)])))
    notes = [note["text"] for note in spec["layout"]["annotations"]]
    assert not [note for note in notes if "%{" in note]
    assert {*names} <= {bare(note) for note in notes}
