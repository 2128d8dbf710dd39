"""The associations that one file shows without one group of its records at a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property, partial

import numpy as np

from core.statistics.arrays import Counts, Integers
from core.statistics.distributions import (
    DenseCodes,
    RankSums,
    complete_rank_products,
    rank_products,
    rank_sums,
    ranks_by_group,
)
from core.statistics.tables import cross_table
from core.utility.gdu.association import DENSE_CELLS, AssociationTest, codes_association
from core.utility.gdu.kept_associations import KeptAssociations, digest_of_groups
from core.utility.gdu.prepared_variable import PreparedValues
from core.utility.gdu.strengths import (
    Strengths,
    ranks_of_counts,
    strengths_of,
    strengths_of_groups,
    strengths_of_rank_sums,
    strengths_of_ranks,
    strengths_of_tables,
)

CELLS_A_RECORD = 4
"""A table by group that has more cells for each record is not counted: summing record by record is then faster."""

FEW = 200
"""By a variable of no more values the ranks of another are summed; of more, they are multiplied record by record."""

MOST_AT_ONCE = 40_000_000
"""Ranks of complete variables that are multiplied at once: about 320 MB."""


class AssociationsWithout:
    """Associations of the variables of one file without each group in turn.

    Parameters
    ----------
    variables : mapping of str to PreparedValues
        By name; none of them taken as normal.
    groups : int64 array (n,)
        Group of each record, 0 .. n_groups - 1; n at most ``MOST_RECORDS``.
    n_groups : int
    ordered : collection of str
        Variables that are not nominal.
    known : KeptAssociations of Strengths
        Where those that were computed before are found.
    keeps : bool
        Whether those that are computed now are kept there.
    """

    def __init__(
        self,
        variables: Mapping[str, PreparedValues],
        groups: Integers,
        n_groups: int,
        ordered: Collection[str],
        known: KeptAssociations[Strengths],
        *,
        keeps: bool,
    ) -> None:
        self._known, self._keeps = known, keeps
        self._variables, self._groups, self._n_groups = variables, groups, n_groups
        complete = [name for name in sorted(ordered) if not len(variables[name].ranks.missing)]
        self._complete = complete if len(complete) * len(groups) <= MOST_AT_ONCE else []
        self._rows: dict[str, Integers] = {}

    def of(self, test: AssociationTest, a: str, b: str) -> Strengths:
        """Return the association without each group; of a Kruskal-Wallis test ``a`` forms the groups."""
        known = test, self._digests[a], self._digests[b], self._assigned
        return self._known.of(known, partial(self._computed, test, a, b), keeps=self._keeps)

    @cached_property
    def _digests(self) -> dict[str, bytes]:
        return {name: values.digest for name, values in self._variables.items()}

    @cached_property
    def _assigned(self) -> bytes:
        return digest_of_groups(self._groups, self._n_groups)

    def _computed(self, test: AssociationTest, a: str, b: str) -> Strengths:
        if test is AssociationTest.SPEARMAN:
            return self._spearman(*sorted((a, b), key=lambda name: self._variables[name].ranks.distinct))
        categories = self._variables[a].groups
        assert categories is not None
        if test is AssociationTest.KRUSKAL_WALLIS:
            return strengths_of_groups(self._rank_sums(categories, b))
        columns = self._variables[b].groups
        assert columns is not None
        return self._chi_squared(categories, columns)

    @cached_property
    def _products(self) -> Integers:
        complete = [self._variables[name].ranks for name in self._complete]
        return complete_rank_products(complete, self._groups, self._n_groups)

    def _chi_squared(self, rows: DenseCodes, columns: DenseCodes) -> Strengths:
        shape = rows.distinct, columns.distinct
        if shape[0] * shape[1] <= DENSE_CELLS and self._are_counted(rows, columns):
            return strengths_of_tables(self._tables(rows, columns))
        left = (self._groups != g for g in range(self._n_groups))
        return strengths_of([codes_association(rows.codes[own], columns.codes[own], shape) for own in left])

    def _spearman(self, a: str, b: str) -> Strengths:
        first, second = self._variables[a].ranks, self._variables[b].ranks
        if a in self._complete and b in self._complete:
            i, j = self._complete.index(a), self._complete.index(b)
            left = len(self._groups) - np.bincount(self._groups, minlength=self._n_groups)
            return strengths_of_ranks(left, *(self._products[:, k, m] for k, m in ((i, j), (i, i), (j, j))))
        if first.distinct <= FEW or self._are_counted(first, second):
            return strengths_of_rank_sums(self._rank_sums(first, b))
        x, y = (
            ranks_by_group(own.codes, own.distinct, other.codes, self._groups, self._n_groups)
            for own, other in ((first, second), (second, first))
        )
        products = rank_products(first.codes, second.codes, x.ranks, y.ranks, self._groups)
        return strengths_of_ranks(x.records, products, x.squares, y.squares)

    def _rank_sums(self, categories: DenseCodes, name: str) -> RankSums:
        """Sum the ranks of a variable by category, without each group."""
        values = self._variables[name].ranks
        if not self._are_counted(categories, values):
            if name not in self._rows:
                self._rows[name] = np.argsort(values.codes)[len(values.missing) :]
            return rank_sums(
                categories.codes, categories.distinct, values.codes, self._rows[name], self._groups, self._n_groups
            )
        tables = self._tables(categories, values)
        counts = tables.sum(axis=1)
        ranks = ranks_of_counts(counts)
        sums = (tables @ ranks[:, :, None])[:, :, 0]
        return RankSums(tables.sum(axis=2), sums, (counts * ranks**2).sum(axis=1))

    def _are_counted(self, a: DenseCodes, b: DenseCodes) -> bool:
        return a.distinct * b.distinct * self._n_groups <= CELLS_A_RECORD * len(self._groups)

    def _tables(self, a: DenseCodes, b: DenseCodes) -> Counts:
        """Count two variables (groups, rows, columns) over their complete records outside each group."""
        rows = np.where(a.codes < 0, -1, self._groups * a.distinct + a.codes)
        inside = cross_table(rows, b.codes, self._n_groups * a.distinct, b.distinct).reshape(
            self._n_groups, a.distinct, b.distinct
        )
        return np.asarray(inside.sum(axis=0) - inside)
