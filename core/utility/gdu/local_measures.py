"""The local utilities of the GDU family, of variables and of pairs, as the catalogue lists them."""

from __future__ import annotations

from typing import Annotated, NotRequired

from core.measures import Answers, Scope, value_or_reason
from core.utility.compared_variables import Sizes
from core.utility.gdu.bivariate import BivariateUtility, DecidingStep
from core.utility.gdu.families import local_measure
from core.utility.gdu.local import LocalUtilities
from core.utility.gdu.rounded_to_base_10 import RoundedToBase10, smallest_cell, univariate_rounded
from core.utility.gdu.univariate import UnivariateUtility


class LduUnivariateDetail(Sizes):
    """The test of one variable, what the recode leaves, and what may be told of it (``in_tens``)."""

    test: str | None
    statistic: float | None
    p: float | None
    effect: float | None
    w: float | None
    recode_utility: float | None
    distribution_utility: float | None
    missing_original: float
    missing_masked: float | None
    weight: NotRequired[float]
    in_tens: NotRequired[RoundedToBase10 | None]


class LduBivariateDetail(Sizes):
    """The test of one pair in both files, and the step that decided it."""

    test: str
    step: Annotated[str, DecidingStep]
    statistic_original: NotRequired[float | None]
    statistic_masked: NotRequired[float | None]
    p_original: float | None
    p_masked: float | None
    coefficient_original: float | None
    coefficient_masked: float | None
    direction: str | None
    cosine: float | None
    coefficient_unrecoded: float | None
    bias_corrected_original: float | None
    bias_corrected_masked: float | None
    smallest_cell: NotRequired[int | None]


@local_measure(
    id="ldu_univariate",
    name="Local univariate utility (LDUuni)",
    scope=Scope.VARIABLE,
    reference="Kocar (2018), sections 3.2 and 3.3; K-S p from the law of D at n m / (n + m), rounded (Massey 1951)",
    summary="How well one variable's distribution is kept, recoding counted.",
    formula=r"\begin{gathered} \mathrm{LDU_{uni}} = g \cdot \frac{1 - e^{-14 p}}{1 - e^{-14}} \\[1ex] g = \frac{m "
    r"(m - 1)}{n (n - 1)} \quad \text{if categories are merged} \\[1ex] g = 1 - \frac{\operatorname{mean} "
    r"|x - \bar{x}_{\text{group}}|}{\operatorname{mean} |x - \bar{x}|} \quad \text{if banded} "
    r"\end{gathered}",
    reading="p is that of a Kolmogorov-Smirnov test of numbers or a chi-squared test of categories, after the same "
    "recode of the original; g is what the recode alone leaves (n categories merged into m; numbers banded or capped), "
    "1 without one. p = 0.05 gives 0.50, p = 0.16 gives 0.90; 1 is the same distribution, 0 a removed variable.",
    misleads="p is not the size of a change: with 100,000 records a largest gap of 0.006 costs half, with 100 "
    "records one of 0.19. Read D or the total variation beside it. Little noise on heaped values, such as whole "
    "years, breaks ties and is judged far too harshly. Two independent samples of one population score 0.93 on "
    "average, not 1. Missing values are left out of the test.",
    departs="Of merged categories the paper prints (n - m)(n - m - 1) for m (m - 1), which gives 0 to a variable that "
    "was not recoded; its example fits both. Of bands it prints deviations without absolute values, which add up to 0. "
    "The rescaled form of p is divided by 1 - exp(-14), so that equal files score 1 and not 0.9999992.",
)
def ldu_univariate(local: LocalUtilities) -> Answers[LduUnivariateDetail, LduUnivariateDetail]:
    """Yield LDUuni of every variable of the original."""
    for utility in local.univariate:
        rounded = univariate_rounded(utility, local.prepared.get(utility.variable), local.parameters)
        detail = _univariate_detail(utility, rounded)
        n = min(utility.observed.n_original, utility.observed.n_masked)
        target, reason = (utility.variable,), utility.reason
        yield value_or_reason("ldu_univariate", target, utility.value, reason, n, detail, flags=utility.flags)


