"""Why a file is never proposed: what it is, what was not measured, and which figures speak against it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from core.assessment import Assessment, Comparison
from core.data import RelationKind
from core.decision.judging import ScenarioVerdict
from core.decision.purpose import ATTACK_RULES, Requirement
from core.decision.risk_thresholds import Judgement, Verdict
from core.decision.threshold_words import finding
from core.decision.verdict import Guard, GuardKind
from core.measures import Result, Skipped, detail_of
from core.statistics.reproducible import above, below, sort_value
from core.utility import InsideDetail
from core.views import HIGHEST_BOTTOM, RepetitionRange, noise_floor, shuffled_bottom
from core.wording import exact_percent

BY_VERDICT = {
    Verdict.NOT_MET: GuardKind.THRESHOLD,
    Verdict.NO_VALUE: GuardKind.NOT_MEASURED,
    Verdict.NOT_VALID: GuardKind.DOES_NOT_HOLD,
    Verdict.CANNOT_TELL: GuardKind.STRADDLES,
}
"""What a verdict on a threshold makes of the file, the weightiest first."""

OF_UTILITY = frozenset({
    GuardKind.NO_UTILITY,
    GuardKind.AT_BOTTOM,
    GuardKind.KEEPS_NOTHING,
    GuardKind.NEAR_BOTTOM,
    GuardKind.NO_BOTTOM,
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
    of_use = (*_of_utility(scenario), *_of_published_figures(scenario))
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


def _of_utility(scenario: Assessment) -> Iterator[Guard]:
    gdu = scenario.outcome("gdu")
    if not isinstance(gdu, Result):
        reason = gdu.reason if isinstance(gdu, Skipped) else "not measured"
        yield Guard(GuardKind.NO_UTILITY, f"has no data utility ({reason})")
        return
    bottom = shuffled_bottom(scenario, "gdu")
    if bottom is None:
        yield Guard(GuardKind.NO_BOTTOM, "cannot be held against shuffled columns, which were not measured")
    elif bottom.median > HIGHEST_BOTTOM:
        return
    elif not above(gdu.value, bottom.high):
        yield Guard(GuardKind.AT_BOTTOM, _at_bottom(gdu.value, bottom.median))
    else:
        yield from _near_bottom(scenario, gdu, bottom)


def published_figures(scenario: Assessment) -> tuple[int, int]:
    """Return how many published figures the file keeps, of how many that were chosen before the run."""
    known = detail_of(scenario.outcome("indicators_inside"), InsideDetail)
    return (known["inside"], known["indicators"]) if known else (0, 0)


def _of_published_figures(scenario: Assessment) -> Iterator[Guard]:
    kept, published = published_figures(scenario)
    if published and not kept:
        yield Guard(GuardKind.KEEPS_NOTHING, f"keeps 0 of {published} published figures")


def _near_bottom(scenario: Assessment, gdu: Result, bottom: RepetitionRange) -> Iterator[Guard]:
    """Say where utility cannot be told from shuffled columns: by its interval, else as far as fresh samples scatter.

    Two fresh samples beside each other scatter by the chance of both, a masked file beside its original by that of one:
    by 1 / sqrt 2 of it.
    """
    interval, floor = gdu.interval, noise_floor(scenario, "gdu")
    if interval is None and floor is not None:
        below_it, above_it = ((end - floor.median) / math.sqrt(2) for end in (floor.low, floor.high))
        interval = gdu.value + below_it, min(1.0, gdu.value + above_it)
    if interval is not None and not above(interval[0], bottom.high):
        words = "cannot be told from shuffled columns (utility {low} to {high}, shuffled {bottom})"
        low, high = map(exact_percent, interval)
        yield Guard(GuardKind.NEAR_BOTTOM, words.format(low=low, high=high, bottom=exact_percent(bottom.median)))


def _at_bottom(value: float, bottom: float) -> str:
    words = (
        "scores below shuffled columns (utility {value}, shuffled {bottom})"
        if below(value, bottom)
        else "scores no better than shuffled columns (utility {value}, shuffled {bottom})"
    )
    return words.format(value=exact_percent(value), bottom=exact_percent(bottom))


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
