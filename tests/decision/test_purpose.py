"""Release types propose thresholds; a changed one needs a reason; scenarios are judged by them."""

from dataclasses import replace

import pytest

from core.assessment import Assessment, Comparison
from core.decision.judging import judged, verdicts
from core.decision.purpose import ATTACK_RULES, ReleaseType, Requirement, proposed_purpose
from core.decision.risk_thresholds import THRESHOLDS, Verdict
from core.errors import PlanError
from core.measures import Result, Skipped


def risk(measure, value, **detail):
    return Result(measure, ("keys",), value, 100, None, detail)


def file(**values):
    outcomes = [risk(m, v) for m, v in values.items() if m != "risk_above_threshold"]
    if "risk_above_threshold" in values:
        value, threshold = values["risk_above_threshold"]
        outcomes.append(risk("risk_above_threshold", value, threshold=threshold))
    return Assessment("a", "a.csv", "", 100, 2, tuple(outcomes))


SAFE = {
    "k_violations_3": 0.0,
    "sample_uniques": 0.0,
    "risk_above_threshold": (0.0, 0.05),
    "global_or_linkage_risk": 0.01,
    "dis_suda_max": 0.02,
}


def verdict_of(assessment, release=ReleaseType.SCIENTIFIC):
    found = judged(assessment, proposed_purpose(release), "keys")
    return {r.threshold: j.verdict for r, j in found if j.verdict is not Verdict.NOT_FOR}


@pytest.mark.parametrize("release", ReleaseType)
def test_every_type_proposes_every_threshold_with_its_source(release):
    purpose = proposed_purpose(release)
    assert [r.threshold for r in purpose.requirements] == [*(t.id for t in THRESHOLDS), *ATTACK_RULES]
    assert all(r.source and r.limit == r.proposed for r in purpose.requirements)


def test_a_wider_public_asks_no_less():
    public, scientific, secure, own = (proposed_purpose(r).requirements for r in ReleaseType)
    assert own == scientific  # a start without gaps
    for stricter, milder in ((public, scientific), (scientific, secure)):
        for a, b in zip(stricter, milder, strict=True):
            assert a.limit >= b.limit if a.threshold == "smallest_group" else a.limit <= b.limit


def test_another_limit_needs_a_reason():
    purpose = proposed_purpose(ReleaseType.PUBLIC)
    with pytest.raises(PlanError, match="say why 3 takes the place of 5"):
        purpose.changed("smallest_group", 3, "  ")
    changed = purpose.changed("smallest_group", 3, "small country")
    assert changed.requirement("smallest_group").reason == "small country"
    assert changed.changed("smallest_group", 5, "").requirement("smallest_group").reason == ""


@pytest.mark.parametrize(("threshold", "limit"), [("smallest_group", 4), ("file_risk", 1.2), ("file_risk", -0.1)])
def test_limits_that_there_are_not_are_refused(threshold, limit):
    with pytest.raises(PlanError):
        Requirement(threshold, limit, "", limit)


def test_a_safe_file_meets_everything():
    assert set(verdict_of(file(**SAFE)).values()) == {Verdict.MET}


@pytest.mark.parametrize(
    ("measure", "value", "threshold"),
    [
        ("k_violations_3", 0.001, "smallest_group"),
        ("sample_uniques", 0.21, "sample_uniques"),
        ("global_or_linkage_risk", 0.06, "file_risk"),
        ("dis_suda_max", 0.11, "dis_suda"),
    ],
)
def test_one_figure_above_its_limit_is_not_met(measure, value, threshold):
    found = verdict_of(file(**SAFE | {measure: value}))
    assert [t for t, v in found.items() if v is not Verdict.MET] == [threshold]
    assert found[threshold] is Verdict.NOT_MET


@pytest.mark.parametrize(
    ("value", "measured", "verdict"),
    [
        (0.0, 0.05, Verdict.MET),
        (0.1, 0.05, Verdict.NOT_MET),
        (0.0, 0.01, Verdict.MET),  # none above a lower threshold: none above this one
        (0.1, 0.2, Verdict.NOT_MET),  # some above a higher one: some above this one
        (0.1, 0.01, Verdict.NO_VALUE),
        (0.0, 0.2, Verdict.NO_VALUE),
    ],
)
def test_individual_risk_that_was_counted_above_another_threshold(value, measured, verdict):
    found = verdict_of(file(**SAFE | {"risk_above_threshold": (value, measured)}))
    assert found["individual_risk"] is verdict


