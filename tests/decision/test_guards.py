"""Each guard strikes a file out wherever it stands; without one it may go out; no file changes another's verdict."""

from dataclasses import replace

import pytest

from core.assessment import measure_by_id
from core.data import KeySet, Relation, RelationKind
from core.decision import ReleaseType, Requirement, Standing, decide, proposed_purpose
from core.decision.deciding import keysets_in
from core.decision.verdict import UNDECIDED, FileVerdict, Guard, GuardKind, StepKind
from core.views import UTILITY_AXES, default_utility
from tests.decision.situations import (
    KEYS,
    RISKY,
    SAFE,
    VARIABLES,
    cancelled,
    compared,
    decided,
    hollow,
    masked,
    original,
    synthetic,
)
from tests.outcomes import resolution, result

STRUCK = {
    GuardKind.IDENTICAL: masked(relation=RelationKind.IDENTICAL),
    GuardKind.OTHER_PEOPLE: masked(relation=RelationKind.OTHER_PEOPLE),
    GuardKind.OTHER_SURVEY: masked(relation=RelationKind.OTHER_SURVEY),
    GuardKind.NO_COMMON_VARIABLES: replace(masked(), variables=tuple(replace(v, status="removed") for v in VARIABLES)),
    GuardKind.NOT_MEASURED: cancelled(),
    GuardKind.LIKE_SHUFFLED: masked(gdu=0.6),
    GuardKind.KEEPS_NOTHING: masked(kept=(0, 9)),
    GuardKind.UTILITY_UNKNOWN: masked(distance=3.9),
    GuardKind.THRESHOLD: masked(alone=0.21),
    GuardKind.DOES_NOT_HOLD: hollow(masked()),
    GuardKind.NO_CONTROL: synthetic(n_control=None),
    GuardKind.STRADDLES: synthetic(linkability=(0.08, 0.05, 0.12)),
    GuardKind.NO_UTILITY: masked(gdu=None),
}


def test_every_kind_of_guard_is_tried() -> None:
    assert set(STRUCK) == set(GuardKind) - {GuardKind.PROVES_NOTHING}  # hangs on the original, see below


@pytest.mark.parametrize("kind", STRUCK)
def test_a_guard_strikes_the_file_out(kind) -> None:
    decision = decided(STRUCK[kind])
    (file,) = decision.files
    assert {guard.kind for guard in file.distinct_guards} == {kind}
    assert len(file.distinct_guards) == 1
    assert file.standing is (Standing.NOT_KNOWN if kind in UNDECIDED else Standing.NO)
    assert (decision.chosen, decision.standing) == (None, file.standing)


@pytest.mark.parametrize("kind", STRUCK)
def test_a_struck_file_is_not_taken_beside_a_good_one(kind) -> None:
    struck = replace(STRUCK[kind], name="struck", file="struck.csv")
    good = masked("good", gdu=0.7)
    for files in ((struck, good), (good, struck)):
        decision = decided(*files)
        assert (decision.chosen, decision.standing) == ("good", Standing.GO)
        assert decision.of("struck") == decided(struck).of("struck")
        assert decision.of("good") == decided(good).of("good")


@pytest.mark.parametrize("kind", RelationKind)
def test_any_other_relation_leaves_a_file_to_its_figures(kind) -> None:
    struck = {RelationKind.IDENTICAL, RelationKind.OTHER_PEOPLE, RelationKind.OTHER_SURVEY}
    assert (decided(masked(relation=kind)).chosen is None) == (kind in struck)


def test_files_without_a_hash_are_not_taken_for_the_originals_own() -> None:
    frames = compared(replace(masked(), sha256=""), of=replace(original(), sha256=""))
    assert decide(frames, proposed_purpose(ReleaseType.SCIENTIFIC)).chosen == "A"


def test_a_person_is_judged_by_the_risk_in_the_population() -> None:
    assert decided(masked(in_file=1.0)).chosen == "A"
    assert decided(masked(in_file=1.0, largest=0.06)).of("A").struck_by(GuardKind.THRESHOLD)


def test_what_fails_says_the_key_set_but_of_attacks_that_know_more_than_keys() -> None:
    both = ("few", "many")
    (counted,) = decided(masked(alone=0.3, keysets=both), of=original(keysets=both)).of("A").distinct_guards
    assert "key set few" in counted.sentence
    made_up = synthetic(linkability=(0.3, 0.25, 0.35))
    (attack,) = decided(made_up, of=original(keysets=both)).of("A").distinct_guards
    assert "key set" not in attack.sentence


