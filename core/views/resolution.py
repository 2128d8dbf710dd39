"""Which axis of utility can tell a fresh survey from shuffled columns, and what either scores on it."""

from dataclasses import dataclass

from core.assessment import Assessment, Comparison, measure_by_id
from core.measures import Better, Result, detail_of
from core.statistics.reproducible import above
from core.utility import ResolutionDetail, ScoreBand
from core.wording import first_of

UTILITY_AXES = ("gdu", "gdu_effect_sizes", "table_pmse_ratio_mean")
"""In the order in which they are taken: the first that can tell is the default axis."""

OF_TABLES = {"table_pmse_ratio_mean": "table_resolution"}
HALF = 0.5
"""Of the way from shuffled columns to the original."""

CANNOT_TELL = "few records, or hardly anything is associated"
NOT_MEASURED = "what a fresh survey and shuffled columns score was not measured"


@dataclass(frozen=True)
class RepetitionRange:
    """Mean of the repetitions, and the band of 1.77 standard deviations about it, within the measure's bounds."""

    low: float
    mean: float
    high: float


@dataclass(frozen=True)
class AxisResolution:
    """How well a figure of utility tells a fresh survey from shuffled columns at a file's size and detail.

    Parameters
    ----------
    distance : float
        Of their means, in standard deviations.
    can_tell : bool
    fresh, shuffled : RepetitionRange
    """

    distance: float
    can_tell: bool
    fresh: RepetitionRange
    shuffled: RepetitionRange


@dataclass(frozen=True)
class DefaultUtility:
    """The axis of utility that is taken where nobody chooses one.

    Parameters
    ----------
    measure : str
        Id; empty where no axis can tell, or none was measured.
    sentence : str
        Which axis it is, and why.
    measured : bool
        Whether the resolution of some axis was measured on the original.
    """

    measure: str
    sentence: str
    measured: bool = True


def resolution_measure(figure: str) -> str:
    """Return the id of the measure that tells the resolution of a figure of utility."""
    return OF_TABLES.get(figure, "gdu_resolution")


def axis_resolution(assessment: Assessment, figure: str) -> AxisResolution | None:
    """Return the resolution of a figure at the size and detail of a file; None where it is not known."""
    outcome = assessment.outcome(resolution_measure(figure), (figure,))
    if not isinstance(outcome, Result):
        return None
    detail = detail_of(outcome, ResolutionDetail)
    fresh, shuffled = (_within_bounds(band, figure) for band in (detail["fresh"], detail["shuffled"]))
    return AxisResolution(outcome.value, detail["can_tell"], fresh, shuffled)


def _within_bounds(band: ScoreBand, figure: str) -> RepetitionRange:
    least, most = measure_by_id(figure).bounds
    return RepetitionRange(max(band["low"], least), band["mean"], min(band["high"], most))


def why_no_resolution(assessment: Assessment, figure: str) -> str:
    """Say why the resolution of a figure is not known."""
    measure = resolution_measure(figure)
    outcome = assessment.outcome(measure, (figure,)) or assessment.outcome(measure)
    return NOT_MEASURED if outcome is None else outcome.reason


def default_utility(comparison: Comparison) -> DefaultUtility:
    """Return the first axis that can tell at the original's own size: no masked file decides on it."""
    known = [(axis, r) for axis in UTILITY_AXES if (r := axis_resolution(comparison.original, axis)) is not None]
    if not known:
        return DefaultUtility("", f"Which axis of utility can tell is not known: {NOT_MEASURED}.", measured=False)
    able = [axis for axis, r in known if r.can_tell]
    if not able:
        tried = first_of([_with_distance(axis, r) for axis, r in known], len(known))
        return DefaultUtility("", f"Utility cannot be told on this file: {CANNOT_TELL} ({tried}; 4 is needed).")
    chosen = next((axis, r) for axis, r in known if axis == able[0])
    said = f"Utility is shown by {_with_distance(*chosen)}: it tells a fresh survey from shuffled columns on this file"
    earlier = [_with_distance(axis, r) for axis, r in known[: [a for a, _ in known].index(able[0])]]
    return DefaultUtility(able[0], f"{said}, which {first_of(earlier)} does not." if earlier else f"{said}.")


def _with_distance(axis: str, resolution: AxisResolution) -> str:
    return f"{measure_by_id(axis).name} (resolution {resolution.distance:.1f})"


def published_value(result: Result) -> float | None:
    """Return a figure of utility for the published variables at published detail: without penalty for what is not."""
    published = (result.detail or {}).get("published", result.value)
    return published if isinstance(published, float | int) else None


def better_than_shuffled(value: float, figure: str, resolution: AxisResolution) -> bool:
    """Whether a figure is better than the band of shuffled columns."""
    if measure_by_id(figure).better is Better.HIGHER:
        return bool(above(value, resolution.shuffled.high))
    return bool(above(resolution.shuffled.low, value))


def half_or_fresh(figure: str, resolution: AxisResolution) -> float:
    """Return the place that a survey of other people should have: half of the way, or about that of a fresh survey.

    Twice the band of resamples counts as about: surveys of the same people differ by more than resamples of one,
    and the band alone struck out two of 63 planted ones.
    """
    fresh, edge = resolution.fresh, 1 if measure_by_id(figure).better is Better.HIGHER else -1
    allowed = 2 * (fresh.low if edge > 0 else fresh.high) - fresh.mean
    place = place_above_shuffled(allowed, figure, resolution)
    return HALF if place is None else min(HALF, place)


def place_above_shuffled(value: float, figure: str, resolution: AxisResolution) -> float | None:
    """Return where a figure lies between shuffled columns (0) and the original (1); None where it is not known."""
    start = resolution.shuffled.mean
    return (value - start) / (_best(figure) - start) if resolution.can_tell else None


def _best(figure: str) -> float:
    measure = measure_by_id(figure)
    return measure.bounds[1] if measure.better is Better.HIGHER else measure.bounds[0]
