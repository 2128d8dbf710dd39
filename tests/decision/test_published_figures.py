"""Published figures: found again, missed, or lost with the reason."""

from core.assessment import Assessment
from core.decision.consistency import Status
from core.decision.published_figures import check_figures
from core.measures import Failed, Result, Skipped


def test_every_indicator_gets_its_verdict():
    outcomes = (
        Result("indicator", ("mean income",), 0.9, 100, None, {"inside": True}),
        Result("indicator", ("mean income", "North"), 0.1, 100, None, {"inside": False}),
        Skipped("indicator", ("gini",), "income was removed", {"inside": None}),
        Failed("indicator", ("median",), "ValueError"),
    )
    found = [(c.about, c.status, c.sentence) for c in check_figures(Assessment("a", "a.csv", "", 9, 2, outcomes))]
    assert found == [
        ("published figure mean income", Status.KEPT, "lies inside the original's 95% interval"),
        ("published figure mean income: North", Status.BROKEN, "lies outside the original's 95% interval"),
        ("published figure gini", Status.NOT_CHECKED, "not checked: income was removed"),
        ("published figure median", Status.NOT_CHECKED, "not checked: it could not be computed"),
    ]


def test_without_indicators_there_is_nothing_to_check():
    assert check_figures(Assessment("a", "a.csv", "", 9, 2)) == ()