@local_measure(
    id="ldu_bivariate",
    name="Local bivariate utility (LDUbiv)",
    scope=Scope.PAIR,
    reference="Kocar (2018), section 3.4",
    summary="How well the association of two variables is kept.",
    formula=r"\mathrm{LDU_{biv}} = \begin{cases} 1 & p_o, p_m \ge \alpha \\ 0 & \text{only one} \ge \alpha \\ 0 & "
    r"\text{direction changed} \\ \dfrac{\min(c_o^2, c_m^2)}{\max(c_o^2, c_m^2)} & \text{else} \end{cases}",
    reading="c is the coefficient of the test that suits both variables: Cramér's V, eta, epsilon, Spearman's or "
    "Pearson's correlation, in the original (o) and the masked file (m). 1: kept, or associated in neither file; "
    "0: vanished, appeared or turned round. A correlation that fell from 0.5 to 0.4 gives 0.64.",
    misleads="Where p lies just below 0.05 in one file and just above it in the other, a pair counts as lost although "
    "the coefficients nearly agree. As published, an association that only became stronger may count as changed in "
    "direction: the cosine given with it is then positive. An unrelated pair is lost in about 10% of fresh samples by "
    "chance. Cramér's V comes out too large with many categories and few records.",
    departs="Epsilon squared is H / (n - 1) (Kelley; Tomczak and Tomczak 2014). The paper prints H (n^2 + 1) "
    "/ (n^2 - 1), which is about H and not a share. Residuals and sums of squares of the direction "
    "are divided by what grows with n, since as printed an exact copy of the file three times over "
    "counts as changed; of equal n the sign is the published one.",
)
def ldu_bivariate(local: LocalUtilities) -> Answers[LduBivariateDetail, LduBivariateDetail]:
    """Yield LDUbiv of every pair of variables that both files have."""
    for utility in local.bivariate:
        cell = smallest_cell(*(local.prepared[name] for name in utility.variables))
        detail = _bivariate_detail(utility, cell)
        reason = "no test is possible: a variable is constant, or fewer than three records are complete"
        n, flags = min(utility.original.n, utility.masked.n), utility.flags
        yield value_or_reason("ldu_bivariate", utility.variables, utility.value, reason, n, detail, flags=flags)


MEASURES = (ldu_univariate, ldu_bivariate)


def _univariate_detail(utility: UnivariateUtility, rounded: RoundedToBase10 | None) -> LduUnivariateDetail:
    comparison, observed = utility.comparison, utility.observed
    return {
        "test": comparison.test if comparison else "removed" if utility.removed else None,
        "statistic": comparison.statistic if comparison else None,
        "p": comparison.p if comparison else None,
        "effect": comparison.effect if comparison else None,
        "w": comparison.w if comparison else None,
        "recode_utility": utility.recode,
        "distribution_utility": utility.distribution,
        "n_original": observed.n_original,
        "n_masked": observed.n_masked,
        "missing_original": observed.missing_original,
        "missing_masked": observed.missing_masked,
        "weight": utility.weight,
        "in_tens": rounded,
    }


def _bivariate_detail(utility: BivariateUtility, cell: int | None) -> LduBivariateDetail:
    return {
        "test": str(utility.test),
        "step": str(utility.step),
        "statistic_original": utility.original.statistic,
        "statistic_masked": utility.masked.statistic,
        "p_original": utility.p_original,
        "p_masked": utility.p_masked,
        "coefficient_original": utility.original.strength,
        "coefficient_masked": utility.masked.strength,
        "direction": utility.direction or None,
        "cosine": utility.cosine,
        "coefficient_unrecoded": utility.unrecoded,
        "bias_corrected_original": utility.original.bias_corrected,
        "bias_corrected_masked": utility.masked.bias_corrected,
        "n_original": utility.original.n,
        "n_masked": utility.masked.n,
        "smallest_cell": cell,
    }
