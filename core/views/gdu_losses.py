"""Where the points that GDU lacks to 1 went.

GDU is two weighted means, so every point that is missing belongs to one variable or one pair; the
losses add up to 1 - GDU exactly (Kocar 2018, section 3.1).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from core.assessment import Assessment
from core.measures import Outcome, Result, detail_of
from core.utility import GduDetail, LduBivariateDetail, LduUnivariateDetail


@dataclass(frozen=True)
class Loss:
    """What one variable or one pair cost.

    Parameters
    ----------
    variables : tuple of str
        (variable,) or (variable, variable).
    cause : str
        "removed", "incomparable", "recoded", "distribution", "one", "direction", "strength" or "missing".
    share : float
        Of the utility 1; all losses together are 1 - GDU.
    """

    variables: tuple[str, ...]
    cause: str
    share: float


def losses_of(assessment: Assessment, gdu: Result, weights: Mapping[str, float]) -> list[Loss]:
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
    return [Loss(target, cause, lost) for (target, cause), lost in losses.items()]


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
