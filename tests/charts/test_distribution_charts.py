"""Curves, boxes and bars with differences: what is drawn, escaped, and that only aggregates are sent."""

import numpy as np
import pytest

from core.charts import box_plot_figure, curves_figure, share_differences_figure
from core.charts.panels import PanelGrid, compact_number, fitting_labels, round_ticks
from core.charts.text import text_width
from core.views.distributions import box_view, cumulated_view, density_view
from core.views.drill_down import variable_view

HOSTILE = "<b>first</b>"


def figures(people):
    age, income = ([("first", view(people, name))] for view, name in ((density_view, "age"), (density_view, "income")))
    box = box_view(people, "income")
    shares = variable_view(people, "income")
    return {
        "density": curves_figure(age + income),
        "cumulated": curves_figure([("first", cumulated_view(people, "income"))], cumulated=True),
        "box": box_plot_figure(box.original, [("first", box)]),
        "bars": share_differences_figure(shares.labels, shares.original, shares.masked),
    }


def test_nothing_of_the_length_of_the_file_and_no_value_of_a_record_is_sent(people, sent):
    n = people.original.n_records
    values = next(v for v in people.variables if v.name == "income").original.values
    for name, figure in figures(people).items():
        text, arrays = sent(figure)
        assert max((len(a) for a in arrays), default=0) < n / 4, name
        assert not any(repr(float(v)) in text for v in values), name


def test_curves_share_their_axes_and_name_their_scenario(people):
    figure = curves_figure([(HOSTILE, density_view(people, "age")), ("second", density_view(people, "age"))])
    assert figure.layout.xaxis.range == figure.layout.xaxis2.range
    assert figure.layout.yaxis.range == figure.layout.yaxis2.range
    assert "&lt;b&gt;first" in figure.layout.annotations[0].text


def test_a_reason_stands_where_a_curve_or_a_box_is_missing(people):
    for figure in (
        curves_figure([("first", density_view(people, "age")), ("second", density_view(people, "gone"))]),
        box_plot_figure(box_view(people, "age").original, [("second", box_view(people, "gone"))]),
    ):
        texts = " ".join(a.text for a in figure.layout.annotations).replace("<br>", " ")
        assert "gone has categories, no numbers" in texts
    only = curves_figure([("second", density_view(people, "gone"))])
    assert "no numbers" in only.layout.annotations[0].text.replace("<br>", " ")


def test_a_box_is_where_its_quantiles_are(people):
    box = box_view(people, "income")
    figure = box_plot_figure(box.original, [("first", box)])
    bars = [t for t in figure.data if t.type == "bar"]
    assert [b.base[0] for b in bars] == [box.original.first, box.masked.first]
    assert [b.x[0] + b.base[0] for b in bars] == pytest.approx([box.original.third, box.masked.third])
    assert figure.layout.shapes[0].x0 == box.original.middle


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
    assert round_ticks(10, 95) == [25, 50, 75]
    assert round_ticks(0, 7000) == [0, 2500, 5000]
    assert round_ticks(3, 3) == [3]
    for low, high in ((0.001, 0.013), (-5, 5), (17, 93), (1e5, 9e6), (-0.4, 2.2)):
        for most in (2, 3, 5):
            ticks = round_ticks(low, high, most)
            assert 1 <= len(ticks) <= most
            assert all(low - 1e-9 <= t <= high + 1e-9 for t in ticks)


def test_panels_do_not_overlap():
    grid = PanelGrid(5, 2, 100)
    found = [grid.domains(i) for i in range(5)]
    assert found[0][0] == found[2][0]
    assert found[0][0][1] < found[1][0][0]
    assert found[2][1][1] < found[0][1][0]
    assert found[4][1][0] >= 0
