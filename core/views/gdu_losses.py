"""Where the points that GDU lacks to 1 went.

GDU is two weighted means, so every point that is missing belongs to one variable or one pair; the
losses add up to 1 - GDU exactly (Kocar 2018, section 3.1).
"""

import math
from collections import defaultdict
from collections.abc import Mapping

from core.assessment import Assessment, measure_by_id
from core.measures import Outcome, Result, detail_of
from core.statistics.reproducible import sort_value
from core.utility import GduDetail, LduBivariateDetail, LduUnivariateDetail
from core.views.pairs import STEP_WORDS
from core.views.resolution import axis_resolution, why_no_resolution
from core.views.tables import Line
from core.wording import first_of

Losses = Mapping[tuple[tuple[str, ...], str], float]
"""By the variable or the two that cost something and the cause, a key of ``CAUSES``: shares of the utility 1."""


def losses_of(assessment: Assessment, gdu: Result, weights: Mapping[str, float]) -> Losses:
    """Take 1 - GDU apart; the two losses of a variable that is lost as a whole are one.

    Parameters
    ----------
    assessment : Assessment
    gdu : Result
        Its Global Data Utility.
    weights : mapping of str to float
        The variables' weights in GDU; 1 where not named.
    """
    known = [o for o in assessment.of("ldu_univariate") if o.target]
    weight = {o.target[0]: weights.get(o.target[0], 1.0) for o in known}
    detail = detail_of(gdu, GduDetail)
    gone = {o.target[0]: "incomparable" for o in known if not isinstance(o, Result)}
    gone, share = gone | dict.fromkeys(detail["removed"], "removed"), detail["univariate_share"]
    total = math.fsum(weight[o.target[0]] for o in known)
    losses: dict[tuple[tuple[str, ...], str], float] = defaultdict(float)
    for outcome in known if total else ():
        part = share * weight[outcome.target[0]] / total
        for cause, lost in _single_losses(outcome, gone):
            losses[outcome.target, cause] += part * lost
    for target, cause, lost in _pair_losses(assessment, weight, gone) if share < 1 else ():
        losses[target, cause] += (1 - share) * lost
    return losses


def _single_losses(outcome: Outcome, gone: Mapping[str, str]) -> list[tuple[str, float]]:
    """Return what each cause takes of one variable's utility, one after the other."""
    if outcome.target[0] in gone or not isinstance(outcome, Result):
        return [(gone[outcome.target[0]], 1.0)]
    detail = detail_of(outcome, LduUnivariateDetail)
    recode, distribution = _or_one(detail["recode_utility"]), _or_one(detail["distribution_utility"])
    return [
        ("recoded", 1 - recode),
        ("distribution", recode * (1 - distribution)),
        ("missing", recode * distribution - outcome.value),
    ]


def _pair_losses(
    assessment: Assessment, weight: Mapping[str, float], gone: Mapping[str, str]
) -> list[tuple[tuple[str, ...], str, float]]:
    """Return what each pair, and each variable that is lost as a whole, takes of ALDUbiv."""
    pairs = [o for o in assessment.results("ldu_bivariate") if weight.keys() >= set(o.target)]
    partners: dict[str, int] = defaultdict(int)
    for outcome in pairs:
        for name in outcome.target:
            partners[name] += 1
    total = math.fsum(w for name, w in weight.items() if name in gone or partners[name])
    if not total:
        return []
    rows: list[tuple[tuple[str, ...], str, float]] = [
        ((name,), cause, weight[name] / total) for name, cause in gone.items()
    ]
    for outcome in pairs:
        part = math.fsum(weight[name] / partners[name] for name in outcome.target) / total
        step = detail_of(outcome, LduBivariateDetail)["step"]
        rows.append((outcome.target, "missing" if step == "none" else step, part * (1 - outcome.value)))
    return rows


def _or_one(x: float | None) -> float:
    return 1.0 if x is None else x


