"""The associations that one file shows without one group of its records at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats
from core.statistics.distributions import EXACT_RECORDS, DenseCodes, without_records
from core.statistics.leave_out import (
    OrderedRecords,
    RankPairs,
    RankSums,
    in_order,
    joint_counts_without,
    joint_rank_sums_without,
    rank_pairs_without,
    rank_products_without,
    rank_sums_without,
    walked_together,
)
from core.utility.gdu.association import DENSE_CELLS, Association, AssociationTest, measure_association
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

Counts = NDArray[np.int64]

FEW = 200
"""A variable of no more values is counted by value."""

MOST_TOGETHER = 500
"""Combinations of categories by which ranks are summed in one walk: their sums by group lie near the processor."""

CELLS_A_RECORD = 4
"""A table by group that has more cells for each record is not held: walking through the records is then faster."""


MOST_KEPT = 40_000_000
"""Codes of variables without a group that are kept: about 400 MB."""

MOST_IN_ORDER = 2
"""Variables whose records are kept in order: pairs are asked for by the variable that they are walked through by."""


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
        groups: Counts,
        n_groups: int,
        ordered: Collection[str],
        known: KeptAssociations[Strengths],
        *,
        keeps: bool,
    ) -> None:
        self._known, self._keeps = known, keeps
        self._variables, self._groups, self._n_groups = variables, groups, n_groups
        complete = [name for name in sorted(ordered) if not len(variables[name].ranks.missing)]
        at_once = len(groups) <= EXACT_RECORDS and len(complete) * len(groups) <= MOST_KEPT
        self._places = {name: i for i, name in enumerate(complete)} if at_once else {}
        self._ordered: dict[str, OrderedRecords] = {}
        self._kept: dict[tuple[str, int], PreparedValues] = {}
        self._blocks = self._blocks_walked()
        self._walked: tuple[str, dict[int, RankSums]] = "", {}

    def _blocks_walked(self) -> list[list[DenseCodes]]:
        """Return the variables of few values, none missing, by which ranks of others are summed, several at once."""
        ranks = [v.ranks for name, v in self._variables.items() if name not in self._places]
        few = [each for each in ranks if each.distinct <= FEW and not len(each.missing)]
        return walked_together(few, min(MOST_TOGETHER, len(self._groups) // self._n_groups))

    def of(self, test: AssociationTest, a: str, b: str) -> Strengths:
        """Return the association without each group; of a Kruskal-Wallis test ``a`` forms the groups."""
        known = test, self._digests[a], self._digests[b], self._dealt
        return self._known.of(known, partial(self._computed, test, a, b), keeps=self._keeps)

    @cached_property
    def _digests(self) -> dict[str, bytes]:
        return {name: values.digest for name, values in self._variables.items()}

    @cached_property
    def _dealt(self) -> bytes:
        return digest_of_groups(self._groups, self._n_groups)

    def _computed(self, test: AssociationTest, a: str, b: str) -> Strengths:
        counted = {
            AssociationTest.CHI_SQUARED: self._chi_squared,
            AssociationTest.KRUSKAL_WALLIS: self._kruskal_wallis,
            AssociationTest.SPEARMAN: self._spearman,
        }[test](a, b)
        return strengths_of(list(self._counted_again(test, a, b))) if counted is None else counted

    def _chi_squared(self, a: str, b: str) -> Strengths | None:
        rows, columns = self._variables[a].groups, self._variables[b].groups
        assert rows is not None
        assert columns is not None
        tables = self._tables(rows, columns)
        dense = rows.distinct * columns.distinct <= DENSE_CELLS
        return None if tables is None or not dense else strengths_of_tables(tables)

    def _kruskal_wallis(self, a: str, b: str) -> Strengths | None:
        categories = self._variables[a].groups
        assert categories is not None
        sums = self._rank_sums(categories, b)
        return None if sums is None else strengths_of_groups(sums)

    @cached_property
    def _products(self) -> Floats:
        complete = [self._variables[name].ranks for name in self._places]
        return rank_products_without(complete, self._groups, self._n_groups)

    def _spearman(self, a: str, b: str) -> Strengths | None:
        if a in self._places and b in self._places:
            return self._spearman_of_complete(self._places[a], self._places[b])
        a, b = sorted((a, b), key=lambda name: self._variables[name].ranks.distinct)
        values = self._variables[a].ranks
        sums = self._rank_sums(values, b)
        if sums is not None:
            return strengths_of_rank_sums(sums)
        if values.distinct * self._n_groups > MOST_KEPT:
            return None
        return strengths_of_ranks(rank_pairs_without(values, self._in_order(b)))

    def _spearman_of_complete(self, a: int, b: int) -> Strengths:
        left = len(self._groups) - np.bincount(self._groups, minlength=self._n_groups)
        sums = (self._products[:, i, j].astype(np.int64) for i, j in ((a, b), (a, a), (b, b)))
        return strengths_of_ranks(RankPairs(left, *sums))

    def _in_order(self, name: str) -> OrderedRecords:
        if name not in self._ordered:
            while len(self._ordered) >= MOST_IN_ORDER:
                del self._ordered[next(iter(self._ordered))]
            self._ordered[name] = in_order(self._variables[name].ranks, self._groups, self._n_groups)
        return self._ordered[name]

    def _rank_sums(self, categories: DenseCodes, name: str) -> RankSums | None:
        """Sum the ranks of a variable by category, without each group; None where there are too many categories."""
        if categories.distinct > FEW:
            return None
        values = self._variables[name].ranks
        tables = self._tables(categories, values) if values.distinct <= FEW else None
        if tables is None:
            return self._walk(categories, name)
        counts = tables.sum(axis=1)
        ranks = ranks_of_counts(counts)
        sums = (tables @ ranks[:, :, None])[:, :, 0]
        return RankSums(tables.sum(axis=2), sums, (counts * ranks**2).sum(axis=1))

    def _walk(self, categories: DenseCodes, name: str) -> RankSums:
        block = next((block for block in self._blocks if any(each is categories for each in block)), ())
        if len(block) < 2:
            return rank_sums_without(categories, self._in_order(name))
        if self._walked[0] != name:
            self._walked = name, {}
        sums = self._walked[1]
        if id(categories) not in sums:
            sums.update(zip(map(id, block), joint_rank_sums_without(block, self._in_order(name)), strict=True))
        return sums[id(categories)]

    def _tables(self, a: DenseCodes, b: DenseCodes) -> Counts | None:
        shape = a.distinct, b.distinct
        if shape[0] * shape[1] * self._n_groups > CELLS_A_RECORD * len(self._groups):
            return None
        return joint_counts_without(a.codes, b.codes, shape, self._groups, self._n_groups)

    def _counted_again(self, test: AssociationTest, a: str, b: str) -> Iterator[Association]:
        for g in range(self._n_groups):
            yield measure_association(test, self._without(a, g), self._without(b, g))

    def _without(self, name: str, group: int) -> PreparedValues:
        """Return a variable without the records of a group; kept for its other pairs while there is room."""
        known = self._kept.get((name, group))
        if known is not None:
            return known
        values, left_out = self._variables[name], self._groups == group
        groups = None if values.groups is None else without_records(values.groups, left_out)
        rest = PreparedValues(without_records(values.ranks, left_out), groups, None)
        if len(self._kept) * len(left_out) < MOST_KEPT:
            self._kept[name, group] = rest
        return rest
