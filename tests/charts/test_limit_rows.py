from dataclasses import replace

import pytest

from core.charts import ColumnHead, LimitRow, limit_rows_figure
from core.charts.compare.columns import NARROWEST
from core.charts.limit_rows import LEFT
from core.charts.text import text_width
from core.decision import Judgement, Verdict, proposed_purpose
from core.decision.purpose import ReleaseType

RULES = proposed_purpose(ReleaseType.SCIENTIFIC).requirements[3:4]  # the risk of the file, at most 5%
MET = Judgement(Verdict.MET, "expected_match_risk", 0.02, interval=(0.01, 0.03))


def row(judgement, hollow="", name="a <b>"):
    return LimitRow(ColumnHead(1, name, chosen=True), (judgement,), (hollow,))


def drawn(*rows):
    return limit_rows_figure(rows, RULES, ["Risk of the file: at most 5%"])


def test_a_dot_has_its_interval_its_verdict_as_a_shape_and_its_file():
    figure = drawn(LimitRow(None, (replace(MET, value=0.9, verdict=Verdict.NOT_MET, interval=None),), ("",)), row(MET))
    [dots] = figure.data
    assert list(dots.marker.symbol) == ["square", "circle"]
    assert list(dots.x) == [0.9, 0.02]
    assert list(dots.error_x.array) == pytest.approx([0, 0.01])
    assert list(dots.error_x.arrayminus) == pytest.approx([0, 0.01])
    assert [c[0] for c in dots.customdata] == ["", "a <b>"]
    assert "<b>1 a &lt;b&gt;</b>" in figure.layout.yaxis.ticktext


def test_the_limit_lies_in_the_axis_and_what_is_beyond_is_shaded():
    figure = drawn(row(MET))
    line = next(s for s in figure.layout.shapes if s.type == "line")
    assert line.x0 == line.x1 == RULES[0].highest
    low, high = figure.layout.xaxis.range
    assert low < 0.01 < RULES[0].highest < high


def test_what_does_not_hold_is_hollow_and_says_why():
    [dots] = drawn(row(replace(MET, verdict=Verdict.NOT_VALID), "false values")).data
    assert list(dots.marker.symbol) == ["diamond-open"]
    assert "false values" in dots.hovertext[0]


def test_what_has_no_figure_says_so_at_its_place():
    figure = drawn(row(MET), row(Judgement(Verdict.NO_VALUE, "expected_match_risk", None, ("not linked",))))
    [note] = [a for a in figure.layout.annotations if a.yref == "y"]
    assert (note.text, note.y) == ("not measured", 1)
    assert "not linked" in note.hovertext


def test_heads_of_rules_do_not_meet_where_the_page_is_narrowest():
    rules = proposed_purpose(ReleaseType.SCIENTIFIC).requirements[:5]
    figure = limit_rows_figure(
        [LimitRow(None, (MET,) * len(rules), ("",) * len(rules))],
        rules,
        ["Found above one half: at most 20%"] * len(rules),
    )
    heads = [a for a in figure.layout.annotations if a.xref == "paper"]
    room = (heads[1].x - heads[0].x) * (NARROWEST - LEFT)
    assert all(text_width(line, 11) <= room for head in heads for line in head.text.split("<br>"))
