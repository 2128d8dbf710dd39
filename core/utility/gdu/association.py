"""The association of two variables in one file: test, strength and direction (Kocar 2018, Table 1 and 3.4)."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from core.data import Level
from core.statistics.arrays import Codes
from core.statistics.distributions import (
    KruskalWallis,
    RankCorrelation,
    correlation_p_value,
    kruskal_wallis,
    once_or,
    one_way_anova,
    pearson,
    spearman,
)
from core.statistics.tables import (
    ChiSquared,
    SparseTable,
    bias_corrected_v_squared,
    breaks_cochran,
    chi_squared,
    pearson_residuals,
    repeated_table,
    sparse_chi_squared,
    sparse_table,
)
from core.utility.gdu.prepared_variable import PreparedValues

DENSE_CELLS = 250_000
"""Tables of more cells are held by their observed cells alone."""

NO_DIRECTION = np.zeros(0)


class AssociationTest(StrEnum):
    """The five bivariate tests of Table 1."""

    CHI_SQUARED = "chi_squared"
    KRUSKAL_WALLIS = "kruskal_wallis"
    ANOVA = "anova"
    SPEARMAN = "spearman"
    PEARSON = "pearson"


CORRELATIONS = frozenset({AssociationTest.SPEARMAN, AssociationTest.PEARSON})
GROUP_TESTS = frozenset({AssociationTest.KRUSKAL_WALLIS, AssociationTest.ANOVA})


class Association(NamedTuple):
    """What one file shows of one pair.

    Parameters
    ----------
    n : int
        Complete records.
    statistic : float or None
        chi^2, H, F, rho or r; None where there is none, or where F is infinite.
    p : float or None
        None: no test is possible (a variable is constant, or too few complete records).
    strength : float or None
        Squared coefficient in [0, 1]: V^2, epsilon^2, eta^2, rho^2 or r^2.
    direction : float array or SparseTable
        Measures of the strength of the difference, free of the file's size: SR / sqrt(n) by cell,
        signed SSB / n or rank SSB / n^3 by group; or the signed coefficient alone. Of a very large
        table the observed cells, from which they follow.
    size_power : float
        n to this power gives the published, size-dependent form of ``direction``.
    freedom : (int, int)
        Degrees of freedom of the test: (rows - 1)(columns - 1) and min(rows, columns) - 1 for
        chi-squared, groups - 1 and groups else; (0, 0) for correlations.
    sparse : bool
        Cochran's rule is broken (chi-squared).
    bias_corrected : float or None
        Bergsma's bias-corrected V, squared (chi-squared).
    """

    n: int
    statistic: float | None
    p: float | None
    strength: float | None
    direction: NDArray[np.float64] | SparseTable
    size_power: float = 0.0
    freedom: tuple[int, int] = (0, 0)
    sparse: bool = False
    bias_corrected: float | None = None

    def without_direction(self) -> Association:
        """Return the association without the measures by cell or group, which may be large."""
        return self._replace(direction=NO_DIRECTION)


def choose_test(levels: tuple[Level, Level], normal: tuple[bool, bool]) -> AssociationTest:
    """Choose the test by the levels of both variables, parametric only where normal (Kocar 2018, Table 1).

    Parameters
    ----------
    levels : (Level, Level)
    normal : (bool, bool)
        Whether each variable is taken as normal, in both files.
    """
    nominal = tuple(level is Level.NOMINAL for level in levels)
    if all(nominal):
        return AssociationTest.CHI_SQUARED
    if any(nominal):
        return AssociationTest.ANOVA if normal[nominal.index(False)] else AssociationTest.KRUSKAL_WALLIS
    return AssociationTest.PEARSON if all(normal) else AssociationTest.SPEARMAN


Associate = Callable[[AssociationTest, PreparedValues, PreparedValues], Association]
"""How one pair is tested in one file; of Kruskal-Wallis and ANOVA the first variable forms the groups."""


def measure_association(test: AssociationTest, a: PreparedValues, b: PreparedValues) -> Association:
    """Test one pair of variables in one file.

    Parameters
    ----------
    test : AssociationTest
    a, b : PreparedValues
        For Kruskal-Wallis and ANOVA, ``a`` forms the groups.
    """
    if test is AssociationTest.CHI_SQUARED:
        return _chi_squared(a, b)
    if test is AssociationTest.KRUSKAL_WALLIS:
        return _kruskal_wallis(a, b)
    if test is AssociationTest.ANOVA:
        return _anova(a, b)
    if test is AssociationTest.SPEARMAN:
        return rank_association(spearman(a.ranks, b.ranks))
    linear = pearson(a.numbers, b.numbers)
    return _correlation(linear.r, linear.p, linear.n)


def p_value_at(test: AssociationTest, association: Association, n: int) -> float | None:
    """Return the p value that the same strength would have in a file of n complete records."""
    if association.p is None or association.strength is None:
        return None
    return p_value_of(test, association.strength, association.freedom, n)


def p_value_of(test: AssociationTest, strength: float, freedom: tuple[int, int], n: int) -> float | None:
    """Return the p value of a squared coefficient with these degrees of freedom, as ``Association`` has them."""
    if test is AssociationTest.CHI_SQUARED:
        return float(special.chdtrc(freedom[0], strength * freedom[1] * n))
    if test is AssociationTest.KRUSKAL_WALLIS:
        return float(special.chdtrc(freedom[0], strength * max(n - 1, 0)))
    if test is AssociationTest.ANOVA:
        between, groups = freedom
        if strength >= 1:
            return 0.0
        ratio = strength / between / ((1 - strength) / (n - groups)) if n > groups else 0.0
        return float(special.fdtrc(between, n - groups, ratio)) if n > groups else None
    return correlation_p_value(float(np.sqrt(strength)), n) if n > 2 else None


def _chi_squared(a: PreparedValues, b: PreparedValues) -> Association:
    assert a.groups is not None
    assert b.groups is not None
    shape = a.groups.distinct, b.groups.distinct
    return codes_association(a.groups.codes, b.groups.codes, shape, a.groups.times)


def codes_association(a: Codes, b: Codes, shape: tuple[int, int], times: Codes | None = None) -> Association:
    """Test the independence of two coded variables (n,), each record once or so many times."""
    if shape[0] * shape[1] <= DENSE_CELLS:
        return table_association(repeated_table(a, b, shape, once_or(times)))
    rows, columns = (a, b) if times is None else (np.repeat(each, times) for each in (a, b))
    observed = sparse_table(rows, columns, *shape)
    return _tested_table(sparse_chi_squared(observed), observed, breaks_cochran(observed.rows, observed.columns))


def table_association(table: NDArray[np.int64]) -> Association:
    """Test the independence of the rows and columns of a table of counts."""
    residuals = pearson_residuals(table).ravel() / np.sqrt(max(int(table.sum()), 1))
    return _tested_table(chi_squared(table), residuals, breaks_cochran(table.sum(axis=1), table.sum(axis=0)))


def _tested_table(tested: ChiSquared, direction: NDArray[np.float64] | SparseTable, sparse: bool) -> Association:
    freedom = (tested.degrees_of_freedom, max(min(tested.shape) - 1, 0))
    corrected = bias_corrected_v_squared(tested)
    return Association(
        int(tested.n), tested.statistic, tested.p, tested.cramers_v_squared, direction, 0.5, freedom, sparse, corrected
    )


def _kruskal_wallis(a: PreparedValues, b: PreparedValues) -> Association:
    assert a.groups is not None
    return group_association(kruskal_wallis(a.groups, b.ranks))


def group_association(tested: KruskalWallis) -> Association:
    """Describe a Kruskal-Wallis test by the rank SSB of each group."""
    size, n = tested.group_size, tested.n
    # mean rank minus grand mean rank, from sums of doubled centred ranks
    deviation = tested.rank_sum_doubled / (2 * np.maximum(size, 1))
    signed = size * deviation * np.abs(deviation) / max(n, 1) ** 3
    groups = int((size > 0).sum())
    return Association(n, tested.statistic, tested.p, tested.epsilon_squared, signed, 3.0, (groups - 1, groups))


def _anova(a: PreparedValues, b: PreparedValues) -> Association:
    assert a.groups is not None
    tested = one_way_anova(a.groups.codes, b.numbers, a.groups.distinct)
    deviation = tested.group_deviation
    signed = tested.group_size * deviation * np.abs(deviation) / max(tested.n, 1)
    groups = int((tested.group_size > 0).sum())
    return Association(tested.n, tested.statistic, tested.p, tested.eta_squared, signed, 1.0, (groups - 1, groups))


def rank_association(tested: RankCorrelation) -> Association:
    """Describe Spearman's correlation."""
    return _correlation(tested.rho, tested.p, tested.n)


def _correlation(r: float | None, p: float | None, n: int) -> Association:
    return Association(n, r, p, None if r is None else r * r, np.array([0.0 if r is None else r]))
