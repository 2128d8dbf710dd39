"""The measures of the GDU family, as the catalogue lists them."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, NotRequired

from core.measures import Answers, Result, Scope, Skipped
from core.utility.compared_variables import Sizes
from core.utility.gdu.averages import global_reduction, global_utility
from core.utility.gdu.bivariate import BivariateUtility, DecidingStep
from core.utility.gdu.families import both_n, file_level, local_measure, measure_of_p_values
from core.utility.gdu.in_tens import InTens, smallest_cell, univariate_in_tens
from core.utility.gdu.local import LocalUtilities
from core.utility.gdu.subgroups import gdu_subgroup
from core.utility.gdu.univariate import UnivariateUtility
from core.wording import _


class GduDetail(Sizes):
    """Both halves and the weight of the first; how many pairs each step decided, and how many on a knife edge."""

    aldu_univariate: float | None
    aldu_bivariate: float | None
    univariate_share: float
    variables: int
    removed: list[str]
    pairs: int
    steps: dict[str, int]
    knife_edge: int


class AlduBivariateDetail(Sizes):
    """How many pairs each step decided."""

    steps: dict[str, int]


class GrcDetail(Sizes):
    """Variables of the original, and those that the masked file lacks."""

    variables: int
    removed: list[str]


class GduGrcDetail(Sizes):
    """Both factors."""

    gdu: float | None
    grc: float | None


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
    in_tens: NotRequired[InTens | None]


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


@measure_of_p_values(
    id="gdu",
    name=_("Global Data Utility"),
    reference="Kocar (2018), section 3.1",
    summary=_("How much a user of variables and of pairs of variables can still find; 1 is the original itself."),
    formula=r"\begin{gathered} \mathrm{GDU} = s\,\mathrm{ALDU_{uni}} + (1 - s)\,\mathrm{ALDU_{biv}} \\[1ex] s = "
    r"\tfrac{1}{2} \end{gathered}",
    reading=_(
        "1 is the original itself. Read it between its bottom (columns shuffled) and its noise floor (a fresh "
        "sample of this size): above the floor a masked file harms less than asking another sample would. Look at its "
        "two halves, single variables and pairs."
    ),
    misleads=_(
        "Its bottom is high: with every association destroyed it still scores about 0.5 to 0.85, because "
        "distributions are kept and pairs associated in neither file score 1. It depends on the number of records, in "
        "either direction: compare files of similar size only. Suppressed values hardly show. Being made of tests it "
        "is not smooth: more damage may score slightly higher."
    ),
)
def gdu(local: LocalUtilities) -> Answers[GduDetail, GduDetail]:
    """Yield GDU = share x ALDUuni + (1 - share) x ALDUbiv."""
    utility = global_utility(local)
    detail: GduDetail = {
        "aldu_univariate": utility.univariate,
        "aldu_bivariate": utility.bivariate,
        "univariate_share": utility.share,
        "variables": len(local.univariate),
        "removed": list(local.removed()),
        "pairs": len(local.bivariate),
        "steps": local.steps(),
        "knife_edge": sum(b.knife_edge for b in local.bivariate),
        "n_original": local.n_original,
        "n_masked": local.n_masked,
    }
    yield replace(
        file_level("gdu", local, utility.value, utility.reason, detail), notices=utility.notices + local.notices
    )


@measure_of_p_values(
    id="aldu_univariate",
    name=_("Average univariate utility (ALDUuni)"),
    reference="Kocar (2018), sections 3.1 to 3.3",
    summary=_("Whether each variable on its own still has the distribution of the original."),
    formula=r"\begin{gathered} \mathrm{ALDU_{uni}} = \frac{\sum_i w_i\,\mathrm{LDU_{uni}}(i)}{\sum_i w_i} \\[1ex] "
    r"w_i = 1 \text{ unless set} \end{gathered}",
    reading=_(
        "1: no variable's distribution changed beyond chance. A removed variable counts 0. From some 10,000 "
        "records on, each variable is nearly either kept or lost, so 0.8 means that about a fifth of the variables are "
        "lost."
    ),
    misleads=_(
        "It is 1 as well where values were swapped or shuffled between records, since every distribution "
        "stands. With many records the slightest change counts as lost, with few records hardly any."
    ),
)
def aldu_univariate(local: LocalUtilities) -> Answers[Sizes, Sizes]:
    """Yield the mean of LDUuni over the original's variables."""
    utility = global_utility(local)
    outcome = file_level("aldu_univariate", local, utility.univariate, utility.reason, both_n(local))
    yield replace(outcome, notices=utility.notices or None)


