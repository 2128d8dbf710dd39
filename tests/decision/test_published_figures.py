"""Published figures: found again, missed, or lost with the reason."""

from core.assessment import Assessment
from core.decision.consistency import Status
from core.decision.published_figures import check_figures
from core.measures import Failed, Skipped
from tests.outcomes import result, whole_detail


def test_every_indicator_gets_its_verdict():
    outcomes = (
        result("indicator", ("mean income",), 0.9, 100, inside=True),
        result("indicator", ("mean income", "North"), 0.1, 100, inside=False),
        Skipped("indicator", ("gini",), "income was removed", whole_detail("indicator")),
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
