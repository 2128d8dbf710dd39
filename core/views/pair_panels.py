"""All pairs of variables in several masked files, in one order and on one scale."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.assessment import Comparison
from core.statistics.arrays import Floats
from core.views.pairs import most_affected, pair_matrix
from core.wording import percent


@dataclass(frozen=True, eq=False)
class PairPanels:
    """One matrix of pairs a file.

    Parameters
    ----------
    names : tuple of str, (k,)
        Variables, in the order of the original file.
    values : float array (v, k, k)
        How much of each pair is kept, 0..1; as a difference how much stronger (above 0) or weaker its association is
        than in the reference, -2..2. NaN: no value.
    words : str array (v, k, k)
        What is said of each pair.
    difference : bool
    of_all : int
        Variables that there are; more than ``names`` where only those of the worst pairs are shown.
    """

    names: tuple[str, ...]
    values: Floats
    words: NDArray[np.str_]
    difference: bool
    of_all: int


def pair_panels(
    comparison: Comparison,
    shown: Sequence[str],
    reference: str | None = None,
    *,
    difference: bool = False,
    most: int | None = None,
    always: Sequence[str] = (),
) -> PairPanels:
    """Arrange the pairs of some masked files alike.

    Parameters
    ----------
    comparison : Comparison
    shown : sequence of str
        Scenarios.
    reference : str or None
        The scenario that a difference is to; None: the original.
    difference : bool
        Changes of the associations instead of what is kept of them.
    most : int or None
        Only the variables of the worst pairs, about so many.
    always : sequence of str
        Variables that are among them in any case.
    """
    files = [pair_matrix(comparison.scenario(name)) for name in shown]
    beneath = pair_matrix(comparison.scenario(reference)).change if reference else 0.0
    names = files[0].names
    values = np.stack([f.change - beneath if difference else f.utility for f in files])
    words = np.stack([_words(f.utility, f.change, f.words()) for f in files])
    kept = np.arange(len(names))
    if most is not None and len(names) > most:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # a pair without a value in every file has no worst one
            worst = np.nanmax(np.abs(values), axis=0) if difference else np.nanmin(values, axis=0)
        chosen = {*most_affected(worst, most, smallest=not difference).tolist(), *map(names.index, always)}
        kept = np.array(sorted(chosen), dtype=np.int64)
    part = np.ix_(np.arange(len(files)), kept, kept)
    return PairPanels(tuple(names[i] for i in kept), values[part], words[part], difference, len(names))


def _words(utility: Floats, change: Floats, steps: NDArray[np.str_]) -> NDArray[np.str_]:
    """Return what is kept of each pair, by how much its association changed, and what decided."""
    said = []
    for u, c, step in zip(utility.flat, change.flat, steps.flat, strict=True):
        parts = (
            "" if np.isnan(u) else f"{percent(u)} kept",
            "" if np.isnan(c) else f"association {round(c, 2) + 0.0:+.2f}",
        )
        said.append(" · ".join(filter(None, (*parts, step))))
    return np.array(said, dtype=np.str_).reshape(utility.shape)
