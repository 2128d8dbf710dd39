"""What a measure may answer: a result, a reason why there is none, or an error. Never NaN."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Result:
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
        95 % interval.
    detail : mapping
        JSON-ready facts behind the value (test, p, coefficients, flags ...); None where not defined.
    """

    measure: str
    target: tuple[str, ...]
    value: float
    n: int
    interval: tuple[float, float] | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not math.isfinite(self.value):
            raise ValueError(f"{self.measure}: a result must be finite; use Skipped with the reason")


@dataclass(frozen=True)
class Skipped:
    """No value, and why in words; ``detail`` holds what is known all the same."""

    measure: str
    target: tuple[str, ...]
    reason: str
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Failed:
    """A fault of the program: the kind of error and where, without any value of the data."""

    measure: str
    target: tuple[str, ...]
    error: str


Outcome = Result | Skipped | Failed
