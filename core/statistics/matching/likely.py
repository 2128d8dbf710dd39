"""The intruder who weighs every masked record by how likely it is written for a person with these true values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.statistics.arrays import Codes, Counts, Floats
from core.statistics.matching.key_columns import TargetCells
from core.statistics.matching.right_claims import FEWEST_CLAIMS

BANDS = 8
"""Of the distances between true and masked numbers, besides that of equal ones."""

PRIOR = 10.0
"""Records with the mean share of blanks that those of each value are taken together with."""

BLOCK = 2_000_000
"""Combinations of the original times those of the masked file that are weighed at a time."""

CLEAR = 2.0
"""Standard errors from which a band has more values than chance puts there, and so many are added to its share."""

LEAST = 1e-9
"""Share of what speaks for all people that the others have at least: of none the chance of a record is not known."""

FEASIBLE = 200_000_000
"""So many are weighed at all: some seconds for each key."""


@dataclass(frozen=True, eq=False)
class KeyOdds:
    """How much more likely a masked value is of a person with a true value than of anybody.

    A share of the values is written anew as if for anybody; the others lie at distances whose shares are the same for
    all true values, and within a distance as the masked values do.

    Parameters
    ----------
    place : float64 array (codes,)
        What two codes differ by is the difference of these.
    edges : float64 array (b - 1,)
        Largest distance of each band but the last.
    excess : float64 array (b,)
        Share of masked values in each band beyond those that are written anew, at most: with two standard errors,
        since the dose is estimated from as many values as are linked.
    anew : float
        Share of those.
    within : float64 array (b, codes)
        Share of the masked file's known values in each band about each true value.
    blank, known : float64 array (codes + 1,)
        How much more likely than for anybody a person with each true value, in the end none, has a blank, or a value.
    """

    place: Floats
    edges: Floats
    excess: Floats
    anew: float
    within: Floats
    blank: Floats
    known: Floats

    def between(self, ours: Codes, theirs: Codes) -> Floats:
        """Return the odds (x, y) of true and masked codes."""
        apart = np.abs(self.place[ours][:, None] - self.place[theirs])
        band = np.searchsorted(self.edges, apart)
        odds = self.anew + self.excess[band] / self.within[band, ours[:, None]]
        odds = np.where(ours[:, None] < 0, 0.0, odds * self.known[ours][:, None])
        return np.asarray(np.where(theirs < 0, self.blank[ours][:, None], odds))


def likely_risks(cells: TargetCells, *, false_values: bool) -> Floats | None:
    """Return the chance (k,) that the likeliest record of a person of each combination is their own.

    Reiter (2005, section 3) and Reiter and Mitra (2009): the chance that record j is the person's is in proportion to
    p(y_j | x) / p(y_j), a product over the keys, which are masked one by one. How keys were masked is estimated from
    linked records; where all values are true or blank, from the margins of both files. p(y_j) is the mean over the
    other people of the original, so that keys may depend on each other. People with equal keys are as likely to have a
    record, so that nobody is found with more than one in so many.

    Parameters
    ----------
    cells : TargetCells
    false_values : bool
        Whether masked values may be false; needs links then.

    Returns
    -------
    float64 array (k,) or None
        None: fewer people than a dose can be estimated from, or more combinations than can be weighed.
    """
    if cells.n_targets < FEWEST_CLAIMS or len(cells.original) * len(cells.masked) > FEASIBLE:
        return None
    odds = [_key_odds(cells, key, false_values=false_values) for key in range(cells.original.shape[1])]
    weighed = np.zeros(len(cells.masked))
    for rows, block in _blocks(cells, odds):
        weighed += cells.targets[rows] @ block
    absent, risks = _absent(cells), np.zeros(len(cells.original))
    for rows, block in _blocks(cells, odds):
        others = np.maximum(weighed - block, LEAST * weighed) / max(cells.n_targets - 1, 1)
        likely = np.divide(block, others, out=np.zeros(block.shape), where=others > 0)
        total = likely @ cells.records + absent
        risks[rows] = np.divide(likely.max(axis=1), total, out=np.zeros(len(total)), where=total > 0)
    return np.asarray(np.minimum(risks, 1 / cells.targets))


def _absent(cells: TargetCells) -> float:
    """Return the records that people without one would have, were there as many of theirs."""
    n, m = cells.n_targets, int(cells.records.sum())
    present = len(np.unique(cells.linked[:, 2])) if len(cells.linked) else min(n, m)
    return m * (n - present) / present


def _blocks(cells: TargetCells, odds: list[KeyOdds]) -> Iterator[tuple[slice, Floats]]:
    """Yield rows of the combinations of the original with their odds against all masked ones."""
    step = max(BLOCK // max(len(cells.masked), 1), 1)
    distinct = [np.unique(cells.masked[:, key], return_inverse=True) for key in range(len(odds))]
    for start in range(0, len(cells.original), step):
        rows = slice(start, start + step)
        block = np.ones((len(cells.original[rows]), len(cells.masked)))
        for key, each in enumerate(odds):
            ours, of_row = np.unique(cells.original[rows, key], return_inverse=True)
            theirs, of_column = distinct[key]
            block *= each.between(ours, theirs)[of_row[:, None], of_column]
        yield rows, block


def _key_odds(cells: TargetCells, key: int, *, false_values: bool) -> KeyOdds:
    ours, theirs, values = cells.original[:, key], cells.masked[:, key], cells.values[key]
    n = 1 + int(max(ours.max(), theirs.max(), 0))
    of_code = np.bincount(ours + 1, cells.targets, minlength=n + 1).astype(np.int64)
    # a number that all lack has one place, which nobody is at
    place = np.arange(n, dtype=np.float64) if values is None else np.append(values, 0.0)[:n]
    true, own = ours[cells.linked[:, 0]], theirs[cells.linked[:, 1]]
    known = (true >= 0) & (own >= 0)
    apart = np.abs(place[true[known]] - place[own[known]]) if false_values else np.zeros(1)
    edges = _edges(apart, categories=values is None)
    masked = np.bincount(theirs + 1, cells.records, minlength=n + 1).astype(np.int64)
    within = _within(place, masked[1:], edges)
    in_band = np.bincount(np.searchsorted(edges, apart), minlength=len(within)) / max(len(apart), 1)
    error = np.sqrt(in_band * (1 - in_band) / max(len(apart), 1))
    by_chance = within[:, true[known]].mean(axis=1) if known.any() else within.mean(axis=1)
    anew = float(min(1.0, (in_band / by_chance).min())) if false_values else 0.0
    excess = np.maximum(in_band - anew * by_chance, 0.0)
    margin = CLEAR * error
    upper = np.where(excess > margin, margin, 0.0)
    blank, kept = _of_blanks(of_code, masked, true, own)
    return KeyOdds(place, edges, excess + upper, max(anew - upper.sum(), 0.0), within, blank, kept)


def _edges(apart: Floats, *, categories: bool) -> Floats:
    """Return the ends of the bands: equal values, then parts of as many of the distances; categories differ or not."""
    further = apart[apart > 0]
    if categories or not len(further):
        return np.zeros(1)
    parts = np.quantile(further, np.arange(1, BANDS) / BANDS)
    return np.unique(np.append(0.0, parts))


def _within(place: Floats, counts: Counts, edges: Floats) -> Floats:
    """Return the share of values (b, codes) in each band about each code, as if half a record more were in each."""
    order = np.argsort(place, kind="stable")
    ordered, upto = place[order], np.append(0.0, np.cumsum(counts[order]))
    low = np.searchsorted(ordered, place[None, :] - edges[:, None], side="left")
    high = np.searchsorted(ordered, place[None, :] + edges[:, None], side="right")
    nearer = np.vstack([np.zeros(len(place)), upto[high] - upto[low], np.full(len(place), counts.sum())])
    return np.asarray((np.diff(nearer, axis=0) + 0.5) / (counts.sum() + 0.5))


def _of_blanks(of_code: Counts, masked: Counts, true: Codes, own: Codes) -> tuple[Floats, Floats]:
    """Return how much more likely than for anybody each true value, in the end none, is blank and is not."""
    if len(true):
        people = np.bincount(true + 1, minlength=len(of_code))
        blanks = np.bincount(true + 1, own < 0, minlength=len(of_code))
    else:
        people = of_code * masked.sum() / of_code.sum()
        blanks = np.append(people[0], np.maximum(people[1:] - masked[1:], 0.0))
    share = blanks.sum() / people.sum()
    if not 0 < share < 1:
        return np.full(len(of_code), float(share > 0)), np.full(len(of_code), float(share < 1))
    of_each = np.roll((blanks + PRIOR * share) / (people + PRIOR), -1)
    return of_each / share, (1 - of_each) / (1 - share)
