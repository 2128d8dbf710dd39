"""Why a file is never proposed: what it is, what was not measured, and which figures speak against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from core.assessment import Assessment, Comparison, measure_by_id
from core.data import RelationKind
from core.decision.judging import ScenarioVerdict
from core.decision.purpose import ATTACK_RULES, Requirement
from core.decision.risk_thresholds import Judgement, Verdict
from core.decision.threshold_words import finding
from core.decision.verdict import Guard, GuardKind
from core.measures import Result, detail_of
from core.statistics.reproducible import below, sort_value
from core.utility import InsideDetail
from core.views import (
    CANNOT_TELL,
    HALF,
    NOT_MEASURED,
    UTILITY_AXES,
    AxisResolution,
    DefaultUtility,
    axis_resolution,
    better_than_shuffled,
    default_utility,
    half_or_fresh,
    place_above_shuffled,
    published_value,
    why_no_resolution,
)

AMOUNTS = UTILITY_AXES[1:]
"""Axes of utility that are not made of p values."""

BY_VERDICT = {
    Verdict.NOT_MET: GuardKind.THRESHOLD,
    Verdict.NO_VALUE: GuardKind.NOT_MEASURED,
    Verdict.NOT_VALID: GuardKind.DOES_NOT_HOLD,
    Verdict.CANNOT_TELL: GuardKind.STRADDLES,
}
"""What a verdict on a threshold makes of the file, the weightiest first."""

OF_UTILITY = frozenset({
    GuardKind.NO_UTILITY,
    GuardKind.LIKE_SHUFFLED,
    GuardKind.KEEPS_NOTHING,
    GuardKind.UTILITY_UNKNOWN,
})  # fmt: skip
"""What the rule of utility finds."""

BY_RELATION = {
    RelationKind.IDENTICAL: (GuardKind.IDENTICAL, "holds the original's records unchanged"),
    RelationKind.OTHER_PEOPLE: (GuardKind.OTHER_PEOPLE, "holds other people than the original"),
    RelationKind.OTHER_SURVEY: (GuardKind.OTHER_SURVEY, "is of another survey than the original"),
}
"""What its relation to the original makes of the file; any other leaves it to its figures."""


def guards(scenario: Assessment, comparison: Comparison, judged: Sequence[ScenarioVerdict]) -> tuple[Guard, ...]:
    """Return why a file is struck out.

    Parameters
    ----------
    scenario : Assessment
    comparison : Comparison
        Whose original it was masked from.
    judged : sequence of ScenarioVerdict
        The same file against every key set; empty where no risk was measured.

    Returns
    -------
    tuple of Guard
        What the file is first, then what was not measured, its utility, and its thresholds; empty: it can go out.
    """
    if not any(isinstance(outcome, Result) for outcome in scenario.outcomes):
        return (*_what_it_is(scenario, comparison), Guard(GuardKind.NOT_MEASURED, "was not measured"))
    of_use = (*_of_utility(scenario, comparison), *_of_published_figures(scenario))
    everything = (*_what_it_is(scenario, comparison), *of_use, *_of_thresholds(judged))
    order = list(GuardKind)
    return tuple(sorted(everything, key=lambda guard: order.index(guard.kind)))


def _what_it_is(scenario: Assessment, comparison: Comparison) -> Iterator[Guard]:
    if scenario.sha256 and scenario.sha256 == comparison.original.sha256:
        yield Guard(GuardKind.IDENTICAL, "is the original's own file, byte for byte")
    elif scenario.relation is not None and scenario.relation.kind in BY_RELATION:
        kind, words = BY_RELATION[scenario.relation.kind]
        yield Guard(kind, words)
    compared = any(v.status in {"kept", "recoded"} for v in scenario.variables)
    # nothing is known of the variables of a file that could not be paired: that it has no utility shows it
    if not compared and (scenario.variables or (scenario.outcomes and not scenario.results("gdu"))):
        words = "has no variable in common with the original that can be compared"
        yield Guard(GuardKind.NO_COMMON_VARIABLES, words)


def _of_utility(scenario: Assessment, comparison: Comparison) -> Iterator[Guard]:
    """Say where a file is no better than shuffled columns on the default axis, or where that is not known."""
    chosen = default_utility(comparison)
    axis = chosen.measure or UTILITY_AXES[0]
    outcome = scenario.outcome(axis)
    published = published_value(outcome) if isinstance(outcome, Result) else None
    if published is None:
        reason = (outcome and outcome.reason) or "not measured"
        yield Guard(GuardKind.NO_UTILITY, f"has no data utility ({reason})")
    elif why := _why_not_told(scenario, chosen):
        yield Guard(GuardKind.UTILITY_UNKNOWN, why)
    elif (known := axis_resolution(scenario, axis)) and not better_than_shuffled(published, axis, known):
        yield Guard(GuardKind.LIKE_SHUFFLED, _like_shuffled(published, axis, known))
    elif clause := _nearer_shuffled(scenario, comparison.original):
        yield Guard(GuardKind.LIKE_SHUFFLED, clause)


def published_figures(scenario: Assessment) -> tuple[int, int]:
    """Return how many published figures the file keeps, of how many that were chosen before the run."""
    known = detail_of(scenario.outcome("indicators_inside"), InsideDetail)
    return (known["inside"], known["indicators"]) if known else (0, 0)


def _of_published_figures(scenario: Assessment) -> Iterator[Guard]:
    kept, published = published_figures(scenario)
    if published and not kept:
        yield Guard(GuardKind.KEEPS_NOTHING, f"keeps 0 of {published} published figures")


def _why_not_told(scenario: Assessment, chosen: DefaultUtility) -> str:
    """Say why the utility of a file cannot be compared with shuffled columns; empty where it can."""
    if not chosen.measured:
        return f"cannot be compared with shuffled columns: {NOT_MEASURED}"
    if not chosen.measure:
        return f"has a utility that is not known: {CANNOT_TELL}"
    known, name = axis_resolution(scenario, chosen.measure), measure_by_id(chosen.measure).name
    if known is None:
        return f"cannot be compared with shuffled columns: {why_no_resolution(scenario, chosen.measure)}"
    if known.can_tell:
        return ""
    return (
        f"has a utility that is not known: with its records and published variables {name} does not distinguish a "
        f"fresh survey from shuffled columns (resolution {known.distance:.1f}, 4 is needed)"
    )


def _like_shuffled(value: float, axis: str, known: AxisResolution) -> str:
    """Return what was compared: the figure of the published variables, and the band of shuffled columns."""
    text = measure_by_id(axis).value_text
    low, high = map(text, (known.shuffled.low, known.shuffled.high))
    return f"is no better than shuffled columns (utility {text(value)}, shuffled {low} to {high})"


def _nearer_shuffled(scenario: Assessment, original: Assessment) -> str:
    """Say that a file above the band has still lost more than half of what the original shows; empty where not.

    How much is kept is the mean place of all axes that are amounts and can distinguish: GDU is made of p values, which
    fall with every record more, and effect sizes see associations alone (planted files with permuted keys kept .51 to
    .53 by them, .19 to .28 by tables). A file of all the original's people begins at the original; any other is a
    survey of its own, and good enough where it is about as good as a fresh one.
    """
    places, allowed, figures = [], [], []
    for axis in AMOUNTS:
        outcome, known = scenario.outcome(axis), axis_resolution(scenario, axis)
        value = published_value(outcome) if isinstance(outcome, Result) else None
        of_original = axis_resolution(original, axis)
        if value is None or known is None or of_original is None or not of_original.can_tell:
            continue
        if (place := place_above_shuffled(value, axis, known)) is not None:
            places.append(min(max(place, 0.0), 1.0))
            allowed.append(HALF if _of_all_people(scenario, original) else half_or_fresh(axis, known))
            figures.append(_figure_between(value, axis, known))
    if not places or not below(float(np.mean(places)), float(np.mean(allowed))):
        return ""
    return f"is nearer to shuffled columns than to the original ({'; '.join(figures)})"


def _of_all_people(scenario: Assessment, original: Assessment) -> bool:
    linked = scenario.relation is not None and scenario.relation.kind in (RelationKind.SAME_ORDER, RelationKind.LINKED)
    return linked and scenario.rows == original.rows


def _figure_between(value: float, axis: str, known: AxisResolution) -> str:
    measure = measure_by_id(axis)
    own, shuffled, fresh = map(measure.value_text, (value, known.shuffled.mean, known.fresh.mean))
    return f"{measure.name} {own}, shuffled {shuffled}, fresh survey {fresh}"


def _of_thresholds(judged: Sequence[ScenarioVerdict]) -> Iterator[Guard]:
    if not judged:
        yield Guard(GuardKind.NOT_MEASURED, "was not measured for disclosure risk")
    elif not worst_judgements(judged):
        yield Guard(GuardKind.NOT_MEASURED, "is held to no threshold: these rules have none")
    for requirement, judgement, keyset in worst_judgements(judged):
        if judgement.verdict is not Verdict.MET:
            sentence = finding(requirement, judgement)
            if len(judged) > 1 and requirement.threshold not in ATTACK_RULES:
                sentence = f"{sentence}, key set {keyset}"
            blind = judgement.verdict is Verdict.CANNOT_TELL and judgement.value is None
            said = blind or judgement.verdict in (Verdict.NO_VALUE, Verdict.NOT_VALID)
            why = "; ".join(judgement.reasons) if said else ""
            kind = GuardKind.NO_CONTROL if blind else BY_VERDICT[judgement.verdict]
            yield Guard(kind, sentence, requirement.threshold, why)


def worst_judgements(judged: Sequence[ScenarioVerdict]) -> tuple[tuple[Requirement, Judgement, str], ...]:
    """Return each threshold that applies with its worst judgement over the key sets, and the key set of that."""
    rows = [(r, j, v.keyset) for v in judged for r, j in v.judgements if j.verdict is not Verdict.NOT_FOR]
    thresholds = dict.fromkeys(r.threshold for r, _j, _k in rows)
    return tuple(min((row for row in rows if row[0].threshold == t), key=_badness) for t in thresholds)


def _badness(row: tuple[Requirement, Judgement, str]) -> tuple[int, float]:
    verdict, value = row[1].verdict, row[1].value
    return [*BY_VERDICT, Verdict.MET].index(verdict), -sort_value(1.0 if value is None else value)
