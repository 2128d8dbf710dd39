import numpy as np
import pytest

from core.charts import cluster_curve_figure, driver_bars_figure, null_strips_figure, score_distributions_figure
from core.views import Chance, WholeFileValue


def uc(groups, value, *ends):
    chance = Chance(0.5, 20, ends[1], *ends) if ends else Chance(reason="too slow")
    return WholeFileValue("cluster", value, groups * value, 100, groups=groups, chance=chance)


def test_scores_of_both_files_stand_over_the_same_bins():
    figure = score_distributions_figure([0.2, 0.4, 0.6], [0.75, 0.25], [0.5, 0.5], share_masked=0.4)
    original, masked, bars = figure.data
    assert list(original.x) == list(masked.x) == [0.2, 0.2, 0.4, 0.4, 0.6, 0.6]
    assert list(original.y) == [0, 0.75, 0.75, 0.25, 0.25, 0]
    assert list(masked.y) == [0, 0.5, 0.5, 0.5, 0.5, 0]
    assert "Original: 75.0%<br>Masked: 50.0%" in bars.hovertext[0]
    assert figure.layout.shapes[0].x0 == 0.4
    assert any("cannot tell: 0.4" in a.text for a in figure.layout.annotations)


def test_terms_are_bars_and_their_names_only_text():
    figure = driver_bars_figure(["<b>age</b> × sex", "a very long name of a variable indeed"], [0.02, 0.0031])
    (bars,) = figure.data
    assert list(bars.x) == [0.02, 0.0031]
    assert list(bars.text) == ["0.02", "0.0031"]
    assert figure.layout.yaxis.ticktext[0] == "&lt;b&gt;age&lt;/b&gt; × sex"
    assert "a very long name of a variable indeed" in bars.hovertext[1]
    assert figure.layout.xaxis.range[1] > 0.02


def test_uc_lies_over_the_band_of_its_null():
    figure = cluster_curve_figure([uc(10, 0.3, 0.1, 0.15, 0.2), uc(100, 0.1, 0.12, 0.14, 0.5)])
    band, middle, line = figure.data
    assert list(band.y) == [0.2, 0.5, 0.12, 0.1]
    assert list(middle.y) == [0.15, 0.14]
    assert list(line.x) == pytest.approx([1, 2])
    assert list(line.y) == [0.3, 0.1]
    assert figure.layout.xaxis.ticktext == ("10", "100")
    assert figure.layout.yaxis.range[1] > 0.5
    assert "Samples of the original: 0.1 to 0.2" in line.hovertext[0]


def test_without_a_null_there_is_no_band():
    figure = cluster_curve_figure([uc(24, 0.3)])
    assert len(figure.data) == 1
    assert "Samples of the original" not in figure.layout.annotations[0].text


def test_one_number_of_groups_has_a_band_that_can_be_seen():
    band = cluster_curve_figure([uc(24, 0.0, 0.1, 0.15, 0.2)]).data[0]
    assert np.ptp(band.x) > 0


@pytest.mark.parametrize("dark", [False, True])
def test_an_undistinguished_file_is_drawn(dark):
    assert score_distributions_figure([0.49, 0.5, 0.51], [0, 1], [0, 1], share_masked=0.5, dark=dark).data
    assert cluster_curve_figure([uc(24, 0.0)], dark=dark).layout.yaxis.range == (0, 1)


def test_every_sample_is_a_dot_on_the_scale_of_its_row():
    chance = Chance(0.5, 3, 0.2, 0.1, 0.2, 0.3, values=(0.1, 0.2, 0.3))
    value = WholeFileValue("ecdf_maximum", 0.4, None, 100, chance=chance)
    figure = null_strips_figure({"Um pairs": value, "Us": WholeFileValue("ecdf_mean_square", 0.0, chance=chance)})
    samples, own, _, nothing = figure.data
    assert list(samples.x) == pytest.approx([0.25, 0.5, 0.75])
    assert list(own.x) == [1.0]
    assert list(nothing.x) == [0.0]
    assert [a.text for a in figure.layout.annotations] == ["0", "40.0%", "0", "30.0%"]
    assert figure.layout.shapes[0].x0 == pytest.approx(0.25)
    assert list(figure.layout.yaxis.ticktext) == ["<b>Um<br>pairs</b>", "<b>Us</b>"]
