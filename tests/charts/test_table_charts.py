"""Ranking of areas, the table by area, correlations of metrics: values, marks, escaping."""

import pytest

from core.charts import area_ranking_figure, measure_matrix_figure, table_difference_figure
from core.charts.tables.table_difference import MOST_AREAS, MOST_LEVELS, drawn_part
from core.views.tables import RankedArea, TableCell, TableCells

AREAS = (
    RankedArea(1, "<b>North</b>", -0.4, 100, 90, False),
    RankedArea(2, "East", 0.2, 12, 14, True),
    RankedArea(None, "South", None, 0, 3, True),
)


def test_areas_are_bars_and_small_ones_are_hollow_and_marked():
    figure = area_ranking_figure(AREAS, title="Gini difference")
    assert list(figure.data[0].x) == [-0.4, 0.2]
    assert figure.data[0].marker.color[1] == "rgba(0,0,0,0)"
    assert figure.data[0].marker.color[0] != "rgba(0,0,0,0)"
    assert figure.layout.yaxis.ticktext == ("&lt;b&gt;North&lt;/b&gt;", "East (few records)")
    low, high = figure.layout.xaxis.range
    assert low < -0.4
    assert high > 0.2


@pytest.mark.parametrize("value", [0.0, 5.0])
def test_areas_that_are_all_alike_can_be_drawn(value):
    figure = area_ranking_figure([RankedArea(1, "a", value, 5, 5, False)], title="x")
    assert figure.layout.xaxis.range[1] > value


def table(areas, levels):
    cells = tuple(
        TableCell(f"a{i}", f"l{j}", 10 * i, 10.0 * i + j, float(j), small=(i, j) == (1, 1))
        for i in range(areas)
        for j in range(levels)
    )
    return TableCells(
        "t", ("v",), "g", tuple(f"a{i}" for i in range(areas)), tuple(f"l{j}" for j in range(levels)), cells
    )


def test_cells_show_masked_less_original_and_mark_few_records():
    figure = table_difference_figure(table(3, 4))
    heat, numbers, marks = figure.data
    assert heat.z[2].tolist() == [0, 1, 2, 3]
    assert heat.zmin == -heat.zmax == -3
    assert numbers.text[-1] == "+3"
    assert len(marks.x) == 1
    assert "few records: internal" in heat.hovertext[1][1]
    assert "internal" not in heat.hovertext[0][0]


def test_of_a_large_table_what_changed_most_is_drawn_in_order():
    areas, levels = drawn_part(table(MOST_AREAS + 5, MOST_LEVELS + 3))
    assert len(areas) == MOST_AREAS
    assert levels == tuple(f"l{j}" for j in range(3, MOST_LEVELS + 3))
    figure = table_difference_figure(table(MOST_AREAS + 5, MOST_LEVELS + 3))
    assert figure.data[0].z.shape == (MOST_AREAS, MOST_LEVELS)


def test_correlations_are_a_triangle_and_undefined_ones_a_dash():
    figure = measure_matrix_figure(["CS", "DS", "GD"], {(0, 1): 0.98, (0, 2): None, (1, 2): -0.5})
    assert list(figure.data[1].text) == ["0.98", "–", "-0.50"]
    assert "not defined" in figure.data[1].hovertext[1]
    assert [list(row) for row in figure.data[0].z] == [[0.98, None], [None, -0.5]]
    assert figure.layout.xaxis.ticktext == ("CS", "DS")
