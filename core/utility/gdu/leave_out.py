"""Local values by effect sizes without one group of records at a time: what the jackknife asks for.

They are those of the remaining records, to the last bit: variables are sorted and coded once, tables and rank sums
without a group follow from counts by group, and what they do not give is counted again. The original's associations are
kept from one scenario to the next. Scores of p values have no interval: no p value is computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from core.data import Level, Pair, PairedVariable
from core.statistics.arrays import Integers
from core.statistics.distributions import with_counts
from core.statistics.leave_out import MOST_RECORDS, counts_without
from core.utility.gdu.association import choose_test
from core.utility.gdu.associations_without import AssociationsWithout
from core.utility.gdu.bivariate import forms_groups, original_version
from core.utility.gdu.kept_associations import PAIR_BYTES, KeptAssociations
from core.utility.gdu.local import LocalValues, local_utilities, prepared_or_none
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.prepared_variable import LILLIEFORS_RECORDS, PreparedValues, PreparedVariable
from core.utility.gdu.strengths import Strengths
from core.utility.gdu.univariate import UnivariateUtility, observed_in, univariate_utility

Groups = tuple[Integers, Integers]

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


def local_values_without(
    pair: Pair, groups: Groups, n_groups: int, parameters: GduParameters
) -> Iterator[LocalValues] | None:
    """Return the local values by effect sizes of a pair of files without each group of records in turn (``LeaveOut``).

    They have no flags and notices: they are for the averages over the file. None where variables may be normal, missing
    values count, or there are more than ``MOST_RECORDS``: counts and ranks do not tell these.
    """
    return _without(pair, groups, n_groups, parameters) if _countable(pair, groups, n_groups, parameters) else None


def _without(pair: Pair, groups: Groups, n_groups: int, parameters: GduParameters) -> Iterator[LocalValues]:
    prepared = [prepared_or_none(v, parameters) for v in pair.variables]
    bivariate = _bivariate([v for v in prepared if v is not None], groups, n_groups, parameters)
    both = zip(pair.variables, prepared, strict=True)
    univariate = [_univariate(v, known, groups, n_groups, parameters) for v, known in both]
    for g in range(n_groups):
        rows = _rest(groups, g)
        single = [values[g] for values in univariate]
        known = tuple(u for u in single if u is not None)
        if len(known) < len(single):
            yield local_utilities(pair.take(*rows), parameters)
            continue
        agreements = tuple(AgreementOfPair(names, values[g]) for names, values in bivariate)
        yield LocalValues(parameters, known, agreements, len(rows[0]), len(rows[1]))


def _rest(groups: Groups, group: int) -> Groups:
    """Return the rows of both files outside a group."""
    return np.flatnonzero(groups[0] != group), np.flatnonzero(groups[1] != group)


def _countable(pair: Pair, groups: tuple[Integers, Integers], n_groups: int, parameters: GduParameters) -> bool:
    """Whether every replicate rests on counts and ranks of observed values alone."""
    if parameters.missing != "pairwise" or max(len(own) for own in groups) > MOST_RECORDS:
        return False
    largest = [int(np.bincount(own, minlength=n_groups).max()) for own in groups]
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
    paired: PairedVariable, prepared: PreparedVariable | None, groups: Groups, n_groups: int, parameters: GduParameters
) -> list[UnivariateUtility | None]:
    """Return a variable's utility without each group; None where one file then has no value of it.

    Such a variable may count as removed, or as nothing to lose: its records tell which.
    """
    if prepared is None:
        return [univariate_utility(paired, None, parameters)] * n_groups
    # of a recoded variable the records that are left are looked at; else what is observed is known from its codes
    observed = observed_in(prepared, *(len(own) for own in groups)) if paired.recode is None else None
    utilities: list[UnivariateUtility | None] = []
    for g, left in enumerate(_distributions_without(prepared, groups, n_groups)):
        if not min(left.recoded.ranks.observed, left.masked.ranks.observed):
            utilities.append(None)
            continue
        rest = paired if paired.recode is None else paired.take(*_rest(groups, g))
        utilities.append(univariate_utility(rest, left, parameters, kept=_AGREEMENT, observed=observed))
    return utilities


def _distributions_without(variable: PreparedVariable, groups: Groups, n_groups: int) -> Iterator[PreparedVariable]:
    """Yield the distributions of a variable without each group of records."""

    def left(values: PreparedValues, own: Integers) -> Iterator[PreparedValues]:
        ranks = values.ranks
        for counts in counts_without(ranks.codes, ranks.distinct, own, n_groups):
            yield PreparedValues(with_counts(ranks, counts), None, None)

    both = zip(left(variable.recoded, groups[0]), left(variable.masked, groups[1]), strict=True)
    return (replace(variable, recoded=recoded, masked=masked) for recoded, masked in both)


def _bivariate(
    variables: list[PreparedVariable], groups: Groups, n_groups: int, parameters: GduParameters
) -> list[tuple[tuple[str, str], list[float | None]]]:
    """Return, for every pair of variables, by how much its coefficients agree without each group."""
    ordered = {v.name for v in variables if v.level is not Level.NOMINAL}
    raw_ordered = {v.name for v in variables if v.raw_level is not Level.NOMINAL}
    files = {
        version: AssociationsWithout(
            {v.name: getattr(v, version) for v in variables}, own, n_groups, of_it, KEPT, keeps=version != "masked"
        )
        for version, own, of_it in (
            ("raw", groups[0], raw_ordered),
            ("recoded", groups[0], ordered),
            ("masked", groups[1], ordered),
        )
    }
    pairs = list(combinations(variables, 2))
    agreements: dict[tuple[str, str], list[float | None]] = {}
    for a, b in sorted(pairs, key=lambda pair: _walked_through(*pair)):
        test = choose_test((a.level, b.level), (a.normal, b.normal))
        names = a.name, b.name
        original, masked = (
            files[version].of(test, *(names[::-1] if forms_groups(test, b, version) else names))
            for version in (original_version(test, a, b, parameters), "masked")
        )
        agreements[names] = original.agreement(masked)
    return [(names, agreements[names]) for names in ((a.name, b.name) for a, b in pairs)]


def _walked_through(a: PreparedVariable, b: PreparedVariable) -> str:
    """Return by which variable of a pair the records are put in order, if they are: the one of more values."""
    ordered = [v for v in (a, b) if v.level is not Level.NOMINAL]
    return max(ordered, key=lambda v: v.recoded.ranks.distinct).name if ordered else ""
