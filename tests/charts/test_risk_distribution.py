import numpy as np
import pytest

from core.charts import risk_distribution_figure
from core.views.risk import RecordRisks, risk_bins


def counted(values, counts):
    return RecordRisks(np.array(values), np.array(counts))


@pytest.fixture
def bins():
    return risk_bins(counted([0.5, 1.0], [40, 60]), counted([0.02, 0.1, 0.5], [150, 40, 10]))


def test_both_files_are_drawn_as_shares_of_their_own_records(bins):
    original, masked, _ = risk_distribution_figure(bins).data
    for trace, counts in zip((original, masked), bins.counts, strict=True):
        assert max(trace.y) == pytest.approx(counts.max() / counts.sum())
        assert sum(trace.y) == pytest.approx(2)
    assert list(original.x) == list(masked.x)
    assert original.x[-1] == 0


def test_only_bins_are_sent(bins, sent):
    _, arrays = sent(risk_distribution_figure(bins, threshold=0.1))
    assert max(len(a) for a in arrays) <= 2 * len(bins.edges)


def test_every_bin_answers_with_both_counts(bins):
    *_, bars = risk_distribution_figure(bins).data
    assert len(bars.hovertext) == len(bins.edges) - 1
    assert "Original: 60 records (60.0%)" in bars.hovertext[-1]
    assert "Masked: 0 records (0.0%)" in bars.hovertext[-1]
    assert "63% to 100%" in bars.hovertext[-1]


def test_the_threshold_is_drawn_where_it_lies(bins):
    figure = risk_distribution_figure(bins, threshold=0.1)
    line = next(s for s in figure.layout.shapes if s.type == "line")
    assert (line.x0, line.x1) == (-1, -1)
    assert any(a.text == "Threshold 10%" for a in figure.layout.annotations)
    assert risk_distribution_figure(bins, threshold=1e-6).layout.xaxis.range[0] < -6, "a low one stays in sight"
    assert not risk_distribution_figure(bins).layout.shapes


def test_a_file_without_risks_is_said():
    bins = risk_bins(counted([0.2], [5]), RecordRisks(np.zeros(0), np.zeros(0, dtype=np.int64), problem="why"))
    figure = risk_distribution_figure(bins)
    assert len(figure.data) == 2
    assert "no individual risk" in figure.layout.annotations[-1].text


@pytest.mark.parametrize("lowest", [1.0, 0.1, 0.004, 1e-7])
def test_ticks_are_risks_in_percent(lowest):
    bins = risk_bins(counted([lowest], [1]), counted([1.0], [1]))
    axis = risk_distribution_figure(bins, dark=True).layout.xaxis
    assert axis.ticktext[-1] == "100%"
    assert 2 <= len(axis.tickvals) <= 12
    assert all(axis.range[0] - 1e-9 <= t <= 0 for t in axis.tickvals)
