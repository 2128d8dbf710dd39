"""Entropy-based information loss: what the masked value leaves open about the original one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypedDict

import numpy as np

from core.data import Coded, Level, Pair, PairedVariable, chunks
from core.measures import Answers, Requires, Scope
from core.statistics.arrays import Integers
from core.statistics.tables import cell_ids
from core.tables import LinkedGroups, linked_by_group
from core.utility.families import ALL_VARIABLES
from core.utility.loss.families import loss_measure
from core.utility.loss.numbers import why_not_linked
from core.utility.loss.parameters import LossParameters
from core.utility.variable_figures import VariableFigure, mean_of_variables, of_variables, values_of

CONSTANT = "constant in the original: no entropy to lose"
MOST_CELLS = 4_000_000
"""Cells of a variable's tables without each group that are held: 32 MB."""


class EntropyDetail(TypedDict):
    """In nats: the sum over records, the entropy of the original, and what the masked value leaves of it."""

    sum: float
    entropy: float
    left: float


class EntropyMeanDetail(TypedDict):
    """The share by variable; those left out, and why."""

    by_variable: dict[str, float]
    left_out: dict[str, str]


EntropyLoss = VariableFigure[EntropyDetail]
"""H(V | V') / H(V) of one variable."""


def entropy_losses(pair: Pair, _parameters: LossParameters) -> tuple[EntropyLoss, ...]:
    """Compare the original and masked categories of every linked record, variable by variable."""
    records = linked_by_group(pair)
    variables = sorted(pair.variables, key=lambda v: v.name)
    if records is None:
        return tuple(EntropyLoss(v.name, reason=why_not_linked(pair)) for v in variables)
    return tuple(_loss_of(v, records) for v in variables)


def _loss_of(paired: PairedVariable, records: LinkedGroups) -> EntropyLoss:
    if paired.problem:
        return EntropyLoss(paired.name, reason=paired.problem)
    if paired.original.level is Level.CONTINUOUS:
        return EntropyLoss(paired.name, reason="numbers have no categories: see the errors of the values themselves")
    masked = paired.original if paired.masked is None else paired.masked
    shape = len(paired.original.categories) + 1, len(masked.categories) + 1
    # categories that became numbers are no codes
    few = masked.level is not Level.CONTINUOUS and math.prod(shape) * records.linked.number <= MOST_CELLS
    rows = _of_tables(paired, records, shape) if few else _of_codes(paired, records)
    entropy, left = np.array(list(rows)).T
    if np.isnan(entropy[0]):
        return EntropyLoss(paired.name, reason=CONSTANT)
    n, share = records.n, np.minimum(1.0, left / entropy)
    detail: EntropyDetail = {"sum": n * float(left[0]), "entropy": float(entropy[0]), "left": float(left[0])}
    return EntropyLoss(paired.name, share, n, detail)


def _of_tables(paired: PairedVariable, records: LinkedGroups, shape: tuple[int, int]) -> Iterator[tuple[float, float]]:
    """Yield H(V) and H(V | V') in each row, from tables by group; missing categories are the first."""
    (original, masked), size = records.rows, math.prod(shape)
    inside = np.zeros(records.linked.number * size, dtype=np.int64)
    for rows in chunks(len(original)):
        after = 0 if paired.masked is None else paired.masked.take(masked[rows]).values.astype(np.int64) + 1
        before = paired.original.take(original[rows]).values.astype(np.int64) + 1
        cells = records.linked.groups[rows] * size + before * shape[1] + after
        inside += np.bincount(cells, minlength=len(inside))
    tables = inside.reshape(records.linked.number, *shape)
    whole = tables.sum(axis=0)
    yield _of_table(whole)
    if records.linked.number > 1:
        yield from (_of_table(whole - own) for own in tables)


def _of_table(table: Integers) -> tuple[float, float]:
    n, margins = int(table.sum()), (table.sum(axis=1), table.sum(axis=0))
    if (margins[0] > 0).sum() < 2:
        return math.nan, math.nan
    cells, before, after = (entropy_of(counts[counts > 0], n) for counts in (table, *margins))
    return before, _left(cells, before, after)


