"""Two synthetic sets of one scenario, coded alike: the first in the place of the original."""

from __future__ import annotations

from dataclasses import replace

from core.data import Level, Pair, PairedVariable, Release
from core.pairing.coding.categories import align


def released_alone(pair: Pair) -> Pair:
    """Return the masked file of a pair without the original: what another set of its scenario is compared with."""
    file = Release(pair.masked.name, pair.masked.n_records, {})
    variables = (replace(v, original=v.masked, recoded=v.masked) if v.masked else v for v in pair.variables)
    return Pair(pair.name, tuple(variables), file, file)


def pair_sets(first: Pair, second: Pair) -> Pair:
    """Compare one set of a scenario with another, as both are released.

    Parameters
    ----------
    first, second : Pair
        Of ``released_alone``.

    Returns
    -------
    Pair
        Named as the first file is, with its records in the place of the original's. A variable that either file lacks
        is removed; one whose ordered categories are others carries the reason in ``problem``.
    """
    by_name = {v.name: v for v in first.variables}
    variables = tuple(_beside(by_name[v.name], v) for v in second.variables)
    return Pair(first.name, variables, first.masked, second.masked)


def _beside(first: PairedVariable, second: PairedVariable) -> PairedVariable:
    if first.masked is None or second.masked is None:
        return replace(second, masked=None)
    before, after = first.masked, second.masked
    if before.categories != after.categories or before.level is not after.level:
        if not before.level is after.level is Level.NOMINAL:
            return replace(second, problem="two sets of the scenario write it in different categories")
        categories = (*before.categories, *(c for c in after.categories if c not in set(before.categories)))
        before, after = align(before, categories), align(after, categories)
    return replace(second, original=before, recoded=before, masked=after)
