"""What an intruder claims about people of the original, and how often a claim names the right record."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.statistics.arrays import Counts, Floats
from core.statistics.matching.key_columns import TargetCells


@dataclass(frozen=True, eq=False)
class Claims:
    """The masked records that fit the people of each combination of key values.

    Parameters
    ----------
    targets : int64 array (k,)
        The people of the original with this combination, n_k.
    fitting : int64 array (k,)
        The records that fit them, |C|: 0 where nothing is claimed.
    own : int64 array (k,)
        Pairs of a person and a record of their own among these.
    right : int64 array (k,)
        People who have a record of their own among these.
    distance : float64 array (k,)
        Of the records that fit from the target; 0 where they are equal.
    """

    targets: Counts
    fitting: Counts
    own: Counts
    right: Counts
    distance: Floats

    @property
    def n_claims(self) -> int:
        """The people about whom something is claimed."""
        return int(self.targets[self.fitting > 0].sum())

    @property
    def unique(self) -> tuple[int, int]:
        """The people whom one record alone fits, and those of them whose own it is."""
        alone = self.fitting == 1
        return int(self.targets[alone].sum()), int(self.right[alone].sum())

    @property
    def chances(self) -> Floats:
        """Return the mean chance (k,) that a record drawn from those that fit is the person's own."""
        people = self.targets * np.maximum(self.fitting, 1)
        return np.asarray(self.own / np.maximum(people, 1), dtype=np.float64)


def claims_about(cells: TargetCells, fitting: Counts, fits: np.ndarray, distance: Floats) -> Claims:
    """Return claims, given which linked records (l,) fit the person whom they come from."""
    k = len(cells.targets)
    cell, person = cells.linked[fits][:, 0], cells.linked[fits][:, 2]
    cell_of = np.full(int(person.max(initial=-1)) + 1, -1, dtype=np.int64)
    cell_of[person] = cell
    own, right = (np.bincount(each, minlength=k) for each in (cell, cell_of[cell_of >= 0]))
    return Claims(cells.targets, fitting, own, right, distance)


def expected_matches(claims: Claims, factor: Floats | None = None) -> float:
    """Return the expected match risk of a file: the mean chance of all people of the original to be found.

    Reiter (2005), Journal of the American Statistical Association 100, 1103-1112; Reiter and Mitra (2009), Journal of
    Privacy and Confidentiality 1, 99-110: the sum over targets of [own record among those that fit] / |C|, divided by
    the number of targets.

    Parameters
    ----------
    claims : Claims
    factor : float64 array (k,) or None
        The chance that a person with these key values is the one of the population who is looked for, min(1, n / F);
        None: the intruder knows who is in the original.
    """
    expected = claims.chances * claims.targets
    if factor is not None:
        expected = expected * factor
    # sorted, so that no order of people or keys changes the rounding
    return float(np.sort(expected).sum() / claims.targets.sum())
