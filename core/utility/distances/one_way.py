"""Every variable's two distributions beside each other: the shared step of the distances of single variables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.data import Level, Pair, PairedVariable
from core.measures import Blockwise
from core.statistics.arrays import WeightedCounts
from core.statistics.distributions import (
    Distribution,
    ShareDistances,
    Steps,
    VoasWilliamson,
    class_counts,
    counts_of_sums,
    greatest_gap,
    kolmogorov_p_value,
    mean_move,
    quantile_cuts_of_counts,
    share_distances,
    steps,
    voas_williamson,
)
from core.utility.distances.counted_values import (
    CountedValues,
    FileCounts,
    counted_values,
    held_together,
    merged_value_counts,
    names_of,
    size_of_counts,
    value_counts,
    why_no_shares,
)
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.recoding import recode_utility
from core.utility.tables import TableParameters
from core.utility.weighting import effective_size, effective_sizes


class Distributions(NamedTuple):
    """The distributions of one variable in both files, and their distribution functions side by side."""

    first: Distribution
    second: Distribution
    at: Steps


@dataclass(frozen=True)
class ShareDifference:
    """How much the shares of one table differ.

    Parameters
    ----------
    variables : tuple of str
    n_original, n_masked : int
    cells : int
        Cells that hold a record in either file, those of missing values included.
    distances : ShareDistances or None
        None where ``reason`` says why.
    chi : VoasWilliamson or None
    missing : (float, float)
        Shares of records of either file with a missing value.
    recode_cost : float
        What the recode alone loses of the variable, in [0, 1]: 1 - LDUunigr; 0 without a recode.
    removed : bool
        The masked file lacks the variable: taken as all values missing.
    reason : str
    sizes : (float, float) or None
        Effective records of either file, by which chance goes where records are weighted; None: n.
    of_values : VoasWilliamson or None
        Of a pair: among the records that have both values.
    """

    variables: tuple[str, ...]
    n_original: int
    n_masked: int
    cells: int = 0
    distances: ShareDistances | None = None
    chi: VoasWilliamson | None = None
    missing: tuple[float, float] = (0.0, 0.0)
    recode_cost: float = 0.0
    removed: bool = False
    reason: str = ""
    sizes: tuple[float, float] | None = None
    of_values: VoasWilliamson | None = None


@dataclass(frozen=True)
class OrderedDifference:
    """How far apart two distributions of an ordered variable lie.

    Parameters
    ----------
    variable : str
    n_original, n_masked : int
        Records.
    observed_original, observed_masked : int
        Those with a value; none where the variable was removed.
    gap : float or None
        Largest difference of the shares known to lie at or below a value; None where ``reason`` says why.
    move : float or None
        Wasserstein's distance in the unit of the variable (of an ordinal one in categories), with missing
        values at the original's median.
    observed_gap : float or None
        Kolmogorov-Smirnov's D of the observed values alone; None with fewer than two in a file.
    sizes : (float, float)
        Records of either file that its chance goes by.
    original_sd : float or None
        Standard deviation of the original's values, None where it is 0.
    unit : str
        "value" or "category".
    reason : str
    """

    variable: str
    n_original: int
    n_masked: int
    observed_original: int = 0
    observed_masked: int = 0
    gap: float | None = None
    move: float | None = None
    observed_gap: float | None = None
    sizes: tuple[float, float] = (0, 0)
    original_sd: float | None = None
    unit: str = "value"
    reason: str = ""

    @property
    def p(self) -> float | None:
        """The p value of the observed gap, worked out when it is asked for: its exact law takes its time."""
        return None if self.observed_gap is None else kolmogorov_p_value(self.observed_gap, *self.sizes)

    @property
    def standardised(self) -> float | None:
        """The move in standard deviations of the original; 0 where nothing differs."""
        if self.move == 0:
            return 0.0
        return None if self.move is None or not self.original_sd else self.move / self.original_sd


@dataclass(frozen=True)
class OneWayDifferences:
    """The differences of all variables, sorted by name."""

    parameters: TableParameters
    n_original: int
    n_masked: int
    shares: tuple[ShareDifference, ...]
    ordered: tuple[OrderedDifference, ...]


def _finish(
    pair: Pair, parameters: TableParameters, _: CountedValues, states: Iterator[FileCounts]
) -> OneWayDifferences:
    return differences_by(pair, parameters, lambda _: side_by_side(*next(states)))


def side_by_side(first: Distribution, second: Distribution) -> Distributions:
    """Return two distributions and their distribution functions at every value of either."""
    return Distributions(first, second, steps(first, second))


one_way_differences = Blockwise(
    look=counted_values,
    parts=names_of,
    partial=value_counts,
    merge=merged_value_counts,
    finish=_finish,
    small=held_together,
    size=size_of_counts,
)
"""Compare every variable of the original, as it is after the masked file's recode, with its masked version."""


