"""A measure over declared epsilon: one line for each unit, hollow where the figure does not hold."""

import pytest

from core.assessment import measure_by_id
from core.charts import epsilon_figure
from core.data import DifferentialPrivacy
from core.views import EpsilonLine, EpsilonPoint


def point(name, epsilon, value, interval=None, reason=""):
    return EpsilonPoint(name, DifferentialPrivacy(epsilon, "person"), value, interval, 90, reason)


LINES = (
    EpsilonLine("<b>person</b>", (point("a", 0.1, 0.2, (0.1, 0.4)), point("lost", 0.5, None), point("b", 10, 0.3))),
    EpsilonLine("household", (point("<i>c</i>", 1, 0.25, reason="no key value holds"),)),
)


def test_each_unit_is_a_line_with_its_intervals():
    figure = epsilon_figure(LINES, measure_by_id("global_risk"))
    person, household = figure.data
    assert list(person.x) == pytest.approx([-1, 1])
    assert list(person.y) == [0.2, 0.3]
    assert list(person.error_y.array) == pytest.approx([0.2, 0])
    assert list(person.error_y.arrayminus) == pytest.approx([0.1, 0])
    assert list(household.marker.symbol) == ["diamond-open"]
    assert figure.layout.xaxis.ticktext == ("0.1", "10", "1")
    assert "ε = 0.1, δ = 0, not verified" in person.hovertext[0]
    assert "95%: 10.0% to 40.0%" in person.hovertext[0]
    assert "card" not in person.hovertext[0]
    assert "to 0.4 (see its card)" in epsilon_figure(LINES, measure_by_id("values_mse")).data[0].hovertext[0]
    assert "<b>&lt;i&gt;c&lt;/i&gt;</b>" in household.hovertext[0]
    assert "&lt;b&gt;person" in figure.layout.annotations[0].text


def test_equal_steps_are_as_declared():
    figure = epsilon_figure(LINES, measure_by_id("global_risk"), logarithmic=False, dark=True)
    assert list(figure.data[0].x) == [0.1, 10]
    assert figure.layout.xaxis.ticktext is None
