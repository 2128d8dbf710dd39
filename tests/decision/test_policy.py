"""The policy as a file: it gives the purpose back, and says by line or key what is wrong with it."""

import tomllib

import pytest

from core.decision.policy import FORMAT, read_policy, with_rules, write_policy
from core.decision.purpose import DEFAULT_PURPOSE, Purpose, ReleaseType, Requirement, proposed_purpose
from core.decision.risk_thresholds import Judgement, Verdict
from core.decision.threshold_words import finding
from core.errors import PlanError

OFFICE = f"""
format = "{FORMAT}"
release = "own"
[thresholds.disco]
limit = 0.02
source = "rule 12 of the office"
[thresholds.smallest_group]
limit = 5
source = "rule 3 of the office"
"""


@pytest.mark.parametrize("release", ReleaseType)
def test_a_policy_gives_the_purpose_back(release):
    purpose = proposed_purpose(release)
    assert read_policy(write_policy(purpose)) == purpose
    changed = purpose.changed("file_risk", 0.031, 'a "small" country').changed("smallest_group", 5, "as ever")
    assert read_policy(write_policy(changed)) == changed


def test_an_office_may_leave_thresholds_out_and_add_a_measure():
    purpose = read_policy(OFFICE)
    assert [(r.threshold, r.limit) for r in purpose.requirements] == [("smallest_group", 5), ("share_disco", 0.02)]
    assert read_policy(write_policy(purpose)) == purpose
    assert (purpose.limit_of("disco"), purpose.limit_of("expected_match_risk")) == (0.02, None)
    assert tomllib.loads(write_policy(purpose))["thresholds"]["disco"]["source"] == "rule 12 of the office"


SCIENTIFIC = write_policy(DEFAULT_PURPOSE)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (SCIENTIFIC.replace(FORMAT, "ru-map-policy/9"), "format: 'ru-map-policy/9' is not one of ru-map-policy/1"),
        (
            SCIENTIFIC.replace('"scientific"', '"secret"'),
            "release: 'secret' is not one of public, scientific, secure, own",
        ),
        (SCIENTIFIC.replace("release =", "relase ="), "unknown entry 'relase' .did you mean 'release'.."),
        (SCIENTIFIC.replace(".file_risk]", ".file_rsk]"), "thresholds.file_rsk is no threshold; known are smallest_"),
        (SCIENTIFIC.replace("limit = 3", "limit = 4"), "thresholds.smallest_group: the smallest group must be one of"),
        (SCIENTIFIC.replace("limit = 3", "limit = 5"), "say in reason why 5 takes the place of 3"),
        (SCIENTIFIC.replace("limit = 3", "limit = true"), "thresholds.smallest_group.limit must be a number, not True"),
        (SCIENTIFIC.replace("limit = 0.2", "limit = 20"), "thresholds.sample_uniques: .*between 0 and 1"),
        (SCIENTIFIC.replace("source =", "origin =", 1), "thresholds.smallest_group: unknown entry 'origin'"),
        (SCIENTIFIC.replace("limit = 3", "limit = 3\nreason = 7"), "reason must be a text, not 7"),
        (SCIENTIFIC.split("[thresholds.dis_suda]")[0], "thresholds.dis_suda is missing; write it, or set release"),
        (SCIENTIFIC.split("[thresholds")[0], "'thresholds' is missing"),
        (OFFICE.replace('source = "rule 12 of the office"', ""), "thresholds.disco: say in source"),
        (
            OFFICE.replace("thresholds.disco", "thresholds.ldu_univariate"),
            "ldu_univariate is no threshold",
        ),
    ],
)
def test_what_is_wrong_is_named_with_the_remedy(text, words):
    with pytest.raises(PlanError, match=words):
        read_policy(text)


def test_only_the_risk_of_the_file_has_its_limit():
    limits = [DEFAULT_PURPOSE.limit_of(m) for m in ("expected_match_risk", "global_risk", "linkage_gower", "disco")]
    assert limits == [0.05, None, None, None]


