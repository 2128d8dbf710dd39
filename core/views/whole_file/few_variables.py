"""Which two or three variables, looked at together, changed most: U_m and U_s of few variables."""

from __future__ import annotations

from dataclasses import dataclass

from core.assessment import Assessment
from core.measures import Result, detail_of
from core.utility import FewDetail

OF_FEW = ("ecdf_pairs_maximum", "ecdf_pairs_mean_square", "ecdf_triples_maximum", "ecdf_triples_mean_square")
"""U_m and U_s of two and of three variables at a time, of the set that is worst."""


@dataclass(frozen=True)
class WorstSet:
    """Two or three variables of which the joint distribution changed, with how much and on how many records."""

    variables: tuple[str, ...]
    value: float
    n: int


@dataclass(frozen=True)
class WorstSets:
    """The pairs or triples that changed most by one measure.

    Parameters
    ----------
    measure : str
    worst : tuple of WorstSet
        The largest difference first; those without any are left out.
    looked_at, there_are : int
        Pairs or triples that were compared, and all there are.
    """

    measure: str
    worst: tuple[WorstSet, ...]
    looked_at: int
    there_are: int


def worst_sets(file: Assessment) -> tuple[WorstSets, ...]:
    """Return the pairs and triples of variables of a masked file that changed most, by each measure with a value."""
    return tuple(_worst(outcome) for m in OF_FEW if isinstance(outcome := file.outcome(m), Result))


def _worst(outcome: Result) -> WorstSets:
    few = detail_of(outcome, FewDetail)
    sets = (WorstSet(tuple(s["variables"]), s["value"], outcome.n) for s in few["worst"] if s["value"])
    return WorstSets(outcome.measure, tuple(sets), few["sets"], few["there_are"])
