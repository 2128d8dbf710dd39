"""The matrix of losses: bars by hand, the largest as a number, what a click gives, names as they are."""

import pytest

from core.assessment import VariableRecord
from core.charts import loss_matrix_figure
from core.views import LossMatrix, VariableRow

GONE = VariableRow(VariableRecord("b", "nominal", "key", "removed"))


def row(name, changed=None, effect=None, why=""):
    record = VariableRecord(name, "nominal", "key", "kept")
    return VariableRow(record, 1.0, changed=changed, effect=effect, why_not_changed=why)


MATRIX = LossMatrix(
    ("a", "b"),
    ("<b>first", "second"),
    ((row("a", 0.5, 0.1), row("a", None, 0.25, "not linked <i>")), (row("b", 0.0, 0.0), GONE)),
)


def test_four_kinds_of_bars_and_the_largest_as_a_number():
    figure = loss_matrix_figure(MATRIX, chosen=("second", "a"))
    bars = [t for t in figure.data if t.type == "bar" and t.customdata is None]
    full = -bars[1].y[0]
    assert [[-y / full for y in bar.y] for bar in bars] == [[0.5], [1.0], [], pytest.approx([0.1, 0.25])]
    numbers = next(t for t in figure.data if t.type == "scatter")
    shown = {(y, int(x)): text for x, y, text in zip(numbers.x, numbers.y, numbers.text, strict=True)}
    assert shown == {(0, 0): "50%", (0, 1): "25%", (1, 1): "gone"}
    of_kind = [bar.marker.color for bar in bars]
    assert list(numbers.textfont.color) == [of_kind[0], of_kind[3], of_kind[1]], "in the colour of the largest loss"
    ring = next(s for s in figure.layout.shapes if s.name == "ring")
    assert (ring.x0, ring.y0) == (1, -0.5)


def test_a_click_gives_version_and_variable_and_reasons_are_said_where_a_loss_is_not_known():
    cells = next(t for t in loss_matrix_figure(MATRIX).data if t.customdata is not None)
    versions, names = MATRIX.versions, MATRIX.names
    assert [tuple(c) for c in cells.customdata] == [(version, name) for name in names for version in versions]
    assert "values changed: not known" in cells.hovertext[1]
    assert "not linked &lt;i&gt;" in cells.hovertext[1]
    assert "&lt;b&gt;first" in cells.hovertext[0]
    assert cells.hovertext[3].endswith("removed")


@pytest.mark.parametrize(("count", "named"), [(2, True), (12, True), (23, False)])
def test_versions_have_their_numbers_and_their_names_where_there_is_room(count, named):
    names = tuple(f"version {i}" for i in range(count))
    figure = loss_matrix_figure(LossMatrix(("a",), names, ((row("a", 0.5),) * count,)))
    heads = [note.text for note in figure.layout.annotations if note.xref == "x"]
    assert [head.startswith(str(i)) for i, head in enumerate(heads, 1)] == [True] * count
    assert all(("version" in head) is named for head in heads)
