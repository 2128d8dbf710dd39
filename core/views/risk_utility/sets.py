"""Several synthetic files of one scenario on the map: their mean with its interval, and the sets folded into it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.assessment import Comparison
from core.measures import Result
from core.statistics.arrays import Floats
from core.statistics.estimates import NORMAL_95, jackknife_deviations, pooled_interval
from core.views.risk_utility.axis import Axis
from core.views.risk_utility.point import MapPoint


def pooled(axis: Axis, results: Sequence[Result]) -> tuple[tuple[float, float], bool]:
    """Return the interval of the mean of a figure over several sets, and whether it holds their sampling error."""
    known = [variance for result in results if (variance := _variance(result)) is not None]
    variances: Floats | None = np.array(known) if len(known) == len(results) else None
    values = np.array([result.value for result in results])
    return pooled_interval(values, variances, axis.measure.bounds), variances is not None


def _variance(result: Result) -> float | None:
    """Return the sampling variance of a figure; None without an interval.

    Of its jackknife where it has one; else, as of a rate, the interval is read as 1.96 standard errors on both sides.
    """
    if result.interval is None:
        return None
    if result.jackknife is not None:
        replicates = np.array(result.jackknife.replicates)
        return float((jackknife_deviations(replicates, result.jackknife.shares) ** 2).sum())
    return ((result.interval[1] - result.interval[0]) / (2 * NORMAL_95)) ** 2


def means_of_sets(comparison: Comparison, points: Sequence[MapPoint], utility: Axis, risk: Axis) -> list[MapPoint]:
    """Return the mean of the sets of each scenario of several, where all of them are drawn."""
    drawn = {p.name: p for p in points if p.kind == "scenario"}
    means = []
    for name, files in comparison.synthetic_sets().items():
        names = tuple(file.name for file in files)
        sets = [drawn[each] for each in names if each in drawn]
        if len(sets) < len(names) or len(names) < 2:
            continue
        reasons = tuple(dict.fromkeys(sentence for p in sets for sentence in p.validity))
        kept, at_risk = ([r for f in files if (r := axis.value(f)) is not None] for axis in (utility, risk))
        useful, risky = (float(np.mean([r.value for r in results])) for results in (kept, at_risk))
        bars = pooled(utility, kept)[0], pooled(risk, at_risk)[0]
        means.append(MapPoint(name, "sets", useful, risky, *bars, validity=reasons, sets=names))
    return means


def folded(points: Sequence[MapPoint]) -> tuple[MapPoint, ...]:
    """Return the points with the sets of each mean as its cloud: small, without name and interval."""
    in_cloud = {name for p in points for name in p.sets}
    return tuple(
        replace(p, folded=True, utility_interval=None, risk_interval=None) if p.name in in_cloud else p for p in points
    )