@pytest.mark.parametrize(
    ("release", "count"), [("public", 0.74), ("scientific", 0.31), ("secure", 0.1)]
)  # fmt: skip
def test_records_above_the_thresholds_of_every_release_type_are_known(release, count):
    # counted above .1 in the run, and above the others beside it
    counts = {"0.01": 74, "0.05": 31, "0.1": 10, "0.2": 0}
    assessment = Assessment(
        "a", "a.csv", "", 100, 2, (risk("risk_above_threshold", 0.1, threshold=0.1, counts_above=counts),)
    )
    found = {r.threshold: j for r, j in judged(assessment, proposed_purpose(ReleaseType(release)), "keys")}
    assert (found["individual_risk"].verdict, found["individual_risk"].value) == (Verdict.NOT_MET, count)


@pytest.mark.parametrize(
    ("count", "largest", "verdict", "value"),
    [
        (0.0, 0.009, Verdict.MET, 0.0),
        (0.0, 0.01, Verdict.MET, 0.0),
        (0.0, 0.08, Verdict.NOT_MET, None),
        (0.2, 0.5, Verdict.NOT_MET, None),  # not the number above .01
    ],
)
def test_the_largest_risk_settles_what_was_counted_above_another_threshold(count, largest, verdict, value):
    # as measured by default: records above .1; a public-use file asks for none above .01
    outcomes = (
        risk("risk_above_threshold", count, threshold=0.1),
        risk("global_risk", 0.01, max_risk=largest),
    )
    assessment = Assessment("a", "a.csv", "", 100, 2, outcomes)
    found = {r.threshold: j for r, j in judged(assessment, proposed_purpose(ReleaseType.PUBLIC), "keys")}
    judgement = found["individual_risk"]
    assert (judgement.verdict, judgement.value) == (verdict, value)
    assert bool(judgement.reasons) == (value is None)


def test_the_worst_verdict_stands_for_the_file():
    bad = file(**SAFE | {"sample_uniques": 0.9})
    unknown = Assessment(
        "b", "b.csv", "", 9, 2, (risk("global_or_linkage_risk", 0.0), Skipped("sample_uniques", ("keys",), "x"))
    )
    comparison = Comparison({}, {}, file(), (file(**SAFE), bad, unknown))
    found = [v.verdict for v in verdicts(comparison, proposed_purpose(ReleaseType.SCIENTIFIC))]
    assert found == [Verdict.MET, Verdict.NOT_MET, Verdict.NO_VALUE]


@pytest.mark.parametrize("largest", [0.009, 0.08, None])
def test_a_share_that_was_not_counted_is_no_number_and_has_no_interval_of_another_one(largest):
    """It was judged as a share of -1 beside the interval of the records above another limit."""
    above_tenth = replace(risk("risk_above_threshold", 0.2, threshold=0.1), interval=(0.1, 0.3))
    beside = () if largest is None else (risk("global_risk", 0.01, max_risk=largest),)
    found = judged(
        Assessment("a", "a.csv", "", 100, 2, (above_tenth, *beside)), proposed_purpose(ReleaseType.PUBLIC), "keys"
    )
    judgement = {r.threshold: j for r, j in found}["individual_risk"]
    assert judgement.value in (None, 0.0)
    assert judgement.interval is None


def test_what_is_not_counted_of_a_figure_that_does_not_hold_is_not_judged():
    invalid = replace(risk("risk_above_threshold", 0.2, threshold=0.1), validity=("the values may be false",))
    found = judged(Assessment("a", "a.csv", "", 100, 2, (invalid,)), proposed_purpose(ReleaseType.PUBLIC), "keys")
    judgement = {r.threshold: j for r, j in found}["individual_risk"]
    assert (judgement.verdict, judgement.reasons) == (Verdict.NOT_VALID, ("the values may be false",))
