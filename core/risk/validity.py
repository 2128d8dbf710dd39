"""Where a measure of risk does not hold: by how the variables were masked, declared or seen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from core.data import Level, Masking, Pair, PairedVariable, Release
from core.risk.parameters import RiskParameters

PERTURBING = (Masking.NOISE, Masking.SWAP, Masking.PRAM)
"""Masking that writes a false value in the place of a true one."""

WORDS = {
    Masking.NOISE: "noise",
    Masking.SWAP: "swapping",
    Masking.PRAM: "PRAM",
    Masking.MICROAGGREGATE: "microaggregation",
    Masking.SYNTHETIC: "synthesis",
}


class Basis(StrEnum):
    """What a measure rests on."""

    FREQUENCIES = "frequencies"
    GROUPS = "groups"
    LINKS = "links"
    INTERVALS = "intervals"
    AGREEMENT = "agreement"


BASES: Mapping[str, Basis] = {
    **dict.fromkeys(
        (
            "global_risk",
            "expected_reidentifications",
            "risk_above_threshold",
            "household_risk",
            "k_violations_2",
            "k_violations_3",
            "k_violations_5",
            "sample_uniques",
            "population_uniques_loglinear",
            "correct_matches_loglinear",
            "population_uniques_zayatz",
            "population_uniques_pitman",
            "suda_records",
            "suda_score_sum",
            "dis_suda_mean",
            "dis_suda_max",
        ),
        Basis.FREQUENCIES,
    ),
    **dict.fromkeys(
        ("l_diversity_distinct", "l_diversity_entropy", "l_diversity_recursive", "t_closeness"), Basis.GROUPS
    ),
    **dict.fromkeys(
        ("linkage_spruill", "linkage_gower", "global_or_linkage_risk", "duncan_lambert"),
        Basis.LINKS,
    ),
    "interval_disclosure": Basis.INTERVALS,
    **dict.fromkeys(("uniques_replicated", "disco", "dcap"), Basis.AGREEMENT),
}
"""What each measure rests on: the table that the sentences below are made from."""

INVALID: Mapping[Basis, tuple[tuple[tuple[Masking, ...], str], ...]] = {
    Basis.FREQUENCIES: (
        (PERTURBING, "counts of key values do not see that the values may be false; look at the linkage rate"),
        ((Masking.SYNTHETIC,), "the records stand for nobody, and counting them says little; look at DiSCO"),
    ),
    Basis.GROUPS: (
        (PERTURBING, "the groups and the values in them may be false"),
        ((Masking.SYNTHETIC,), "the records stand for nobody; look at DiSCO"),
    ),
    Basis.LINKS: (((Masking.SYNTHETIC,), "a synthetic record stems from no record that it could be linked to"),),
    Basis.INTERVALS: (((Masking.SYNTHETIC,), "a synthetic record stems from no record that it could lie near"),),
    Basis.AGREEMENT: (),
}
"""By basis: maskings under which the measure is not valid, and why."""


def not_valid(
    measure: str, variables: Collection[str], maskings: Mapping[str, Masking], perturbed: Collection[str]
) -> list[str]:
    """Say for which masking of its variables a measure is not valid.

    Parameters
    ----------
    measure : str
        Id of the measure.
    variables : collection of str
        The variables that it looks at.
    maskings : mapping of str to Masking
        As declared.
    perturbed : collection of str
        Variables whose linked values are seen to differ from the original.

    Returns
    -------
    list of str
        Sentences; empty where it is valid.
    """
    rules = INVALID[BASES[measure]]
    found = list(_declared(rules, variables, maskings))
    told = {*PERTURBING, Masking.MICROAGGREGATE, Masking.SYNTHETIC}
    seen = sorted(name for name in variables if name in perturbed and maskings.get(name) not in told)
    if seen and any(Masking.NOISE in kinds for kinds, _ in rules):
        why = next(reason for kinds, reason in rules if Masking.NOISE in kinds)
        found.append(
            f"values of {', '.join(seen)} differ from the original, and no masking that does so is declared: {why}"
        )
    return found


def _declared(
    rules: Iterable[tuple[tuple[Masking, ...], str]], variables: Collection[str], maskings: Mapping[str, Masking]
) -> Iterator[str]:
    for kinds, reason in rules:
        for kind in kinds:
            names = sorted(name for name in variables if maskings.get(name) is kind)
            if names:
                yield f"{', '.join(names)} changed by {WORDS[kind]}: {reason}"


def maskings_of(pair: Pair) -> dict[str, Masking]:
    """Return the declared masking of every variable that has one."""
    return {v.name: v.masking for v in pair.variables if v.masking is not None}


def perturbed_variables(pair: Pair) -> frozenset[str]:
    """Return the variables whose linked values differ from the original beyond recodes and suppression."""
    if pair.links is None:
        return frozenset()
    linked = np.flatnonzero(pair.links >= 0)
    parents = pair.links[linked]
    return frozenset(
        v.name for v in pair.variables if v.masked is not None and not v.problem and _differs(v, linked, parents)
    )


def _differs(variable: PairedVariable, rows: NDArray[np.int64], parents: NDArray[np.int64]) -> bool:
    assert variable.masked is not None
    masked, original = variable.masked.take(rows), variable.recoded.take(parents)
    both = ~(masked.is_missing() | original.is_missing())
    return bool((masked.values[both] != original.values[both]).any())


def with_maskings(pair: Pair, parameters: RiskParameters) -> Release:
    """Return the masked file as the measures of one file should see it.

    Parameters
    ----------
    pair : Pair
    parameters : RiskParameters
        ``sample_weights`` says whether a smaller file's weights are multiplied by N/n.

    Returns
    -------
    Release
        With what is declared and seen of its masking.
    """
    weights = pair.masked.weights
    n_original, n_masked = pair.original.n_records, pair.masked.n_records
    if parameters.sample_weights == "rescale" and 0 < n_masked < n_original:
        weights = {name: weight * (n_original / n_masked) for name, weight in weights.items()}
    return replace(pair.masked, weights=weights, maskings=maskings_of(pair), perturbed=perturbed_variables(pair))


class Treatment(StrEnum):
    """What was done to a file, as far as it matters for the axis of the map."""

    UNPERTURBED = "unperturbed"
    PERTURBED = "perturbed"
    SYNTHETIC = "synthetic"


def treatment(maskings: Mapping[str, Masking], perturbed: Collection[str]) -> Treatment:
    """Say whether values of a file are true, perturbed or synthetic, from what is declared and seen."""
    kinds = set(maskings.values())
    if Masking.SYNTHETIC in kinds:
        return Treatment.SYNTHETIC
    if perturbed or kinds & {*PERTURBING, Masking.MICROAGGREGATE}:
        return Treatment.PERTURBED
    return Treatment.UNPERTURBED


def default_risk_axis(treatments: Iterable[Treatment]) -> str:
    """Choose the map's default risk axis, common to all scenarios.

    Parameters
    ----------
    treatments : iterable of Treatment
        One a scenario.

    Returns
    -------
    str
        Id of a measure: ``disco`` where a file is synthetic, ``global_or_linkage_risk`` where one is perturbed,
        else ``global_risk``.
    """
    found = set(treatments)
    if Treatment.SYNTHETIC in found:
        return "disco"
    return "global_or_linkage_risk" if Treatment.PERTURBED in found else "global_risk"


def is_numeric(variable: PairedVariable) -> bool:
    """Whether a variable is continuous in both files, so that its values can be subtracted."""
    masked = variable.masked
    return (
        masked is not None
        and not variable.problem
        and masked.level is Level.CONTINUOUS
        and variable.recoded.level is Level.CONTINUOUS
    )
