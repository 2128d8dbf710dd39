"""Whether two runs on different processors found the same: decisions exactly, figures up to their last digits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

RELATIVE = 1e-9
"""Figures that differ by less, relative to the larger, are the same: other processors add in another order."""

FLOOR = 1e-12
"""So are those that differ by less at all: figures this small are what is left of terms of about 1, which err by
about 1e-15 each."""


def disagreements(first: Any, second: Any, place: str = "") -> Iterator[str]:
    """Yield what differs between two results.

    Parameters
    ----------
    first, second : dict, list, str, int, float, bool or None
        As read from JSON.
    place : str
        Where in a larger document they stand.

    Yields
    ------
    str
        Place and both values of each difference, the first of either document first.
    """
    if isinstance(first, float) and isinstance(second, float):
        near = abs(first - second) <= max(RELATIVE * max(abs(first), abs(second)), FLOOR)
        if first != second and not near:
            yield f"{place}: {first!r} against {second!r}"
    elif isinstance(first, dict) and isinstance(second, dict) and first.keys() == second.keys():
        for key in first:
            yield from disagreements(first[key], second[key], f"{place}/{key}")
    elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        for i, (a, b) in enumerate(zip(first, second, strict=True)):
            yield from disagreements(a, b, f"{place}/{_name(a) or i}")
    elif first != second or type(first) is not type(second):
        yield f"{place}: {str(first)[:200]} against {str(second)[:200]}"


def _name(part: Any) -> str:
    if not isinstance(part, dict):
        return ""
    place = "|".join(str(part[name]) for name in ("scenario", "measure") if name in part) or str(part.get("name") or "")
    return "|".join([place, *map(str, part.get("target") or ())])
