"""The settings of U_m and U_s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class EcdfParameters:
    """Settings of U_m and U_s.

    Parameters
    ----------
    coding : "onehot" or "reference"
        Nominal variables as one indicator per category (at or below: the same category), or one per
        category but the first in the alphabet (at or below: the same category, or the first).
    replicates : int
        Samples of the original that the null is made of; 0: none.
    seed : int
    triples : int
        How many sets of three variables are looked at, drawn by the seed; all where there are no more. 0: none.

    Raises
    ------
    ValueError
        Fewer than 0 replicates or triples.
    """

    coding: Literal["onehot", "reference"] = "onehot"
    replicates: int = 20
    seed: int = 1
    triples: int = 100

    def __post_init__(self) -> None:
        if self.replicates < 0 or self.triples < 0:
            raise ValueError("replicates and triples must not be negative")
