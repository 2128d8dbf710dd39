"""The intruder who takes the masked records whose key values equal the true ones; a masked blank fits everything."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.statistics.arrays import Codes, Counts, Floats, Integers
from core.statistics.matching.claims import Claims, claims_about
from core.statistics.matching.key_columns import TargetCells
from core.statistics.tables import cell_ids

MISSING = -1


def exact_claims(cells: TargetCells) -> Claims:
    """Return the masked records that fit the people of the original on every key.

    A masked blank fits everything; a blank of the original is a value of its own, which only a masked blank fits.
    Combinations with the same keys blank are looked up together on the keys that they have.
    """
    fitting = np.zeros(len(cells.original), dtype=np.int64)
    for rows, theirs, ours in _by_blanks(cells):
        fitting += np.bincount(theirs, cells.records[rows], minlength=int(ours.max()) + 1).astype(np.int64)[ours]
    return claims_about(cells, fitting, _fits(cells), np.zeros(len(fitting)))


def shared_risks(cells: TargetCells, fitting: Counts) -> Floats:
    """Return the chance (k,) of the people of each combination to be found in a sample of true values.

    A record is as likely that of each person whom it fits, N of them: the mean of 1/N over the records that fit the
    target, 0 where none does. Without blanks this is 1/n_k where the sample has the combination (Drechsler and Reiter
    2008, for samples).

    Parameters
    ----------
    cells : TargetCells
    fitting : int64 array (k,)
        The records that fit, from ``exact_claims``.
    """
    total = np.zeros(len(fitting))
    for rows, theirs, ours in _by_blanks(cells):
        people = np.bincount(ours, cells.targets, minlength=int(theirs.max()) + 1)[theirs]
        shares = np.divide(cells.records[rows], people, out=np.zeros(len(rows)), where=people > 0)
        total += np.bincount(theirs, shares, minlength=int(ours.max()) + 1)[ours]
    return np.asarray(total / np.maximum(fitting, 1), dtype=np.float64)


def _by_blanks(cells: TargetCells) -> Iterator[tuple[Integers, Integers, Integers]]:
    """Yield masked combinations with the same keys blank: which, and one number for what equals on the other keys."""
    blank = cells.masked == MISSING
    patterns, n_patterns = cell_ids(blank.astype(np.int8))
    for pattern in range(n_patterns):
        rows = np.flatnonzero(patterns == pattern)
        known = ~blank[rows[0]]
        yield rows, *_numbered(cells.masked[np.ix_(rows, known)], cells.original[:, known])


def _numbered(theirs: Codes, ours: Codes) -> tuple[Integers, Integers]:
    ids, _ = cell_ids(np.concatenate([theirs, ours]))
    return ids[: len(theirs)], ids[len(theirs) :]


def _fits(cells: TargetCells) -> np.ndarray:
    ours, theirs = cells.original[cells.linked[:, 0]], cells.masked[cells.linked[:, 1]]
    return np.asarray(((ours == theirs) | (theirs == MISSING)).all(axis=1))
