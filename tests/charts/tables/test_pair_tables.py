"""Tables of a pair side by side: one colour scale, shares by hand, what moved, reasons instead of a table."""

import numpy as np
import pytest

from core.charts import pair_tables_figure
from core.views.drill_down import PairView, pair_view


def two_way(original, masked, reason=""):
    tables = np.array(original), None if masked is None else np.array(masked)
    return PairView("a", "b", ("<b>r0", "r1"), ("c0", "c1"), *tables, 0, 0, reason)


def heat(figure):
    return [t for t in figure.data if t.type == "heatmap"]


def test_both_tables_show_shares_of_a_row_on_one_scale_and_mark_what_moved() -> None:
    view = two_way([[30, 70], [0, 0]], [[33, 67], [5, 5]])
    figure = pair_tables_figure([("Original", view, "original"), ("<i>masked", view, "masked")])
    original, masked = heat(figure)
    assert original.z[0].tolist() == pytest.approx([0.3, 0.7])
    assert np.isnan(original.z[1]).all()
    assert list(original.text[0]) == ["30", "70"]
    assert (original.zmin, original.zmax) == (masked.zmin, masked.zmax) == (0, pytest.approx(0.7))
    assert "30.0% (30 of 100)" in original.hovertext[0][0]
    assert "no records in this row" in original.hovertext[1][0]
    dots = [t for t in figure.data if t.type == "scatter"]
    assert [list(np.round(t.y)) for t in dots] == [[0, 0]], "an empty row of the original did not move"
    assert figure.layout.yaxis.ticktext[0] == "&lt;b&gt;r0"
    assert figure.layout.xaxis.domain[1] < figure.layout.xaxis2.domain[0]
    assert "&lt;i&gt;masked" in figure.layout.annotations[1].text


def test_a_reason_stands_where_there_is_no_table() -> None:
    figure = pair_tables_figure([("masked", two_way([[1, 1], [1, 1]], None, "b was removed"), "masked")])
    assert not heat(figure)
    assert any("b was removed" in note.text for note in figure.layout.annotations)


def test_numbers_are_a_scatter_in_bins_and_no_value_of_a_record_is_sent(people, sent) -> None:
    view = pair_view(people, "age", "income", cut="equal")
    figure = pair_tables_figure([("Original", view, "original"), ("m", view, "masked")], by_row=False)
    text, arrays = sent(figure)
    assert heat(figure)[0].text is None
    assert not any(len(array) >= people.original.n_records for array in arrays)
    values = next(v for v in people.variables if v.name == "income").original.values
    assert not any(repr(float(x)) in text for x in values[:200])
    assert figure.layout.yaxis.range[0] < figure.layout.yaxis.range[1], "the smallest at the bottom"