@measure_of_p_values(
    id="aldu_bivariate",
    name=_("Average bivariate utility (ALDUbiv)"),
    reference="Kocar (2018), sections 3.1 and 3.4",
    summary=_("Whether pairs of variables are still associated in the same way and as strongly."),
    formula=r"\mathrm{ALDU_{biv}} = \frac{1}{k} \sum_{i=1}^{k} \frac{1}{l_i} \sum_{j=1}^{l_i} \mathrm{LDU_{biv}}(i, "
    r"j)",
    reading=_(
        "Over the k variables of the original, each with its l pairs that can be tested; a removed variable "
        "counts 0. 1: every pair is associated as before. The counts by step say why pairs were lost: an association "
        "vanished or appeared, turned round, or became weaker or stronger."
    ),
    misleads=_(
        "Pairs associated in neither file count 1, so destroying every association does not lead to 0. A pair "
        "at p = 0.049 in one file and 0.051 in the other is lost altogether. A small sample loses pairs by its size "
        "alone: see GDU at a common number of records."
    ),
)
def aldu_bivariate(local: LocalUtilities) -> Answers[AlduBivariateDetail, AlduBivariateDetail]:
    """Yield the mean over variables of each one's mean LDUbiv."""
    utility = global_utility(local)
    reason = utility.reason or "no pair of variables can be tested"
    detail: AlduBivariateDetail = {**both_n(local), "steps": local.steps()}
    outcome = file_level("aldu_bivariate", local, utility.bivariate, reason, detail)
    yield replace(outcome, notices=utility.notices or None)


@local_measure(
    id="grc",
    name=_("Global reduction coefficient (GRC)"),
    reference="Kocar (2018), section 3.5",
    summary=_("The share of pairs of variables that can still be analysed after variables were removed."),
    formula=r"\mathrm{GRC} = \frac{n_p\,(n_p - 1)}{n_o\,(n_o - 1)}",
    reading=_(
        "n counts the variables of the masked (p) and of the original file (o). 1: none was removed. With 95 of "
        "100 variables left it is 0.90."
    ),
    misleads=_(
        "Only removed variables count, each alike, whether or not anybody needs it; how well the others were "
        "kept does not show."
    ),
)
def grc(local: LocalUtilities) -> Answers[GrcDetail, GrcDetail]:
    """Yield n_p (n_p - 1) / (n_o (n_o - 1))."""
    detail: GrcDetail = {
        **both_n(local),
        "variables": len(local.univariate),
        "removed": list(local.removed()),
    }
    yield file_level("grc", local, global_reduction(local), "fewer than two variables are compared", detail)


@measure_of_p_values(
    id="gdu_grc",
    name=_("GDU x GRC"),
    reference="Kocar (2018), section 3.5",
    summary=_("Global Data Utility, penalised once more for variables that were removed."),
    formula=r"\mathrm{GDU} \times \mathrm{GRC}",
    reading=_("The same as GDU where no variable was removed."),
    misleads=_(
        "GDU counts removed variables as lost already; here they are penalised a second time, which the paper "
        "offers where it is wanted. Do not compare it with GDU of other files."
    ),
)
def gdu_grc(local: LocalUtilities) -> Answers[GduGrcDetail, GduGrcDetail]:
    """Yield GDU x GRC."""
    utility, reduction = global_utility(local), global_reduction(local)
    value = None if utility.value is None or reduction is None else utility.value * reduction
    reason = utility.reason or "fewer than two variables are compared"
    detail: GduGrcDetail = {**both_n(local), "gdu": utility.value, "grc": reduction}
    yield file_level("gdu_grc", local, value, reason, detail)