def test_a_threshold_that_there_is_not_is_refused():
    with pytest.raises(PlanError, match="no threshold"):
        Requirement("share_ldu_univariate", 0.1, "", 0.1)
    with pytest.raises(PlanError, match="no such threshold"):
        Purpose(ReleaseType.OWN, ()).changed("file_risk", 0.1, "x")


def test_own_rules_take_thresholds_away_and_add_measures():
    own = proposed_purpose(ReleaseType.OWN).changed("file_risk", 0.09, "as agreed")
    ruled = with_rules(own, ["share_disco", "file_risk"])
    assert [(r.threshold, r.limit) for r in ruled.requirements] == [("file_risk", 0.09), ("share_disco", 0.05)]
    back = with_rules(ruled, ["smallest_group", "file_risk"])
    assert [(r.threshold, r.limit) for r in back.requirements] == [("smallest_group", 3), ("file_risk", 0.09)]
    assert read_policy(write_policy(ruled)) == ruled


WHOLE = OFFICE.replace(
    "[thresholds.disco]",
    """signed_by = "the release board"
valid_until = "2027-12-31"
[key_sets]
neighbour = ["age", "sex"]
[thresholds.gdu]
limit = 0.8
direction = "at least"
source = "rule 4 of the office"
[thresholds.disco]""",
    1,
)


def test_a_policy_says_who_signed_it_how_long_it_holds_and_what_it_asks_for():
    purpose = read_policy(WHOLE)
    assert (purpose.signed_by, purpose.valid_until) == ("the release board", "2027-12-31")
    assert purpose.keysets == (("neighbour", ("age", "sex")),)
    assert [(r.threshold, r.at_least) for r in purpose.requirements][1:] == [
        ("share_gdu", True),
        ("share_disco", False),
    ]
    assert read_policy(write_policy(purpose)) == purpose


def test_a_limit_may_be_set_on_any_measure_of_a_file_in_its_own_units():
    text = WHOLE.replace("[thresholds.gdu]\nlimit = 0.8", "[thresholds.table_pmse_ratio_mean]\nlimit = 2.5")
    purpose = read_policy(text.replace('"at least"', '"at most"'))
    ratio = purpose.requirement("share_table_pmse_ratio_mean")
    assert (ratio.limit, ratio.at_least, ratio.limit_text(ratio.limit)) == (2.5, False, "2.5")
    assert purpose.requirement("share_disco").limit_text(0.05) == "5%"
    assert finding(ratio, Judgement(Verdict.NOT_MET, ratio.measure, 2.75)).endswith(" 2.75, limit 2.5")
    assert read_policy(write_policy(purpose)) == purpose
    with pytest.raises(PlanError, match="the limit must be between 0 and inf"):
        read_policy(text.replace('"at least"', '"at most"').replace("2.5", "-1"))


@pytest.mark.parametrize(
    ("written", "instead", "words"),
    [
        ('"at least"', '"at most"', 'thresholds.gdu: direction must be "at least"'),
        ('"2027-12-31"', '"next year"', 'valid_until: it must be a day such as "2027-12-31"'),
        ('"2027-12-31"', "false", "valid_until must be a text, not False"),
        ('"2027-12-31"', "{}", "valid_until must be a text, not a table"),
        ('"2027-12-31"', "0", "valid_until must be a text, not 0"),
        ('"the release board"', "3", "signed_by must be a text, not 3"),
        ('["age", "sex"]', '"age"', "key_sets.neighbour must be a list, not 'age'"),
        ('["age", "sex"]', "[]", "key_sets.neighbour: it must hold 1 or more"),
    ],
)
def test_what_is_wrong_with_the_rest_of_a_policy_is_said(written, instead, words):
    with pytest.raises(PlanError, match=words):
        read_policy(WHOLE.replace(written, instead))
