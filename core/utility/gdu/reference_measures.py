"""GDU at a reference number of records and from effect sizes, as the catalogue lists them."""

from __future__ import annotations

from typing import NotRequired

from core.measures import Answers
from core.utility.compared_variables import Sizes
from core.utility.gdu.families import averaged, both_n, local_measure, measure_of_p_values
from core.utility.gdu.local import LocalUtilities
from core.utility.gdu.published_detail import at_published_detail
from core.utility.gdu.reference_records import effect_size_utility, reference_utility

AT_REFERENCE = "with p values at n* = gdu.reference_records in both files"


class ReferenceDetail(Sizes):
    """Both halves, and the records at which p values were taken."""

    aldu_univariate: float | None
    aldu_bivariate: float | None
    reference_records: int


class EffectSizeDetail(Sizes):
    """The mean over variables and the mean over pairs.

    ``published``: the agreement of the published variables alone, at published detail.
    """

    variables_mean: float | None
    pairs_mean: float | None
    published: NotRequired[float | None]


@measure_of_p_values(
    id="gdu_reference",
    name="GDU at a reference number of records",
    reference=f"Kocar (2018), sections 3.1 to 3.4, {AT_REFERENCE}",
    summary="Global Data Utility as if both files had 1,000 records: the same masking scores alike at any size.",
    formula=r"\begin{gathered} p_{KS} = P(D_{n^*/2} \ge D) \\[1ex] \chi^2_{*} = n^* \sum_k "
    r"\frac{(p_k - q_k)^2}{p_k + q_k} \\[1ex] p_c = p(c \mid n^*) \end{gathered}",
    reading="D, shares and coefficients are those of the files, only their p values are taken at 1,000 records "
    "(gdu.reference_records). Use it for files of more than some 5,000 records, and for files of different size: "
    "the same random swapping of categories (PRAM) scores about the same at 500 and at 100,000 records, where GDU "
    "itself falls to less than three quarters. A fresh survey and shuffled columns are measured with those of GDU.",
    misleads="A change that 1,000 records cannot show costs nothing, although users of a large file may see it: read "
    "the effect sizes too. In files of fewer records than 1,000 it also counts their sampling error as if it "
    "were change.",
)
def gdu_reference(local: LocalUtilities) -> Answers[ReferenceDetail, ReferenceDetail]:
    """Yield GDU with p values at the reference number of records."""
    utility = reference_utility(local)
    detail: ReferenceDetail = {
        **both_n(local),
        "aldu_univariate": utility.univariate,
        "aldu_bivariate": utility.bivariate,
        "reference_records": local.parameters.reference_records,
    }
    yield averaged("gdu_reference", local, utility, utility.value, detail)


@measure_of_p_values(
    id="aldu_univariate_reference",
    name="ALDUuni at a reference number of records",
    reference=f"Kocar (2018), sections 3.1 to 3.3, {AT_REFERENCE}",
    summary="Whether each variable still has its distribution, as 1,000 records would show it.",
    formula=r"\mathrm{ALDU_{uni}} \text{ with } p \text{ at } n^*",
    reading="The univariate half of GDU at a reference number of records. At 1,000 records a largest gap D of 0.06 "
    "gives 0.5, one of 0.05 gives 0.9.",
    misleads="1 where values were swapped between records, and where a change is too small for 1,000 records.",
)
def aldu_univariate_reference(local: LocalUtilities) -> Answers[Sizes, Sizes]:
    """Yield the univariate half."""
    utility = reference_utility(local)
    yield averaged("aldu_univariate_reference", local, utility, utility.univariate, both_n(local))


@measure_of_p_values(
    id="aldu_bivariate_reference",
    name="ALDUbiv at a reference number of records",
    reference=f"Kocar (2018), sections 3.1 and 3.4, {AT_REFERENCE}",
    summary="Whether pairs are still associated, as 1,000 records would show it.",
    formula=r"\mathrm{ALDU_{biv}} \text{ with } p \text{ at } n^*",
    reading="The bivariate half of GDU at a reference number of records: associations that 1,000 records cannot show "
    "in either file count 1.",
    misleads="A correlation below 0.06 counts as none, however many records there are.",
)
def aldu_bivariate_reference(local: LocalUtilities) -> Answers[Sizes, Sizes]:
    """Yield the bivariate half."""
    utility = reference_utility(local)
    yield averaged("aldu_bivariate_reference", local, utility, utility.bivariate, both_n(local))


@local_measure(
    id="gdu_effect_sizes",
    name="Agreement by effect sizes",
    reference="The averages of Kocar (2018), section 3.1, over 1 - D, 1 - total variation and 1 - |difference of "
    "coefficients|; no published measure",
    summary="How much distributions and associations agree, by the size of the differences alone: no test.",
    formula=r"\begin{gathered} u_i = g_i\,(1 - D_i) \text{ or } g_i\,(1 - TV_i) \\[1ex] "
    r"u_{ij} = 1 - |c_{o} - c_{m}| \end{gathered}",
    reading="0.99: distributions and coefficients differ by one point on average. It does not depend on the number of "
    "records, apart from sampling error, and it is smooth: more damage scores less.",
    misleads="It is close to 1 for most files, since associations are rarely strong: differences of a point or two "
    "matter. It does not say whether a user would notice the differences.",
    interval_note="It is wider than it need be, with 1.5 to 1.8 times the true width: cautious where files are "
    "compared.",
)
def gdu_effect_sizes(local: LocalUtilities) -> Answers[EffectSizeDetail, EffectSizeDetail]:
    """Yield the averages over effect sizes."""
    utility = effect_size_utility(local)
    detail: EffectSizeDetail = {
        **both_n(local),
        "variables_mean": utility.univariate,
        "pairs_mean": utility.bivariate,
        "published": effect_size_utility(at_published_detail(local)).value,
    }
    yield averaged("gdu_effect_sizes", local, utility, utility.value, detail)


MEASURES = (gdu_reference, aldu_univariate_reference, aldu_bivariate_reference, gdu_effect_sizes)
