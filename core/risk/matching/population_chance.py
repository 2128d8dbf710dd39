"""The chance that a person of the original is the one of the population whom an intruder looks for."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from core.data import KeySet, Release
from core.risk import key_frequencies
from core.risk.pairs import PairedKeys
from core.risk.parameters import RiskParameters
from core.risk.population_counts.tables import recoded_population
from core.risk.weights import SetWeight, set_weight
from core.statistics.arrays import Counts, Floats, Integers

NO_WEIGHT = "1/f"
TOO_FEW = (
    "{basis}: they sum to {people:,.0f}, fewer than the {n:,} records. A weight says how many people of the population "
    "a record represents; correct the weights, or take their role away"
)


@dataclass(frozen=True, eq=False)
class PopulationChance:
    """People of the population with the key values of each combination of the original.

    Parameters
    ----------
    people : float64 array (k,) or None
        F_k; None: no weight and no population counts, the intruder is taken to know who is in the original.
    basis, kind : str
        What it rests on, in words; what makes risks of two files comparable.
    problem : str
        Why the risk cannot be computed; empty where it can.
    """

    people: Floats | None = None
    basis: str = "the intruder knows who is in the original"
    kind: str = NO_WEIGHT
    problem: str = ""

    def factor(self, places: Integers, targets: Counts) -> Floats | None:
        """Return min(1, n / F) of coarser combinations (c,), given which of them each combination is (k,)."""
        if self.people is None:
            return None
        people = np.bincount(places, self.people, minlength=len(targets))
        return np.minimum(1.0, targets / people)


def original_as_published(keyset: PairedKeys) -> Release:
    """Return the original at the detail of the masked file, with one key set of the keys that both have.

    Records of weight 0 represent nobody: they are left out where the weight counts the population.
    """
    own = keyset.pair.original
    names = tuple(v.name for v in keyset.keys)
    columns = {v.name: v.recoded for v in keyset.keys}
    keysets = (replace(_declared(keyset), variables=names),)
    published = replace(own, columns=columns, keysets=keysets, population=recoded_population(keyset.pair))
    people = people_of(keyset)
    return published if people is None else published.take(people)


def of_everybody(keyset: PairedKeys) -> PopulationChance:
    """Return the population in one cell, for an intruder who knows nothing that would tell people apart."""
    n, weight = keyset.pair.original.n_records, _weight(keyset)
    people = weight.people(n)
    if people is None or weight.problem:
        return PopulationChance(np.array([float(n)]), problem=weight.problem)
    if people < n:
        return PopulationChance(problem=TOO_FEW.format(basis=weight.basis, people=people, n=n))
    return PopulationChance(np.array([people]), weight.basis, weight.kind)


def people_of(keyset: PairedKeys) -> Integers | None:
    """Return the rows of the original whose weight represents somebody; None: all of them."""
    weight = _weight(keyset)
    return np.flatnonzero(keyset.pair.original.weights[str(weight.name)] > 0) if weight.of_nobody else None


def _weight(keyset: PairedKeys) -> SetWeight:
    return set_weight(keyset.pair.original, _declared(keyset), slice(None), keyset.parameters.sampling_fraction)


def _declared(keyset: PairedKeys) -> KeySet:
    (declared,) = (each for each in keyset.pair.original.keysets if each.name == keyset.name)
    return declared


def population_chance(
    published: Release, parameters: RiskParameters, cell_of: Integers, n_cells: int
) -> PopulationChance:
    """Count the population by the combinations of the original, at the detail of the masked file.

    Parameters
    ----------
    published : Release
        From ``original_as_published``.
    parameters : RiskParameters
    cell_of : int64 array (n,)
        The combination of each record of the original.
    n_cells : int
        How many there are.
    """
    (counted,) = key_frequencies.prepare(published, replace(parameters, missing="category"))
    people, weight = counted.cell_frequencies.population, counted.weight
    if weight.problem or people is None:
        return PopulationChance(problem=weight.problem)
    if (total := float(people.sum())) < counted.n_used:
        return PopulationChance(problem=TOO_FEW.format(basis=weight.basis, people=total, n=counted.n_used))
    of_cell = np.zeros(n_cells)
    of_cell[cell_of] = people[counted.cells.of_records]
    return PopulationChance(of_cell, weight.basis, weight.kind)
