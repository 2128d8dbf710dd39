"""The risk-utility map as numbers: where each scenario lies, which are Pareto-optimal or indistinguishable."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.assessment import Assessment, Comparison
from core.measures import Better, Result
from core.statistics.reproducible import comparable
from core.views.resolution import AxisResolution, axis_resolution
from core.views.risk import is_bound, validity
from core.views.risk_comparability import AT_MOST, not_comparable, rate_in_words
from core.views.risk_utility.about_risk import basis_in_words, of_nobody
from core.views.risk_utility.axis import Axis, judged_by
from core.views.risk_utility.draws import clearly_better
from core.views.risk_utility.point import MapPoint
from core.views.risk_utility.sets import folded, means_of_sets


@dataclass(frozen=True)
class RiskUtilityMap:
    """All points of one map.

    Parameters
    ----------
    utility, risk : Axis
    points : tuple of MapPoint
    missing : tuple of (str, str)
        The scenarios that cannot be drawn, each with the reason.
    resolution : AxisResolution or None
        What a fresh survey of the original's size and shuffled columns score on the utility; None where it was not
        measured, or cannot be.
    chance_by : Axis or None
        The utility by whose intervals it is judged what is chance; None where it is not judged.
    of_nobody : tuple of MapPoint
        Synthetic files on a map of the risk of people: they have no place on its axis.
    basis : str
        Where people are looked for by the risk; empty of measures that do not say it.
    """

    utility: Axis
    risk: Axis
    points: tuple[MapPoint, ...]
    missing: tuple[tuple[str, str], ...]
    resolution: AxisResolution | None = None
    chance_by: Axis | None = None
    of_nobody: tuple[MapPoint, ...] = ()
    basis: str = ""

    def scenario_points(self) -> tuple[MapPoint, ...]:
        """Return the points of the scenarios alone."""
        return tuple(p for p in self.points if p.kind == "scenario")


def risk_utility_map(comparison: Comparison, utility: Axis, risk: Axis) -> RiskUtilityMap:
    """Place original, no release and every scenario on the map.

    Returns
    -------
    RiskUtilityMap
        Raw values of both measures; nothing is rescaled, so a further scenario moves no point.
    """
    drawn = [s for s in comparison.scenarios if utility.value(s) and risk.value(s)]
    apart = of_nobody([s for s in comparison.scenarios if s not in drawn], utility, risk)
    shown = {*(s.name for s in drawn), *(p.name for p in apart)}
    missing = [(s.name, _reason(s, utility, risk)) for s in comparison.scenarios if s.name not in shown]
    utilities = [r for s in drawn if (r := utility.value(s))]
    risks = [r for s in drawn if (r := risk.value(s))]
    points = _reference_points(comparison, utility, risk)
    baseline = risk.value(comparison.original)
    chance_by = judged_by(utility, drawn)
    if drawn:
        values = _values(utility, utilities), _values(risk, risks)
        validities = [_does_not_hold(r) or not_comparable(baseline, r) for r in risks]
        judged = np.array([not sentences for sentences in validities])
        optimal = _optimal_of(judged, *values)
        varying = chance_by or utility
        compared = [r for s in drawn if (r := varying.value(s))]
        draws = varying.draws(compared, "utility"), risk.draws(risks, "risk")
        shares = np.mean([_optimal_of(judged, u, r) for u, r in zip(*draws, strict=True)], axis=0)
        for i, scenario in enumerate(drawn):
            share = None if chance_by is None else float(shares[i])
            point = _point(scenario.name, utilities[i], risks[i], compared[i], bool(optimal[i]), share)
            points.append(
                replace(
                    point,
                    validity=validities[i],
                    holds_alone=not _does_not_hold(risks[i]),
                    pareto_share=point.pareto_share if judged[i] else None,
                )
            )
        points = _with_equals(points, draws)
        points = [*points, *means_of_sets(comparison, points, utility, risk)]
    resolution = axis_resolution(comparison.original, utility.measure.id)
    basis = basis_in_words(comparison, risk)
    return RiskUtilityMap(utility, risk, tuple(points), tuple(missing), resolution, chance_by, apart, basis)


def with_folded_sets(shown: RiskUtilityMap) -> RiskUtilityMap:
    """Return the map with the sets of each scenario of several as the cloud of their mean; itself where none has."""
    points = folded(shown.points)
    return shown if points == shown.points else replace(shown, points=points)


def pareto_set(utility: NDArray[np.float64], risk: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Mark the points that no other point dominates.

    Parameters
    ----------
    utility, risk : float arrays (s,)
        Both turned so that larger is better.

    Returns
    -------
    bool array (s,)
        False where another point is at least as good on both and better on one.
    """
    no_worse = (utility[:, None] >= utility) & (risk[:, None] >= risk)
    better = (utility[:, None] > utility) | (risk[:, None] > risk)
    return np.asarray(~np.any(no_worse & better, axis=0))


