"""Outcomes as one frame, a row a figure: what results files hold, notebooks show and comparisons are read back from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from core.data import Count, validated
from core.measures.outcome import Failed, Outcome, Result, Sentences, Skipped

OF_FIGURE = ("interval_reason", "jackknife", "weighting")
"""Fields of a result that are in the detail of its row, next to what its measure says."""
FAULT = "fault"
"""Entry of the detail by which a row is that of a fault of the program."""


@dataclass(frozen=True, kw_only=True)
class FrameRow:
    """One figure of one file, or why there is none.

    Parameters
    ----------
    scenario : str or None
        None: the original.
    measure : str
    target : tuple of str
    value, low, high : float or None
        The figure and its 95% interval.
    n : int or None
    reason : str or None
        Why there is no value; None where there is one.
    flags : Sentences or None
        What a reader must know, by kind: ``validity`` (why the value does not hold), ``flags``, ``notices``.
    detail : mapping or None
        JSON-ready facts behind the figure, why it has no interval, its jackknife replicates and its weighting.
    """

    scenario: str | None = None
    measure: str
    target: tuple[str, ...]
    value: float | None = None
    low: float | None = None
    high: float | None = None
    n: Count | None = None
    reason: str | None = None
    flags: Sentences | None = None
    detail: Mapping[str, Any] | None = None


def row_of(outcome: Outcome, scenario: str | None) -> FrameRow:
    """Return an outcome of a file as a row."""
    place: Any = {"scenario": scenario, "measure": outcome.measure, "target": outcome.target}
    if isinstance(outcome, Failed):
        return FrameRow(**place, reason=outcome.reason, detail={FAULT: outcome.error})
    said: Any = {"validity": outcome.validity or None, "flags": outcome.flags, "notices": outcome.notices}
    place |= {"flags": {kind: sentences for kind, sentences in said.items() if sentences is not None} or None}
    if isinstance(outcome, Skipped):
        return FrameRow(**place, reason=outcome.reason, detail=outcome.detail or None)
    low, high = outcome.interval or (None, None)
    of_figure = {name: part for name in OF_FIGURE if (part := getattr(outcome, name)) is not None}
    detail = {**outcome.detail, **{n: part if isinstance(part, str) else asdict(part) for n, part in of_figure.items()}}
    return FrameRow(**place, value=outcome.value, low=low, high=high, n=outcome.n, detail=detail or None)


def outcome_of(row: FrameRow, place: str) -> Outcome:
    """Return the outcome that a row holds.

    Parameters
    ----------
    row : FrameRow
    place : str
        Its path in the file, with which messages begin.

    Raises
    ------
    TypeError
        It has neither a value with its n nor a reason, or both, half an interval, or a part of another type.
    """
    if len({row.value is None, row.n is None, row.reason is not None}) > 1:
        raise TypeError(f"{place}: {row.measure}: a row has either a value and n, or a reason")
    if (row.low is None) != (row.high is None) or (row.value is None and row.low is not None):
        raise TypeError(f"{place}: {row.measure}: an interval is low and high of a value")
    about: dict[str, Any] = {"measure": row.measure, "target": row.target}
    detail = dict(row.detail or {})
    if FAULT in detail:
        return validated(Failed, about | {"error": detail[FAULT]}, place)
    about |= row.flags or {}
    if row.value is None:
        return validated(Skipped, about | {"reason": row.reason, "detail": detail or None}, place)
    about |= {name: detail.pop(name) for name in OF_FIGURE if name in detail}
    interval = None if row.low is None else (row.low, row.high)
    return validated(Result, about | {"value": row.value, "n": row.n, "interval": interval, "detail": detail}, place)
