"""The settings of indicators, regressions and scales."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class AnalysesParameters:
    """Settings of indicators, regressions and scales; which they are is in the codebook.

    Parameters
    ----------
    interval : "linearised" or "bootstrap"
        95% intervals of indicators: estimate +- t SE from each record's influence (of quantiles:
        Woodruff 1952), or the 2.5 and 97.5% points of bootstrap samples.
    resamples : int
        Bootstrap samples.
    alpha : float
        A coefficient with p < alpha is significant, in the first step of Kocar's local data utility.
    seed : int

    Raises
    ------
    ValueError
        Fewer than 100 bootstrap samples, or an alpha outside (0, 1).
    """

    interval: Literal["linearised", "bootstrap"] = "linearised"
    resamples: int = 1000
    alpha: float = 0.05
    seed: int = 1

    def __post_init__(self) -> None:
        if self.resamples < 100:
            raise ValueError("resamples must be 100 or more")
        if not 0 < self.alpha < 1:
            raise ValueError("alpha must lie between 0 and 1")
