"""A measure of utility and one of risk, each declared beside its formula."""

from dataclasses import dataclass

import numpy as np

from rumap.extending import (
    LOSS_GROUP,
    Answers,
    Group,
    Level,
    PageSection,
    Pair,
    Result,
    Skipped,
    frequency_measure,
    utility_measure,
)


@dataclass(frozen=True)
class ShiftParameters:
    """Settings of the shift of medians.

    Parameters
    ----------
    smallest : int
        Fewest values that a median is taken of.
    """

    smallest: int = 5


@dataclass(frozen=True)
class Shift:
    """The values of one number before and after, and the fewest that count."""

    name: str
    before: np.ndarray
    after: np.ndarray
    smallest: int

    @property
    def n(self) -> int:
        """Values in the file that has fewer."""
        return min(len(self.before), len(self.after))

    def can_be_told(self) -> bool:
        """Whether there are values enough, and the middle half of them is not one and the same."""
        return self.n >= self.smallest and self._width() > 0

    def size(self) -> float:
        """Return |median after - median before| / interquartile range before."""
        return float(abs(np.median(self.after) - np.median(self.before)) / self._width())

    def _width(self) -> float:
        low, high = np.percentile(self.before, [25, 75])
        return float(high - low)


def numbers_of(pair: Pair, parameters: ShiftParameters) -> list[Shift]:
    """Return every variable that is a number in both files: what is dear is done here, once."""
    return [
        Shift(v.name, _known(v.recoded.values), _known(v.masked.values), parameters.smallest)
        for v in pair.variables
        if v.masked is not None and not v.problem and v.masked.level is Level.CONTINUOUS
    ]


def _known(values: np.ndarray) -> np.ndarray:
    return values[~np.isnan(values)]


@utility_measure(
    id="median_shift",
    name="Shift of the median",
    family="shift",
    parameters=ShiftParameters,
    prepare=numbers_of,
    bounds=(0.0, float("inf")),
    reference="By hand",
    group=LOSS_GROUP,
    section=PageSection("medians", "Medians"),
    summary="How far the median of a variable moved at most, in interquartile ranges of the original.",
    reading="0: all are where they were. 1: one moved by as much as the middle half of its values is wide.",
    misleads="A masking that spares the middle and ruins the tails does not show.",
)
def median_shift(prepared: list[Shift]) -> Answers:
    """Yield the largest |median after - median before| / interquartile range before."""
    moved = {shift.name: shift.size() for shift in prepared if shift.can_be_told()}
    if not moved:
        yield Skipped("median_shift", (), "no number has enough different values in both files")
        return
    n = min(shift.n for shift in prepared if shift.name in moved)
    yield Result("median_shift", (), max(moved.values()), n, detail={"by_variable": moved})


@frequency_measure(
    id="records_in_twos",
    name="Records in twos",
    reference="By hand",
    group=Group("Small groups", "Records that few others are like.", risk=True),
    summary="The share of records that at most one other record is like.",
    reading="0: every record is like two others at least.",
    misleads="A file with false key values has a share, but nobody can be found by it.",
)
def records_in_twos(keyset) -> Result:  # the frequencies of one key set
    """Return the share of records with f at most 2."""
    share = keyset.cells.records(keyset.cell_frequencies.sample <= 2) / keyset.n_used
    return Result("records_in_twos", (keyset.name,), share, keyset.n_used, detail=keyset.described())
