"""GDU with tests that know weights, strata and clusters, as the catalogue lists it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from core.data import Pair, SampleDesign
from core.measures import Answers, Measure, Result, Skipped
from core.statistics.survey import first_stage
from core.utility.compared_variables import Sizes
from core.utility.gdu.averages import GlobalUtility, global_utility
from core.utility.gdu.design_tests import SampledFile, SampledFiles
from core.utility.gdu.families import JUMPS, gdu_measure
from core.utility.gdu.local import LocalUtilities, local_utilities_by
from core.utility.gdu.parameters import GduParameters

UNWEIGHTED = "no sampling weight is tagged, or utility is measured without weights"

MOST_TESTED = 200_000_000
"""Records of both files times pairs of variables: tests that know the design take about a minute for them."""

TOO_COSTLY = f"too costly at this size: more than {MOST_TESTED:,} records times pairs of variables"


class DesignDetail(Sizes):
    """Both halves; units of either file with their degrees of freedom; pairs by the step that decided them."""

    aldu_univariate: float | None
    aldu_bivariate: float | None
    unit: str
    units_original: int
    units_masked: int
    degrees_of_freedom_original: int
    degrees_of_freedom_masked: int
    steps: dict[str, int]


@dataclass(frozen=True, eq=False)
class DesignUtilities:
    """Local utilities by design-based tests, their averages, and how both files were drawn."""

    local: LocalUtilities
    utility: GlobalUtility
    drawn: tuple[SampleDesign, SampleDesign]

    def detail(self) -> DesignDetail:
        """Return what is known, JSON-ready."""
        original, masked = self.drawn
        return {
            "aldu_univariate": self.utility.univariate,
            "aldu_bivariate": self.utility.bivariate,
            "n_original": self.local.n_original,
            "n_masked": self.local.n_masked,
            "unit": str(original.unit),
            "units_original": original.n_units,
            "units_masked": masked.n_units,
            "degrees_of_freedom_original": original.degrees_of_freedom,
            "degrees_of_freedom_masked": masked.degrees_of_freedom,
            "steps": self.local.steps(),
        }


def design_utilities(pair: Pair, parameters: GduParameters) -> DesignUtilities | str:
    """Compute all local utilities with the weights of the pair and the design of either file.

    Returns
    -------
    DesignUtilities or str
        Why there are none: records are not weighted, or there are too many for so many pairs of variables.
    """
    if pair.weights is None:
        return UNWEIGHTED
    compared = sum(v.masked is not None and not v.problem for v in pair.variables)
    if (pair.original.n_records + pair.masked.n_records) * compared * (compared - 1) // 2 > MOST_TESTED:
        return TOO_COSTLY
    drawn = pair.original.design, pair.masked.design
    stages = [first_stage(design.units, design.strata, design.population) for design in drawn]
    files = SampledFiles(SampledFile(pair.weights.original, stages[0]), SampledFile(pair.weights.masked, stages[1]))
    # what a test that knows the design would say of another number of records is not known
    local = local_utilities_by(pair, replace(parameters, significance="own_n"), files)
    return DesignUtilities(local, global_utility(local), drawn)


def _outcome(
    measure: Measure, prepared: DesignUtilities | str, part: Callable[[GlobalUtility], float | None]
) -> Answers[DesignDetail, DesignDetail]:
    """Yield GDU with design-based tests, or one of its halves."""
    if isinstance(prepared, str):
        yield Skipped(measure.id, (), prepared)
        return
    detail, utility = prepared.detail(), prepared.utility
    value = part(utility)
    if value is None:
        yield Skipped(measure.id, (), utility.reason or "no pair of variables can be tested", detail)
        return
    notices = (*utility.notices, *prepared.local.notices, *_of_the_sample(prepared.drawn))
    n = prepared.local.n
    yield Result(measure.id, (), value, n, None, detail, notices=notices)


design_measure = gdu_measure.sharing(
    prepare=design_utilities,
    replicable=False,
    no_interval=JUMPS,
    needs="a sampling weight",
    weighting="Weights, strata and first-stage units enter every test; coefficients are those of the weighted records. "
    "It misleads with few units: below ten degrees of freedom hardly any difference shows.",
).figures(_outcome)
"""Of a function that returns one of the averages."""


@design_measure(
    id="gdu_design",
    name="GDU with design-based tests",
    reference="Kocar (2018), section 3.1, with the tests of Rao and Scott (1984; tables), Lumley and Scott (2013; "
    "means and ranks) and a weighted K-S test with an effective sample size (Monahan 2011; Rao and Scott 1981)",
    summary="Global Data Utility for users who weight their figures and know how the sample was drawn.",
    formula=r"\begin{gathered} F = \frac{X^2}{\operatorname{tr} D} \sim F(d, d\nu), \quad d = "
    r"\frac{(\operatorname{tr} D)^2}{\operatorname{tr} D^2} \\[1ex] F = \frac{1}{k} \hat\beta' V^{-1} \hat\beta \sim "
    r"F(k, \nu - k) \\[1ex] \nu = \text{units} - \text{strata} \end{gathered}",
    reading="As GDU: 1 is the original itself. Tables, means, ranks and distributions are weighted, and each p value "
    "is that of a user who takes weights, strata and clusters into account. In clustered samples such p values are "
    "larger, so fewer changes count: a value above GDU means that part of what GDU counts as lost is within what the "
    "sample can show.",
    misleads="It compares with an original that says less: the fewer units, the less can be lost. Pairs whose tests "
    "need more degrees of freedom than there are (many groups, few units) are left out, and so are groups of fewer "
    "than 5 records in tests of means and ranks.",
)
def gdu_design(utility: GlobalUtility) -> float | None:
    """Return GDU with design-based tests."""
    return utility.value


@design_measure(
    id="aldu_univariate_design",
    name="ALDUuni with design-based tests",
    reference="Kocar (2018), sections 3.1 to 3.3, with the tests of GDU with design-based tests",
    summary="Whether each variable still has its weighted distribution, as far as the sample can show.",
    formula=r"\begin{gathered} \mathrm{ALDU_{uni}} = \frac{\sum_i w_i\,\mathrm{LDU_{uni}}(i)}{\sum_i w_i} \\[1ex] "
    r"\text{with } p \text{ of Rao-Scott or weighted K-S} \end{gathered}",
    reading="The univariate half of GDU with design-based tests: 1 where no weighted distribution changed.",
    misleads="1 as well where values were swapped between records of the same weight.",
)
def aldu_univariate_design(utility: GlobalUtility) -> float | None:
    """Return the univariate half."""
    return utility.univariate


@design_measure(
    id="aldu_bivariate_design",
    name="ALDUbiv with design-based tests",
    reference="Kocar (2018), sections 3.1 and 3.4, with the tests of GDU with design-based tests",
    summary="Whether pairs of variables are still associated alike in the weighted file, as far as the sample shows.",
    formula=r"\begin{gathered} \mathrm{ALDU_{biv}} = \frac{1}{k} \sum_{i=1}^{k} \frac{1}{l_i} \sum_{j=1}^{l_i} "
    r"\mathrm{LDU_{biv}}(i, j) \\[1ex] \text{with } p \text{ of Rao-Scott or Wald} \end{gathered}",
    reading="The bivariate half of GDU with design-based tests: 1 where every pair is associated as before.",
    misleads="Pairs associated in neither file count 1: with few units these are most of them.",
)
def aldu_bivariate_design(utility: GlobalUtility) -> float | None:
    """Return the bivariate half."""
    return utility.bivariate


MEASURES = (gdu_design, aldu_univariate_design, aldu_bivariate_design)


def _of_the_sample(drawn: tuple[SampleDesign, SampleDesign]) -> Iterator[str]:
    for design, file in zip(drawn, ("original", "masked file"), strict=True):
        yield (
            f"{file}: {design.n_units:,} {design.unit}s in {design.n_strata:,} "
            f"{'stratum' if design.n_strata == 1 else 'strata'}, {design.degrees_of_freedom:,} degrees of freedom"
        )
