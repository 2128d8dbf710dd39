import numpy as np
import pytest

from core.charts import pair_heatmap_figure


def matrix(size, seed=1):
    random = np.random.default_rng(seed)
    lower = np.tril(random.random((size, size)), -1)
    values = lower + lower.T
    np.fill_diagonal(values, np.nan)
    return values


def names(size):
    return [f"variable_{i}" for i in range(size)]


def heatmap(figure):
    return next(t for t in figure.data if t.type == "heatmap" and t.showscale is not False)


def layer(figure):
    return next(t for t in figure.data if t.type == "scattergl")


def test_only_the_lower_triangle_is_drawn():
    values = matrix(4)
    z = np.asarray(heatmap(pair_heatmap_figure(names(4), values)).z)
    assert z.shape == (3, 3)
    assert z.dtype == np.float32
    assert z[0, 0] == pytest.approx(values[1, 0])
    assert z[2, 1] == pytest.approx(values[3, 1])
    assert np.isnan(z[0, 1])


def test_a_click_gives_the_pair():
    figure = pair_heatmap_figure(names(4), matrix(4))
    clicks = layer(figure)
    found = {(x, y): tuple(c) for x, y, c in zip(clicks.x, clicks.y, clicks.customdata, strict=True)}
    assert len(found) == 6
    assert found[0, 0] == ("variable_1", "variable_0")
    assert found[1, 2] == ("variable_3", "variable_1")
    assert clicks.marker.opacity == clicks.selected.marker.opacity == clicks.unselected.marker.opacity == 0
    assert heatmap(figure).hoverinfo == "skip"
    assert figure.layout.clickmode == "event+select"


def test_hover_says_value_and_step():
    values = matrix(3)
    steps = np.full((3, 3), "direction changed")
    texts = layer(pair_heatmap_figure(names(3), values, steps=steps)).hovertext
    assert texts[0] == f"variable_1 × variable_0<br>{values[1, 0]:.1%} · direction changed"


def test_pairs_without_value_are_grey_and_never_counted_as_no_loss():
    values = matrix(5)
    values[2, :] = values[:, 2] = np.nan
    figure = pair_heatmap_figure(names(5), values)
    grey = next(t for t in figure.data if t.type == "heatmap" and t.showscale is False)
    assert int(np.sum(~np.isnan(np.asarray(grey.z)))) == 4
    assert np.isnan(np.asarray(heatmap(figure).z)[1, 0])
    assert any(t.type == "scatter" and t.mode == "lines" for t in figure.data)
    assert any("no value" in a.text for a in figure.layout.annotations)
    assert "no value" in layer(figure).hovertext[1]
    assert not any(t.showscale is False for t in pair_heatmap_figure(names(5), matrix(5)).data if t.type == "heatmap")


def test_nothing_but_untestable_pairs():
    figure = pair_heatmap_figure(names(3), np.full((3, 3), np.nan))
    assert all("no value" in t for t in layer(figure).hovertext)


def test_the_colour_scale_is_the_same_for_every_scenario():
    for values in (matrix(4) * 0.1, matrix(4)):
        assert (
            heatmap(pair_heatmap_figure(names(4), values)).zmin,
            heatmap(pair_heatmap_figure(names(4), values)).zmax,
        ) == (0, 1)


def test_differences_are_symmetric_about_zero():
    trace = heatmap(pair_heatmap_figure(names(4), matrix(4, 1) - matrix(4, 2), difference=True))
    assert trace.zmin == -trace.zmax
    assert trace.zmax >= np.nanmax(np.abs(np.asarray(trace.z)))


def test_the_chosen_cell_is_framed_in_either_order():
    for chosen in (("variable_3", "variable_1"), ("variable_1", "variable_3")):
        (shape,) = pair_heatmap_figure(names(5), matrix(5), chosen=chosen).layout.shapes
        assert (shape.x0, shape.x1, shape.y0, shape.y1) == (0.5, 1.5, 1.5, 2.5)


def test_above_sixty_variables_only_the_chosen_are_named():
    figure = pair_heatmap_figure(names(61), matrix(61), chosen=("variable_7", "variable_40"))
    assert figure.layout.yaxis.ticktext == ("variable_40",)  # the cell's row; its column is named below
    assert len(pair_heatmap_figure(names(60), matrix(60)).layout.yaxis.ticktext) == 59


@pytest.mark.parametrize(("size", "bytes_"), [(100, 1_000_000), (150, 2_000_000)])
def test_many_variables_stay_small(size, bytes_):
    steps = np.full((size, size), "strength of the association compared")
    text = pair_heatmap_figure(names(size), matrix(size), steps=steps).to_json()
    assert len(text) < bytes_


def test_names_are_escaped_where_shown_and_raw_where_clicked():
    figure = pair_heatmap_figure(["<b>a</b>", "b & c"], np.array([[np.nan, 0.5], [0.5, np.nan]]))
    assert figure.layout.xaxis.ticktext == ("&lt;b&gt;a&lt;/b&gt;",)
    assert list(layer(figure).customdata[0]) == ["b & c", "<b>a</b>"]
    assert "b &amp; c" in layer(figure).hovertext[0]


def test_a_wrong_matrix_is_refused():
    with pytest.raises(ValueError, match="3 x 3"):
        pair_heatmap_figure(names(3), matrix(4))
