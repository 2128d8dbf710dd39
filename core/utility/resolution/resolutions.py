"""The resolution of a figure of utility: how far fresh surveys lie from shuffled columns, in standard deviations."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from core.data import SampleDesign, Unit
from core.measures import Answer, Answers, Better, Measure, Result, Skipped
from core.statistics.estimates import FEWEST_DRAWN
from core.statistics.reproducible import below
from core.utility.compared_variables import leaving_out

BAND = 1.77
"""Standard deviations on either side of the mean: nearly all further values of 20 lie within."""

CAN_TELL = 4.0
"""Bands are disjoint from 2 x 1.77; twenty repetitions estimate a resolution of 4 to about half."""

SMALLEST_SD = 1e-6
"""Repetitions that agree to the last digit are taken to differ by this much."""


class ScoreBand(TypedDict):
    """Mean and standard deviation of the repetitions, and the band of 1.77 standard deviations about the mean."""

    mean: float
    sd: float
    low: float
    high: float


class ResolutionDetail(TypedDict):
    """What fresh surveys and shuffled columns score on one figure, and whether it tells them apart."""

    repetitions: int
    fresh: ScoreBand
    shuffled: ScoreBand
    can_tell: bool


@dataclass(frozen=True)
class Repetition:
    """The figures of one fresh survey and of shuffled columns, each compared with the original.

    Parameters
    ----------
    fresh, shuffled : mapping of str to float or None
        By id of the figure; None where it cannot be computed.
    n : int
        Records of the smaller file.
    reason : str
        Why figures are missing.
    left_out : tuple of str
        Variables that cannot be compared.
    doubts : tuple of str
        Why resamples differ by less than fresh surveys do.
    """

    fresh: Mapping[str, float | None]
    shuffled: Mapping[str, float | None]
    n: int
    reason: str = ""
    left_out: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def one_unit(design: SampleDesign) -> str:
    """Say why nothing can be drawn of a file whose records were all drawn together; empty of every other file."""
    if design.unit is Unit.RECORD or design.n_units > 1:
        return ""
    return f"all records lie in one {design.unit}: nothing shows how much another one would differ"


def few_units(design: SampleDesign) -> tuple[str, ...]:
    """Return that resamples of m units vary less than samples do: their variance is (m - 1) / m of it."""
    units = design.n_units
    if design.unit is Unit.RECORD or units >= FEWEST_DRAWN:
        return ()
    return (f"from {units} {design.unit}s alone: other samples differ by more than these bands show",)


def resolutions(
    measure: Measure, figures: Mapping[str, Better], repetitions: Sequence[Repetition]
) -> Answers[ResolutionDetail, ResolutionDetail]:
    """Yield the resolution of every figure, from all repetitions."""
    for figure, better in figures.items():
        yield _resolution(measure.id, figure, better, repetitions)


def _resolution(
    name: str, figure: str, better: Better, repetitions: Sequence[Repetition]
) -> Answer[ResolutionDetail, ResolutionDetail]:
    pairs = [(r.fresh.get(figure), r.shuffled.get(figure)) for r in repetitions]
    fresh = [a for a, b in pairs if a is not None and b is not None]
    shuffled = [b for a, b in pairs if a is not None and b is not None]
    if not repetitions:
        return Skipped(name, (figure,), "no repetitions were asked for")
    if len(fresh) < len(repetitions):
        reason = next((r.reason for r in repetitions if r.reason), "no pair of variables can be tested")
        return Skipped(name, (figure,), f"{len(repetitions) - len(fresh)} of {len(repetitions)} have none: {reason}")
    if len(fresh) < 2:
        return Skipped(name, (figure,), "one repetition shows no spread: ask for two or more (null.replicates)")
    bands = band_of(fresh), band_of(shuffled)
    distance = separation(*bands, better)
    detail: ResolutionDetail = {
        "repetitions": len(fresh),
        "fresh": bands[0],
        "shuffled": bands[1],
        "can_tell": not below(distance, CAN_TELL),
    }
    first = repetitions[0]
    return Result(
        name,
        (figure,),
        distance,
        first.n,
        None,
        detail,
        flags=first.doubts or None,
        validity=leaving_out(first.left_out),
        interval_reason="it is itself a comparison of spreads",
    )


def band_of(values: Sequence[float]) -> ScoreBand:
    """Return mean, standard deviation and band of the values of two repetitions or more."""
    mean = math.fsum(values) / len(values)
    sd = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1))
    return {"mean": mean, "sd": sd, "low": mean - BAND * sd, "high": mean + BAND * sd}


def separation(fresh: ScoreBand, shuffled: ScoreBand, better: Better) -> float:
    """Return by how many standard deviations fresh surveys are better than shuffled columns."""
    gain = fresh["mean"] - shuffled["mean"]
    spread = math.sqrt((fresh["sd"] ** 2 + shuffled["sd"] ** 2) / 2)
    gain = 0.0 if abs(gain) < SMALLEST_SD**2 else gain
    return (gain if better is Better.HIGHER else -gain) / max(spread, SMALLEST_SD)
