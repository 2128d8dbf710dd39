"""What the test of one pair saw in either file: residuals of the table's cells, or levels of the groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Level, Pair, PairedVariable, category_text
from core.statistics.arrays import Floats
from core.statistics.distributions import category_codes, dense_codes, kruskal_wallis, one_way_anova
from core.statistics.tables import pearson_residuals
from core.views.drill_down import PairView

Kind = Literal["rank", "mean"]

MOST_GROUPS = 30
"""Groups shown: the largest ones, in their order."""


@dataclass(frozen=True, eq=False)
class CellResiduals:
    """Standardised Pearson residuals (observed - expected) / sqrt(expected) of a cross-table.

    Parameters
    ----------
    a, b : str
        Variables in rows and columns.
    row_labels, column_labels : tuple of str, (r,) and (c,)
    original : float array (r, c)
    masked : float array (r, c) or None
        Times sqrt(n original / n masked): as they would be with as many records as the original has.
    reason : str
        Why there are none of the masked file.
    """

    a: str
    b: str
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    original: Floats
    masked: Floats | None
    reason: str = ""


@dataclass(frozen=True, eq=False)
class GroupLevels:
    """Where the groups of one variable stand on the other, in either file.

    Parameters
    ----------
    groups, values : str
        The variable that forms the groups, and the one that is compared.
    labels : tuple of str, (g,)
    kind : {"rank", "mean"}
        Mean ranks as shares of the file's records (0 lowest, .5 middle, 1 highest), or means.
    original, masked : float array (g,)
        NaN for a group without records; ``masked`` is None where there is no masked variable.
    n_original, n_masked : int array (g,)
        Complete records.
    """

    groups: str
    values: str
    labels: tuple[str, ...]
    kind: Kind
    original: Floats
    masked: Floats | None
    n_original: NDArray[np.int64]
    n_masked: NDArray[np.int64]


def cell_residuals(view: PairView) -> CellResiduals:
    """Return the residuals of both files' tables as they are shown, rare categories together."""
    masked = None
    if view.masked is not None:
        masked = pearson_residuals(view.masked) * np.sqrt(view.n_original / max(1, view.n_masked))
    return CellResiduals(
        view.a,
        view.b,
        view.row_labels,
        view.column_labels,
        pearson_residuals(view.original),
        masked,
        view.reason,
    )


def group_levels(pair: Pair, a: str, b: str, kind: Kind) -> GroupLevels:
    """Return where each group stands in both files, the original after the masked file's recode.

    Parameters
    ----------
    pair : Pair
    a, b : str
        One of them nominal after masking: it forms the groups.
    kind : {"rank", "mean"}
        Ranks for Kruskal-Wallis, means for an analysis of variance.

    Raises
    ------
    KeyError
        The pair has no such variable.
    ValueError
        Not one nominal and one ordered variable.
    """
    variables = {v.name: v for v in pair.variables}
    groups, values = variables[a], variables[b]
    if groups.recoded.level is not Level.NOMINAL:
        groups, values = values, groups
    if groups.recoded.level is not Level.NOMINAL or values.recoded.level is Level.NOMINAL:
        raise ValueError("groups need one nominal and one ordered variable")
    before, n_before = _levels(groups.recoded, values.recoded, kind)
    after, n_after = _masked_levels(groups, values, kind)
    kept = np.sort(np.argsort(-n_before, kind="stable")[:MOST_GROUPS])
    return GroupLevels(
        groups.name,
        values.name,
        tuple(category_text(groups.recoded.categories[i], groups.recoded_labels) for i in kept),
        kind,
        before[kept],
        None if after is None else after[kept],
        n_before[kept],
        n_after[kept],
    )


def _masked_levels(
    groups: PairedVariable, values: PairedVariable, kind: Kind
) -> tuple[Floats | None, NDArray[np.int64]]:
    if groups.masked is None or values.masked is None or groups.problem or values.problem:
        return None, np.zeros(len(groups.recoded.categories), dtype=np.int64)
    return _levels(groups.masked, values.masked, kind)


def _levels(groups: Coded, values: Coded, kind: Kind) -> tuple[Floats, NDArray[np.int64]]:
    """Return mean rank or mean, and the number of complete records, of every group."""
    codes, size = groups.values.astype(np.int32), len(groups.categories)
    if kind == "mean":
        x = values.values.astype(np.float64)
        tested = one_way_anova(codes, x, size)
        complete = x[(codes >= 0) & ~np.isnan(x)]
        means = tested.group_deviation + (complete.mean() if len(complete) else 0.0)
        return np.where(tested.group_size > 0, means, np.nan), tested.group_size
    if values.level is Level.CONTINUOUS:
        ranks = dense_codes(values.values.astype(np.float64))
    else:
        ranks = category_codes(values.values.astype(np.int32), len(values.categories))
    ranked = kruskal_wallis(category_codes(codes, size), ranks)
    # mean rank less the middle one, from sums of doubled centred ranks, as a share of the records
    above = ranked.rank_sum_doubled / (2 * np.maximum(ranked.group_size, 1) * max(ranked.n, 1))
    return np.where(ranked.group_size > 0, 0.5 + above, np.nan), ranked.group_size
