"""Local univariate utility of one variable: LDUuni = LDUunigr x LDUunipsr (Kocar 2018, sections 3.2, 3.3)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np
import scipy
from numpy.typing import NDArray
from scipy import special

from core.data import Coded, Level, PairedVariable
from core.statistics.distributions import DenseCodes, kolmogorov_distance, kolmogorov_p_value
from core.statistics.reproducible import below
from core.statistics.tables import breaks_cochran, chi_squared
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.prepared_variable import SPARSE_TABLE, PreparedValues, PreparedVariable
from core.utility.gdu.recoding import recode_utility

STEEPNESS = 14
"""Kocar's factor: p = .05 gives a utility of about .50."""

HEAP_SHARE = 0.05
FEW_DISTINCT = 20
MANY_CATEGORIES = 50

NOTHING_TO_LOSE = "no record is observed in either file: nothing could be lost"
ALL_MISSING = "every value is missing in the masked file: taken as removed"


@dataclass(frozen=True)
class DistributionTest:
    """A test of whether two files show one distribution.

    Parameters
    ----------
    test : str
        "kolmogorov_smirnov" or "chi_squared".
    statistic : float
    law : callable
        Returns the p value: the exact law of D takes up to a tenth of a second, and effect sizes do without.
    effect : float
        D, or the total variation distance, in [0, 1].
    w : float or None
        Cohen's w = sqrt(chi^2 / N) of a chi-squared test.
    flags : tuple of str
    contrast : float
        Sum of (p - q)^2 / (p + q) over the shares p and q of categories in both files: chi^2 / n of two files of n.
    freedom : int
        Degrees of freedom of a chi-squared test.
    """

    test: str
    statistic: float
    law: Callable[[], float] = field(compare=False)
    effect: float
    w: float | None = None
    flags: tuple[str, ...] = ()
    contrast: float = 0.0
    freedom: int = 0

    @cached_property
    def p(self) -> float:
        """The p value."""
        return self.law()

    @property
    def agreement(self) -> float:
        """What the effect size leaves of the distribution, in [0, 1]: no test enters."""
        return 1 - self.effect

    def p_at(self, records: int) -> float:
        """Return the p value that the same D, or the same shares, would have in two files of so many records."""
        if self.statistic == 0:
            return 1.0
        if self.freedom:
            return float(special.chdtrc(self.freedom, self.contrast * records))
        return float(np.clip(scipy.stats.kstwo.sf(self.statistic, max(1, round(records / 2))), 0, 1))


Compare = Callable[[PreparedVariable, GduParameters], DistributionTest | None]
"""How two distributions of one variable are compared."""

Kept = Callable[[DistributionTest], float]
"""What is left of a distribution, in [0, 1], by its comparison with the original's."""


@dataclass(frozen=True)
class Observed:
    """How many records of a variable are observed in either file, and the shares missing.

    ``missing_masked`` is None where the masked file lacks the variable.
    """

    n_original: int
    n_masked: int
    missing_original: float
    missing_masked: float | None

    @property
    def completeness(self) -> float:
        """Observed share of the masked file over that of the original, at most 1."""
        if self.missing_original >= 1 or self.missing_masked is None:
            return 1.0
        return min(1.0, (1 - self.missing_masked) / (1 - self.missing_original))


@dataclass(frozen=True)
class UnivariateUtility:
    """LDUuni of one variable; ``value`` is None with the reason where it cannot be computed."""

    variable: str
    weight: float
    observed: Observed
    value: float | None
    reason: str = ""
    recode: float | None = None
    distribution: float | None = None
    comparison: DistributionTest | None = None
    removed: bool = False
    flags: tuple[str, ...] = ()


def univariate_utility(
    paired: PairedVariable,
    prepared: PreparedVariable | None,
    parameters: GduParameters,
    compare: Compare | None = None,
    kept: Kept | None = None,
    observed: Observed | None = None,
) -> UnivariateUtility:
    """Compute LDUuni of one variable.

    Parameters
    ----------
    paired : PairedVariable
    prepared : PreparedVariable or None
        None where it was removed or cannot be compared.
    parameters : GduParameters
    compare : callable or None
        How two distributions are compared; None: `compare_distributions`.
    kept : callable or None
        What a comparison says is left of the distribution; None: `utility_of_p` of its p value.
    observed : Observed or None
        Where it is known already; None: the values are looked at.

    Returns
    -------
    UnivariateUtility
        ``value`` in [0, 1]: recode utility x distribution utility (x completeness where asked for);
        0 for a removed variable.
    """
    name, weight, observed = paired.name, paired.variable.weight, observed or observed_records(paired)

    def without_value(reason: str) -> UnivariateUtility:
        return UnivariateUtility(name, weight, observed, None, reason, flags=paired.flags)

    if paired.masked is None or (not paired.problem and observed.n_masked == 0 < observed.n_original):
        flags = paired.flags if paired.masked is None else (*paired.flags, ALL_MISSING)
        return UnivariateUtility(name, weight, observed, 0.0, removed=True, flags=flags)
    if prepared is None:
        return without_value(paired.problem)
    if observed.n_original == observed.n_masked == 0:
        flags = (*paired.flags, NOTHING_TO_LOSE)
        return UnivariateUtility(name, weight, observed, 1.0, "", 1.0, 1.0, flags=flags)
    comparison = (compare or compare_distributions)(prepared, parameters)
    if comparison is None:
        return without_value("too few records are observed in one of the files (two are needed, one of categories)")
    recode = recode_utility(paired, parameters)
    distribution = kept(comparison) if kept else utility_of_p(comparison.p, parameters)
    value = recode.value * distribution
    if parameters.missing == "completeness":
        value *= observed.completeness
    flags = paired.flags + _type_change(paired) + recode.flags + comparison.flags
    return UnivariateUtility(name, weight, observed, value, "", recode.value, distribution, comparison, flags=flags)


