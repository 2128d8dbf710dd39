from dataclasses import replace

import numpy as np
import pytest

from core.charts import cross_table_figure
from core.views.drill_down import PairView, pair_view


def view(original, masked, reason=""):
    original = np.array(original)
    rows, columns = (tuple(f"{k}{i}" for i in range(size)) for k, size in zip("rc", original.shape, strict=True))
    return PairView("a", "b", rows, columns, original, None if masked is None else np.array(masked), 0, 0, reason)


def cells(figure):
    return np.asarray(next(t for t in figure.data if t.type == "heatmap").z)


def texts(figure):
    return next(t for t in figure.data if t.type == "scatter" and t.mode == "text").text


def test_row_percentages():
    figure = cross_table_figure(view([[30, 70], [1, 3]], [[50, 50], [1, 3]]), "original")
    assert cells(figure).tolist() == [[30, 70], [25, 75]]
    assert list(texts(figure)) == ["30.0%", "70.0%", "25.0%", "75.0%"]


@pytest.mark.parametrize(
    ("labels", "title", "shown"),
    [
        (("0", "under 8,000", "9,000–12,000", "1,600,000 or more"), "<b>b, in thousands</b>", "1,600 or more"),
        (("under 8,000", "8,000–8,999"), "<b>b</b>", "8,000–8,999"),
        (("1,600,000–2,399,999", "none"), "<b>b</b>", "none"),
    ],
)
def test_bands_between_whole_thousands_are_written_in_thousands(labels, title, shown):
    """On a phone "1,600,000–2,400,000" was cut to "1,600,000–2,400,0…", as were all its neighbours."""
    table = view([[9] * len(labels)] * 2, [[9] * len(labels)] * 2)
    axis = cross_table_figure(replace(table, column_labels=labels)).layout.xaxis
    assert (axis.title.text, axis.ticktext[-1]) == (title, shown)


def test_difference_is_masked_minus_original_in_points():
    figure = cross_table_figure(view([[30, 70], [1, 3]], [[50, 50], [1, 3]]), "difference")
    assert cells(figure) == pytest.approx(np.array([[20, -20], [0, 0]]))
    assert list(texts(figure)) == ["+20.0", "-20.0", "+0.0", "+0.0"]
    heatmap = figure.data[0]
    assert heatmap.zmin == -heatmap.zmax


def test_cells_that_moved_more_than_two_points_are_marked():
    figure = cross_table_figure(view([[50, 50], [400, 600]], [[50, 50], [430, 570]]))
    marks = next(t for t in figure.data if t.type == "scatter" and t.mode == "markers")
    assert np.round(marks.y).tolist() == [1, 1]
    assert np.floor(marks.x).tolist() == [0, 1]
    still = cross_table_figure(view([[400, 600]], [[415, 585]]))
    assert len(next(t for t in still.data if t.type == "scatter" and t.mode == "markers").x) == 0


def test_rows_without_records_have_no_percentage():
    figure = cross_table_figure(view([[0, 0], [1, 1]], [[1, 1], [0, 0]]), "masked")
    assert np.isnan(cells(figure)[1]).all()
    assert list(texts(figure))[2:] == ["–", "–"]


def test_small_cells_are_in_no_part_of_the_figure(sent):
    table = view([[2, 97, 41], [50, 50, 60]], [[60, 60, 61], [50, 50, 60]])
    text, _ = sent(cross_table_figure(table, "original", threshold=3))
    assert "(2 of" not in text
    assert "(41 of" not in text  # or the hidden one could be had from the row's percentages
    assert "(97 of" in text
    assert np.isnan(cells(cross_table_figure(table, "original", threshold=3))[0]).tolist() == [True, False, True]


def test_a_removed_variable_is_said(people):
    figure = cross_table_figure(pair_view(people, "gone", "work"), "masked")
    assert "gone was removed" in figure.layout.annotations[0].text
    assert cells(cross_table_figure(pair_view(people, "gone", "work"), "original")).shape == (4, 3)


def test_only_aggregates_are_sent(people, sent):
    content = pair_view(people, "income", "region")
    text, arrays = sent(cross_table_figure(content, "difference"))
    incomes = people.variables[3].original.values
    assert max(len(a) for a in arrays) <= content.original.size
    assert not any(repr(float(x)) in text for x in incomes)
    assert "West &amp; \\u003cb\\u003e" not in text
    assert "West &amp; &lt;b&gt;more" in text


@pytest.mark.parametrize("columns", [6, 10, 20])
def test_numbers_give_way_with_many_columns(columns):
    table = np.full((3, columns), 10)
    shown = [t for t in cross_table_figure(view(table, table)).data if t.type == "scatter" and t.mode == "text"]
    assert len(shown) == (columns <= 14)
    if columns == 10:
        assert shown[0].text[0] == "10"


@pytest.mark.parametrize(("label", "angle"), [("{}", 0), ("{} · 20 to 29 years", 45)])
def test_labels_of_columns_lean_where_they_would_run_into_each_other(label, angle):
    """Six age groups ran into each other; leaning to the right, the last labels left the figure and were hidden."""
    columns = tuple(label.format(i) for i in range(6))
    table = PairView("a", "b", ("x", "y"), columns, np.ones((2, 6), dtype=np.int64), None, 12, 0)
    layout = cross_table_figure(table, "original").layout
    assert layout.xaxis.tickangle == angle
    assert list(layout.xaxis.ticktext) == list(columns)
