"""An estimate with its interval, and the comparison of the same estimate from two files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, NotRequired, TypedDict

from core.statistics.estimates import interval_overlap

NO_WIDTH = "an interval has no width: its records do not differ, or too many have the same value"


class NotEstimable(Exception):
    """Something cannot be estimated from a file; the message says why, in words for the officer."""


class UnitsUsed(NamedTuple):
    """What an interval rests on where units were drawn: those that hold its records, what they are, and what is left.

    ``replicates`` counts the replicate weights, 0 without; ``lonely`` the strata of one unit, compared with the
    mean of all units.
    """

    n: int
    unit: str
    degrees_of_freedom: int
    replicates: int = 0
    lonely: int = 0


class EstimateDetail(TypedDict):
    """A figure computed from one file, with its 95% interval, and the units behind it where units were drawn."""

    estimate: float
    standard_error: float
    low: float
    high: float
    n: int
    units: NotRequired[int]
    unit: NotRequired[str]
    degrees_of_freedom: NotRequired[int]
    replicates: NotRequired[int]


@dataclass(frozen=True)
class Estimate:
    """A figure computed from one file.

    Parameters
    ----------
    value, standard_error : float
    low, high : float
        Ends of the 95% interval.
    n : int
        Records used.
    units : UnitsUsed or None
        The units that its interval rests on; None: records, one by one.
    """

    value: float
    standard_error: float
    low: float
    high: float
    n: int
    units: UnitsUsed | None = None

    def described(self) -> EstimateDetail:
        """Return it JSON-ready."""
        described: EstimateDetail = {
            "estimate": self.value,
            "standard_error": self.standard_error,
            "low": self.low,
            "high": self.high,
            "n": self.n,
        }
        if self.units is not None:
            described["units"], described["unit"] = self.units.n, self.units.unit
            described["degrees_of_freedom"] = self.units.degrees_of_freedom
            if self.units.replicates:
                described["replicates"] = self.units.replicates
        return described


@dataclass(frozen=True)
class EstimatePair:
    """The same figure from the original and from a masked file."""

    original: Estimate
    masked: Estimate

    @property
    def inside(self) -> bool:
        """Whether the masked figure lies inside the original's interval, ends included."""
        return self.original.low <= self.masked.value <= self.original.high

    @property
    def overlap(self) -> float | None:
        """Overlap of the intervals (Karr et al. 2006), at most 1, negative where apart; None without width."""
        return interval_overlap((self.original.low, self.original.high), (self.masked.low, self.masked.high))

    @property
    def difference_in_se(self) -> float | None:
        """Masked minus original, in standard errors of the original; None where that is 0."""
        difference = self.masked.value - self.original.value
        if difference == 0:
            return 0.0
        return difference / self.original.standard_error if self.original.standard_error > 0 else None
