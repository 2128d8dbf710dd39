"""Files beside each other: one scale, one order, columns that line up; the original with its own detail."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from core.charts import ColumnHead, distribution_columns_figure, pair_columns_figure
from core.charts.compare.columns import domains
from core.views import PairPanels
from core.views.own_detail import FileShares, OwnDetail, ShareStep, own_detail

HEADS = tuple(ColumnHead(i, f"<i>file {i}", "✕ Cannot go out", "risk 2%", "stopped") for i in range(1, 7))


def panels(count, difference=False):
    values = np.random.default_rng(2).random((count, 4, 4))
    words = np.full(values.shape, "said", dtype="<U8")
    return PairPanels(("a", "b", "c", "d"), values, words, difference, 4)


@pytest.mark.parametrize("count", [1, 2, 6])
def test_columns_line_up_and_do_not_touch(count):
    places = domains(count)
    assert all(left < right for left, right in places)
    assert all(first[1] < second[0] for first, second in pairwise(places))
    assert 0 < places[0][0] < places[-1][1] <= 1
    widths = [right - left for left, right in places]
    assert widths == pytest.approx([widths[0]] * count)


@pytest.mark.parametrize("difference", [False, True])
def test_all_heatmaps_have_one_scale_and_one_order(difference):
    figure = pair_columns_figure(panels(6, difference), HEADS)
    heat = [t for t in figure.data if t.type == "heatmap"]
    assert [t.coloraxis for t in heat] == ["coloraxis"] * 6
    assert {t.yaxis for t in heat} == {"y"}
    assert figure.layout.hovermode == "y unified"
    assert [figure.layout[f"xaxis{i or ''}"].range for i in (0, 2, 6)] == [(-0.5, 2.5)] * 3
    assert (figure.layout.coloraxis.cmin < 0) is difference


def test_the_chosen_pair_is_ringed_in_every_file_in_either_order():
    for chosen in (("b", "d"), ("d", "b")):
        rings = pair_columns_figure(panels(3), HEADS[:3], chosen=chosen).layout.shapes
        assert [(r.xref, r.x0, r.y0) for r in rings] == [(x, 0.5, 1.5) for x in ("x", "x2", "x3")]


def test_a_click_gives_both_variables_and_names_are_shown_as_they_are():
    figure = pair_columns_figure(panels(2), HEADS[:2])
    pointer = next(t for t in figure.data if t.type == "scattergl")
    assert list(pointer.customdata[1]) == ["a", "c"]
    assert "&lt;i&gt;" in pointer.hovertext[0]


def test_cells_answer_the_pointer_by_webgl_which_alone_finds_the_one_below_it_in_a_shared_row():
    figure = pair_columns_figure(panels(2), HEADS[:2])
    assert {t.type for t in figure.data if t.hoverinfo == "text"} == {"scattergl"}


def test_cells_without_a_value_are_no_cells_without_a_loss():
    content = panels(1)
    content.values[0, 2, 0] = np.nan
    crosses = [t for t in pair_columns_figure(content, HEADS[:1]).data if t.type == "scatter" and t.hovertext is None]
    assert [(list(t.x), list(t.y)) for t in crosses] == [([0], [1])]


@pytest.fixture
def age(people):
    return own_detail([people, people], "age")


def test_every_file_stands_on_one_axis_in_front_of_the_original_at_its_own_detail(age):
    figure = distribution_columns_figure([age], HEADS[:2])
    assert figure.layout.xaxis.range == figure.layout.xaxis2.range == figure.layout.xaxis3.range
    assert figure.layout.yaxis.range == figure.layout.yaxis2.range == figure.layout.yaxis3.range
    own = next(t for t in figure.data if t.xaxis == "x")
    behind = next(t for t in figure.data if t.xaxis == "x2")
    assert list(own.y) == list(behind.y)


def test_a_band_is_hatched_and_as_high_as_its_share_a_bin(age):
    size = float(len(age.labels))
    banded = replace(
        age, versions=(FileShares((ShareStep(0.0, size, 1.0, known=False),)), FileShares(reason="removed"))
    )
    figure = distribution_columns_figure([banded], HEADS[:2])
    [band] = [t for t in figure.data if t.marker.pattern.shape]
    assert (list(band.width), list(band.y)) == ([size], [pytest.approx(1 / size)])
    assert "removed" in [a.text for a in figure.layout.annotations]
    assert [t.xaxis for t in figure.data].count("x3") == 1, "the original is there where the variable is not"


def test_blanks_stand_left_of_the_bins_on_the_same_scale(people):
    work = own_detail([people], "work")
    figure = distribution_columns_figure([work], HEADS[:1])
    own = next(t for t in figure.data if t.xaxis == "x")
    assert own.x[-1] < 0
    assert own.y[-1] == pytest.approx(work.original.blank)


def test_differences_keep_the_originals_own_shares_in_the_first_column(age):
    figure = distribution_columns_figure([age], HEADS[:2], difference=True)
    shares = sum(step.share for step in age.original.steps)
    assert sum(next(t for t in figure.data if t.xaxis == "x").y) == pytest.approx(shares)
    assert figure.layout.yaxis2.range[0] < 0
    to_itself = distribution_columns_figure([age], HEADS[:2], reference=1, difference=True)
    assert sum(map(abs, next(t for t in to_itself.data if t.xaxis == "x3").y)) == pytest.approx(0.0, abs=1e-12)


def test_only_aggregates_are_sent(people, sent):
    text, _ = sent(distribution_columns_figure([own_detail([people], "income")], HEADS[:1]))
    values = next(v for v in people.variables if v.name == "income").original.values
    assert not any(repr(float(v)) in text for v in values)


def test_a_recoded_variable_stands_once_more_with_the_original_coded_alike_behind_it():
    band = FileShares((ShareStep(0.0, 2.0, 1.0, known=False),))
    own = FileShares((ShareStep(0.0, 1.0, 0.7), ShareStep(1.0, 2.0, 0.3)))
    recoded = OwnDetail("age", ("0", "1"), (), own, (band, own), (band, own))
    figure = distribution_columns_figure([recoded], HEADS[:2], alike=True)
    behind = {trace.xaxis: tuple(trace.width) for trace in reversed(figure.data)}
    assert behind["x2"] == (1.0, 1.0), "the original at its own detail"
    assert behind["x5"] == (2.0,), "the original in bands"
    plain = replace(recoded, versions=(own, own), alike=(own, own))
    drawn = distribution_columns_figure([plain], HEADS[:2], alike=True)
    assert {trace.xaxis for trace in drawn.data} == {"x", "x2", "x3"}, "once where nothing is recoded"
