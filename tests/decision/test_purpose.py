"""Release types propose thresholds; a changed one needs a reason; scenarios are judged by them."""

from dataclasses import replace

import pytest

from core.decision.judging import judged
from core.decision.purpose import ATTACK_RULES, ReleaseType, Requirement, proposed_purpose
from core.decision.risk_thresholds import THRESHOLDS, Verdict
from core.errors import PlanError
from tests.decision.situations import MATCHED, hollow, masked

PURPOSE = proposed_purpose(ReleaseType.SCIENTIFIC)


def file(**figures):
    return masked(**figures)


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
    assert set(verdict_of(file()).values()) == {Verdict.MET}


@pytest.mark.parametrize(
    ("figures", "threshold"),
    [
        ({"hidden": 0.01}, "smallest_group"),
        ({"alone": 0.21}, "sample_uniques"),
        ({"largest": 0.06}, "individual_risk"),
        ({"risk": 0.06}, "file_risk"),
        ({"dis": 0.11}, "dis_suda"),
    ],
)
def test_one_figure_above_its_limit_is_not_met(figures, threshold):
    found = verdict_of(file(**figures))
    assert [t for t, v in found.items() if v is not Verdict.MET] == [threshold]
    assert found[threshold] is Verdict.NOT_MET


def test_a_figure_at_its_limit_but_for_rounding_meets_it():
    assert verdict_of(file(risk=0.05 + 1e-15, largest=0.05 * (1 + 1e-12)))["file_risk"] is Verdict.MET


def test_smaller_groups_are_counted_by_the_limit():
    people = {"2": 0, "3": 4, "5": 9}
    (outcome,) = [o for o in file().outcomes if o.measure == MATCHED]
    detail = {**outcome.detail, "individual": {**outcome.detail["individual"], "above": people}}
    counted = replace(file(), outcomes=(replace(outcome, detail=detail),))
    values = {}
    for release in (ReleaseType.PUBLIC, ReleaseType.SCIENTIFIC, ReleaseType.SECURE):
        (first, *_rest) = judged(counted, proposed_purpose(release), "keys")
        values[release] = first[1].value
    assert values == {ReleaseType.PUBLIC: 0.09, ReleaseType.SCIENTIFIC: 0.04, ReleaseType.SECURE: 0.0}


def test_a_bound_may_show_that_a_limit_is_met_and_never_that_it_is_not():
    assert verdict_of(file(bound=True, risk=0.05))["file_risk"] is Verdict.MET
    found = {r.threshold: j for r, j in judged(file(bound=True, risk=0.06), PURPOSE, "keys")}["file_risk"]
    assert (found.verdict, found.value, found.reasons) == (
        Verdict.NO_VALUE,
        None,
        ("only a bound is known, because records are not linked",),
    )


def test_where_single_people_are_not_known_no_rule_about_them_has_a_figure():
    found = verdict_of(file(unknown="records are not linked"))
    assert found.pop("file_risk") is Verdict.MET
    assert set(found.values()) == {Verdict.NO_VALUE}
    assert verdict_of(file(dis="too many keys"))["dis_suda"] is Verdict.NO_VALUE


def test_what_does_not_hold_is_never_met():
    assert set(verdict_of(hollow(file())).values()) == {Verdict.NOT_VALID}
