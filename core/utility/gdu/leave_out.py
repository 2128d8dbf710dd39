"""Local values by effect sizes without one group of records at a time: what the jackknife asks for.

They are those of the remaining records, to the last bit: variables are sorted and coded once, tables and rank sums
without a group follow from counts by group, and what they do not give is counted again. The original's associations are
kept from one scenario to the next. Scores of p values have no interval: no p value is computed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, repeat
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from core.data import Level, Pair, PairedVariable
from core.statistics.distributions import MOST_RECORDS, with_counts
from core.tables import BothFiles, GroupedRecords, groups_of
from core.utility.gdu.association import choose_test
from core.utility.gdu.associations_without import AssociationsWithout
from core.utility.gdu.averages import global_reduction, global_utility
from core.utility.gdu.bivariate import forms_groups, original_version
from core.utility.gdu.kept_associations import PAIR_BYTES, KeptAssociations
from core.utility.gdu.local import LocalUtilities, LocalValues, local_utilities, prepared_or_none
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.prepared_variable import LILLIEFORS_RECORDS, PreparedValues, PreparedVariable
from core.utility.gdu.reference_records import effect_size_utility
from core.utility.gdu.strengths import Strengths
from core.utility.gdu.univariate import UnivariateUtility, observed_in, univariate_utility

_AGREEMENT = attrgetter("agreement")


def bytes_of(strengths: Strengths) -> int | None:
    """Return the room of what is kept of a pair; None of tables held by their observed cells alone."""
    directions = strengths.directions
    return PAIR_BYTES + directions.nbytes if isinstance(directions, np.ndarray) else None


KEPT = KeptAssociations(bytes_of)
"""The associations without each group of this process: the scenarios of a run share the original."""


class AgreementOfPair(NamedTuple):
    """By how much the coefficients of one pair of variables agree; None where it cannot be tested."""

    variables: tuple[str, str]
    value: float | None


def local_utilities_by_group(pair: Pair, parameters: GduParameters) -> LocalUtilities:
    """Compute the local utilities of a pair of files, and what averages over effect sizes are without each group."""
    prepared = [prepared_or_none(v, parameters) for v in pair.variables]
    local = local_utilities(pair, parameters, prepared=prepared)
    if pair.groups is None:
        return local
    rows = np.array(list(_averages_without(pair, prepared, groups_of(pair), parameters)), dtype=np.float64).reshape(
        -1, 2
    )
    return replace(local, without=dict(zip(("gdu_effect_sizes", "grc"), rows.T, strict=True)))


def _averages_without(
    pair: Pair, prepared: Sequence[PreparedVariable | None], of: BothFiles, parameters: GduParameters
) -> Iterator[tuple[float | None, float | None]]:
    """Yield the agreement by effect sizes and GRC without each group; from its records where counts do not tell."""
    counted = _counted(pair, prepared, of, parameters) if _countable(pair, of, parameters) else repeat(None)
    for group, local in zip(range(of[0].number), counted, strict=False):
        if local is not None:
            yield global_utility(local).value, global_reduction(local)
            continue
        anew = local_utilities(pair.take(*(each.other_than(group) for each in of)), parameters)
        yield effect_size_utility(anew).value, global_reduction(anew)


def _counted(
    pair: Pair, prepared: Sequence[PreparedVariable | None], of: BothFiles, parameters: GduParameters
) -> Iterator[LocalValues | None]:
    """Yield the local values by effect sizes without each group; None where a file then lacks a variable."""
    bivariate = _bivariate([v for v in prepared if v is not None], of, parameters)
    both = zip(pair.variables, prepared, strict=True)
    univariate = [_univariate(v, known, of, parameters) for v, known in both]
    for g in range(of[0].number):
        single = [values[g] for values in univariate]
        known = tuple(u for u in single if u is not None)
        agreements = tuple(AgreementOfPair(names, values[g]) for names, values in bivariate)
        yield LocalValues(parameters, known, agreements) if len(known) == len(single) else None


def _countable(pair: Pair, of: BothFiles, parameters: GduParameters) -> bool:
    """Whether all rests on counts and ranks: no variable may be normal, no missing value counts, records are few."""
    if parameters.missing != "pairwise" or max(len(own) for own, _ in of) > MOST_RECORDS:
        return False
    largest = [int(np.bincount(own, minlength=number).max(initial=0)) for own, number in of]
    return not any(_may_be_normal(v, largest, parameters) for v in pair.variables)


def _may_be_normal(paired: PairedVariable, largest: list[int], parameters: GduParameters) -> bool:
    """Whether a variable may be taken as normal without a group of this size in either file."""
    masked = paired.masked
    if masked is None or paired.problem or not (paired.original.level is masked.level is Level.CONTINUOUS):
        return False
    if paired.name in parameters.not_normal or parameters.normality == "never":
        return paired.name in parameters.normal
    observed = [int((~coded.is_missing()).sum()) for coded in (paired.original, masked)]
    fewest = max(n - group for n, group in zip(observed, largest, strict=True))
    return paired.name in parameters.normal or parameters.normality != "auto" or fewest <= LILLIEFORS_RECORDS


def _univariate(
    paired: PairedVariable, prepared: PreparedVariable | None, of: BothFiles, parameters: GduParameters
) -> list[UnivariateUtility | None]:
    """Return a variable's utility without each group; None where one file then has no value of it.

    Such a variable may count as removed, or as nothing to lose: its records tell which.
    """
    if prepared is None:
        return [univariate_utility(paired, None, parameters)] * of[0].number
    # of a recoded variable the records that are left are looked at; else what is observed is known from its codes
    observed = observed_in(prepared, *(len(own) for own, _ in of)) if paired.recode is None else None
    utilities: list[UnivariateUtility | None] = []
    for g, left in enumerate(_distributions_without(prepared, of)):
        if not min(left.recoded.ranks.observed, left.masked.ranks.observed):
            utilities.append(None)
            continue
        rest = paired if paired.recode is None else paired.take(*(each.other_than(g) for each in of))
        utilities.append(univariate_utility(rest, left, parameters, kept=_AGREEMENT, observed=observed))
    return utilities


def _distributions_without(variable: PreparedVariable, of: BothFiles) -> Iterator[PreparedVariable]:
    """Yield the distributions of a variable without each group of records."""

    def left(values: PreparedValues, own: GroupedRecords) -> Iterator[PreparedValues]:
        for rows in own.inside():
            codes = values.ranks.codes[rows]
            counts = values.ranks.counts - np.bincount(codes[codes >= 0], minlength=values.ranks.distinct)
            yield PreparedValues(with_counts(values.ranks, counts), None, None)

    both = zip(left(variable.recoded, of[0]), left(variable.masked, of[1]), strict=True)
    return (replace(variable, recoded=recoded, masked=masked) for recoded, masked in both)


def _bivariate(
    variables: list[PreparedVariable], of: BothFiles, parameters: GduParameters
) -> list[tuple[tuple[str, str], list[float | None]]]:
    """Return, for every pair of variables, by how much its coefficients agree without each group."""
    ordered = {v.name for v in variables if v.level is not Level.NOMINAL}
    files = {
        version: AssociationsWithout(
            {v.name: getattr(v, version) for v in variables}, *own, ordered, KEPT, keeps=version != "masked"
        )
        for version, own in (("raw", of[0]), ("recoded", of[0]), ("masked", of[1]))
    }

    def agreement(a: PreparedVariable, b: PreparedVariable) -> list[float | None]:
        test, names = choose_test((a.level, b.level), (a.normal, b.normal)), (a.name, b.name)
        original, masked = (
            files[version].of(test, *(names[::-1] if forms_groups(test, b, version) else names))
            for version in (original_version(test, a, b, parameters), "masked")
        )
        return original.agreement(masked)

    return [((a.name, b.name), agreement(a, b)) for a, b in combinations(variables, 2)]
