"""The settings of information loss."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class LossParameters:
    """Settings of the information-loss measures.

    Parameters
    ----------
    order : int
        CTBIL compares the tables of 1 to this many variables.
    il1s : "mean", "sum" or "percentage"
        The published mean; the sum of its terms (sdcMicro's IL1s); or the mean of 100 |x - x'| / |x|, to which
        values that are 0 in the original cannot belong (sdcMicro's IL1 is its sum).
    subdomains : tuple of str
        Categorical variables whose categories are the subdomains in which means and covariances are compared;
        none: every one with at most 20 categories.
    seed : int

    Raises
    ------
    ValueError
        An order below 1.
    """

    order: int = 2
    il1s: Literal["mean", "sum", "percentage"] = "mean"
    subdomains: tuple[str, ...] = ()
    seed: int = 1

    def __post_init__(self) -> None:
        if self.order < 1:
            raise ValueError("order must be at least 1")
