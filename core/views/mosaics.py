"""One to three variables cross-classified in both files, for mosaic plots: few categories each, counts only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.data import Pair, PairedVariable, category_text
from core.statistics.arrays import Counts
from core.statistics.reproducible import sort_value
from core.utility import Categories, shown_categories

MOST_VARIABLES = 3
MOST_CATEGORIES = {1: 10, 2: 7, 3: 4}
"""Categories of a variable shown one by one, by the number of variables; the rest are counted together."""

BINS = 4
"""Bins of a variable of numbers."""


def _no_counts() -> Counts:
    return np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class MosaicView:
    """The cross-classification of one file.

    Parameters
    ----------
    variables : tuple of str, (v,)
    labels : tuple of tuple of str
        Categories of each variable; missing values are one where there are some.
    counts : int array (c1, .. cv)
        Records.
    expected : int array (c1, .. cv) or None
        Those of the original, after the same recode; None of the original itself.
    reason : str
        Why there is none.
    """

    variables: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...] = ()
    counts: Counts = field(default_factory=_no_counts)
    expected: Counts | None = None
    reason: str = ""

    @property
    def n(self) -> int:
        """Records counted."""
        return int(self.counts.sum())

    def change(self) -> NDArray[np.float64]:
        """Return the share of each cell less that in the original, in 0..1 of the file; 0 of the original itself."""
        if self.expected is None:
            return np.zeros(self.counts.shape)
        return self.counts / max(1, self.n) - self.expected / max(1, int(self.expected.sum()))


def mosaic_views(pair: Pair, names: Sequence[str]) -> tuple[MosaicView, MosaicView]:
    """Cross-classify variables in both files over the same categories.

    Parameters
    ----------
    pair : Pair
    names : sequence of str
        One to three variables, in the order in which the mosaic is split.

    Returns
    -------
    (MosaicView, MosaicView)
        The original after the masked file's recode, and the masked file; with a reason where a variable
        was removed or cannot be compared.

    Raises
    ------
    ValueError
        No variable, more than three, or one of them twice.
    KeyError
        The pair has no such variable.
    """
    variables = _named_variables(pair, names)
    reason = next((why for why in map(_why_not, variables) if why), "")
    if reason:
        return original_mosaic(pair, names), MosaicView(tuple(names), reason=reason)
    return _views(pair, variables)


def original_mosaic(pair: Pair, names: Sequence[str]) -> MosaicView:
    """Cross-classify variables in the original as it stands, before any recode."""
    own = [
        replace(v, recoded=v.original, masked=v.original, recode=None, problem="")
        for v in _named_variables(pair, names)
    ]
    return _views(replace(pair, masked=pair.original), own)[0]


def _named_variables(pair: Pair, names: Sequence[str]) -> list[PairedVariable]:
    if not 1 <= len(names) <= MOST_VARIABLES or len(set(names)) < len(names):
        raise ValueError(f"a mosaic is of one to {MOST_VARIABLES} different variables")
    known = {v.name: v for v in pair.variables}
    return [known[name] for name in names]


def _why_not(paired: PairedVariable) -> str:
    if paired.masked is None:
        return f"{paired.name} was removed"
    return f"{paired.name}: {paired.problem}" if paired.problem else ""


def _views(pair: Pair, variables: Sequence[PairedVariable]) -> tuple[MosaicView, MosaicView]:
    most = MOST_CATEGORIES[len(variables)]
    columns = [_lumped(shown_categories(pair, v, BINS), most) for v in variables]
    names = tuple(v.name for v in variables)
    labels = tuple(
        tuple(category_text(label, v.recoded_labels) for label in c.labels)
        for c, v in zip(columns, variables, strict=True)
    )
    shape = tuple(c.size for c in columns)
    original, masked = (_counted([getattr(c, file) for c in columns], shape) for file in ("original", "masked"))
    return MosaicView(names, labels, original), MosaicView(names, labels, masked, original)


def _counted(codes: Sequence[NDArray[np.int32]], shape: tuple[int, ...]) -> Counts:
    cells = np.ravel_multi_index(tuple(c.astype(np.int64) for c in codes), shape)
    return np.bincount(cells, minlength=int(np.prod(shape))).reshape(shape).astype(np.int64)


def _lumped(categories: Categories, most: int) -> Categories:
    """Keep the largest categories in their order, then the rest together, then missing values where there are any."""
    counts = categories.counts()
    shares = counts[0] / max(1, int(counts[0].sum())) + counts[1] / max(1, int(counts[1].sum()))
    missing = categories.size - 1
    seen = [i for i in range(missing) if shares[i] > 0]
    kept = seen
    if len(seen) > most:
        kept = sorted(sorted(seen, key=lambda i: (-sort_value(float(shares[i])), i))[: most - 1])
    labels = [categories.labels[i] for i in kept]
    place = np.full(categories.size, len(kept), dtype=np.int32)
    place[kept] = np.arange(len(kept))
    if len(kept) < len(seen):
        labels.append(f"other ({len(seen) - len(kept)} categories)")
    if shares[missing] > 0:
        place[missing] = len(labels)
        labels.append(categories.labels[missing])
    return Categories(categories.name, tuple(labels), place[categories.original], place[categories.masked])