@pytest.mark.parametrize("without", [None, "no weight is declared", "failed"])
def test_rules_without_a_value_leave_the_file_unknown(without) -> None:
    file = decided(masked(risk=without)).of("A")
    assert {(g.kind, g.standing) for g in file.guards} == {(GuardKind.NOT_MEASURED, Standing.NOT_KNOWN)}
    assert len(file.distinct_guards) == 1


def test_the_copy_of_a_risky_original_fails_by_its_figures_too() -> None:
    copy = masked("copy", gdu=1.0, **RISKY)
    assert decided(copy).of("copy").met == 1  # utility


def test_a_file_measured_for_no_key_set_is_not_certified() -> None:
    # nothing to fail is not passing: a file without a figure met "every" threshold before
    files = masked("measured"), masked("unmeasured", keysets=())
    decision = decided(*files)
    assert decision.chosen == "measured"
    assert decision.of("unmeasured").struck_by(GuardKind.NOT_MEASURED)


def test_what_the_original_passes_proves_nothing() -> None:
    decision = decided(masked("A"), of=original(**SAFE))
    assert (decision.chosen, decision.standing) == (None, Standing.NOT_KNOWN)
    (guard,) = decision.of("A").distinct_guards
    assert (guard.kind, decision.of("A").standing) == (GuardKind.PROVES_NOTHING, Standing.NOT_KNOWN)
    assert guard.sentence == "meets only limits that the unmasked original meets as well"


def test_a_rule_of_utility_is_no_proof_that_the_limits_tell_masked_from_unmasked() -> None:
    purpose = proposed_purpose(ReleaseType.SCIENTIFIC)
    useful = replace(purpose, requirements=(*purpose.requirements, Requirement("share_gdu", 0.8, "rule 4", 0.8)))
    (file,) = decide(compared(masked("A"), of=original(**SAFE)), useful).files
    assert file.struck_by(GuardKind.PROVES_NOTHING)


def test_an_original_that_breaks_one_rule_shows_that_the_limits_tell() -> None:
    assert decided(masked("A"), of=original(**{**SAFE, "dis": 0.5})).chosen == "A"


def test_near_is_what_breaks_a_rule_by_least_not_what_has_the_smallest_figure() -> None:
    person, many = masked("person", largest=0.09), masked("many", alone=0.21)
    assert decided(person, many).closest == "many"  # .01 above its limit, where the other is .04 above


def test_key_sets_are_the_declared_ones_in_their_order() -> None:
    declared = replace(compared(masked(keysets=("b", "a"))), keysets=(KeySet("a", ("age",)), KeySet("b", ("sex",))))
    assert keysets_in(declared) == ("a", "b")
    assert keysets_in(replace(declared, keysets=())) == (KEYS,)


def test_rules_without_a_figure_are_not_broken() -> None:
    open_, broken = Guard(GuardKind.NOT_MEASURED, "x"), Guard(GuardKind.THRESHOLD, "y")
    assert FileVerdict("A", "a.csv", (open_, broken)).failed == 1


def test_shuffled_columns_are_met_within_their_band() -> None:
    # permutations scored 0.58 to 0.62: another one may score 0.62, and 0.62 and a rounding error
    for value in (0.5, 0.62, 0.62 + 1e-12):
        assert decided(masked(gdu=value)).of("A").struck_by(GuardKind.LIKE_SHUFFLED)
    assert not decided(masked(gdu=0.63)).of("A").guards


@pytest.mark.parametrize(
    ("effects", "distance", "shuffled", "struck"),
    [
        (0.919, 9, 0.9, True),  # half of the way is 0.95
        (0.92, 9, 0.9, False),  # the band of fresh surveys is 0.93 to 0.95, twice the band begins here
        (0.919, 3.9, 0.9, False),  # the axis cannot tell
        (0.75, 9, 0.5, False),  # half of the way
        (0.749, 9, 0.5, True),
    ],
)
def test_a_file_above_the_band_keeps_half_of_what_shuffling_costs_or_is_as_good_as_a_fresh_survey(
    effects, distance, shuffled, struck
) -> None:
    file = masked(gdu=0.63)
    band = (shuffled - 0.01, shuffled, shuffled + 0.01)
    axis = [result("gdu_effect_sizes", (), effects, published=effects)]
    axis += [resolution(distance, band, (0.93, 0.94, 0.95), "gdu_effect_sizes")]
    of = replace(original(), outcomes=(*original().outcomes, *axis))
    (verdict,) = decided(replace(file, outcomes=(*file.outcomes, *axis)), of=of).files
    assert verdict.struck_by(GuardKind.LIKE_SHUFFLED) == struck
    if struck:
        assert verdict.distinct_guards[0].clause == (
            "it is nearer to shuffled columns than to the original "
            f"(Agreement by effect sizes {effects:.1%}, shuffled {shuffled:.1%}, fresh survey 94.0%)"
        )


