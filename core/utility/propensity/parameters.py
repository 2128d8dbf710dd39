"""The settings of U_p."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Model = Literal["main", "pairs", "quadratic", "model2", "cubic", "spline", "penalised", "cart"]
Null = Literal["samples", "permutation"]


@dataclass(frozen=True)
class PropensityParameters:
    """Settings of U_p.

    Parameters
    ----------
    model : str
        "main": every variable, nominal ones as indicators; "pairs": and all products of two different
        variables; "quadratic": all second-order terms (the paper's Model I, equation 6); "model2": the
        terms of equation 7; "cubic": the full third-order polynomial; "spline": B-splines with
        interactions, as many as the file can carry; "penalised": a generalised additive model, splines
        smoothed by a penalty and products of straight lines; "cart": scikit-learn's classification tree,
        in-sample, on numbers in 255 classes at most.
    leave_out : tuple of str
        Variables that matter little for the analyses the file is for: left out of this model alone, so that its
        terms go to those that matter (Woo et al. 2009, section 4).
    replicates : int
        Samples of the original, or permutations of the records of both files, that the null is made of; 0: the analytic
        null alone.
    null : str
        "samples": samples of the original (Woo et al. 2009, section 4); "permutation": the records of both files are
        assigned to them at random, as synthpop does. A tree always takes the second.
    seed : int

    Raises
    ------
    ValueError
        Fewer than 0 replicates.
    """

    model: Model = "spline"
    replicates: int = 0
    null: Null = "samples"
    seed: int = 1
    leave_out: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.replicates < 0:
            raise ValueError("replicates must not be negative")
