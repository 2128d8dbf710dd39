"""The whole-file measures of Woo et al. (2009) arranged for the screen: values, and their place among chance."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from scipy import stats

from core.assessment import Assessment, Comparison
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
from core.views.analyses import why_none
from core.views.few_variables import OF_FEW
from core.wording import _, listed

OF_ALL = ("propensity", "cluster", "ecdf_maximum", "ecdf_mean_square")
"""U_p, U_c, U_m, U_s: of all variables at once."""

WHOLE_FILE = (*OF_ALL, *OF_FEW)

SAME_SIZE = 0.5
"""The share of masked records among those of both files where both have as many."""

HARDLY_ANY = 0.0005
"""A smaller share of records surveyed anew is not told from none."""

BEYOND = 0.95
"""A value above this share of its null is beyond what chance shows."""


@dataclass(frozen=True)
class Chance:
    """Where a value lies among those that chance alone brings about.

    Parameters
    ----------
    above : float or None
        Share of the null, 0..1, that lies below the value; None where there is no null.
    replicates : int
        Samples of the original that the null is made of; 0: worked out by formula, or none.
    mean, low, middle, high : float or None
        Mean, 5 %, 50 % and 95 % points of the null.
    reason : str
        Why there is no null; empty where there is one.
    values : tuple of float
        What the samples show, ascending; of a null by formula its points at .5 %, 1.5 % ... 99.5 %.
    dealt : bool
        The replicates are no samples, but the records of both files dealt to them at random.
    """

    above: float | None = None
    replicates: int = 0
    mean: float | None = None
    low: float | None = None
    middle: float | None = None
    high: float | None = None
    reason: str = ""
    values: tuple[float, ...] = ()
    dealt: bool = False

    @property
    def beyond(self) -> bool:
        """Whether the value is larger than 95 % of what chance brings about."""
        return self.above is not None and self.above > BEYOND


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
    chance: Chance = Chance()
    sentence: str = ""
    reason: str = ""
    weighting: Weighting | None = None


def has_whole_file_measures(comparison: Comparison) -> bool:
    """Whether any of these measures was asked for."""
    return bool(whole_file_measures(comparison))


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
        return WholeFileValue(measure, reason=why_none(outcome))
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


@dataclass(frozen=True)
class LowestAcrossGroups:
    """How often each masked file has the lowest U_c over the numbers of groups tried.

    Woo et al. (2009), section 2.2: no number of groups G is the right one, so several are tried and the masking
    that is best most often is taken, after disclosure risk was considered too.

    Parameters
    ----------
    wins : mapping of str to int
        By masked file, most often first; files that never have the lowest value are not in it.
    numbers_of_groups : tuple of int
        The G that every file with a U_c was clustered at, as asked for.
    """

    wins: Mapping[str, int]
    numbers_of_groups: tuple[int, ...]


def lowest_across_groups(comparison: Comparison) -> LowestAcrossGroups | None:
    """Count for each masked file at how many G its U_c is the lowest; equal values (to 1e-9) win together.

    Returns
    -------
    LowestAcrossGroups or None
        None with fewer than two files or fewer than two common numbers of groups.
    """
    by_file = {file.name: _cluster_by_asked(file) for file in comparison.scenarios}
    defined = {name: values for name, values in by_file.items() if values}
    if len(defined) < 2:
        return None
    common = sorted(set.intersection(*(set(values) for values in defined.values())))
    if len(common) < 2:
        return None
    wins = dict.fromkeys(defined, 0)
    for groups in common:
        lowest = min(values[groups] for values in defined.values())
        for name, values in defined.items():
            wins[name] += math.isclose(values[groups], lowest, rel_tol=1e-9, abs_tol=1e-12)
    ranked = sorted(((name, n) for name, n in wins.items() if n), key=lambda w: (-w[1], w[0]))
    return LowestAcrossGroups(dict(ranked), tuple(common))


def _cluster_by_asked(file: Assessment) -> dict[int, float]:
    outcome = file.outcome("cluster")
    if not isinstance(outcome, Result):
        return {}
    return {each["asked"]: each["value"] for each in detail_of(outcome, ClusterDetail)["by_groups"]}


def _against_samples(
    outcome: Result, null: NullDetail | NoNullDetail, value: float, scaled: float | None, groups: int | None
) -> WholeFileValue:
    chance = _resampled(null)
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
    worst = _("largest for {variables}").format(variables=listed(few["worst"][0]["variables"]))
    return replace(value, sentence="; ".join(s for s in (value.sentence, worst) if s))


def _propensity(outcome: Result) -> WholeFileValue:
    """Return U_p against samples where they were drawn, else against its analytic null."""
    detail = detail_of(outcome, PropensityDetail)
    null = detail["null"]
    chance = _analytic(outcome.value, detail, null["reason"]) if "reason" in null else _resampled(null)
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
        return _("{ratio} times as far from the original as a random sample of this size").format(ratio=f"{ratio:.3g}")
    if ratio > 1:
        return _("{ratio} times as far from the original as a fresh survey of the same size").format(
            ratio=f"{ratio:.3g}"
        )
    if ratio < HARDLY_ANY:
        return _("as close to the original as if less than 0.1 % of its records had been surveyed anew")
    return _("as far from the original as if {share} % of its records had been surveyed anew").format(
        share=f"{100 * ratio:.2g}"
    )


def chance_in_words(chance: Chance) -> str:
    """Say how many of the samples (or deals) lie closer to the original than the file; "" where there are none."""
    if chance.above is None or not chance.replicates:
        return ""
    closer = round(chance.above * chance.replicates)
    if chance.dealt:
        return _("easier to tell from the original than {closer} of {n} files with the records dealt at random").format(
            closer=closer, n=chance.replicates
        )
    if closer == 0:
        return _("closer to the original than all {n} samples drawn from it").format(n=chance.replicates)
    if closer == chance.replicates:
        return _("further from the original than all {n} samples drawn from it").format(n=chance.replicates)
    return _("further from the original than {closer} of {n} samples drawn from it").format(
        closer=closer, n=chance.replicates
    )


def _resampled(null: NullDetail | NoNullDetail) -> Chance:
    if "reason" in null:
        return Chance(reason=null["reason"])
    low, middle, high = null["quantiles"]["0.05"], null["quantiles"]["0.5"], null["quantiles"]["0.95"]
    values, dealt = tuple(null.get("values", ())), null.get("dealt", False)
    return Chance(null["above"], null["replicates"], null["mean"], low, middle, high, values=values, dealt=dealt)


def _analytic(value: float, detail: PropensityDetail, reason: str) -> Chance:
    """Return the place in the null of Snoke et al. (2018): (1 - c)^2 c / N times chi-squared with k - 1 degrees.

    Of a penalised model the degrees of freedom are those that fit its mean and spread (Satterthwaite 1946).
    """
    known, k = detail["analytic_null"], detail["estimable"]
    if known is None or k is None or k < 2 or not known["mean"]:
        return Chance(reason=reason)
    penalised = detail.get("smoothing") is not None
    freedom = 2 * (known["mean"] / known["sd"]) ** 2 if penalised else k - 1
    null = stats.chi2(freedom, scale=known["mean"] / freedom)
    low, middle, high = (float(null.ppf(q)) for q in (0.05, 0.5, 0.95))
    points = tuple(float(x) for x in null.ppf((np.arange(100) + 0.5) / 100))
    return Chance(float(null.cdf(value)), 0, known["mean"], low, middle, high, values=points)
