"""The 95% interval of a share seen in some records, by Wilson."""

from math import sqrt

NORMAL_95 = 1.959963984540054
"""97.5th percentile of the normal distribution: half of a 95% interval in standard errors."""


def wilson(share: float, n: int) -> tuple[float, float]:
    """Return centre and half width of the 95% interval of a share seen in n records (Wilson 1927, JASA 22, 209-212).

    Of values in [0, 1] that are not only 0 and 1 it is too wide rather than too narrow.
    """
    z = NORMAL_95
    spread = sqrt(max(share * (1 - share), 0.0) * n + z * z / 4)
    return (share * n + z * z / 2) / (n + z * z), z / (n + z * z) * spread


def wilson_interval(share: float, n: int) -> tuple[float, float]:
    """Return the 95% interval of a share seen in n records, within 0 and 1."""
    centre, half = wilson(share, n)
    return max(centre - half, 0.0), min(centre + half, 1.0)
