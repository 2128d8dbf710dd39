"""Bayesian matching: posterior probability that a masked record belongs to a person with known true key values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.statistics.arrays import Codes, Counts, Floats
from core.statistics.matching.key_columns import TargetCells
from core.statistics.matching.right_claims import FEWEST_CLAIMS
from core.statistics.reproducible import TOLERANCE, comparable

BANDS = 8
"""Distance bands of numbers, by quantiles of the positive distances; equal values are a further band."""

PSEUDO_RECORDS = 10.0
"""Records with the mean share of missing values by which the share of each true value is shrunk."""

BLOCK_PAIRS = 2_000_000
"""Pairs of combinations (original, masked) in memory at a time, or one row of them."""

STANDARD_ERRORS = 2.0
"""A band's excess above this many is taken as real, and is raised by this many (an upper bound)."""

LEAST_SHARE = 1e-9
"""Least likelihood of all other people, as a share of everybody's: divided by 0 the posterior would be undefined."""

MOST_PAIRS = 200_000_000
"""Most pairs of combinations (original, masked) that are computed: some seconds for each key."""


@dataclass(frozen=True, eq=False)
class KeyLikelihoodRatios:
    """Likelihood ratios p(y | x) / p(y) of a masked value y, for a true value x, of one key.

    Mixture: with probability ``redrawn`` y is drawn from the masked file's margin, whatever x is; with probability
    ``band_excess[b]`` it lies in distance band b around x, and follows the margin within the band. So the ratio is
    ``redrawn + band_excess[b] / band_share[b, x]``, times that of the value being observed at all.

    Parameters
    ----------
    position : float64 array (codes,)
        The distance of two codes is the difference of their positions.
    band_edges : float64 array (b - 1,)
        Upper end of each band but the last, included.
    band_excess : float64 array (b,)
        Share of masked values in each band beyond the redrawn ones, raised by two standard errors where it exceeds
        them, since it is estimated from the linked records.
    redrawn : float
        Share of masked values drawn from the margin.
    band_share : float64 array (b, codes)
        Share of the masked file's known values in each band around each true value.
    missing_ratio, observed_ratio : float64 array (codes + 1,)
        P(y missing | x) / P(y missing) and P(y observed | x) / P(y observed); the last element is of a missing x.
    """

    position: Floats
    band_edges: Floats
    band_excess: Floats
    redrawn: float
    band_share: Floats
    missing_ratio: Floats
    observed_ratio: Floats

    def ratios(self, true_codes: Codes, masked_codes: Codes) -> Floats:
        """Return the likelihood ratios (x, y) of true and masked codes; a missing true value never becomes known."""
        x = true_codes[:, None]
        band = np.searchsorted(self.band_edges, np.abs(self.position[x] - self.position[masked_codes]))
        of_value = (self.redrawn + self.band_excess[band] / self.band_share[band, x]) * self.observed_ratio[x]
        return np.asarray(np.where(masked_codes < 0, self.missing_ratio[x], np.where(x < 0, 0.0, of_value)))


def posterior_risks(cells: TargetCells, *, false_values: bool) -> Floats | None:
    """Return the posterior probability (k,) that the likeliest record of each combination is the person's own.

    Reiter (2005, section 3) and Reiter and Mitra (2009): the posterior of record j is proportional to
    p(y_j | x) / p(y_j), a product over the keys, which are taken as masked independently given their true values. How
    each key was masked is estimated from linked records; where all values are true or missing, from the margins of
    both files. p(y_j) is the mean of p(y_j | x) over the other people of the original, so keys may be dependent.
    People with equal keys have equal posteriors: the risk is at most 1 / their number.

    Parameters
    ----------
    cells : TargetCells
    false_values : bool
        Whether masked values may be false; linked records are then needed.

    Returns
    -------
    float64 array (k,) or None
        None: too few people to estimate how keys were masked, or more pairs than ``MOST_PAIRS``.
    """
    if cells.n_targets < FEWEST_CLAIMS or len(cells.original) * len(cells.masked) > MOST_PAIRS:
        return None
    keys = [_key_likelihood_ratios(cells, key, false_values=false_values) for key in range(cells.original.shape[1])]
    # Invariant: after the first pass over_people[j] is the sum of record j's ratios over all people of the original;
    # less one person's ratio, it is that over the others. Bound: pairs of combinations times keys, twice. Exact: every
    # pair is computed, none is pruned; another block size changes the order of sums only.
    over_people = np.zeros(len(cells.masked))
    for rows, block in _blocks(cells, keys):
        over_people += cells.targets[rows] @ block
    absent, risks = _records_absent(cells), np.zeros(len(cells.original))
    for rows, block in _blocks(cells, keys):
        others = np.maximum(over_people - block, LEAST_SHARE * over_people) / max(cells.n_targets - 1, 1)
        likely = np.divide(block, others, out=np.zeros(block.shape), where=others > 0)
        total = likely @ cells.records + absent
        risks[rows] = np.divide(likely.max(axis=1), total, out=np.zeros(len(total)), where=total > 0)
    return np.asarray(np.minimum(risks, 1 / cells.targets))


def _records_absent(cells: TargetCells) -> float:
    """Return the expected number of records that the people without a record would have, had they been sampled."""
    n, m = cells.n_targets, int(cells.records.sum())
    present = len(np.unique(cells.linked[:, 2])) if len(cells.linked) else min(n, m)
    return m * (n - present) / present


