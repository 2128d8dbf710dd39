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
from core.measures import Result, detail_of
from core.utility import GduDetail, LduBivariateDetail, LduUnivariateDetail


@dataclass(frozen=True)
class Loss:
    """What one variable or one pair cost.

    Parameters
    ----------
    variables : tuple of str
        (variable,) or (variable, variable).
    cause : str
        "removed", "recoded", "distribution", "one", "direction", "strength" or "missing".
    share : float
        Of the utility 1; all losses together are 1 - GDU.
    """

    variables: tuple[str, ...]
    cause: str
    share: float


def losses_of(assessment: Assessment, gdu: Result, weights: Mapping[str, float]) -> list[Loss]:
    """Take 1 - GDU apart; a removed variable's two losses are told as one.

    Parameters
    ----------
    assessment : Assessment
    gdu : Result
        Its Global Data Utility.
    weights : mapping of str to float
        The variables' weights in GDU; 1 where not named.
    """
    known = assessment.results("ldu_univariate")
    # a variable that cannot be compared is left out of both averages
    weight = {o.target[0]: weights.get(o.target[0], 1.0) for o in known}
    detail = detail_of(gdu, GduDetail)
    removed, share = set(detail["removed"]), detail["univariate_share"]
    total = math.fsum(weight[o.target[0]] for o in known)
    losses: dict[tuple[tuple[str, ...], str], float] = defaultdict(float)
    for outcome in known if total else ():
        part = share * weight[outcome.target[0]] / total
        for cause, lost in _single_losses(outcome, removed):
            losses[outcome.target, cause] += part * lost
    for target, cause, lost in _pair_losses(assessment, weight, removed) if share < 1 else ():
        losses[target, cause] += (1 - share) * lost
    return [Loss(target, cause, lost) for (target, cause), lost in losses.items()]


def _single_losses(outcome: Result, removed: set[str]) -> list[tuple[str, float]]:
    """Return what each cause takes of one variable's utility, one after the other."""
    if outcome.target[0] in removed:
        return [("removed", 1.0)]
    detail = detail_of(outcome, LduUnivariateDetail)
    recode, distribution = _or_one(detail["recode_utility"]), _or_one(detail["distribution_utility"])
    return [
        ("recoded", 1 - recode),
        ("distribution", recode * (1 - distribution)),
        ("missing", recode * distribution - outcome.value),
    ]


def _pair_losses(
    assessment: Assessment, weight: Mapping[str, float], removed: set[str]
) -> list[tuple[tuple[str, ...], str, float]]:
    """Return what each pair, and each removed variable, takes of ALDUbiv."""
    pairs = [o for o in assessment.results("ldu_bivariate") if weight.keys() >= set(o.target)]
    partners: dict[str, int] = defaultdict(int)
    for outcome in pairs:
        for name in outcome.target:
            partners[name] += 1
    total = math.fsum(w for name, w in weight.items() if name in removed or partners[name])
    if not total:
        return []
    rows: list[tuple[tuple[str, ...], str, float]] = [((name,), "removed", weight[name] / total) for name in removed]
    for outcome in pairs:
        part = math.fsum(weight[name] / partners[name] for name in outcome.target) / total
        step = detail_of(outcome, LduBivariateDetail)["step"]
        rows.append((outcome.target, "missing" if step == "none" else step, part * (1 - outcome.value)))
    return rows


def _or_one(x: float | None) -> float:
    return 1.0 if x is None else x