def on_axes(*distances, name="Original", values=(0.9, 0.95, 2.5)):
    """Return a file with these resolutions of the three axes, and its values on them."""
    bands = ((0.58, 0.6, 0.62), (0.85, 0.9, 0.92), (5.0, 10.0, 15.0))
    fresh = ((0.64, 0.66, 0.68), (0.93, 0.94, 0.95), (3.9, 4.0, 4.1))
    asked = zip(UTILITY_AXES, distances, bands, fresh, strict=True)
    known = [resolution(d, shuffled, survey, figure=axis) for axis, d, shuffled, survey in asked]
    figures = [result(axis, (), value, published=value) for axis, value in zip(UTILITY_AXES, values, strict=True)]
    file = original() if name == "Original" else masked(name, gdu=None, bottom=None)
    kept = tuple(o for o in file.outcomes if o.measure != "gdu_resolution")
    return replace(file, outcomes=(*kept, *known, *(() if name == "Original" else figures)))


@pytest.mark.parametrize(
    ("distances", "axis"),
    [((4.0, 9, 9), "gdu"), ((3.9, 4, 9), "gdu_effect_sizes"), ((1, 1, 4), "table_pmse_ratio_mean"), ((1, 2, 3), "")],
)
def test_the_default_axis_is_the_first_that_can_tell_at_the_originals_size(distances, axis) -> None:
    of, files = on_axes(*distances), (on_axes(9, 9, 9, name="A"), on_axes(0, 0, 0, name="B"))
    chosen = default_utility(compared(*files, of=of))
    assert chosen.measure == axis
    assert chosen == default_utility(compared(of=of))  # no masked file moves it
    assert (axis and measure_by_id(axis).name in chosen.sentence) or "cannot be told" in chosen.sentence


def test_a_file_is_held_against_shuffled_columns_on_the_default_axis() -> None:
    of = on_axes(1, 1, 9)
    for ratio, standing in ((4.9, Standing.GO), (5.0, Standing.NO), (8.0, Standing.NO)):
        file = on_axes(9, 9, 9, name="A", values=(0.1, 0.1, ratio))
        verdict = decided(file, of=of).of("A")
        assert (verdict.standing, verdict.utility, verdict.utility_measure) == (standing, ratio, UTILITY_AXES[2])
    assert "(utility 8, shuffled 5 to 15)" in verdict.distinct_guards[0].clause


@pytest.mark.parametrize(
    ("kind", "distances", "effects", "ratio", "struck"),
    [
        # shuffled columns score 0.9 and 10, so that 0.96 lies 0.6 of the way to the original, and 6 lies 0.4 of it
        ("same order", (9, 9, 9), 0.96, 6.0, False),
        ("linked", (9, 9, 9), 0.96, 6.1, True),
        ("linked", (9, 9, 3), 0.96, 9.9, False),  # tables cannot distinguish
        ("linked", (9, 3, 9), 0.91, 4.9, False),
        ("linked", (9, 9, 9), 1.0, 99.0, False),  # worse than shuffled columns is 0 of the way
        # about as good as fresh surveys: these lie 0.2 of the way by effect sizes and half of it by tables: 0.35
        ("unclear", (9, 9, 9), 0.93, 6.0, False),
        ("unclear", (9, 9, 9), 0.929, 6.0, True),
    ],
)
def test_half_is_kept_on_average_of_the_amounts_that_distinguish(kind, distances, effects, ratio, struck) -> None:
    file = on_axes(*distances, name="A", values=(0.7, effects, ratio))
    of_people = replace(file, relation=Relation(RelationKind(kind), "seen"), rows=original().rows)
    (verdict,) = decided(of_people, of=on_axes(9, 9, 9)).files
    assert [" is nearer to shuffled" in f" {g.clause[3:]}" for g in verdict.distinct_guards] == [True] * struck


def test_where_no_axis_can_tell_no_file_is_struck_out_for_its_utility() -> None:
    verdict = decided(on_axes(9, 9, 9, name="A", values=(0.1, 0.1, 99.0)), of=on_axes(1, 2, 3)).of("A")
    (guard,) = verdict.distinct_guards
    assert (guard.kind, verdict.standing) == (GuardKind.UTILITY_UNKNOWN, Standing.NOT_KNOWN)
    assert "few records, or hardly anything is associated" in guard.clause


