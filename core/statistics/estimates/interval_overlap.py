"""How far two confidence intervals overlap."""

from __future__ import annotations

Interval = tuple[float, float]


def interval_overlap(original: Interval, masked: Interval) -> float | None:
    """Return the overlap of two confidence intervals (Karr et al. 2006, section 3).

    Parameters
    ----------
    original, masked : (float, float)
        Lower and upper end of each.

    Returns
    -------
    float or None
        J = 1/2 [o / (U_o - L_o) + o / (U_m - L_m)] with o = min U - max L: 1 where the intervals are the
        same, negative where they lie apart (not clipped), at most 1. None where one of two different
        intervals has no width.
    """
    if original == masked:
        return 1.0
    overlap = min(original[1], masked[1]) - max(original[0], masked[0])
    widths = (original[1] - original[0], masked[1] - masked[0])
    if min(widths) <= 0:
        return None
    return min(1.0, (overlap / widths[0] + overlap / widths[1]) / 2)
