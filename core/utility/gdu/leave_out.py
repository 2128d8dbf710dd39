"""Local utilities without one group of records at a time: what the jackknife asks for.

Effect sizes and coefficients are those of the remaining records, to the last bit: variables are sorted and coded once,
tables and rank sums without a group follow from counts by group, and what they do not give is counted again. The
original's associations are kept from one scenario to the next. Values of single variables are those of effect sizes:
scores of p values have no interval, and exact p values take their time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from operator import attrgetter

import numpy as np

from core.data import Level, Pair, PairedVariable
from core.statistics.arrays import Integers
from core.statistics.distributions import with_counts
from core.statistics.leave_out import MOST_RECORDS, counts_without
from core.utility.gdu.association import choose_test
from core.utility.gdu.associations_without import AssociationsWithout
from core.utility.gdu.bivariate import BivariateUtility, forms_groups, judge_pair, original_version
from core.utility.gdu.kept_associations import KEPT
from core.utility.gdu.local import LocalUtilities, local_utilities, prepared_or_none
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.prepared_variable import LILLIEFORS_RECORDS, PreparedValues, PreparedVariable
from core.utility.gdu.univariate import univariate_utility

_AGREEMENT = attrgetter("agreement")


def local_utilities_without(
    pair: Pair, groups: tuple[Integers, Integers], n_groups: int, parameters: GduParameters
) -> Iterator[LocalUtilities] | None:
    """Return the local utilities of a pair of files without each group of records in turn (``LeaveOut``).

    They have no flags and notices of the whole files: they are for the averages over the file. None where variables
    may be normal, missing values count, or there are more than ``MOST_RECORDS``: counts and ranks do not tell these.
    """
    return _without(pair, groups, n_groups, parameters) if _countable(pair, groups, n_groups, parameters) else None


def _without(
    pair: Pair, groups: tuple[Integers, Integers], n_groups: int, parameters: GduParameters
) -> Iterator[LocalUtilities]:
    prepared = [prepared_or_none(v, parameters) for v in pair.variables]
    bivariate = _bivariate([v for v in prepared if v is not None], groups, n_groups, parameters)
    univariate = [None if v is None else _univariate_without(v, groups, n_groups) for v in prepared]
    for g in range(n_groups):
        rows = np.flatnonzero(groups[0] != g), np.flatnonzero(groups[1] != g)
        rest = [None if v is None else v[g] for v in univariate]
        if any(v is not None and not min(v.recoded.ranks.observed, v.masked.ranks.observed) for v in rest):
            # a variable without any value left may count as removed, or as nothing to lose
            yield local_utilities(pair.take(*rows), parameters)
            continue
        single = tuple(
            univariate_utility(v if v.recode is None else v.take(*rows), left, parameters, kept=_AGREEMENT)
            for v, left in zip(pair.variables, rest, strict=True)
        )
        yield LocalUtilities(parameters, single, tuple(u[g] for u in bivariate), len(rows[0]), len(rows[1]))


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


def _univariate_without(
    variable: PreparedVariable, groups: tuple[Integers, Integers], n_groups: int
) -> list[PreparedVariable]:
    """Return the distributions of a variable without each group of records."""

    def left(values: PreparedValues, own: Integers) -> Iterator[PreparedValues]:
        ranks = values.ranks
        for counts in counts_without(ranks.codes, ranks.distinct, own, n_groups):
            yield PreparedValues(with_counts(ranks, counts), None, None)

    both = zip(left(variable.recoded, groups[0]), left(variable.masked, groups[1]), strict=True)
    return [replace(variable, recoded=recoded, masked=masked) for recoded, masked in both]


def _bivariate(
    variables: list[PreparedVariable], groups: tuple[Integers, Integers], n_groups: int, parameters: GduParameters
) -> list[list[BivariateUtility]]:
    """Return, for every pair of variables, its utility without each group."""
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
    utilities, sizes = [], (len(groups[0]), len(groups[1]))
    for a, b in combinations(variables, 2):
        test = choose_test((a.level, b.level), (a.normal, b.normal))
        names = a.name, b.name
        original, masked = (
            files[version].of(test, *(names[::-1] if forms_groups(test, b, version) else names))
            for version in (original_version(test, a, b, parameters), "masked")
        )
        both = zip(original, masked, strict=True)
        utilities.append([judge_pair(names, test, before, after, parameters, sizes) for before, after in both])
    return utilities
