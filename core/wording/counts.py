"""How a number of things is said: one record, 4,200 records."""

from __future__ import annotations


def one_or_many(one: str, many: str, n: int) -> str:
    """Return the words for one thing, or those for none or several."""
    return one if n == 1 else many


def counted(n: int, one: str, many: str) -> str:
    """Return a number with its noun."""
    return f"{n:,} {one_or_many(one, many, n)}"
