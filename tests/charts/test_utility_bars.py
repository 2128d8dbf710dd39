import numpy as np

from core.charts import utility_bars_figure


def test_one_column_of_bars_a_scenario_and_crosses_for_no_value():
    utility = np.array([[0.5, np.nan], [1.0, 0.25]])
    figure = utility_bars_figure(["age", "<sex>"], ["A", "B"], utility, chosen="B")
    bars = [t for t in figure.data if t.type == "bar" and t.customdata is not None]
    assert [list(b.x) for b in bars] == [[0.5, 1.0], [0.0, 0.25]]
    assert [tuple(c) for c in bars[1].customdata] == [("B", "age"), ("B", "<sex>")]
    crosses = [t for t in figure.data if t.type == "scatter"]
    assert [list(c.y) for c in crosses] == [[], [0]]
    assert "no value" in bars[1].hovertext[0]
    assert bars[0].marker.opacity < bars[1].marker.opacity
    assert figure.layout.yaxis.ticktext == ("age", "&lt;sex&gt;")


def test_colours_follow_the_order_of_the_comparison():
    utility = np.array([[0.5]])
    order = ["A", "B", "C"]
    alone = utility_bars_figure(["age"], ["C"], utility, order=order)
    together = utility_bars_figure(["age"], order, np.array([[0.5, 0.5, 0.5]]), order=order)
    assert alone.data[1].marker.color == together.data[7].marker.color


def test_the_chosen_variable_is_marked():
    figure = utility_bars_figure(["age", "sex"], ["A"], np.array([[0.5], [1.0]]), variable="sex")
    assert (figure.layout.shapes[0].y0, figure.layout.shapes[0].y1) == (0.5, 1.5)
    assert figure.layout.yaxis.ticktext == ("age", "<b>sex</b>")


def test_names_that_would_touch_on_a_phone_are_turned():
    angles = [
        utility_bars_figure(["age"], [name + str(i) for i in range(n)], np.ones((1, n))).layout.xaxis.tickangle
        for name, n in (("s", 5), ("k_anonymity_", 2), ("k_anonymity_", 5), ("a long name of a scenario", 1))
    ]
    assert angles == [0, 0, -90, 0]
