"""From local to global: ALDUuni, ALDUbiv, GDU, GRC (Kocar 2018, sections 3.1 and 3.5)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from core.utility.gdu.local import LocalValues
from core.wording import first_reason


@dataclass(frozen=True)
class GlobalUtility:
    """GDU and its two halves.

    Parameters
    ----------
    value : float or None
        None where a part cannot be computed; ``reason`` says why.
    univariate, bivariate : float or None
        ALDUuni; ALDUbiv, None where no pair can be tested.
    share : float
        Weight of the univariate half.
    reason : str
    notices : tuple of str
    """

    value: float | None
    univariate: float | None
    bivariate: float | None
    share: float
    reason: str = ""
    notices: tuple[str, ...] = ()


def global_utility(local: LocalValues) -> GlobalUtility:
    """Combine both averages: share x ALDUuni + (1 - share) x ALDUbiv.

    Returns
    -------
    GlobalUtility
        Without any testable pair GDU is ALDUuni, with a notice. A variable that cannot be compared counts as lost in
        both averages, as a removed one does; a notice names it.
    """
    share = local.parameters.univariate_share
    reason = _why_not(local)
    if reason:
        return GlobalUtility(None, None, None, share, reason)
    univariate = average_univariate(local)
    bivariate = average_bivariate(local)
    if univariate is None:
        return GlobalUtility(None, None, None, share, "every variable that can be compared has weight 0")
    notices = _lost(local)
    if bivariate is None:
        alone = "no pair of variables can be tested: GDU is the univariate average alone"
        return GlobalUtility(univariate, univariate, None, 1.0, "", (alone, *notices))
    return GlobalUtility(share * univariate + (1 - share) * bivariate, univariate, bivariate, share, "", notices)


def average_univariate(local: LocalValues) -> float | None:
    """Return ALDUuni, the weighted mean of LDUuni over the original's variables.

    Those that were removed or cannot be compared count 0.
    """
    return _weighted_mean([(u.value or 0.0, u.weight) for u in local.univariate])


def average_bivariate(local: LocalValues) -> float | None:
    """Return ALDUbiv: the mean over variables of each one's mean LDUbiv.

    A kept variable's mean is over its testable pairs with kept partners; that of a removed variable, or of one that
    cannot be compared, is 0; a kept variable without a testable pair has none and is left out.
    None where no pair is testable.
    """
    values: dict[str, list[float]] = {u.variable: [] for u in local.univariate}
    lost = {u.variable for u in local.not_comparable()}
    for utility in local.bivariate:
        if utility.value is not None and not lost.intersection(utility.variables):
            for name in utility.variables:
                values[name].append(utility.value)
    if not any(values.values()):
        return None
    rows = []
    for u in local.univariate:
        if u.removed or u.variable in lost:
            rows.append((0.0, u.weight))
        elif values[u.variable]:
            rows.append((math.fsum(values[u.variable]) / len(values[u.variable]), u.weight))
    return _weighted_mean(rows)


def global_reduction(local: LocalValues) -> float | None:
    """Return GRC = n_p (n_p - 1) / (n_o (n_o - 1)) (Kocar 2018, 3.5); None for fewer than two variables."""
    before = len(local.univariate)
    after = before - len(local.removed())
    return after * (after - 1) / (before * (before - 1)) if before > 1 else None


def _weighted_mean(rows: list[tuple[float, float]]) -> float | None:
    total = math.fsum(weight for _, weight in rows)
    # fsum: the order of the variables must not change a digit
    return math.fsum(value * weight for value, weight in rows) / total if total > 0 else None


def _why_not(local: LocalValues) -> str:
    if not local.univariate:
        return "no variable has the role key, sensitive or analysis"
    missing = local.not_comparable()
    if len(missing) < len(local.univariate):
        return ""
    reasons = [f"{u.variable}: {u.reason}" for u in missing]
    return f"no variable can be compared: {first_reason(reasons)}"


def _lost(local: LocalValues) -> tuple[str, ...]:
    """Return one sentence on the variables that cannot be compared; none where there are none.

    A variable of weight 0 is out of the averages anyway.
    """
    missing = [f"{u.variable}: {u.reason}" for u in local.not_comparable() if u.weight > 0]
    return (f"counted as lost (0), because it cannot be compared: {first_reason(missing)}",) if missing else ()
