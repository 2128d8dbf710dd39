"""Synthetic files are judged by attacks net of a control, not by counts of key values; a copy is refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.data import RelationKind
from core.decision import Standing, decide, read_policy, write_policy
from core.decision.gate import GateAnswer
from core.decision.judging import accepted_limit, in_use, judged
from core.decision.purpose import ATTACK_RULES, COUNTED, ReleaseType, RuledFiles, proposed_purpose
from core.decision.risk_thresholds import Verdict
from core.decision.verdict import GuardKind, StepKind
from core.errors import PlanError
from core.measures import Skipped
from core.reports import read_results
from tests.decision.situations import (
    GIVEN_AWAY,
    WITHSTOOD,
    attacked,
    compared,
    decided,
    hollow,
    masked,
    original,
    synthetic,
)
from tests.decision.test_gate import TODAY, gate
from tests.outcomes import result

ORIGINAL = attacked(original(), GIVEN_AWAY)


def verdicts_of(file, release=ReleaseType.SCIENTIFIC):
    return {r.threshold: j.verdict for r, j in judged(file, proposed_purpose(release), "keys")}


def test_a_safe_synthetic_file_goes_out_whatever_its_key_counts() -> None:
    decision = decided(synthetic(), of=ORIGINAL)
    assert (decision.standing, decision.chosen) == (Standing.GO, "A")
    assert "all 5 rules met" in decision.sentence
    assert {verdicts_of(synthetic())[id_] for id_ in COUNTED} == {Verdict.NOT_FOR}


@pytest.mark.parametrize("rule", ATTACK_RULES)
def test_the_upper_end_of_the_interval_is_held_against_the_limit(rule) -> None:
    measure = rule.removeprefix("share_")
    across = decided(synthetic(**{measure: (0.08, 0.01, 0.3)}), of=ORIGINAL)
    assert [g.kind for g in across.of("A").guards] == [GuardKind.STRADDLES]
    above = decided(synthetic(**{measure: (0.4, 0.3, 0.5)}), of=ORIGINAL)
    assert [(g.kind, g.threshold) for g in above.of("A").guards] == [(GuardKind.THRESHOLD, rule)]
    assert above.standing is Standing.NO
    assert "net of the control 40.0%, limit" in above.sentence


def test_without_a_control_it_cannot_be_told_and_the_remedy_is_named() -> None:
    decision = decided(synthetic(n_control=None), of=ORIGINAL)
    file = decision.of("A")
    assert (file.standing, {g.kind for g in file.guards}) == (Standing.NOT_KNOWN, {GuardKind.NO_CONTROL})
    assert "4 attacks cannot be told: no control file" in decision.sentence
    assert [g.sentence for g in file.distinct_guards] == [
        "4 attacks cannot be told: no control file; add one on the Set up page, or by --control on the command line"
    ]
    assert StepKind.FILES in [step.kind for step in decision.steps]
    skipped = synthetic()
    none = Skipped("membership_distance", (), "no control file", {"n_control": None})
    outcomes = tuple(none if o.measure == none.measure else o for o in skipped.outcomes)
    assert verdicts_of(replace(skipped, outcomes=outcomes))["share_membership_distance"] is Verdict.CANNOT_TELL


def test_a_verbatim_copy_is_refused_with_the_reason() -> None:
    copy = synthetic("copy", relation=RelationKind.IDENTICAL, **GIVEN_AWAY)
    decision = decided(copy, synthetic("B"), of=ORIGINAL)
    assert decision.chosen == "B"
    assert "“copy” holds the original's records unchanged" in decision.text
    refused = decision.of("copy")
    assert refused.met == 1  # utility
    assert {g.threshold for g in refused.guards} == {"", *ATTACK_RULES}


@pytest.mark.parametrize("relation", [RelationKind.PART, RelationKind.LINKED, RelationKind.SAME_ORDER])
def test_records_of_people_that_are_called_synthetic_do_not_escape_the_counts(relation) -> None:
    file = decided(synthetic(relation=relation), of=ORIGINAL).of("A")
    assert file.guards
    assert {g.threshold for g in file.guards} <= COUNTED


def test_of_a_partly_synthetic_file_both_kinds_of_rules_count() -> None:
    found = verdicts_of(synthetic(kept=1))
    assert Verdict.NOT_FOR not in found.values()
    assert decided(synthetic(kept=1), of=ORIGINAL).chosen is None


def test_a_masked_file_is_not_held_to_rules_of_synthetic_ones() -> None:
    beside = decided(masked("masked"), synthetic("made", gdu=0.7), of=ORIGINAL)
    assert beside.chosen == "masked"
    assert beside.of("masked") == decided(masked("masked")).of("masked")
    assert (beside.of("masked").rules, beside.of("made").rules) == (6, 5)


def test_attacks_that_the_original_withstands_prove_nothing_of_a_synthetic_file() -> None:
    safe = attacked(original(), WITHSTOOD)
    decision = decided(synthetic(), of=safe)
    assert decision.chosen is None
    assert "cannot distinguish masked from unmasked" in decision.sentence
    assert decided(synthetic("made"), masked("masked", gdu=0.7), of=safe).chosen == "masked"
    held = gate(compared(synthetic("made"), masked("masked"), of=safe), proposed_purpose(ReleaseType.SCIENTIFIC), TODAY)
    assert held.passing == ("masked",)
    assert held.answer is GateAnswer.NOT_JUDGED


def test_rules_of_an_office_without_attacks_leave_a_synthetic_file_open() -> None:
    purpose = proposed_purpose(ReleaseType.SCIENTIFIC)
    older = replace(purpose, requirements=tuple(r for r in purpose.requirements if r.threshold in COUNTED))
    assert {j.verdict for _r, j in judged(synthetic(), older, "keys")} == {Verdict.NO_VALUE}
    assert read_policy(write_policy(older)) == older  # a policy written before there were such rules


def test_the_policy_file_says_which_files_a_rule_is_for() -> None:
    text = write_policy(proposed_purpose(ReleaseType.PUBLIC))
    rule = read_policy(text).requirement("share_linkability")
    assert (rule.limit, rule.files) == (0.09, RuledFiles.SYNTHETIC)
    assert "Working Party" in rule.source
    everybody = read_policy(text.replace('\nfiles = "synthetic"', ""))
    assert {r.files for r in everybody.requirements} == {RuledFiles.ALL}
    assert Verdict.NO_VALUE in {j.verdict for _r, j in judged(masked(), everybody, "keys")}
    with pytest.raises(PlanError, match="'swapped' is not one of all, synthetic"):
        read_policy(text.replace('\nfiles = "synthetic"', '\nfiles = "swapped"', 1))


def test_no_limit_is_drawn_that_no_file_is_judged_by() -> None:
    purpose = proposed_purpose(ReleaseType.SCIENTIFIC)
    made, both = compared(synthetic()), compared(synthetic("made"), masked("masked"))
    found = [accepted_limit(c, purpose, m) for c in (made, both) for m in ("expected_match_risk", "linkability")]
    assert found == [None, 0.09, 0.05, 0.09]
    assert accepted_limit(compared(masked()), purpose, "linkability") is None
    made_up = result("synthetic_disclosure", ("keys",), 0.1, larger="disco")
    made = replace(synthetic(), outcomes=(*synthetic().outcomes, made_up))
    assert "which includes what anybody could guess" in decided(made, of=ORIGINAL).text


def test_records_that_are_repeated_are_nobodys_guess() -> None:
    made = synthetic()
    made_up = result("synthetic_disclosure", ("keys",), 0.3, larger="records_repeated")
    repeating = replace(made, outcomes=(*made.outcomes, made_up))
    text = decided(repeating, of=ORIGINAL).text
    assert "Risk of the file 30.0%: of so many people the file repeats the record, beyond chance." in text


def test_attacks_net_of_a_control_that_the_masking_saw_do_not_hold() -> None:
    seen = hollow(synthetic(), *WITHSTOOD, why="the masking saw the control")
    assert {g.kind for g in decided(seen, of=ORIGINAL).of("A").guards} == {GuardKind.DOES_NOT_HOLD}


def test_the_verdict_on_the_synthetic_example() -> None:
    text = (Path(__file__).parents[2] / "assets" / "example" / "synthetic.json").read_text(encoding="utf-8")
    example = read_results(text)
    secure, wider = (
        decide(example, proposed_purpose(release)) for release in (ReleaseType.SECURE, ReleaseType.SCIENTIFIC)
    )
    assert (secure.chosen, secure.standing) == ("Regressions", Standing.GO)
    assert wider.standing is Standing.NOT_KNOWN
    assert any(
        "inference net of the control 4.3%, between" in g.sentence for g in wider.of("Regressions").distinct_guards
    )
    for decision in (secure, wider):
        copy = decision.of("Verbatim copy")
        assert (copy.standing, copy.met) == (Standing.NO, 1)
        assert copy.guards[0].kind is GuardKind.IDENTICAL


def test_the_rules_that_files_are_judged_by_stand_first() -> None:
    purpose = proposed_purpose(ReleaseType.SCIENTIFIC)
    shown = [
        [r.threshold for r in in_use(c, purpose).requirements] for c in (compared(synthetic()), compared(masked()))
    ]
    counted = [r.threshold for r in purpose.requirements if r.threshold in COUNTED]
    assert shown == [[*ATTACK_RULES, *counted], counted]
