"""The settings of tables and of distances between distributions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class TableParameters:
    """Settings of the metrics of Lemons et al. and of the distances.

    Parameters
    ----------
    geography : str
        Where no table is declared: the variable whose levels are the areas; empty: the file is one area.
    proportions : "area" or "table"
        Whether Gini, Shannon and Renyi indices take shares within an area, or of the whole table.
    zero_cells : "skip", "infinite" or "half"
        Cells empty in the original alone: left out and counted; no finite value; or .5 added to all cells.
    alpha : float
        Order of the Renyi entropy, positive and not 1.
    bins : int
        Classes that a continuous variable is cut into, at least 2.
    marginals : tuple of int
        Numbers of variables of the k-marginal tables; the first gives the value.
    small : int
        Areas and levels with fewer records in a file are marked as small.
    seed : int

    Raises
    ------
    ValueError
        A value outside its range.
    """

    geography: str = ""
    proportions: Literal["area", "table"] = "area"
    zero_cells: Literal["skip", "infinite", "half"] = "skip"
    alpha: float = 3.0
    bins: int = 20
    marginals: tuple[int, ...] = (2, 3)
    small: int = 30
    seed: int = 1

    def __post_init__(self) -> None:
        if not (0 < self.alpha < float("inf")) or self.alpha == 1:
            raise ValueError("alpha must be positive and not 1 (at 1 it is the Shannon difference)")
        if self.bins < 2:
            raise ValueError("bins must be at least 2")
        if not self.marginals or min(self.marginals) < 1:
            raise ValueError("marginals must be whole numbers from 1")
        if self.small < 0:
            raise ValueError("small must not be negative")
