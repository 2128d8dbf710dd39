import numpy as np
import pytest

from core.charts import distribution_figure
from core.views.drill_down import variable_view


def test_histograms_share_their_bins(people):
    original, masked, bars = distribution_figure(variable_view(people, "income")).data
    assert list(original.x) == list(masked.x)
    assert len(bars.x) == len(variable_view(people, "income").labels)


def test_category_bars_are_shares(people):
    content = variable_view(people, "work")
    original, masked = distribution_figure(content).data
    assert sum(original.x) == pytest.approx(1)
    assert list(original.x) == pytest.approx(content.original / content.original.sum())
    assert list(masked.x) == pytest.approx(content.masked / content.masked.sum())


@pytest.mark.parametrize("name", ["region", "age", "income"])
def test_only_aggregates_are_sent(people, sent, name):
    content = variable_view(people, name)
    text, arrays = sent(distribution_figure(content))
    assert max(len(a) for a in arrays) <= len(content.labels) + 2
    if name == "income":
        assert not any(repr(float(x)) in text for x in people.variables[3].original.values)


def test_a_removed_variable_is_said(people):
    figure = distribution_figure(variable_view(people, "gone"))
    assert len(figure.data) == 1
    said = figure.layout.annotations[0]
    assert "gone was removed" in said.text
    assert said.xshift == -figure.layout.margin.l  # beside long names of categories it was cut on a phone


def test_open_ends_are_drawn_at_a_finite_width(people):
    content = variable_view(people, "income")
    assert np.isinf(content.edges[-1])
    assert all(np.isfinite(x) for t in distribution_figure(content).data for x in t.x)


def test_cumulated_shares_end_at_one(people):
    figure = distribution_figure(variable_view(people, "income"), cumulative=True)
    for trace in figure.data:
        assert trace.y[0] == 0.0
        assert np.isclose(trace.y[-1], 1.0)
        assert np.all(np.diff(trace.y) >= 0)
