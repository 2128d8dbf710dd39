"""How utility and risk go with epsilon, among files that are declared to be differentially private.

What is declared is taken as it is said: no figure here verifies it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from core.assessment import Assessment, Comparison
from core.data import DifferentialPrivacy
from core.measures import Measure
from core.statistics.reproducible import below, sort_value
from core.views.risk import validity
from core.views.risk_utility.axis import Axis, judged_by
from core.views.tables import reason_of


@dataclass(frozen=True)
class EpsilonPoint:
    """One file with what is declared of it.

    Parameters
    ----------
    name : str
    privacy : DifferentialPrivacy
    value : float or None
    interval : (float, float) or None
        Of 95%.
    n : int or None
        Records used.
    reason : str
        Why there is no value, or why it does not hold; empty where it does.
    """

    name: str
    privacy: DifferentialPrivacy
    value: float | None = None
    interval: tuple[float, float] | None = None
    n: int | None = None
    reason: str = ""

    @property
    def in_words(self) -> str:
        """Return the name with epsilon."""
        return f"{self.name} (ε = {self.privacy.epsilon:g})"


@dataclass(frozen=True)
class EpsilonLine:
    """Files of one unit of privacy, by epsilon and then delta: guarantees of different units do not compare."""

    unit: str
    points: tuple[EpsilonPoint, ...]


def has_epsilons(comparison: Comparison) -> bool:
    """Whether two files or more are declared to be differentially private."""
    return len(_declared(comparison)) > 1


def epsilon_lines(comparison: Comparison, axis: Axis) -> tuple[EpsilonLine, ...]:
    """Return a measure over epsilon, a line for each unit of privacy, in the order in which the files name them."""
    points = [_point(file, privacy, axis) for file, privacy in _declared(comparison)]
    units = dict.fromkeys(p.privacy.unit for p in points)
    return tuple(EpsilonLine(unit, _ordered([p for p in points if p.privacy.unit == unit])) for unit in units)


def against_epsilon(comparison: Comparison, utility: Axis, risk: Axis) -> tuple[str, ...]:
    """Return where more epsilon looks safer, or less useful, beyond the intervals; in sentences.

    Two files are compared where one has more epsilon, no less delta, and the same unit of privacy, both figures hold,
    and their 95% intervals do not meet. Utility is judged as on the map: a score of p values by its other form.

    Parameters
    ----------
    comparison : Comparison
    utility, risk : Axis
    """
    judged = judged_by(utility, [file for file, _said in _declared(comparison) if utility.value(file)])
    less_useful = [] if judged is None else [*_less_useful(epsilon_lines(comparison, judged), judged)]
    return (*less_useful, *_safer(epsilon_lines(comparison, risk), risk))


def _declared(comparison: Comparison) -> list[tuple[Assessment, DifferentialPrivacy]]:
    return [(file, file.privacy) for file in comparison.scenarios if file.privacy is not None]


def _ordered(points: Sequence[EpsilonPoint]) -> tuple[EpsilonPoint, ...]:
    return tuple(sorted(points, key=lambda p: (sort_value(p.privacy.epsilon), sort_value(p.privacy.delta))))


def _point(file: Assessment, privacy: DifferentialPrivacy, axis: Axis) -> EpsilonPoint:
    result = axis.value(file)
    if result is None:
        return EpsilonPoint(file.name, privacy, reason=reason_of(file.outcome(axis.measure.id, axis.target)))
    return EpsilonPoint(file.name, privacy, result.value, result.interval, result.n, " ".join(validity(result)))


def _less_useful(lines: Sequence[EpsilonLine], axis: Axis) -> Iterator[str]:
    for less, more in _weaker(lines):
        if _clearly_better(less, more, axis):
            yield f"More ε, yet less useful beyond the intervals: {_both(less, more, axis)}"


def _safer(lines: Sequence[EpsilonLine], axis: Axis) -> Iterator[str]:
    for less, more in _weaker(lines):
        if _clearly_better(more, less, axis):
            yield f"More ε, yet safer beyond the intervals: {_both(less, more, axis)}"


def _weaker(lines: Sequence[EpsilonLine]) -> Iterator[tuple[EpsilonPoint, EpsilonPoint]]:
    """Yield each two files of which the second has the weaker guarantee, more epsilon and no less delta."""
    for line in lines:
        for less, more in combinations(line.points, 2):
            no_less_delta = not below(more.privacy.delta, less.privacy.delta)
            if below(less.privacy.epsilon, more.privacy.epsilon) and no_less_delta:
                yield less, more


def _clearly_better(first: EpsilonPoint, second: EpsilonPoint, axis: Axis) -> bool:
    """Whether the whole interval of the first is better than that of the second; never where a figure does not hold."""
    if first.interval is None or second.interval is None or first.reason or second.reason:
        return False
    worst = min(axis.sign * end for end in first.interval)
    best = max(axis.sign * end for end in second.interval)
    return bool(below(best, worst))


def _both(less: EpsilonPoint, more: EpsilonPoint, axis: Axis) -> str:
    words = "{measure} of {more} is {value} ({interval}), of {less} {value2} ({interval2})."
    return words.format(
        measure=axis.measure.name,
        more=more.in_words,
        value=_value(axis.measure, more),
        interval=_ends(axis.measure, more.interval),
        less=less.in_words,
        value2=_value(axis.measure, less),
        interval2=_ends(axis.measure, less.interval),
    )


def _value(measure: Measure, point: EpsilonPoint) -> str:
    return "–" if point.value is None else measure.value_text(point.value)


def _ends(measure: Measure, interval: tuple[float, float] | None) -> str:
    if interval is None:
        return "no interval"
    return f"{measure.value_text(interval[0])} to {measure.value_text(interval[1])}"