def _optimal_of(
    judged: NDArray[np.bool_], utility: NDArray[np.float64], risk: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Mark the Pareto-optimal among the points that are judged: a risk that does not hold dominates nothing."""
    optimal = np.zeros(len(judged), dtype=bool)
    optimal[judged] = pareto_set(utility[judged], risk[judged])
    return optimal


def _does_not_hold(risk: Result) -> tuple[str, ...]:
    """Return why a risk is not known as it is drawn, in sentences."""
    return validity(risk) or ((f"The risk is {AT_MOST}.",) if is_bound(risk) else ())


def _reason(scenario: Assessment, utility: Axis, risk: Axis) -> str:
    for axis in (utility, risk):
        outcome = scenario.outcome(axis.measure.id, axis.target)
        if outcome is None:
            return f"{axis.measure.name} was not measured"
        if not isinstance(outcome, Result):
            return f"{axis.measure.name}: {outcome.reason}"
    raise AssertionError(scenario.name)


def _reference_points(comparison: Comparison, utility: Axis, risk: Axis) -> list[MapPoint]:
    low, high = utility.measure.bounds
    best, worst = (high, low) if utility.measure.better is Better.HIGHER else (low, high)
    points = []
    result = risk.value(comparison.original)
    if result is not None and np.isfinite(best):
        rate = rate_in_words(result)
        points.append(MapPoint("Original", "original", best, result.value, None, result.interval, rate=rate))
    if np.isfinite(worst):
        points.append(MapPoint("No release", "no release", worst, 0.0))
    return [*points, *_other_people(comparison.control, utility, risk)]


def _other_people(control: Assessment | None, utility: Axis, risk: Axis) -> list[MapPoint]:
    """Return the control file as a point: what other people of the population score, where both figures hold."""
    if control is None:
        return []
    kept, at_risk = utility.value(control), risk.value(control)
    if kept is None or at_risk is None or validity(at_risk):
        return []
    intervals, rate = (kept.interval, at_risk.interval), rate_in_words(at_risk, "these are other people")
    return [MapPoint("Other people", "control", kept.value, at_risk.value, *intervals, rate=rate)]


def _point(name: str, utility: Result, risk: Result, compared: Result, pareto: bool, share: float | None) -> MapPoint:
    known = compared.interval is not None or risk.interval is not None
    return MapPoint(
        name,
        "scenario",
        utility.value,
        risk.value,
        utility.interval,
        risk.interval,
        pareto,
        share if known else None,
        rate=rate_in_words(risk),
        at_most=is_bound(risk),
    )


def _values(axis: Axis, results: list[Result]) -> NDArray[np.float64]:
    return axis.better(comparable([r.value for r in results]))


def _with_equals(points: list[MapPoint], draws: tuple[NDArray[np.float64], NDArray[np.float64]]) -> list[MapPoint]:
    scenarios = [p for p in points if p.kind == "scenario"]
    others = [p for p in points if p.kind != "scenario"]
    marked = []
    for i, point in enumerate(scenarios):
        equal = [
            other.name
            for j, other in enumerate(scenarios)
            if i != j and all(_undecided(d[:, i], d[:, j]) for d in draws)
        ]
        marked.append(replace(point, equals=tuple(equal)))
    return others + marked


def _undecided(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    """Whether neither is better in 95% of the draws."""
    return not clearly_better(a, b) and not clearly_better(b, a)
