"""How often attacks succeed, and how much more often than on people who are not in the file."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from core.statistics.estimates import wilson, wilson_interval


@dataclass(frozen=True)
class Rate:
    """How often an attack succeeds.

    Parameters
    ----------
    successes : float
        0 to ``attacks``; a guess among t equally good ones counts as 1/t of each.
    attacks : int
        At least 1.
    effective : int or None
        How many attacks on people drawn one by one would be as precise, 1 to ``attacks``; None: all of them do.
    """

    successes: float
    attacks: int
    effective: int | None = None

    @property
    def value(self) -> float:
        """Successes by attacks."""
        return self.successes / self.attacks

    @property
    def wilson(self) -> tuple[float, float]:
        """Centre and half width of the 95% interval."""
        return wilson(self.value, self.effective or self.attacks)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval, within 0 and 1."""
        return wilson_interval(self.value, self.effective or self.attacks)


@dataclass(frozen=True)
class AttackRisk:
    """The success of an attack beyond that on other people, by the most that it could be.

    Parameters
    ----------
    value : float
        0 to 1: (a - c) / (1 - c), 0 where an attack does no better than on the others.
    interval : (float, float)
        95%, within 0 and 1.
    above : float
        (a - c) / (1 - c) with its sign.
    """

    value: float
    interval: tuple[float, float]
    above: float


def net_of(attack: Rate, other: Rate | None) -> AttackRisk:
    """Return the risk of an attack net of the same attack on other people.

    The error of the interval is propagated from the Wilson intervals of both rates, centred where they are, as
    anonymeter 1.1.0 does (Giomi, Boenisch, Wehmeyer and Tasnadi 2023, PoPETs 2023(2), 312-328, section 3.2).

    Parameters
    ----------
    attack : Rate
        On the original's records.
    other : Rate or None
        On the control's records, or by guessing; None: the attack's rate is the risk.
    """
    if other is None:
        low, high = attack.interval
        return AttackRisk(attack.value, (min(low, attack.value), max(high, attack.value)), attack.value)
    a, c = attack.value, other.value
    above = (a - c) / (1 - c) if c < 1 else 0.0
    (a, of_a), (c, of_c) = attack.wilson, other.wilson
    centre = (a - c) / (1 - c)
    half = sqrt((of_a / (1 - c)) ** 2 + (of_c * (a - 1) / (1 - c) ** 2) ** 2)
    value = min(max(above, 0.0), 1.0)
    low, high = (min(max(end, 0.0), 1.0) for end in (centre - half, centre + half))
    return AttackRisk(value, (min(low, value), max(high, value)), above)
