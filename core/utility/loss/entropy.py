"""Entropy-based information loss: what the masked value leaves open about the original one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from core.data import Coded, Level, Pair, PairedVariable, chunks
from core.measures import Answers, Requires, Result, Scope, Skipped, value_or_reason
from core.statistics.arrays import Integers
from core.statistics.leave_out import joint_counts_without
from core.statistics.tables import cell_ids
from core.utility.families import ALL_VARIABLES
from core.utility.loss.families import loss_measure
from core.utility.loss.linked_groups import LinkedGroups, Rows, linked_groups
from core.utility.loss.numbers import linked_rows, why_not_linked
from core.utility.loss.parameters import LossParameters

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


@dataclass(frozen=True)
class EntropyLoss:
    """The entropy of one variable before masking, and what is left of it when the masked value is known.

    Parameters
    ----------
    variable : str
    linked : int
        Records compared.
    entropy : float
        H(V) of the original values, in nats.
    left : float
        H(V | V'), in [0, H(V)].
    reason : str
        Why there is none; empty where there is one.
    """

    variable: str
    linked: int = 0
    entropy: float = 0.0
    left: float = 0.0
    reason: str = ""

    @property
    def share(self) -> float:
        """H(V | V') / H(V)."""
        return min(1.0, self.left / self.entropy)


def entropy_losses(pair: Pair, _parameters: LossParameters) -> tuple[EntropyLoss, ...]:
    """Compare the original and masked categories of every linked record, variable by variable."""
    rows = linked_rows(pair)
    variables = sorted(pair.variables, key=lambda v: v.name)
    if rows is None:
        return tuple(EntropyLoss(v.name, reason=why_not_linked(pair)) for v in variables)
    return tuple(_loss_of(v, *rows) for v in variables)


def _loss_of(paired: PairedVariable, original: Integers, masked: Integers) -> EntropyLoss:
    if paired.problem:
        return EntropyLoss(paired.name, reason=paired.problem)
    if paired.original.level is Level.CONTINUOUS:
        return EntropyLoss(paired.name, reason="numbers have no categories: see the errors of the values themselves")
    if not _of_numbers(paired) and math.prod(_shape(paired)) <= MOST_CELLS:
        return _loss_of_table(paired.name, _table(paired, original, masked))
    before = _categories(paired.original, original)
    after = np.zeros(len(masked), dtype=np.int64) if paired.masked is None else _categories(paired.masked, masked)
    entropy, left = conditional_entropy(before, after)
    if len(np.unique(before)) < 2:
        return EntropyLoss(paired.name, len(before), reason=CONSTANT)
    return EntropyLoss(paired.name, len(before), entropy, left)


def _table(paired: PairedVariable, original: Integers, masked: Integers) -> Integers:
    """Count linked records by their original and masked category, missing ones first, in chunks."""
    shape = _shape(paired)
    table = np.zeros(math.prod(shape), dtype=np.int64)
    for rows in chunks(len(original)):
        after = 0 if paired.masked is None else paired.masked.take(masked[rows]).values.astype(np.int64) + 1
        before = paired.original.take(original[rows]).values.astype(np.int64) + 1
        table += np.bincount(before * shape[1] + after, minlength=len(table))
    return table.reshape(shape)


def entropy_losses_without(
    pair: Pair, groups: Rows, n_groups: int, _parameters: LossParameters
) -> Iterator[tuple[EntropyLoss, ...]] | None:
    """Return the losses without each group of records in turn (``LeaveOut``), from the tables of the other groups."""
    records = linked_groups(pair, groups, n_groups)
    variables = sorted(pair.variables, key=lambda v: v.name)
    if records is None or any(np.prod(_shape(v)) * n_groups > MOST_CELLS or _of_numbers(v) for v in variables):
        return None
    losses = [_losses_without(v, records) for v in variables]
    return iter(zip(*losses, strict=True))


def _losses_without(paired: PairedVariable, records: LinkedGroups) -> list[EntropyLoss]:
    if not _has_categories(paired):
        return [_loss_of(paired, *records.rows)] * records.n_groups
    before, after = (
        np.zeros(len(rows), dtype=np.int32) if each is None else (_categories(each, rows) + 1).astype(np.int32)
        for each, rows in zip((paired.original, paired.masked), records.rows, strict=True)
    )
    tables = joint_counts_without(before, after, _shape(paired), records.groups, records.n_groups)
    return [_loss_of_table(paired.name, table) for table in tables]


def _loss_of_table(name: str, table: Integers) -> EntropyLoss:
    n, margins = int(table.sum()), (table.sum(axis=1), table.sum(axis=0))
    if (margins[0] > 0).sum() < 2:
        return EntropyLoss(name, n, reason=CONSTANT)
    cells, before, after = (entropy_of(counts[counts > 0], n) for counts in (table, *margins))
    return EntropyLoss(name, n, before, _left(cells, before, after))


def _has_categories(paired: PairedVariable) -> bool:
    return not paired.problem and paired.original.level is not Level.CONTINUOUS


def _of_numbers(paired: PairedVariable) -> bool:
    """Whether categories became numbers, which are no codes."""
    masked = paired.masked
    return _has_categories(paired) and masked is not None and masked.level is Level.CONTINUOUS


def _shape(paired: PairedVariable) -> tuple[int, int]:
    """Return the rows and columns of a variable's table, missing values first; (1, 1) without categories."""
    if not _has_categories(paired):
        return 1, 1
    masked = paired.original if paired.masked is None else paired.masked
    return len(paired.original.categories) + 1, len(masked.categories) + 1


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
    leave_out=entropy_losses_without,
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
    "value. The published sum over records, in nats, stands beside it. A missing value is a category of its own.",
    misleads=MISLEADS,
)
def entropy_loss(losses: tuple[EntropyLoss, ...]) -> Answers[EntropyDetail, EntropyDetail]:
    """Yield H(V | V') / H(V) of every variable with categories."""
    for loss in losses:
        if loss.reason:
            yield Skipped("entropy_loss", (loss.variable,), loss.reason)
            continue
        detail: EntropyDetail = {"sum": loss.linked * loss.left, "entropy": loss.entropy, "left": loss.left}
        yield Result("entropy_loss", (loss.variable,), loss.share, loss.linked, None, detail)


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
    defined = [loss for loss in losses if not loss.reason]
    left_out = {loss.variable: loss.reason for loss in losses if loss.reason}
    detail: EntropyMeanDetail = {
        "by_variable": {loss.variable: loss.share for loss in defined},
        "left_out": left_out,
    }
    reason = next(iter(left_out.values()), "no variable is compared")
    mean = math.fsum(loss.share for loss in defined) / len(defined) if defined else None
    n = defined[0].linked if defined else 0
    yield value_or_reason("entropy_loss_mean", (), mean, reason, n, detail)


MEASURES = (entropy_loss_mean, entropy_loss)