def is_removed(paired: PairedVariable) -> bool:
    """Whether the masked file tells nothing of a variable: it is not there, or all its values are missing."""
    if paired.masked is None:
        return True
    return not paired.problem and _all_missing(paired.masked) and not _all_missing(paired.original)


def _type_change(paired: PairedVariable) -> tuple[str, ...]:
    before, after = paired.original.level, paired.recoded.level
    return () if before is after else (f"type changed: {before} to {after}",)


def utility_of_p(p: float, parameters: GduParameters) -> float:
    """Return LDUunipsr of a p value (Kocar 2018, 3.2), rescaled so that p = 1 gives exactly 1."""
    utility = -math.expm1(-STEEPNESS * p)
    return utility if parameters.p_form == "published" else utility / -math.expm1(-STEEPNESS)


def compare_distributions(prepared: PreparedVariable, parameters: GduParameters) -> DistributionTest | None:
    """Compare two distributions of one variable: K-S where continuous, else 2 x k homogeneity chi-squared.

    Returns
    -------
    DistributionTest or None
        None with fewer than two observed records in a file, or none of categories.
    """
    original, masked = prepared.recoded, prepared.masked
    with_missing = parameters.missing == "category"
    continuous = prepared.level is Level.CONTINUOUS
    if min(original.ranks.observed, masked.ranks.observed) < (2 if continuous else 1):
        return None
    if not continuous:
        return _compare_categories(_counts(original, with_missing), _counts(masked, with_missing))
    comparison = _compare_continuous(original.ranks, masked.ranks)
    if not with_missing:
        return comparison
    # K-S cannot see a missing value: the variable is as good as the worse of its two comparisons
    missingness = _compare_categories(_missing_counts(original), _missing_counts(masked))
    return missingness if below(missingness.p, comparison.p) else comparison


def _compare_continuous(original: DenseCodes, masked: DenseCodes) -> DistributionTest:
    distance = kolmogorov_distance(original, masked)
    law = partial(kolmogorov_p_value, distance, original.observed, masked.observed)
    return DistributionTest("kolmogorov_smirnov", distance, law, distance, None, heaping(original))


def _compare_categories(original: NDArray[np.int64], masked: NDArray[np.int64]) -> DistributionTest:
    table = np.array([original, masked])
    n = int(table.sum())
    tested = chi_squared(table)
    shares = table / table.sum(axis=1, keepdims=True)
    distance = float(np.abs(shares[0] - shares[1]).sum() / 2)
    flags = []
    if breaks_cochran(table.sum(axis=1), table.sum(axis=0)):
        flags.append(SPARSE_TABLE)
    if int(table.any(axis=0).sum()) > MANY_CATEGORIES:
        flags.append(f"more than {MANY_CATEGORIES} categories")
    if np.any((table == 0).any(axis=0) & (table > 0).any(axis=0)):
        flags.append("a category stands in one file only")
    if tested.statistic is None or tested.p is None:
        # one and the same category in both files: nothing differs
        return DistributionTest("chi_squared", 0.0, partial(float, 1), 0.0, 0.0, tuple(flags))
    w, freedom = math.sqrt(tested.statistic / n), tested.degrees_of_freedom
    contrast = float(((shares[0] - shares[1]) ** 2 / np.maximum(shares.sum(axis=0), np.finfo(float).tiny)).sum())
    law = partial(float, tested.p)
    return DistributionTest("chi_squared", tested.statistic, law, distance, w, tuple(flags), contrast, freedom)


def heaping(ranks: DenseCodes) -> tuple[str, ...]:
    """Return what to say of a continuous variable whose values are few or heaped."""
    if ranks.counts.max() > HEAP_SHARE * ranks.observed or ranks.distinct < FEW_DISTINCT:
        return ("heaped values: K-S reacts to broken ties; consider the level ordinal",)
    return ()


def _counts(prepared: PreparedValues, with_missing: bool) -> NDArray[np.int64]:
    return np.append(prepared.ranks.counts, len(prepared.ranks.missing)) if with_missing else prepared.ranks.counts


def _missing_counts(prepared: PreparedValues) -> NDArray[np.int64]:
    return np.array([prepared.ranks.observed, len(prepared.ranks.missing)])


def _all_missing(coded: Coded) -> bool:
    return bool(coded.is_missing().all())


def _n_observed(coded: Coded) -> int:
    return int((~coded.is_missing()).sum())


def observed_in(prepared: PreparedVariable, n_original: int, n_masked: int) -> Observed:
    """Return what `observed_records` counts, of a prepared variable of files of so many records."""
    original, masked = prepared.raw.ranks.observed, prepared.masked.ranks.observed
    missing = ((n - held) / n if n else 0.0 for n, held in ((n_original, original), (n_masked, masked)))
    return Observed(original, masked, *missing)


def observed_records(paired: PairedVariable) -> Observed:
    """Count the observed records of a variable in both files."""

    def missing_share(coded: Coded) -> float:
        return float(coded.is_missing().mean()) if len(coded.values) else 0.0

    return Observed(
        _n_observed(paired.original),
        0 if paired.masked is None else _n_observed(paired.masked),
        missing_share(paired.original),
        None if paired.masked is None else missing_share(paired.masked),
    )
