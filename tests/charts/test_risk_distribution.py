import numpy as np
import pytest

from core.charts import ColumnHead, risk_distribution_figure
from core.views.risk import RecordRisks, risk_bins

HEADS = (ColumnHead(1, "a"), ColumnHead(2, "b"))


def counted(values, counts):
    return RecordRisks(np.array(values), np.array(counts))


@pytest.fixture
def bins():
    files = (counted([0.5, 1.0], [40, 60]), counted([0.02, 0.1, 0.5], [150, 40, 10]), counted([0.1], [7]))
    return risk_bins(*files)


def test_every_panel_has_one_scale_and_the_original_behind_the_version(bins):
    figure = risk_distribution_figure(bins, HEADS, threshold=0.1)
    ranges = {(axis.range, axis.anchor) for axis in (figure.layout.xaxis, figure.layout.xaxis2, figure.layout.xaxis3)}
    assert len(ranges) == 1
    drawn = [t for t in figure.data if t.type == "scatter"]
    assert [t.xaxis for t in drawn] == ["x", "x2", "x2", "x3", "x3"]
    assert all(list(t.y) == list(drawn[0].y) for t in (drawn[1], drawn[3]))
    assert max(drawn[2].y) == pytest.approx(150 / 200)


def test_only_bins_are_sent(bins, sent):
    _, arrays = sent(risk_distribution_figure(bins, HEADS, threshold=0.1))
    assert max(len(a) for a in arrays) <= 2 * len(bins.edges)


def test_every_bin_answers_with_both_counts(bins):
    bars = next(t for t in risk_distribution_figure(bins, HEADS).data if t.type == "bar" and t.xaxis == "x2")
    assert "Original: 60 records (60.0%)" in bars.hovertext[-1]
    assert "Masked: 0 records (0.0%)" in bars.hovertext[-1]
    assert "63% to 100%" in bars.hovertext[-1]


def test_the_threshold_is_drawn_in_every_panel(bins):
    lines = [s for s in risk_distribution_figure(bins, HEADS, threshold=0.1).layout.shapes if s.type == "line"]
    assert [(s.x0, s.x1, s.xref) for s in lines] == [(-1, -1, ref) for ref in ("x", "x2", "x3")]
    assert not risk_distribution_figure(bins, HEADS).layout.shapes


def test_a_file_without_risks_is_said():
    bins = risk_bins(counted([0.2], [5]), RecordRisks(np.zeros(0), np.zeros(0, dtype=np.int64), problem="why"))
    figure = risk_distribution_figure(bins, HEADS[:1])
    assert "no individual risk" in [a.text for a in figure.layout.annotations]