@local_measure(
    id="ldu_univariate",
    name=_("Local univariate utility (LDUuni)"),
    scope=Scope.VARIABLE,
    reference="Kocar (2018), sections 3.2 and 3.3; K-S p from the law of D at n m / (n + m), rounded (Massey 1951)",
    summary=_("How well one variable's distribution is kept, recoding counted."),
    formula=r"\begin{gathered} \mathrm{LDU_{uni}} = g \cdot \frac{1 - e^{-14 p}}{1 - e^{-14}} \\[1ex] g = \frac{m "
    r"(m - 1)}{n (n - 1)} \quad \text{if categories are merged} \\[1ex] g = 1 - \frac{\operatorname{mean} "
    r"|x - \bar{x}_{\text{group}}|}{\operatorname{mean} |x - \bar{x}|} \quad \text{if banded} "
    r"\end{gathered}",
    reading=_(
        "p is that of a Kolmogorov-Smirnov test of numbers or a chi-squared test of categories, after the same "
        "recode of the original; g is what the recode alone leaves (n categories merged into m; numbers banded or "
        "capped), 1 without one. p = 0.05 gives 0.50, p = 0.16 gives 0.90; 1 is the same distribution, 0 a removed "
        "variable."
    ),
    misleads=_(
        "p is not the size of a change: with 100,000 records a largest gap of 0.006 costs half, with 100 "
        "records one of 0.19. Read D or the total variation beside it. Little noise on heaped values, such as whole "
        "years, breaks ties and is judged far too harshly. Two independent samples of one population score 0.93 on "
        "average, not 1. Missing values are left out of the test."
    ),
)
def ldu_univariate(local: LocalUtilities) -> Answers[LduUnivariateDetail, LduUnivariateDetail]:
    """Yield LDUuni of every variable of the original."""
    for utility in local.univariate:
        told = univariate_in_tens(utility, local.prepared.get(utility.variable), local.parameters)
        detail = _univariate_detail(utility, told)
        n = min(utility.observed.n_original, utility.observed.n_masked)
        if utility.value is None:
            yield Skipped("ldu_univariate", (utility.variable,), utility.reason, detail, utility.flags)
        else:
            yield Result("ldu_univariate", (utility.variable,), utility.value, n, None, detail, utility.flags)


@local_measure(
    id="ldu_bivariate",
    name=_("Local bivariate utility (LDUbiv)"),
    scope=Scope.PAIR,
    reference="Kocar (2018), section 3.4",
    summary=_("How well the association of two variables is kept."),
    formula=r"\mathrm{LDU_{biv}} = \begin{cases} 1 & p_o, p_m \ge \alpha \\ 0 & \text{only one} \ge \alpha \\ 0 & "
    r"\text{direction changed} \\ \dfrac{\min(c_o^2, c_m^2)}{\max(c_o^2, c_m^2)} & \text{else} \end{cases}",
    reading=_(
        "c is the coefficient of the test that suits both variables: Cramér's V, eta, epsilon, Spearman's or "
        "Pearson's correlation, in the original (o) and the masked file (m). 1: kept, or associated in neither file; "
        "0: vanished, appeared or turned round. A correlation that fell from 0.5 to 0.4 gives 0.64."
    ),
    misleads=_(
        "On a knife edge a pair is lost by p alone although the coefficients nearly agree. As published, an "
        "association that only became stronger may count as changed in direction: the cosine beside it is then "
        "positive. An unrelated pair is lost in about 10 % of fresh samples by chance. Cramér's V comes out too large "
        "with many categories and few records."
    ),
)
def ldu_bivariate(local: LocalUtilities) -> Answers[LduBivariateDetail, LduBivariateDetail]:
    """Yield LDUbiv of every pair of variables that both files have."""
    for utility in local.bivariate:
        cell = smallest_cell(*(local.prepared[name] for name in utility.variables))
        detail = _bivariate_detail(utility, cell)
        if utility.value is None:
            reason = "no test is possible: a variable is constant, or fewer than three records are complete"
            yield Skipped("ldu_bivariate", utility.variables, reason, detail, utility.flags)
        else:
            n = min(utility.original.n, utility.masked.n)
            yield Result("ldu_bivariate", utility.variables, utility.value, n, None, detail, utility.flags)


MEASURES = (gdu, aldu_univariate, aldu_bivariate, grc, gdu_grc, ldu_univariate, ldu_bivariate, gdu_subgroup)


def _univariate_detail(utility: UnivariateUtility, told: InTens | None) -> LduUnivariateDetail:
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
        "in_tens": told,
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
