"""GDU, its two averages and its reductions for the whole file, as the catalogue lists them."""

from __future__ import annotations

from dataclasses import replace
from typing import NotRequired

from core.measures import Answers
from core.utility.compared_variables import Sizes
from core.utility.gdu.averages import global_reduction, global_utility
from core.utility.gdu.families import averaged, both_n, file_level, local_measure, measure_of_p_values
from core.utility.gdu.local import LocalUtilities
from core.utility.gdu.published_detail import at_published_detail


class GduDetail(Sizes):
    """Both halves and the weight of the first; how many pairs each step decided, and how many on a knife edge.

    ``published``: GDU of the published variables alone, at published detail.
    """

    aldu_univariate: float | None
    aldu_bivariate: float | None
    univariate_share: float
    variables: int
    removed: list[str]
    pairs: int
    steps: dict[str, int]
    knife_edge: int
    published: NotRequired[float | None]


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


@measure_of_p_values(
    id="gdu",
    name="Global Data Utility",
    reference="Kocar (2018), section 3.1",
    summary="How much a user of variables and of pairs of variables can still find; 1 is the original itself.",
    formula=r"\begin{gathered} \mathrm{GDU} = s\,\mathrm{ALDU_{uni}} + (1 - s)\,\mathrm{ALDU_{biv}} \\[1ex] s = "
    r"\tfrac{1}{2} \end{gathered}",
    reading="1 is the original itself. Read it between shuffled columns and a fresh survey of this size (resolution "
    "of GDU): above a fresh survey a masked file harms less than asking another sample would. Look at its two halves, "
    "single variables and pairs.",
    misleads="It does not begin at 0: with every association destroyed it still scores about 0.5 to 0.85, because "
    "distributions are kept and pairs associated in neither file score 1. It depends on the number of records, in "
    "either direction: compare files of similar size only. Suppressed values hardly show. Being made of tests it "
    "is not smooth: more damage may score slightly higher.",
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
        "published": global_utility(at_published_detail(local)).value,
        "n_original": local.n_original,
        "n_masked": local.n_masked,
    }
    yield replace(
        file_level("gdu", local, utility.value, utility.reason, detail), notices=utility.notices + local.notices
    )


@measure_of_p_values(
    id="aldu_univariate",
    name="Average univariate utility (ALDUuni)",
    reference="Kocar (2018), sections 3.1 to 3.3",
    summary="Whether each variable on its own still has the distribution of the original.",
    formula=r"\begin{gathered} \mathrm{ALDU_{uni}} = \frac{\sum_i w_i\,\mathrm{LDU_{uni}}(i)}{\sum_i w_i} \\[1ex] "
    r"w_i = 1 \text{ unless set} \end{gathered}",
    reading="1: no variable's distribution changed beyond chance. A removed variable counts 0. From some 10,000 "
    "records on, each variable is nearly either kept or lost, so 0.8 means that about a fifth of the variables are "
    "lost.",
    misleads="It is 1 as well where values were swapped or shuffled between records, since every distribution "
    "stands. With many records the slightest change counts as lost, with few records hardly any.",
)
def aldu_univariate(local: LocalUtilities) -> Answers[Sizes, Sizes]:
    """Yield the mean of LDUuni over the original's variables."""
    utility = global_utility(local)
    yield averaged("aldu_univariate", local, utility, utility.univariate, both_n(local))


@measure_of_p_values(
    id="aldu_bivariate",
    name="Average bivariate utility (ALDUbiv)",
    reference="Kocar (2018), sections 3.1 and 3.4",
    summary="Whether pairs of variables are still associated in the same way and as strongly.",
    formula=r"\mathrm{ALDU_{biv}} = \frac{1}{k} \sum_{i=1}^{k} \frac{1}{l_i} \sum_{j=1}^{l_i} \mathrm{LDU_{biv}}(i, "
    r"j)",
    reading="Over the k variables of the original, each with its l pairs that can be tested; a removed variable "
    "counts 0. 1: every pair is associated as before. The counts by step say why pairs were lost: an association "
    "vanished or appeared, turned round, or became weaker or stronger.",
    misleads="Pairs associated in neither file count 1, so destroying every association does not lead to 0. A pair "
    "at p = 0.049 in one file and 0.051 in the other is lost altogether. A small sample loses pairs by its size "
    "alone: see GDU at a common number of records.",
)
def aldu_bivariate(local: LocalUtilities) -> Answers[AlduBivariateDetail, AlduBivariateDetail]:
    """Yield the mean over variables of each one's mean LDUbiv."""
    utility = global_utility(local)
    detail: AlduBivariateDetail = {**both_n(local), "steps": local.steps()}
    yield averaged("aldu_bivariate", local, utility, utility.bivariate, detail)


@local_measure(
    id="grc",
    name="Global reduction coefficient (GRC)",
    reference="Kocar (2018), section 3.5",
    summary="The share of pairs of variables that can still be analysed after variables were removed.",
    formula=r"\mathrm{GRC} = \frac{n_p\,(n_p - 1)}{n_o\,(n_o - 1)}",
    reading="n counts the variables of the masked (p) and of the original file (o). 1: none was removed. With 95 of "
    "100 variables left it is 0.90.",
    misleads="Only removed variables count, each alike, whether or not anybody needs it; how well the others were "
    "kept does not show.",
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
    name="GDU x GRC",
    reference="Kocar (2018), section 3.5",
    summary="Global Data Utility, penalised once more for variables that were removed.",
    formula=r"\mathrm{GDU} \times \mathrm{GRC}",
    reading="The same as GDU where no variable was removed.",
    misleads="GDU counts removed variables as lost already; here they are penalised a second time, which the paper "
    "offers where it is wanted. Do not compare it with GDU of other files.",
)
def gdu_grc(local: LocalUtilities) -> Answers[GduGrcDetail, GduGrcDetail]:
    """Yield GDU x GRC."""
    utility, reduction = global_utility(local), global_reduction(local)
    value = None if utility.value is None or reduction is None else utility.value * reduction
    reason = utility.reason or "fewer than two variables are compared"
    detail: GduGrcDetail = {**both_n(local), "gdu": utility.value, "grc": reduction}
    yield file_level("gdu_grc", local, value, reason, detail)


MEASURES = (gdu, aldu_univariate, aldu_bivariate, grc, gdu_grc)