def differences_by(
    pair: Pair, parameters: TableParameters, count: Callable[[PairedVariable], Distributions]
) -> OneWayDifferences:
    """Compare every variable by the distributions that ``count`` gives."""
    shares, ordered = [], []
    for paired in sorted(pair.variables, key=lambda v: v.name):
        both = None if why_no_shares(pair, paired) else count(paired)
        shares.append(_shares(pair, paired, both, parameters))
        ordered.append(_ordered(pair, paired, both))
    return OneWayDifferences(parameters, pair.original.n_records, pair.masked.n_records, tuple(shares), tuple(ordered))


def _shares(
    pair: Pair, paired: PairedVariable, both: Distributions | None, parameters: TableParameters
) -> ShareDifference:
    n, m, removed = pair.original.n_records, pair.masked.n_records, paired.masked is None
    if both is None:
        return ShareDifference((paired.name,), n, m, removed=removed, reason=why_no_shares(pair, paired))
    original, masked = _counts(both, parameters.bins if _is_number(paired) else None)
    sizes = None if pair.weights is None else effective_sizes(pair)
    return ShareDifference(
        (paired.name,),
        n,
        m,
        int(((original > 0) | (masked > 0)).sum()),
        share_distances(original, masked),
        voas_williamson(original, masked, sizes),
        (both.first.missing / _total(both.first), both.second.missing / _total(both.second)),
        1.0 - recode_utility(paired, GduParameters()).value,
        removed,
        sizes=sizes,
    )


def _total(file: Distribution) -> float:
    return file.observed + file.missing


def _is_number(paired: PairedVariable) -> bool:
    return paired.recoded.level is Level.CONTINUOUS


def _counts(both: Distributions, classes: int | None) -> tuple[WeightedCounts, WeightedCounts]:
    """Return the frequencies of categories, or of classes of numbers at pooled quantiles, missing ones last."""
    at = both.at
    counts = [counts_of_sums(below) for below in (at.first, at.second)]
    if classes is not None:
        cuts = quantile_cuts_of_counts(at.points, counts[0] + counts[1], classes)
        counts = [class_counts(at.points, c, cuts) for c in counts]
    return np.append(counts[0], both.first.missing), np.append(counts[1], both.second.missing)


def _ordered(pair: Pair, paired: PairedVariable, both: Distributions | None) -> OrderedDifference:
    n, m = pair.original.n_records, pair.masked.n_records
    if both is None or paired.recoded.level is Level.NOMINAL:
        reason = why_no_shares(pair, paired) or "a nominal variable has no order"
        return OrderedDifference(paired.name, n, m, unit=_unit(paired), reason=reason)
    first, second, at = both
    if not first.observed:
        return OrderedDifference(paired.name, n, m, reason="no value is observed in the original")
    sums, totals = (first.observed, second.observed), (_total(first), _total(second))
    seen = _seen(first), _seen(second)
    gap = greatest_gap(at, *sums) if min(seen) > 1 else None
    return OrderedDifference(
        paired.name,
        n,
        m,
        *seen,
        greatest_gap(at, *totals),
        mean_move(at, *totals, first.middle()),
        gap,
        _sizes_seen(pair, paired, seen),
        first.deviation(),
        _unit(paired),
    )


def _seen(file: Distribution) -> int:
    """Return the records with a value."""
    return int(file.observed) if file.seen is None else file.seen


def _sizes_seen(pair: Pair, paired: PairedVariable, seen: tuple[int, int]) -> tuple[float, float]:
    """Return the records of either file with a value, of weighted ones the effective number, at least 2."""
    if pair.weights is None or paired.masked is None:
        return seen
    weights = pair.weights.original, pair.weights.masked
    with_value = (w[~c.is_missing()] for w, c in zip(weights, (paired.recoded, paired.masked), strict=True))
    first, second = (effective_size(w) if len(w) else 0.0 for w in with_value)
    return max(2.0, first), max(2.0, second)


def _unit(paired: PairedVariable) -> str:
    return "value" if _is_number(paired) else "category"
