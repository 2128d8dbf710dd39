"""Resolution of the mean pMSE ratio of pairs: tables of two surveys, and of the original and its columns shuffled.

A ratio is of the differences of two files alone, so that a fresh survey is two independent resamples. The shuffled
columns are the original's own: its associations carry its sampling error once, and permuted columns keep
every distribution. Two resamples, the second permuted, would differ by 3 where two fresh surveys of unrelated variables
differ by 2.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from core.data import Pair
from core.measures import Answers, Better, Passes, Subject
from core.statistics.arrays import Codes, Floats, Integers
from core.statistics.distributions import VoasWilliamson
from core.statistics.estimates import draw_units
from core.statistics.tables import FilledCells
from core.utility.distances.counted_values import why_no_shares
from core.utility.distances.families import distance
from core.utility.distances.outcomes import mean_of, ratio_to_chance
from core.utility.distances.two_way import difference_of_values, filled_cells, with_both_values
from core.utility.resolution.resolutions import Repetition, ResolutionDetail, few_units, one_unit, resolutions
from core.utility.tables import TableParameters, counted_variable
from core.utility.weighting import effective_size, record_weights, weighed

RATIO = "table_pmse_ratio_mean"


class CodedColumns(NamedTuple):
    """Variables in their categories.

    Parameters
    ----------
    codes : list of arrays (n,)
    sizes : list of int
        Numbers of categories, that of missing values included.
    weights : float64 array (n,) or None
        How many records each counts for.
    """

    codes: list[Codes]
    sizes: list[int]
    weights: Floats | None = None

    def of(self, rows: Integers) -> CodedColumns:
        """Return these records."""
        weights = None if self.weights is None else self.weights[rows]
        return CodedColumns([codes[rows] for codes in self.codes], self.sizes, weights)

    def shuffled(self, size: int, random: Generator) -> CodedColumns:
        """Return as many records of which every column is permuted; with weights drawn as often as they say."""
        n = len(self.codes[0])
        if self.weights is None:
            return CodedColumns([random.permutation(codes)[np.arange(size) % n] for codes in self.codes], self.sizes)
        share, drawn = self.weights / self.weights.sum(), round(self.records * size / n)
        return CodedColumns([random.choice(codes, drawn, p=share) for codes in self.codes], self.sizes)

    @property
    def records(self) -> float:
        """What chance goes by: the records, with weights Kish's effective number of them."""
        return len(self.codes[0]) if self.weights is None else effective_size(self.weights)

    def effective(self, counted: float) -> float:
        """Return what chance goes by among records that weigh so much together."""
        return counted if self.weights is None else self.records * counted / float(self.weights.sum())

    def suppressed(self, shares: Sequence[float], random: Generator) -> CodedColumns:
        """Return the records with such a share of every column's values blank, at random."""
        codes = [
            np.where(random.random(len(column)) < share, size - 1, column) if share else column
            for column, size, share in zip(self.codes, self.sizes, shares, strict=True)
        ]
        return self._replace(codes=codes)

    def cells(self, i: int, j: int) -> FilledCells:
        """Count the cells of two variables among the records that have both values."""
        sizes = self.sizes[i], self.sizes[j]
        return with_both_values(filled_cells(self.codes[i], self.codes[j], sizes, self.weights), sizes)


def repeated_ratio(pair: Pair, size: int, parameters: TableParameters, random: Generator) -> Repetition:
    """Compute the mean ratio for a fresh survey of the masked file's size, and for its columns shuffled.

    Parameters
    ----------
    pair : Pair
        The original twice.
    size : int
        Records of the masked file.
    parameters : TableParameters
    random : Generator
    """
    counted = (pair, None) if pair.weights is None else weighed(pair)
    if isinstance(counted, str):
        return Repetition({}, {}, size, counted)
    design = counted[0].original.design
    if reason := one_unit(design):
        return Repetition({}, {}, size, reason)
    original, shares = _coded(counted[0], parameters)
    if len(original.codes) < 2:
        return Repetition({}, {}, size, "fewer than two variables are compared")
    n = counted[0].original.n_records
    first, second = (draw_units(design, records, random) for records in (n, size))
    return Repetition(
        {RATIO: _mean_ratio(original.of(first), original.of(second).suppressed(shares, random))},
        {RATIO: _mean_ratio(original, original.shuffled(size, random).suppressed(shares, random))},
        min(n, size),
        "all records lie in one cell",
        tuple(v.name for v in pair.variables if why_no_shares(pair, v)),
        few_units(design),
    )


def _coded(pair: Pair, parameters: TableParameters) -> tuple[CodedColumns, list[float]]:
    """Return the compared variables in their categories, and the share of each that is left blank."""
    compared = sorted((v for v in pair.variables if not why_no_shares(pair, v)), key=lambda v: v.name)
    counted = [counted_variable(pair, v, parameters.bins) for v in compared]
    codes = [each.codes(v.original) for each, v in zip(counted, compared, strict=True)]
    shares = [pair.suppressed.get(v.name, 0.0) for v in compared]
    return CodedColumns(codes, [each.size for each in counted], record_weights(pair)[0]), shares


def _mean_ratio(first: CodedColumns, second: CodedColumns) -> float | None:
    """Return the mean pMSE ratio of the tables of every two variables; None where there is none."""
    ratios = (ratio_to_chance(_difference(first, second, *two)) for two in combinations(range(len(first.codes)), 2))
    return mean_of([ratio for ratio in ratios if ratio is not None])


def _difference(first: CodedColumns, second: CodedColumns, i: int, j: int) -> VoasWilliamson | None:
    tables = first.cells(i, j), second.cells(i, j)
    if first.weights is None:
        return difference_of_values(*tables, None)
    before, after = (f.effective(float(t.counts.sum())) for f, t in zip((first, second), tables, strict=True))
    return difference_of_values(*tables, (before, after))


@distance.sharing(
    subject=Subject.SIZE,
    replicable=False,
    passes=Passes.PAIRS,
    better=Better.HIGHER,
    bounds=(-math.inf, math.inf),
)(
    id="table_resolution",
    name="Resolution of table pMSE ratios",
    reference="Raab, Nowok and Dibben (2021): a ratio of 2 is a fresh survey; resamples of the original's units",
    summary="How well the mean pMSE ratio of pairs tells a fresh survey of this size from shuffled columns, in this "
    "very file.",
    formula=r"d = \frac{\bar{r}_{\mathrm{shuffled}} - \bar{r}_{\mathrm{fresh}}}"
    r"{\sqrt{(s^2_{\mathrm{fresh}} + s^2_{\mathrm{shuffled}}) / 2}}",
    prepare=repeated_ratio,
    repetitions=int,
    sees_suppression=True,
    reading="As the resolution of GDU, with tables of two variables in the place of tests. Fresh surveys score about "
    "2; from d = 4 on shuffled columns score so much more that both bands are apart. A masked file within the shuffled "
    "band or above it keeps nothing of its pairs that the ratio could show.",
    misleads="Ratios grow with the number of records, and with them the resolution: in a large file even weak "
    "associations can be seen.",
)
def table_resolution(repetitions: tuple[Repetition, ...]) -> Answers[ResolutionDetail, ResolutionDetail]:
    """Yield the resolution of the mean pMSE ratio of pairs."""
    return resolutions(table_resolution, {RATIO: Better.LOWER}, repetitions)
