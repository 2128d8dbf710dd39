import numpy as np

from core.charts import distribution_figure, distribution_multiples_figure
from core.views.drill_down import variable_view


def test_panels_share_the_upward_axis_and_name_their_scenario(people):
    views = [("first", variable_view(people, "age")), ("<b>second", variable_view(people, "age"))]
    figure = distribution_multiples_figure(views, columns=2)
    assert figure.layout.yaxis.range == figure.layout.yaxis2.range
    assert figure.layout.xaxis.range == figure.layout.xaxis2.range
    assert [a.text for a in figure.layout.annotations] == ["<b>first</b>", "<b>&lt;b&gt;second</b>"]
    shares = np.array(figure.data[1].y)
    assert np.isclose(shares.sum(), 1.0)


def test_a_removed_variable_says_so_in_its_panel(people):
    figure = distribution_multiples_figure([("first", variable_view(people, "gone"))])
    assert len(figure.data) == 1
    assert "gone was removed" in figure.layout.annotations[1].text.replace("<br>", " ")


def test_only_aggregates_are_sent(people, sent):
    text, _ = sent(distribution_multiples_figure([("first", variable_view(people, "income"))]))
    values = next(v for v in people.variables if v.name == "income").original.values
    assert not any(repr(float(v)) in text for v in values)


def test_cumulated_shares_end_at_one(people):
    figure = distribution_figure(variable_view(people, "income"), cumulative=True)
    for trace in figure.data:
        assert trace.y[0] == 0.0
        assert np.isclose(trace.y[-1], 1.0)
        assert np.all(np.diff(trace.y) >= 0)
