"""The value of a whole-file measure for a masked file, with what chance says of it."""

from dataclasses import dataclass, field, replace

from core.assessment import Assessment, Comparison, measure_by_id
from core.measures import Result, Weighting, detail_of
from core.utility import (
    ClusterDetail,
    EcdfMaximumDetail,
    EcdfMeanSquareDetail,
    FewDetail,
    NoNullDetail,
    NullDetail,
    PropensityDetail,
)
from core.views.sampling.utility_weights import effective_n
from core.views.tables import Line, reason_of
from core.views.whole_file.chance import Chance, analytic_chance, chance_in_words, resampled_chance
from core.views.whole_file.few_variables import OF_FEW
from core.wording import first_of, trimmed_percent

OF_ALL = ("propensity", "cluster", "ecdf_maximum", "ecdf_mean_square")
"""U_p, U_c, U_m, U_s: of all variables at once."""

WHOLE_FILE = (*OF_ALL, *OF_FEW)

SAME_SIZE = 0.5
"""The share of masked records among those of both files where both have as many."""

HARDLY_ANY = 0.0005
"""A smaller share of records surveyed anew is not distinguished from none."""


@dataclass(frozen=True)
class WholeFileValue:
    """One whole-file measure of one masked file; U_c once for every number of groups.

    Parameters
    ----------
    measure : str
    value : float or None
        None where ``reason`` says why.
    scaled : float or None
        N U_p, G U_c, N U_s as the paper prints them; U_m has none.
    n : int or None
        Records of the smaller file.
    groups : int or None
        G of U_c.
    ratio : float or None
        U_p over its yardstick: what a fresh survey of the same size would show, twice the expectation of Snoke et al.
        (2018); of a file of another size, what a sample of that size drawn from the original shows, once it.
    fresh : bool
        Whether the yardstick is a fresh survey.
    chance : Chance
    sentence : str
        What the null says, for an officer.
    reason : str
        Why there is no value.
    weighting : Weighting or None
        By which sampling weights; None: every record counts alike.
    """

    measure: str
    value: float | None = None
    scaled: float | None = None
    n: int | None = None
    groups: int | None = None
    ratio: float | None = None
    fresh: bool = False
    chance: Chance = field(default_factory=Chance)
    sentence: str = ""
    reason: str = ""
    weighting: Weighting | None = None


def whole_file_measures(comparison: Comparison) -> tuple[str, ...]:
    """Return the measures of the whole file that were asked for; those of few variables are not in older results."""
    return tuple(m for m in WHOLE_FILE if any(file.of(m) for file in comparison.scenarios))


def whole_file_value(file: Assessment, measure: str) -> WholeFileValue:
    """Return a measure of a masked file; of U_c the one at the first number of groups.

    Parameters
    ----------
    file : Assessment
    measure : str
        One of ``WHOLE_FILE``.
    """
    outcome = file.outcome(measure)
    if not isinstance(outcome, Result):
        return WholeFileValue(measure, reason=reason_of(outcome))
    if measure == "propensity":
        return _propensity(outcome)
    if measure == "cluster":
        clusters = detail_of(outcome, ClusterDetail)
        scaled, groups = clusters["groups_times_value"], clusters["groups"]
        return _against_samples(outcome, clusters["null"], outcome.value, scaled, groups)
    if measure == "ecdf_mean_square":
        square = detail_of(outcome, EcdfMeanSquareDetail)
        return _against_samples(outcome, square["null"], outcome.value, square["n_times_value"], None)
    if measure in OF_FEW:
        return _of_few(outcome)
    return _against_samples(outcome, detail_of(outcome, EcdfMaximumDetail)["null"], outcome.value, None, None)


def cluster_values(file: Assessment) -> tuple[WholeFileValue, ...]:
    """Return U_c for every number of groups there is, fewest first; () where it is not defined."""
    outcome = file.outcome("cluster")
    if not isinstance(outcome, Result):
        return ()
    by_groups = {each["groups"]: each for each in detail_of(outcome, ClusterDetail)["by_groups"]}
    return tuple(
        _against_samples(outcome, each["null"], each["value"], each["groups_times_value"], g)
        for g, each in sorted(by_groups.items())
    )


def _against_samples(
    outcome: Result, null: NullDetail | NoNullDetail, value: float, scaled: float | None, groups: int | None
) -> WholeFileValue:
    chance = resampled_chance(null)
    sentence = chance_in_words(chance)
    return WholeFileValue(
        outcome.measure,
        value,
        scaled,
        outcome.n,
        groups=groups,
        chance=chance,
        sentence=sentence,
        weighting=outcome.weighting,
    )


def _of_few(outcome: Result) -> WholeFileValue:
    """Return the largest difference over pairs or triples, and which of them it is."""
    few = detail_of(outcome, FewDetail)
    value = _against_samples(outcome, few["null"], outcome.value, None, None)
    if not outcome.value:
        return value
    worst = f"largest for {first_of(few['worst'][0]['variables'])}"
    return replace(value, sentence="; ".join(s for s in (value.sentence, worst) if s))


def _propensity(outcome: Result) -> WholeFileValue:
    """Return U_p against samples where they were drawn, else against its analytic null."""
    detail = detail_of(outcome, PropensityDetail)
    null = detail["null"]
    chance = analytic_chance(outcome.value, detail, null["reason"]) if "reason" in null else resampled_chance(null)
    fresh = detail["share_masked"] == SAME_SIZE
    ratio = None if detail["ratio"] is None else detail["ratio"] / (2 if fresh else 1)
    sentence = "; ".join(s for s in (_against_survey(ratio, fresh=fresh), chance_in_words(chance)) if s)
    return WholeFileValue(
        outcome.measure,
        outcome.value,
        detail["n_times_value"],
        outcome.n,
        ratio=ratio,
        fresh=fresh,
        chance=chance,
        sentence=sentence,
        weighting=outcome.weighting,
    )


def _against_survey(ratio: float | None, *, fresh: bool) -> str:
    """Say what U_p over its yardstick means: at equal sizes a file of which a share f was redrawn has the ratio f."""
    if ratio is None:
        return ""
    if not fresh:
        return f"{ratio:.3g} times as far from the original as a random sample of this size"
    if ratio > 1:
        return f"{ratio:.3g} times as far from the original as a fresh survey of the same size"
    if ratio < HARDLY_ANY:
        return "as close to the original as if less than 0.1% of its records had been surveyed anew"
    return f"as far from the original as if {trimmed_percent(ratio, 2)} of its records had been surveyed anew"


def null_lines(comparison: Comparison) -> list[Line]:
    """Return every value with its null, one a line, with full precision; of U_c one for each number of groups."""
    measures = whole_file_measures(comparison)
    return [
        _null_line(file, value)
        for file in comparison.scenarios
        for measure in measures
        for value in (measure == "cluster" and cluster_values(file)) or (whole_file_value(file, measure),)
    ]


def _null_line(file: Assessment, value: WholeFileValue) -> Line:
    chance = value.chance
    return {
        "Version": file.name,
        "Measure": measure_by_id(value.measure).name,
        "Groups": value.groups,
        "Value": value.value,
        "Records or groups times it": value.scaled,
        "Times its yardstick": value.ratio,
        "Samples, mean": chance.mean,
        "5%": chance.low,
        "50%": chance.middle,
        "95%": chance.high,
        "Share below": chance.above,
        "Samples": chance.replicates or None,
        "In words": value.sentence,
        "n": value.n,
        "Effective n": None if value.weighting is None else effective_n(value.weighting),
        "Not known because": value.reason or chance.reason,
    }