def _of_codes(paired: PairedVariable, records: LinkedGroups) -> Iterator[tuple[float, float]]:
    """Yield H(V) and H(V | V') in each row, from the codes of its records."""
    before, after = (
        np.zeros(len(rows), dtype=np.int64) if each is None else _categories(each, rows)
        for each, rows in zip((paired.original, paired.masked), records.rows, strict=True)
    )
    for group in range(-1, records.linked.number if records.linked.number > 1 else 0):
        kept = records.linked.groups != group
        several = len(np.unique(before[kept])) > 1
        yield conditional_entropy(before[kept], after[kept]) if several else (math.nan, math.nan)


def conditional_entropy(before: Integers, after: Integers) -> tuple[float, float]:
    """Return H(V) and H(V | V') of codes (l,) of the same records, in nats; sums do not hang on the codes' order."""
    n = len(before)
    cells = np.bincount(cell_ids(np.column_stack([before, after]))[0])
    entropy, of_masked = (entropy_of(np.unique(codes, return_counts=True)[1], n) for codes in (before, after))
    return entropy, _left(entropy_of(cells, n), entropy, of_masked)


def _left(of_cells: float, of_original: float, of_masked: float) -> float:
    """Return H(V | V') = H(V, V') - H(V'), within [0, H(V)] whatever the rounding."""
    return min(of_original, max(0.0, of_cells - of_masked))


def entropy_of(counts: Integers, n: int) -> float:
    """Return the entropy of n records by how many have each value, in nats."""
    return math.fsum(-c / n * math.log(c / n) for c in counts.tolist())


def _categories(coded: Coded, rows: Integers) -> Integers:
    """Return the codes of these records; a missing value is a category of its own."""
    values = coded.take(rows)
    codes = np.where(values.is_missing(), -1, np.nan_to_num(values.values))
    return codes.astype(np.int64)


entropy_measure = loss_measure.sharing(
    requires=frozenset({Requires.LINKS}),
    reference="Kooiman, Willenborg and Gouweleeuw (1998); Domingo-Ferrer and Torra (2001), as named by Lemons et al.",
    prepare=entropy_losses,
    by_group=True,
)

MISLEADS = (
    "It looks at what can be told back, not at what is written: codes that were all exchanged one for one lose "
    "nothing. Many categories with few records each look better than they are. Numbers are not measured."
)


@entropy_measure(
    id="entropy_loss",
    name="Entropy-based information loss",
    scope=Scope.VARIABLE,
    summary="How much of a variable's uncertainty is left when the masked value is known: 0 is none, 1 all of it.",
    formula=r"\begin{gathered} \frac{\mathrm{H}(V \mid V')}{\mathrm{H}(V)} \\[1ex] \mathrm{H}(V \mid V') = "
    r"\frac{1}{N} \sum_{r} \mathrm{H}(V \mid V' = v'_r) \end{gathered}",
    reading="V is the original category, V' the masked one, of linked records. 0: each masked value stands for one "
    "original value. 0.5: it leaves half of the original's entropy open. 1: it says nothing about the original "
    "value. The published sum over records, in nats, is given with it. A missing value is a category of its own.",
    misleads=MISLEADS,
)
def entropy_loss(losses: tuple[EntropyLoss, ...]) -> Answers[EntropyDetail, EntropyDetail]:
    """Yield H(V | V') / H(V) of every variable with categories."""
    return of_variables("entropy_loss", losses)


@entropy_measure(
    id="entropy_loss_mean",
    name="Mean entropy-based information loss",
    summary="The entropy-based information loss of all variables with categories, averaged.",
    formula=r"\frac{1}{p} \sum_{j=1}^{p} \frac{\mathrm{H}(V_j \mid V'_j)}{\mathrm{H}(V_j)}",
    reading="0: every masked category stands for one original category; 1: they say nothing about the original's.",
    misleads=MISLEADS + " " + "Every variable counts alike; those left out stand beside it.",
    section=ALL_VARIABLES,
    place=3,
)
def entropy_loss_mean(losses: tuple[EntropyLoss, ...]) -> Answers[EntropyMeanDetail, EntropyMeanDetail]:
    """Yield the mean of H(V | V') / H(V) over the variables that have one."""
    left_out = {loss.variable: loss.reason for loss in losses if loss.reason}
    detail: EntropyMeanDetail = {"by_variable": values_of(losses), "left_out": left_out}
    n = max((loss.n for loss in losses), default=0)
    yield mean_of_variables("entropy_loss_mean", losses, n, detail)


MEASURES = (entropy_loss_mean, entropy_loss)
