"""What a measure may answer: a result, a reason why there is none, or an error. Never NaN."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Unpack

import numpy as np
from typing_extensions import TypedDict, TypeVar

from core.data import Count, Unit
from core.statistics.arrays import Floats

Known_co = TypeVar("Known_co", bound=Mapping[str, object], default=Mapping[str, object], covariant=True)
"""TypedDict of the facts behind a value."""

SkippedDetail_co = TypeVar("SkippedDetail_co", bound=Mapping[str, object], default=Mapping[str, object], covariant=True)
"""TypedDict of what is known although there is no value."""


def _nothing() -> Any:
    return {}


@dataclass(frozen=True)
class JackknifeUnits:
    """The units of one file that were assigned to jackknife groups.

    Parameters
    ----------
    unit : Unit
    variable : str
        Of the unit; "" where records are units.
    n : int
    strata : int
    joined : int
        Strata of one unit, which were joined with a neighbour.
    """

    unit: Unit
    variable: str
    n: int
    strata: int
    joined: int = 0


@dataclass(frozen=True)
class JackknifeDesign:
    """What was assigned to jackknife groups, where it was not single records without strata.

    Parameters
    ----------
    files : tuple of JackknifeUnits
        One where all groups are those of the original's units, else one of each file.
    shares : tuple of float, (parts,)
        Strata are assigned in parts, with the same number of groups each, that belong together: share of the records.
    """

    files: tuple[JackknifeUnits, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Jackknife:
    """Values of a result without one group of units at a time.

    Parameters
    ----------
    replicates : tuple of float, (groups,)
    common : bool
        Whether the groups are those of the original, so that the replicates of several scenarios go together.
    design : JackknifeDesign or None
        None: single records, without strata.
    """

    replicates: tuple[float, ...]
    common: bool
    design: JackknifeDesign | None = None

    @property
    def shares(self) -> tuple[float, ...]:
        """Share of the records in each part that was assigned on its own."""
        return (1.0,) if self.design is None else self.design.shares

    @property
    def degrees_of_freedom(self) -> int:
        """Groups minus parts; with fewer units than groups in a file, units minus parts."""
        units = [] if self.design is None else [file.n for file in self.design.files]
        return max(min(len(self.replicates), *units) - len(self.shares), 1) if units else len(self.replicates) - 1


@dataclass(frozen=True)
class WeightedRecords:
    """The sampling weights of one file.

    Parameters
    ----------
    total : float
        Sum of the weights.
    effective : float
        Effective number of records (sum w)^2 / sum w^2 (Kish 1965, section 11.7).
    records : int
        Records with a weight above 0: those that count.
    without : int
        Records without a weight, or with one of 0: left out of what is weighted.
    """

    total: float
    effective: float
    records: int
    without: int


@dataclass(frozen=True)
class Weighting:
    """How records were weighted.

    Parameters
    ----------
    variable : str
        The weight's name in the original.
    original, masked : WeightedRecords
    borrowed : bool
        The masked file's records have the weights of the original records that they are linked to.
    """

    variable: str
    original: WeightedRecords
    masked: WeightedRecords
    borrowed: bool = False


@dataclass(frozen=True)
class Result(Generic[Known_co]):
    """A computed value.

    Parameters
    ----------
    measure : str
        Id of the measure.
    target : tuple of str
        What it is about: () for the file, (variable,), (variable, variable) or (key set,).
    value : float
        Finite.
    n : int
        Number of records used; of two files the smaller number.
    interval : (float, float) or None
        95% interval.
    detail : mapping
        JSON-ready facts behind the value (test, p, coefficients ...); None where not defined. Its type is in the
        return annotation of the measure; ``detail_of`` returns it with that type.
    flags, notices : tuple of str or None
        What a reader must know of the variables compared, and of how it was computed; None of a measure that has none.
    validity : tuple of str
        Why the value does not hold, or not beside that of another file.
    jackknife : Jackknife or None
    interval_reason : str or None
        Why there is no interval.
    weighting : Weighting or None
        By which sampling weights; None: every record counts alike.
    """

    measure: str
    target: tuple[str, ...]
    value: float
    n: Count
    interval: tuple[float, float] | None = None
    detail: Known_co = field(default_factory=_nothing)
    flags: tuple[str, ...] | None = None
    notices: tuple[str, ...] | None = None
    validity: tuple[str, ...] = ()
    jackknife: Jackknife | None = None
    interval_reason: str | None = None
    weighting: Weighting | None = None
    reason: ClassVar[str] = ""

    def __post_init__(self) -> None:
        if not math.isfinite(self.value):
            raise ValueError(f"{self.measure}: a result must be finite; use Skipped with the reason")

    def without_value(self, reason: str) -> Skipped[Known_co]:
        """Return what is known without the value, and why it does not stand."""
        return Skipped(self.measure, self.target, reason, self.detail, self.flags, self.notices, self.validity)


class NoValue:
    """What an outcome without a value has of the figures of a result: nothing."""

    value: ClassVar[None] = None
    n: ClassVar[None] = None
    interval: ClassVar[None] = None
    weighting: ClassVar[None] = None


@dataclass(frozen=True)
class Skipped(NoValue, Generic[SkippedDetail_co]):
    """No value, and why in words; ``detail`` holds what is known all the same, None where that is nothing."""

    measure: str
    target: tuple[str, ...]
    reason: str
    detail: SkippedDetail_co | None = None
    flags: tuple[str, ...] | None = None
    notices: tuple[str, ...] | None = None
    validity: tuple[str, ...] = ()


@dataclass(frozen=True)
class Failed(NoValue):
    """A fault of the program: the kind of error and where, without any value of the data."""

    measure: str
    target: tuple[str, ...]
    error: str
    detail: ClassVar[None] = None
    flags: ClassVar[None] = None
    notices: ClassVar[None] = None
    validity: ClassVar[tuple[str, ...]] = ()

    @property
    def reason(self) -> str:
        """Why there is no value: a clause that follows "because", as all reasons."""
        return f"of a fault of the program ({self.error})"


Outcome = Result | Skipped | Failed
Known = TypeVar("Known", bound=Mapping[str, Any])

Answer = Result[Known_co] | Skipped[SkippedDetail_co]
"""An outcome that a measure gives: its detail where there is a value, and where there is none."""

Answers = Iterator[Result[Known_co] | Skipped[SkippedDetail_co]]
"""What ``compute`` of a measure yields."""


class Sentences(TypedDict, total=False):
    """What an outcome says beside its detail."""

    flags: tuple[str, ...] | None
    notices: tuple[str, ...] | None
    validity: tuple[str, ...]


def value_or_reason(
    measure: str,
    target: tuple[str, ...],
    value: float | Floats | None,
    reason: str,
    n: int,
    detail: Known,
    **said: Unpack[Sentences],
) -> Answer[Known, Known]:
    """Return a value as a result; where there is none, the reason, with the same detail.

    Of several values the first is that of the file, the others those without each jackknife group, NaN for none.
    """
    if value is None or (isinstance(value, np.ndarray) and not math.isfinite(value[0])):
        return Skipped(measure, target, reason, detail, **said)
    if not isinstance(value, np.ndarray):
        return Result(measure, target, value, n, None, detail, **said)
    whole, *without = (float(each) for each in value)
    result = Result(measure, target, whole, n, None, detail, **said)
    return with_replicates(result, (each for each in without if math.isfinite(each))) if without else result


def with_replicates(whole: Result[Known], values: Iterable[float]) -> Result[Known]:
    """Return the result of the whole files with its values without each jackknife group."""
    return replace(whole, jackknife=Jackknife(tuple(values), common=True))


def of_rows(answers: Iterable[Answer[Known, SkippedDetail_co]]) -> Answer[Known, SkippedDetail_co]:
    """Return the first answer, that of the whole files, with the values of the others: those without each group."""
    whole, *without = answers
    if not without or not isinstance(whole, Result):
        return whole
    return with_replicates(whole, (each.value for each in without if isinstance(each, Result)))
