"""Local utilities of the published variables alone, at the detail at which they are published."""

from __future__ import annotations

from dataclasses import replace

from core.utility.gdu.association import choose_test
from core.utility.gdu.bivariate import BivariateUtility, bivariate_utility, original_version
from core.utility.gdu.local import LocalUtilities
from core.utility.gdu.prepared_variable import PreparedVariable
from core.utility.gdu.univariate import UnivariateUtility


def at_published_detail(local: LocalUtilities) -> LocalUtilities:
    """Return the utilities of what is published: no penalty for removed variables, nor for detail that is lost.

    Pairs are compared with the original after the same recode. What a file keeps of what it shows is compared with
    shuffled columns by these; how much it no longer shows is another matter.
    """
    removed = local.removed()
    if not removed and not any(v.has_recode for v in local.prepared.values()):
        return local
    univariate = tuple(_without_recode(u, local) for u in local.univariate if not u.removed)
    bivariate = tuple(_coded_alike(b, local) for b in local.bivariate if not set(b.variables) & set(removed))
    return replace(local, univariate=univariate, bivariate=bivariate)


def _without_recode(utility: UnivariateUtility, local: LocalUtilities) -> UnivariateUtility:
    if utility.distribution is None:
        return utility
    completeness = utility.observed.completeness if local.parameters.missing == "completeness" else 1.0
    return replace(utility, recode=1.0, value=utility.distribution * completeness)


def _coded_alike(utility: BivariateUtility, local: LocalUtilities) -> BivariateUtility:
    a, b = (local.prepared[name] for name in utility.variables)
    if not _compared_before_recode(a, b, local):
        return utility
    return bivariate_utility(a, b, replace(local.parameters, basis="harmonised"))


def _compared_before_recode(a: PreparedVariable, b: PreparedVariable, local: LocalUtilities) -> bool:
    test = choose_test((a.level, b.level), (a.normal, b.normal))
    return (a.has_recode or b.has_recode) and original_version(test, a, b, local.parameters) == "raw"
