"""How figures and shares are written."""

from __future__ import annotations

SMALLEST_SHOWN = 0.0001


def percent(share: float, digits: int = 1) -> str:
    """Return a share in percent."""
    return f"{100 * share:.{digits}f}%"


def exact_percent(share: float) -> str:
    """Return a share in percent; one below 1% with two digits, and one that these would show as 0 as below 0.01%."""
    if 0 < share < SMALLEST_SHOWN:
        return "below 0.01%"
    return percent(share, 2 if 0 < abs(share) < 0.01 else 1)


def trimmed_percent(share: float, digits: int = 4) -> str:
    """Return a share in percent with at most this number of digits, without trailing zeros."""
    return f"{100 * share:.{digits}g}%"
