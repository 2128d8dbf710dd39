import numpy as np

from core.charts import residual_table_figure
from core.views.pair_residuals import CellResiduals

BEFORE, AFTER = np.array([[3.0, -1.0], [-2.0, 6.0]]), np.array([[1.0, -1.0], [-2.0, 5.0]])
RESIDUALS = CellResiduals("a", "<b>b", ("x", "y"), ("p", "q&"), BEFORE, AFTER)


def shown(which):
    figure = residual_table_figure(RESIDUALS, which)
    return figure, np.array(figure.data[0].z)


def test_each_file_and_the_difference():
    assert shown("original")[1].tolist() == BEFORE.tolist()
    assert shown("masked")[1].tolist() == AFTER.tolist()
    assert shown("difference")[1].tolist() == [[-2.0, 0.0], [0.0, -1.0]]


def test_one_symmetric_scale_for_all_three():
    ends = {(f.data[0].zmin, f.data[0].zmax) for f, _ in map(shown, ("original", "masked", "difference"))}
    assert ends == {(-6.0, 6.0)}


def test_both_files_stand_in_the_hover_text_and_names_are_escaped():
    figure, _ = shown("masked")
    assert "Original: +3.00" in figure.data[0].hovertext[0][0]
    assert "Masked: +1.00" in figure.data[0].hovertext[0][0]
    assert figure.layout.xaxis.ticktext == ("p", "q&amp;")
    assert "&lt;b&gt;b" in figure.layout.xaxis.title.text


def test_without_a_masked_table_the_reason():
    gone = CellResiduals("a", "b", ("x",), ("p",), np.zeros((1, 1)), None, "a was removed")
    assert "a was removed" in residual_table_figure(gone).layout.annotations[0].text
    assert residual_table_figure(gone, "original").data[0].type == "heatmap"
