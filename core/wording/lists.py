"""How a list is written that may be long: the first of it, and how many more there are."""

from __future__ import annotations

from collections.abc import Sequence


def and_more(n: int) -> str:
    """Return how many are not named; empty where all are."""
    return f" and {n:,} more" if n > 0 else ""


def first_of(names: Sequence[str], most: int = 6, separator: str = ", ") -> str:
    """Return the first names and how many more there are."""
    return separator.join(names[:most]) + and_more(len(names) - most)


def first_reason(reasons: Sequence[str]) -> str:
    """Return the first of some reasons and, in brackets, how many more there are."""
    return reasons[0] + (f" ({and_more(len(reasons) - 1).strip()})" if len(reasons) > 1 else "")