SMALLEST = 5e-7
"""Losses below this are rounding: an unchanged distribution has p = 1, but a nearly unchanged one p = .9."""
HALVES = ("aldu_univariate", "aldu_bivariate")
OTHERS = ("gdu_other_basis", "gdu_common_n", "gdu_completeness", "grc", "gdu_grc")
CAUSES = {
    "removed": "variables were removed",
    "incomparable": "variables cannot be compared",
    "recoded": "recoding: fewer categories, bands, caps",
    "distribution": "distributions of single variables changed",
    "one": "pairs associated in one file only",
    "direction": "pairs whose association changed direction",
    "strength": "pairs whose association became weaker or stronger",
    "missing": "values are missing",
}
NAMED, KNIFE_EDGE = 4, "knife edge"
HIGHEST_BOTTOM = 0.99
"""With a higher score of shuffled columns there is no scale left between it and 1."""


def cause_lines(assessment: Assessment, weights: Mapping[str, float]) -> list[Line]:
    """Return what cost how many points of GDU, the most costly cause first; together they are 100 minus GDU.

    Empty without a GDU, or where other weights than the present ones were used: then the losses do not add up.
    """
    gdu = assessment.outcome("gdu")
    if not isinstance(gdu, Result):
        return []
    losses = losses_of(assessment, gdu, weights)
    if abs(math.fsum(losses.values()) - (1 - gdu.value)) > 1e-9:
        return []
    lines = []
    for cause, words in CAUSES.items():
        of_cause = {target: lost for (target, why), lost in losses.items() if why == cause}
        if (share := math.fsum(of_cause.values())) > SMALLEST:
            worst = sorted(of_cause.items(), key=lambda each: -sort_value(each[1]))
            named = [f"{' × '.join(target)} ({100 * lost:.1f})" for target, lost in worst if lost > SMALLEST]
            lines.append((share, {"Lost by": words, "Points of 100": 100 * share, "In": first_of(named, NAMED)}))
    return [line for _share, line in sorted(lines, key=lambda each: -sort_value(each[0]))]


def reading_lines(assessment: Assessment) -> list[Line]:
    """Return GDU, its halves and its other forms, each with what it is to be read against, or why it has no value."""
    measured = [(measure, assessment.outcome(measure)) for measure in ("gdu", *HALVES, *OTHERS)]
    return [_reading_line(assessment, measure, outcome) for measure, outcome in measured if outcome is not None]


def _reading_line(assessment: Assessment, measure: str, outcome: Outcome) -> Line:
    value, ends, known = outcome.value, outcome.interval, axis_resolution(assessment, measure)
    against = useful = None
    if known is not None and value is not None:
        low, high, bottom = known.fresh.low, known.fresh.high, known.shuffled.mean
        against = "above" if value > high else "below" if value < low else "within"
        useful = None if bottom > HIGHEST_BOTTOM else (value - bottom) / (1 - bottom)
    said = outcome.reason or measure_by_id(measure).summary
    return {
        "Score": measure_by_id(measure).name,
        "Value": value,
        "95%": f"{ends[0]:.1%} to {ends[1]:.1%}" if ends else "",
        "A fresh survey": f"{known.fresh.low:.1%} to {known.fresh.high:.1%}" if known else "",
        "It is": against,
        "Columns shuffled": known.shuffled.mean if known else None,
        "Way to the original": useful,
        "In words": said if known or measure in OTHERS else f"{said} {why_no_resolution(assessment, measure)}",
    }


def step_lines(assessment: Assessment) -> list[Line]:
    """Return how many pairs each step decided, their mean utility, and those that it decided by a hair."""
    by_step: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in assessment.of("ldu_bivariate"):
        detail = detail_of(outcome, LduBivariateDetail) if isinstance(outcome, Result) else None
        by_step[detail["step"] if detail else "untestable"].append(outcome)
    lines: list[Line] = []
    for step, pairs in by_step.items():
        values = [o.value for o in pairs if isinstance(o, Result)]
        close = [" × ".join(o.target) for o in pairs if isinstance(o, Result) and _on_knife_edge(o)]
        mean = math.fsum(values) / len(values) if values else None
        hair = {"Nearly as strong, but significant in one file only": first_of(close, NAMED) if close else ""}
        decided = {"Decided by": STEP_WORDS.get(step, step), "Pairs": len(pairs), "Mean utility": mean}
        lines.append({**decided, **hair})
    return lines


def _on_knife_edge(outcome: Result) -> bool:
    return any(flag.startswith(KNIFE_EDGE) for flag in outcome.flags or ())
