"""What was done to a masked file, declared or seen, and the file as the measures of one file see it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import FileKind, Level, Masking, Pair, PairedVariable, Release, in_chunks, is_row_by_row
from core.risk.parameters import RiskParameters
from core.risk.population_counts.tables import recoded_population

PERTURBING = (Masking.NOISE, Masking.SWAP, Masking.PRAM)
"""Masking that writes a false value in the place of a true one."""


def maskings_of(pair: Pair) -> dict[str, Masking]:
    """Return the declared masking of every variable that has one."""
    return {v.name: v.masking for v in pair.variables if v.masking is not None}


def perturbed_variables(pair: Pair) -> frozenset[str]:
    """Return the variables whose linked values differ from the original beyond recodes and suppression."""
    if pair.links is None:
        return frozenset()
    compared = [v for v in pair.variables if v.masked is not None and not v.records_problem]
    if pair.masked.n_records == pair.original.n_records and is_row_by_row(pair.links):
        return frozenset(v.name for v in compared if _differ(v))
    linked = np.flatnonzero(pair.links >= 0)
    parents = pair.links[linked]
    return frozenset(v.name for v in compared if _differ(v.take(parents, linked)))


def _differ(variable: PairedVariable) -> bool:
    """Whether values of records in the same row differ where both files have one."""
    assert variable.masked is not None
    stores = [variable.masked.store], [variable.recoded.store]
    both = zip(*map(in_chunks, stores), strict=True)
    return any(bool((_known(a) & _known(b) & (a != b)).any()) for (_, a), (_, b) in both)


def _known(values: NDArray[Any]) -> NDArray[np.bool_]:
    return ~np.isnan(values) if values.dtype.kind == "f" else np.asarray(values >= 0)


def as_seen(pair: Pair) -> Release:
    """Return the masked file with what is declared and seen of its masking."""
    seen = perturbed_variables(pair)
    return replace(pair.masked, maskings=maskings_of(pair), perturbed=seen, link_doubt=pair.link_doubt)


def with_maskings(pair: Pair, parameters: RiskParameters) -> Release:
    """Return the masked file as the measures of one file should see it.

    A weight that the masked file lacks is taken from the original where every record is linked, times N/n where the
    file is a sample, so that both files' risks rest on the same population.

    Parameters
    ----------
    pair : Pair
    parameters : RiskParameters
        ``sample_weights`` says whether a smaller file's own weights are multiplied by N/n.

    Returns
    -------
    Release
        With what is declared and seen of its masking, its weights, and the original's population counts.
    """
    n_original, n_masked = pair.original.n_records, pair.masked.n_records
    share = min(n_masked / n_original, 1.0) if n_masked and n_original else 1.0
    own = pair.masked.weights
    if parameters.sample_weights == "rescale":
        own = {name: weight / share for name, weight in own.items()}
    borrowed = {name: weight / share for name, weight in _linked_weights(pair).items()}
    return replace(
        as_seen(pair),
        weights={**own, **borrowed},
        borrowed_weights=frozenset(borrowed),
        share_of_original=share,
        population=recoded_population(pair),
    )


def _linked_weights(pair: Pair) -> dict[str, NDArray[np.float64]]:
    """Return the original's weights that the masked file lacks, one a masked record; none where a link is unknown."""
    links = pair.links
    if links is None or not len(links) or (links < 0).any():
        return {}
    return {name: weight[links] for name, weight in pair.original.weights.items() if name not in pair.masked.weights}


class Treatment(StrEnum):
    """What was done to a file, as far as it matters for the axis of the map."""

    UNPERTURBED = "unperturbed"
    PERTURBED = "perturbed"
    SYNTHETIC = "synthetic"
    OTHER_PEOPLE = "other people"
    UNKNOWN = "unknown"

    @property
    def holds_nobody(self) -> bool:
        """Whether nobody of the original is in the file, so that its risk is what it tells about them."""
        return self in (Treatment.SYNTHETIC, Treatment.OTHER_PEOPLE)


def treatment(
    maskings: Mapping[str, Masking],
    perturbed: Collection[str],
    keys: Collection[str] | None = None,
    file: Release | None = None,
) -> Treatment:
    """Say whether the values of a file are true, perturbed or synthetic, from what is declared and seen.

    Parameters
    ----------
    maskings : mapping of str to Masking
    perturbed : collection of str
    keys : collection of str or None
        Look at these variables alone; None: at all.
    file : Release or None
        The masked file, which knows what it is declared to be and whether its records are linked.
    """
    if file is not None and file.kind is FileKind.OTHER_PEOPLE:
        return Treatment.OTHER_PEOPLE
    kinds = {kind for name, kind in maskings.items() if keys is None or name in keys}
    if Masking.SYNTHETIC in kinds:
        return Treatment.SYNTHETIC
    seen = perturbed if keys is None else set(perturbed) & set(keys)
    if seen or kinds & {*PERTURBING, Masking.MICROAGGREGATE}:
        return Treatment.PERTURBED
    return Treatment.UNKNOWN if file is not None and file.keys_found else Treatment.UNPERTURBED


def is_numeric(variable: PairedVariable) -> bool:
    """Whether a variable is continuous in both files, so that its values can be subtracted."""
    masked = variable.masked
    return (
        masked is not None
        and not variable.problem
        and masked.level is Level.CONTINUOUS
        and variable.recoded.level is Level.CONTINUOUS
    )