def test_what_a_file_does_not_publish_is_no_part_of_the_comparison() -> None:
    file = masked(gdu=0.55)
    outcomes = tuple(result("gdu", (), 0.55, published=0.8) if o.measure == "gdu" else o for o in file.outcomes)
    verdict = decided(replace(file, outcomes=outcomes)).of("A")
    assert (verdict.standing, verdict.utility, verdict.place) == (Standing.GO, 0.55, pytest.approx(0.5))


def test_ranked_from_the_best_standing_to_the_worst() -> None:
    bad, open_, good = masked("bad", alone=0.9), hollow(masked("open")), masked("good")
    assert [f.scenario for f in decided(bad, open_, good).ranked] == ["good", "open", "bad"]


def test_the_table_begins_with_the_file_that_the_sentence_names() -> None:
    shuffled, useful, copy = (
        masked("shuffled", gdu=0.5),
        masked("useful", **RISKY),
        masked("copy", relation=RelationKind.IDENTICAL),
    )
    decision = decided(copy, shuffled, useful)
    assert [f.scenario for f in decision.ranked] == ["useful", "shuffled", "copy"]
    assert (decision.closest, decision.runner_up) == ("useful", None)


def test_closest_breaks_the_fewest_rules_by_the_least_and_is_of_use() -> None:
    two, one, less = masked("two", dis=0.11, risk=0.06), masked("one", dis=0.4), masked("less", dis=0.2, gdu=0.8)
    shuffled, unknown = masked("shuffled", dis=0.11, gdu=0.5), masked("unknown", unknown="records are not linked")
    other = masked("other", relation=RelationKind.OTHER_PEOPLE)
    assert decided(two, one, less, shuffled, unknown, other).closest == "less"
    assert decided(shuffled, unknown, other, hollow(one)).closest is None


def test_the_runner_up_of_the_only_file_that_passes_is_the_nearest_of_the_others() -> None:
    far, near = masked("far", alone=0.9, dis=0.9), masked("near", dis=0.2)
    decision = decided(far, masked("good"), near, cancelled("cancelled"))
    assert (decision.chosen, decision.runner_up) == ("good", "near")


def test_rules_without_a_threshold_let_nothing_out() -> None:
    purpose = replace(proposed_purpose(ReleaseType.OWN), requirements=())
    decision = decide(compared(masked()), purpose)
    assert (decision.chosen, decision.of("A").standing) == (None, Standing.NOT_KNOWN)
    assert decision.of("A").risk.limit is None
    assert [step.kind for step in decision.steps] == [StepKind.LIMITS]


def test_figures_that_fail_to_hold_for_one_reason_are_said_together() -> None:
    why = "values of age differ from the original's."
    hollow = [
        Guard(GuardKind.DOES_NOT_HOLD, f"{name}: its figure does not hold", name, why) for name in ("k", "dis_suda")
    ]
    other = Guard(GuardKind.LIKE_SHUFFLED, "is no better than shuffled columns")
    assert [guard.clause for guard in FileVerdict("A", "a.csv", (other, *hollow)).distinct_guards] == [
        "it is no better than shuffled columns",
        "2 figures do not hold: values of age differ from the original's",
    ]
    assert FileVerdict("A", "a.csv", (other, hollow[0])).distinct_guards == (other, hollow[0])


def test_what_a_file_is_compared_with_lies_next_to_it_on_the_frontier() -> None:
    useful, named, dominated, safe = (
        masked("useful", gdu=0.95, risk=0.3),
        masked("named", gdu=0.9, risk=0.02),
        masked("dominated", gdu=0.89, risk=0.03),
        masked("safe", gdu=0.7, risk=0.001),
    )
    # the second in rank keeps less at more risk
    assert decided(useful, named, dominated, safe).chosen == "named"
    assert decided(useful, named, dominated, safe).runner_up == "safe"
    assert decided(useful, named, dominated).runner_up == "useful"
    assert decided(named, dominated).runner_up is None
    bound = masked("bound", gdu=0.95, risk=0.001, bound=True, unknown="records are not linked")
    shuffled, copy = masked("shuffled", gdu=0.5, risk=0.0), masked("copy", relation=RelationKind.IDENTICAL, gdu=1.0)
    assert decided(named, bound, shuffled, copy).runner_up is None


def test_the_table_begins_with_the_closest_file_though_another_as_bad_keeps_more() -> None:
    far, near = masked("far", gdu=0.95, dis=0.9), masked("near", dis=0.11)
    assert decided(far, near).closest == "near"
    assert [f.scenario for f in decided(far, near).ranked] == ["near", "far"]
    assert [f.scenario for f in decided(far, near, hollow(masked("open"))).ranked] == ["open", "near", "far"]
