"""The frontier of a sweep as a figure."""

import pytest

from core.assessment import measure_by_id
from core.charts import frontier_figure
from core.charts.map.frontier import _labels
from core.views.risk_utility.axis import Axis
from core.views.risk_utility.points import MapPoint, RiskUtilityMap


def point(name: str, utility: float, risk: float, **more) -> MapPoint:
    intervals = (utility - 0.02, utility + 0.02), (risk - 0.01, risk + 0.01)
    return MapPoint(name, "scenario", utility, risk, *intervals, **more)


@pytest.fixture
def swept() -> RiskUtilityMap:
    points = (
        MapPoint("Original", "original", 1.0, 0.4),
        point("2", 0.9, 0.3),
        point("3", 0.8, 0.2),
        point("<b>5", 0.7, 0.1, validity=("values may be false",)),
    )
    return RiskUtilityMap(Axis(measure_by_id("gdu")), Axis(measure_by_id("global_risk"), ("keys",)), points, ())


def lines(figure):
    return [t for t in figure.data if t.mode == "lines+markers+text"]


def test_a_line_joins_the_settings_in_their_order_with_intervals(swept) -> None:
    (line,) = lines(frontier_figure(swept, [["2", "3", "<b>5"]]))
    assert line.x == (0.9, 0.8, 0.7)
    assert line.y == (0.3, 0.2, 0.1)
    assert line.error_x.array == pytest.approx([0.02] * 3)
    assert line.error_y.arrayminus == pytest.approx([0.01] * 3)
    assert [c[0] for c in line.customdata] == ["2", "3", "<b>5"]
    assert line.text == ("2", "3", "&lt;b&gt;5")
    assert [s.endswith("-open") for s in line.marker.symbol] == [False, False, True]
    assert "values may be false" in line.hovertext[2]


def test_a_line_for_each_value_of_a_second_parameter(swept) -> None:
    figure = frontier_figure(swept, [["2", "3"], ["<b>5", "gone"]])
    assert [len(line.x) for line in lines(figure)] == [2, 1]
    assert lines(figure)[0].line.color != lines(figure)[1].line.color


def test_the_limit_is_drawn_and_named(swept) -> None:
    figure = frontier_figure(swept, [["2", "3", "<b>5"]], risk_limit=0.25)
    assert [a.text for a in figure.layout.annotations] == ["Acceptable up to 25%"]
    assert len(figure.layout.shapes) == 2  # the line, and the side beyond it
    far = frontier_figure(swept, [["2"]], risk_limit=0.9)
    assert far.layout.annotations[0].text.endswith(("90%", "(above the axis)"))


def test_other_scenarios_are_faded_and_the_chosen_setting_is_larger(swept) -> None:
    figure = frontier_figure(swept, [["2", "3"]], others=[point("Noise", 0.85, 0.25)], chosen="3")
    assert "Noise" in figure.data[0].hovertext[0]
    assert figure.data[0].marker.opacity < 0.5
    assert list(lines(figure)[0].marker.size) == [9, 16]


def test_many_settings_are_not_all_labelled() -> None:
    points = tuple(point(str(i), 0.9 - i / 100, 0.3 - i / 200) for i in range(25))
    swept = RiskUtilityMap(Axis(measure_by_id("gdu")), Axis(measure_by_id("global_risk"), ("keys",)), points, ())
    (line,) = lines(frontier_figure(swept, [[p.name for p in points]]))
    shown = [text for text in line.text if text]
    assert 2 <= len(shown) <= 11
    assert shown[0] == "0"
    assert shown[-1] == "24"


@pytest.mark.parametrize(("n", "labelled"), [(10, {*range(10)}), (12, {0, 2, 3, 4, 6, 8, 10, 11})])
def test_of_many_settings_evenly_chosen_ones_both_ends_and_the_chosen_one_are_labelled(n, labelled) -> None:
    labels = _labels([point(str(i), 0.5, 0.5) for i in range(n)], "3")
    assert {i for i, label in enumerate(labels) if label} == labelled
