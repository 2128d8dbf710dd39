"""People whose whole record a file repeats, or nearly, beyond chance: told from other people, without a control."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, NotRequired, TypedDict

import numpy as np
from scipy.special import gammaln

from core.data import Pair
from core.risk.attacks.attacked_files import AttackedFiles, prepare_attacks
from core.risk.attacks.families import interval_kind
from core.risk.parameters import RiskParameters
from core.risk.rate_intervals import effective_attacks, rate_interval
from core.statistics.arrays import Floats, Integers
from core.statistics.attacks import Rate, nearest, net_of
from core.statistics.reproducible import TOLERANCE, above

FEWEST = 2
"""People of an original of whom one can be distinguished from another."""


class RepeatedDetail(TypedDict):
    """The share of people whose record is repeated, and how it came about; results of earlier versions lack it."""

    records_repeated: NotRequired[float]
    records_repeated_interval: NotRequired[list[float]]
    interval_kind: NotRequired[str]
    repeated_how: NotRequired[Literal["whole", "nearly"]]
    n_people: NotRequired[int]
    equal: NotRequired[float]
    equal_by_chance: NotRequired[float]
    masked_is_nearest: NotRequired[float]
    masked_is_nearest_by_chance: NotRequired[float]


class _Share(NamedTuple):
    """A share of n people beyond chance with its interval, as it was seen, and by chance."""

    value: float
    interval: tuple[float, float]
    seen: float
    chance: float
    n: int
    kind: str


@dataclass(frozen=True, eq=False)
class RepeatedPeople:
    """Whose records a masked file repeats.

    Parameters
    ----------
    files : AttackedFiles
        Without the control, so that none changes the figure.
    """

    files: AttackedFiles

    @cached_property
    def found(self) -> RepeatedDetail | None:
        """The share of people beyond chance; None where no variable can be compared, or there is one person alone.

        Two are looked at, over all variables, and the larger counts: people who have an equal record in the file
        (whole), and people to whom a record of the file is nearer than any other person (nearly).
        """
        if self.files.problem or self.files.pair.original.n_records < FEWEST:
            return None
        whole, nearly = self._whole(), self._nearly()
        more = nearly if above(nearly.value, whole.value) else whole
        return {
            "records_repeated": more.value,
            "records_repeated_interval": [max(ends) for ends in zip(whole.interval, nearly.interval, strict=True)],
            "interval_kind": more.kind,
            "repeated_how": "whole" if more is whole else "nearly",
            "n_people": more.n,
            "equal": whole.seen,
            "equal_by_chance": whole.chance,
            "masked_is_nearest": nearly.seen,
            "masked_is_nearest_by_chance": nearly.chance,
        }

    def _whole(self) -> _Share:
        """Return the people who have an equal record, beyond those who have one among other people.

        Of n people and m records: a, by the chance that one of s = min(m, n - 1) records drawn at random from the file
        is equal; c, by the same of the n - 1 others. Of m records of other people drawn alike both are expected to be
        the same, however coarse the variables are. (a - c) / (1 - c).
        """
        own, masked = self.files.combinations
        n, m = len(own), len(masked)
        n_cells, size = int(max(own.max(), masked.max())) + 1, min(m, n - 1)
        alike, released = (np.bincount(ids, minlength=n_cells)[own] for ids in (own, masked))
        met, by_chance = _met(released, m, size), _met(alike - 1, n - 1, size)
        drawn = self.files.pair.original.drawn
        rates = [Rate(float(np.sort(x).sum()), n, effective_attacks(x, np.arange(n), drawn)) for x in (met, by_chance)]
        risk = net_of(*rates)
        kind = interval_kind(self.files.pair, rates[0])
        return _Share(risk.value, risk.interval, rates[0].value, rates[1].value, n, kind)

    def _nearly(self) -> _Share:
        """Return the people to whom a masked record is nearer, by Gower's distance, than any other person.

        Of k records equally near each counts 1/k. Were the m masked records of further people drawn like the n of the
        original, all records but the person's own would be exchangeable, and a masked one nearest with the chance
        c = m / (m + n - 1), whatever the variables are. The share a of people for whom it is says (a - c) / (1 - c).
        After the half of the nearest-neighbour adversarial accuracy of Yale et al. (2020), Neurocomputing 416,
        244-255, that looks from the original.
        """
        n, m = self.files.pair.original.n_records, self.files.pair.masked.n_records
        masked_is_nearest, chance = self._attack(), m / (m + n - 1)
        ends, kind = rate_interval(masked_is_nearest, self.files.people, self.files.pair, "people attacked")
        seen = float(np.sort(masked_is_nearest).mean())
        value, low, high = (max((x - chance) / (1 - chance), 0.0) for x in (seen, *ends))
        return _Share(value, (min(low, value), max(high, value)), seen, chance, len(masked_is_nearest), kind)

    def _attack(self) -> Floats:
        """Return (t,) the chance that the record nearest to each person attacked is a masked one."""
        people = self.files.people
        original, masked, _ = self.files.scaled
        targets = original.take(people)
        own, released = nearest(targets, original, without=people), nearest(targets, masked, likely=people)
        edge = TOLERANCE * np.maximum(own.distance, 1.0)
        nearer, farther = released.distance < own.distance - edge, released.distance > own.distance + edge
        return np.where(nearer, 1.0, np.where(farther, 0.0, released.ties / (own.ties + released.ties)))


def _met(equal: Integers, n: int, size: int) -> Floats:
    """Return the chance that a draw of ``size`` of n records holds one of those that are equal to a person's."""
    rest = n - equal
    possible = rest >= size
    rest = np.where(possible, rest, size).astype(np.float64)
    log_none = gammaln(rest + 1) - gammaln(rest - size + 1) - gammaln(n + 1.0) + gammaln(n - size + 1.0)
    return np.where(equal > 0, np.where(possible, -np.expm1(np.minimum(log_none, 0.0)), 1.0), 0.0)


def people_of(pair: Pair, parameters: RiskParameters) -> RepeatedPeople:
    """Return whose records the masked file of a pair repeats, to be found when asked for."""
    return RepeatedPeople(prepare_attacks(replace(pair, control=None), parameters))
