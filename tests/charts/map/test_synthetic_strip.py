"""Synthetic files on a map of people's risk have a strip of their own; the risk axis says whom it is about."""

from dataclasses import replace

import pytest

from core.charts import risk_utility_map_figure
from core.data import RelationKind
from core.decision import Standing, decide
from core.reports.internal.internal_report import reported_map
from tests.decision.situations import compared, masked, original, synthetic
from tests.outcomes import result


def tells(name, share):
    """Return a synthetic file with what it tells about people."""
    answer = result("synthetic_disclosure", ("keys",), share, larger="disco")
    file = synthetic(name)
    return replace(file, outcomes=(*file.outcomes, answer))


def drawn(*files, **how):
    comparison = compared(*files)
    figure = risk_utility_map_figure(reported_map(comparison), decide(comparison, None), risk_limit=0.05, **how)
    return figure, {t.name: t for t in figure.data if t.customdata is not None}


@pytest.mark.parametrize("swapped", [False, True])
def test_files_of_nobody_are_on_no_axis_of_risk(swapped):
    figure, traces = drawn(masked("real"), tells("made", 0.9), tells("other", 0.1), swapped=swapped)
    assert [traces[n].yaxis for n in ("real", "made", "other")] == [None, "y2", "y2"]
    assert figure.layout.yaxis.domain[1] < figure.layout.yaxis2.domain[0]
    assert "made: DiSCO 90%" in traces["made"].text[0]
    assert "Can go out" in traces["made"].hovertext[0]
    # the axis spans the risks of people alone
    risk = figure.layout.xaxis if swapped else figure.layout.yaxis
    assert max(risk.range) < 0.6


def test_without_such_files_there_is_no_strip():
    figure, _traces = drawn(masked("real"))
    assert figure.layout.yaxis.domain is None
    assert "yaxis2" not in figure.layout.to_plotly_json()


def test_of_many_the_first_are_drawn_and_the_others_counted():
    figure, traces = drawn(masked("real"), *(tells(f"made {i}", 0.1) for i in range(9)))
    assert len(traces) == 1 + 6
    assert any("and 3 more" in a.text for a in figure.layout.annotations)


@pytest.mark.parametrize(
    ("basis", "words"),
    [
        ("1/f", "known to be in the original; lower is safer"),
        ("weight w", "sought in the population by weight; lower is safer"),
        ("fraction 0.05", "sought in the population (5% drawn); lower is safer"),
        ("counts", "sought in the population as counted; lower is safer"),
    ],
)
def test_the_title_says_whom_the_risk_is_about(basis, words):
    comparison = compared(masked("real", basis=basis), of=original(basis=basis))
    title = risk_utility_map_figure(reported_map(comparison), None).layout.yaxis.title.text
    assert title.startswith("Risk of the file (keys)")
    assert words in title


def test_a_bound_is_hollow_and_says_at_most_even_where_it_passes():
    file = masked("bound", bound=True, risk=0.03)
    assert decide(compared(file), None).of("bound").standing is Standing.GO
    figure, traces = drawn(file, masked("known", relation=RelationKind.SAME_ORDER))
    assert traces["bound"].marker.symbol.endswith("-open")
    assert not traces["known"].marker.symbol.endswith("-open")
    assert any("bound, at most" in a.text.replace("<br>", " ") for a in figure.layout.annotations)
    assert "at most this: records are not linked" in traces["bound"].hovertext[0]
    assert "the at most" not in traces["bound"].hovertext[0]
