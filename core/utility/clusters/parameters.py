"""The settings of U_c."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class ClusterParameters:
    """Settings of U_c; the first number of groups gives the measure's value.

    Parameters
    ----------
    groups : tuple of int
        Numbers of clusters G; empty: 2.5% and 5% of the original's records, and 100.
    linkage : "auto", "average", "average_plain" or "kmeans"
        Average linkage on squared Euclidean distances (as SAS), on plain ones, for small files, or
        scikit-learn's k-means.
        "auto": average linkage, or mini-batch k-means where that would take too long; the outcome says which.
    scaling : "zscore", "range" or "none"
        Numbers in standard deviations, or ranges, of the original, or as they are (as SAS does
        unless told otherwise); indicators stay 0 and 1.
    weights : "records", "equal" or "standard_error"
        w_j = n_j; 1; or the standard error of a share in n_j records, sqrt(c (1 - c) / n_j).
    replicates : int
        Samples of the original that the null is made of; 0: none.
    seed : int

    Raises
    ------
    ValueError
        A number of groups below 1, or of replicates below 0.
    """

    groups: tuple[int, ...] = ()
    linkage: Literal["auto", "average", "average_plain", "kmeans"] = "auto"
    scaling: Literal["zscore", "range", "none"] = "zscore"
    weights: Literal["records", "equal", "standard_error"] = "records"
    replicates: int = 20
    seed: int = 1

    def __post_init__(self) -> None:
        if any(g < 1 for g in self.groups):
            raise ValueError("a number of groups must be at least 1")
        if self.replicates < 0:
            raise ValueError("replicates must not be negative")

    def numbers_of_groups(self, n_original: int) -> tuple[int, ...]:
        """Return the numbers of groups for an original of this size, each once."""
        wanted = self.groups or (round(0.025 * n_original), round(0.05 * n_original), 100)
        return tuple(dict.fromkeys(max(2, g) for g in wanted))
