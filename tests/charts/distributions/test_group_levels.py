import numpy as np
import pytest

from core.charts import group_levels_figure
from core.views.pair_residuals import GroupLevels


def levels(kind="rank", masked=(0.35, np.nan)):
    after = None if masked is None else np.array(masked)
    return GroupLevels("g", "v", ("<i>x", "y"), kind, np.array([0.3, 0.7]), after, np.array([5, 6]), np.array([5, 0]))


def test_a_dot_a_file_and_group_and_none_for_empty_groups():
    figure = group_levels_figure(levels())
    original, masked = (t for t in figure.data if t.mode == "markers")
    assert (list(original.x), list(original.y)) == ([0.3, 0.7], [0, 1])
    assert (list(masked.x), list(masked.y)) == ([0.35], [0])
    assert "mean rank at 35.0% of the records (5 records)" in masked.hovertext[0]
    assert figure.layout.yaxis.ticktext[0] == "&lt;i&gt;x"


def test_ranks_are_shown_about_the_middle():
    low, high = group_levels_figure(levels()).layout.xaxis.range
    assert low + high == pytest.approx(1.0)
    assert low < 0.3
    near = GroupLevels("g", "v", ("x",), "rank", np.array([0.51]), None, np.array([5]), np.array([0]))
    assert group_levels_figure(near).layout.xaxis.range == pytest.approx((0.4, 0.6))


def test_means_keep_their_own_axis():
    figure = group_levels_figure(levels("mean", None))
    assert figure.layout.xaxis.range is None
    assert len(figure.data) == 1