def _blocks(cells: TargetCells, keys: list[KeyLikelihoodRatios]) -> Iterator[tuple[slice, Floats]]:
    """Yield slices of the original's combinations, each with its likelihood ratios to all masked ones."""
    # Invariant: after key t block[i, j] is the product of the ratios of the first t keys. Bound: a ratio is computed
    # once for each pair of distinct codes and spread to the rows.
    step = max(BLOCK_PAIRS // max(len(cells.masked), 1), 1)
    distinct = [np.unique(cells.masked[:, key], return_inverse=True) for key in range(len(keys))]
    for start in range(0, len(cells.original), step):
        rows = slice(start, start + step)
        block = np.ones((len(cells.original[rows]), len(cells.masked)))
        for key, likelihoods in enumerate(keys):
            true_codes, of_row = np.unique(cells.original[rows, key], return_inverse=True)
            masked_codes, of_column = distinct[key]
            block *= likelihoods.ratios(true_codes, masked_codes)[of_row[:, None], of_column]
        yield rows, block


def _key_likelihood_ratios(cells: TargetCells, key: int, *, false_values: bool) -> KeyLikelihoodRatios:
    original, masked, values = cells.original[:, key], cells.masked[:, key], cells.values[key]
    n = 1 + int(max(original.max(), masked.max(), 0))
    people = np.bincount(original + 1, cells.targets, minlength=n + 1).astype(np.int64)
    records = np.bincount(masked + 1, cells.records, minlength=n + 1).astype(np.int64)
    # a numeric key without any known value has one dummy position, which no record has
    position = np.arange(n, dtype=np.float64) if values is None else np.append(values, 0.0)[:n]
    true, own = original[cells.linked[:, 0]], masked[cells.linked[:, 1]]
    known = (true >= 0) & (own >= 0)
    distances = np.abs(position[true[known]] - position[own[known]]) if false_values else np.zeros(1)
    edges = _band_edges(distances, categories=values is None)
    band_share = _band_share(position, records[1:], edges)
    in_band = np.bincount(np.searchsorted(edges, distances), minlength=len(band_share)) / max(len(distances), 1)
    error = np.sqrt(in_band * (1 - in_band) / max(len(distances), 1))
    by_chance = band_share[:, true[known]].mean(axis=1) if known.any() else band_share.mean(axis=1)
    redrawn = float(min(1.0, (in_band / by_chance).min())) if false_values else 0.0
    excess = np.maximum(in_band - redrawn * by_chance, 0.0)
    margin = np.where(excess > STANDARD_ERRORS * error, STANDARD_ERRORS * error, 0.0)
    missing, observed = _of_missing(people, records, true, own)
    redrawn = max(redrawn - margin.sum(), 0.0)
    return KeyLikelihoodRatios(position, edges, excess + margin, redrawn, band_share, missing, observed)


def _band_edges(distances: Floats, *, categories: bool) -> Floats:
    """Return the upper ends of the distance bands: 0, then quantiles of the positive distances; of categories 0.

    Each lies just above the distance that it is made of, so that a difference of two positions, and a position plus
    the distance, which are rounded in other places, put a tie into the same band.
    """
    further = distances[distances > TOLERANCE]
    parts = np.array([]) if categories or not len(further) else np.quantile(further, np.arange(1, BANDS) / BANDS)
    return np.unique(comparable(np.append(0.0, parts), 1.0)) + 2 * TOLERANCE


def _band_share(position: Floats, counts: Counts, edges: Floats) -> Floats:
    """Return the share (b, codes) of the masked file's known values in each band around each code.

    Half a record is added to each count, and to their total, so that no band has the share 0.
    """
    # Invariant: up_to[t] counts the records at the t lowest positions, so a difference of two counts those between.
    # Bound: two binary searches for each code and edge. Exact: counts are whole numbers below 2**53, and edges lie
    # just above the distances, so that a tie is decided as in ``ratios``.
    order = np.argsort(position, kind="stable")
    ordered, up_to = position[order], np.append(0.0, np.cumsum(counts[order]))
    low = np.searchsorted(ordered, position[None, :] - edges[:, None], side="left")
    high = np.searchsorted(ordered, position[None, :] + edges[:, None], side="right")
    nearer = np.vstack([np.zeros(len(position)), up_to[high] - up_to[low], np.full(len(position), counts.sum())])
    return np.asarray((np.diff(nearer, axis=0) + 0.5) / (counts.sum() + 0.5))


def _of_missing(people_of: Counts, records_of: Counts, true: Codes, own: Codes) -> tuple[Floats, Floats]:
    """Return P(missing | x) / P(missing) and P(observed | x) / P(observed) of each true value x, a missing x last.

    Without links, the missing ones of a value are its people, scaled to the masked file's size, less its records.
    """
    if len(true):
        people = np.bincount(true + 1, minlength=len(people_of))
        missing = np.bincount(true + 1, own < 0, minlength=len(people_of))
    else:
        people = people_of * records_of.sum() / people_of.sum()
        missing = np.append(people[0], np.maximum(people[1:] - records_of[1:], 0.0))
    share = missing.sum() / people.sum()
    if not 0 < share < 1:
        return np.full(len(people_of), float(share > 0)), np.full(len(people_of), float(share < 1))
    of_each = np.roll((missing + PSEUDO_RECORDS * share) / (people + PSEUDO_RECORDS), -1)
    return of_each / share, (1 - of_each) / (1 - share)
