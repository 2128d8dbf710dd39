"""GDU freed of the files' size: at a reference number of records, and from effect sizes alone.

A p value falls with every record that is added, so the same masking scores less the larger the file is. Both forms
here take the statistics that GDU rests on (D, chi-squared, coefficients) as they are and weigh them alike at any size.
"""

from __future__ import annotations

import math
from dataclasses import replace

from core.utility.gdu.averages import GlobalUtility, global_utility
from core.utility.gdu.bivariate import BivariateUtility, value_at
from core.utility.gdu.local import LocalUtilities
from core.utility.gdu.univariate import UnivariateUtility, utility_of_p


def reference_utility(local: LocalUtilities) -> GlobalUtility:
    """Return GDU and its halves with p values as in two files of ``reference_records`` records each.

    The same D, shares and coefficients are tested: p of K-S at n*/2 (as n m / (n + m) of two files of n* records),
    chi-squared scaled to n*, significance of coefficients at n* in both files.
    """
    records, sizes = local.parameters.reference_records, (local.n_original, local.n_masked)
    univariate = tuple(_at(u, local, records) for u in local.univariate)
    bivariate = tuple(replace(b, value=value_at(b, records, local.parameters, sizes)) for b in local.bivariate)
    return global_utility(replace(local, univariate=univariate, bivariate=bivariate))


def effect_size_utility(local: LocalUtilities) -> GlobalUtility:
    """Return the averages of GDU over effect sizes in place of p values.

    A variable counts recode utility x (1 - D) or (1 - total variation), a pair 1 - |c_o - c_m| of the coefficients
    with their signs, at least 0.
    """
    univariate = tuple(_by_effect(u, local) for u in local.univariate)
    bivariate = tuple(replace(b, value=coefficients_kept(b)) for b in local.bivariate)
    return global_utility(replace(local, univariate=univariate, bivariate=bivariate))


def _at(utility: UnivariateUtility, local: LocalUtilities, records: int) -> UnivariateUtility:
    if utility.comparison is None:
        return utility
    kept = utility_of_p(utility.comparison.p_at(records), local.parameters)
    return replace(utility, value=_with_recode(utility, local, kept))


def _by_effect(utility: UnivariateUtility, local: LocalUtilities) -> UnivariateUtility:
    if utility.comparison is None:
        return utility
    return replace(utility, value=_with_recode(utility, local, utility.comparison.agreement))


def _with_recode(utility: UnivariateUtility, local: LocalUtilities, kept: float) -> float:
    assert utility.recode is not None
    completeness = utility.observed.completeness if local.parameters.missing == "completeness" else 1.0
    return utility.recode * kept * completeness


def coefficients_kept(utility: BivariateUtility) -> float | None:
    """Return 1 - |c_o - c_m|; where only one file has a coefficient, the other's is 0."""
    if utility.value is None:
        return None
    before, after = (math.sqrt(a.strength or 0.0) for a in (utility.original, utility.masked))
    reversed_ = utility.cosine is not None and utility.cosine < 0
    return max(0.0, 1 - abs(before + after if reversed_ else before - after))
