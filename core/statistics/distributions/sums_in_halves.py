"""Sums of whole numbers that do not fit into 64 bits: the two halves of each number are summed apart."""

from __future__ import annotations

HALF = 32
LOW_BITS = 0xFFFFFFFF
"""A product of two ranks fits into 64 bits, a sum of many does not."""


def put_together(high: int, low: int) -> int:
    """Return a sum by its halves, a whole number of any size: the order of the records changes no bit."""
    return (int(high) << HALF) + int(low)
