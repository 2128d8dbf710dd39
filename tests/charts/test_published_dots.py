"""Published figures of every version: worst first, inside the interval filled, what lies far at the end of the axis."""

from core.charts import published_dots_figure
from core.views import IntervalRow, IntervalRows


def estimate(moved=0.0):
    return {"estimate": 10.0 + moved, "standard_error": 1.0, "low": 8.0 + moved, "high": 12.0 + moved, "n": 100}


ORIGINAL = estimate()


def row(version, moved):
    if moved is None:
        return IntervalRow(version, original=ORIGINAL, reason="the variable was removed")
    return IntervalRow(version, estimate(moved), ORIGINAL, abs(moved) < 1.96, 0.5, moved)


FIGURES = {
    "mean": IntervalRows(ORIGINAL, (row("keeps", 0.1), row("<b>moves", 9.0))),
    "gini": IntervalRows(ORIGINAL, (row("keeps", 0.2), row("<b>moves", None))),
}


def test_the_version_that_keeps_fewest_stands_first_with_its_number():
    figure = published_dots_figure(FIGURES, ["keeps", "<b>moves"], chosen="keeps")
    assert figure.layout.yaxis.ticktext == ("2 &lt;b&gt;moves", "<b><u>1 keeps</u></b>")
    moves, keeps = (t for t in figure.data if t.type == "scatter")
    assert (list(moves.x), list(moves.marker.symbol)) == ([6.0], ["triangle-right-open"])
    assert list(keeps.marker.symbol) == ["circle", "circle"]
    assert [list(c) for c in keeps.customdata] == [["keeps", "mean"], ["keeps", "gini"]]
    notes = [note.text for note in figure.layout.annotations]
    assert "0 of 2 inside<br>1 lost" in notes
    assert "2 of 2 inside" in notes
    assert "mean" in notes, "the figure that lies farthest is named"
