"""One variable of several masked files over the original's own bins: a band is one wide step, its inside unknown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.data import Bands, Cap, Closed, Coded, Level, Pair, PairedVariable, category_text
from core.pairing import band_labels
from core.statistics.arrays import Floats
from core.statistics.distributions import bins
from core.views.drill_down import HISTOGRAM_BINS, MOST_CATEGORIES, variable_of

REMOVED = "removed"


@dataclass(frozen=True)
class ShareStep:
    """A share of a file's records between two places of the axis, where 0..1 is the original's first bin.

    Parameters
    ----------
    left, right : float
    share : float
        Of all records, blanks included.
    known : bool
        Whether it is known where its records lie inside: not in a band that is wider than a bin.
    """

    left: float
    right: float
    share: float
    known: bool = True


@dataclass(frozen=True)
class FileShares:
    """How one file's records lie over the original's bins.

    Parameters
    ----------
    steps : tuple of ShareStep
    blank : float
        Share of records without a value.
    elsewhere : float
        Share of records whose value lies in no bin: a category that the original does not have.
    reason : str
        Why there are no steps, such as "removed"; else empty.
    """

    steps: tuple[ShareStep, ...] = ()
    blank: float = 0.0
    elsewhere: float = 0.0
    reason: str = ""

    def between(self, left: float, right: float) -> float:
        """Return the share between two places; that of a band lies evenly in it, as far as anybody knows."""
        return sum(s.share * max(0.0, min(s.right, right) - max(s.left, left)) / (s.right - s.left) for s in self.steps)

    def less(self, reference: FileShares) -> FileShares:
        """Return by how much each share is larger than the reference's over the same places."""
        reason = self.reason or reference.reason
        if reason:
            return FileShares(reason=reason)
        banded = [s for s in reference.steps if not s.known]
        return FileShares(
            tuple(
                ShareStep(
                    s.left, s.right, s.share - reference.between(s.left, s.right), s.known and not _cut(s, banded)
                )
                for s in self.steps
            ),
            self.blank - reference.blank,
            self.elsewhere - reference.elsewhere,
        )


@dataclass(frozen=True)
class OwnDetail:
    """One variable at the original's own detail, and each masked file over the same bins.

    Parameters
    ----------
    name : str
    labels : tuple of str, (c,)
        Of the original's bins or categories.
    edges : tuple of float, (c + 1,), or empty
        Ends of bins of numbers; the outermost may be infinite. Empty: each label is one value.
    original : FileShares
    versions : tuple of FileShares
        In the order of the pairs.
    alike : tuple of FileShares
        The original coded as each version is.
    """

    name: str
    labels: tuple[str, ...]
    edges: tuple[float, ...]
    original: FileShares
    versions: tuple[FileShares, ...]
    alike: tuple[FileShares, ...] = ()

    def between(self, step: ShareStep) -> str:
        """Say from which bin to which a step reaches."""
        last = min(len(self.labels), max(int(step.left) + 1, math.ceil(step.right))) - 1
        first = self.labels[int(step.left)]
        return first if last <= int(step.left) else f"{first} to {self.labels[last]}, inside unknown"


def own_detail(pairs: Sequence[Pair], name: str) -> OwnDetail:
    """Lay a variable of several masked files over the bins of the original itself, never recoded.

    Raises
    ------
    KeyError
        A pair has no such variable.
    """
    variables = [variable_of(pair, name) for pair in pairs]
    original = variables[0].original
    axis = _numbers(original) if original.level is Level.CONTINUOUS else _categories(variables[0])
    own = _by_bin(axis.places(original), len(axis.labels), len(original))
    alike = tuple(_version(axis, replace(v, masked=v.masked and v.recoded)) for v in variables)
    return OwnDetail(name, axis.labels, axis.edges, own, tuple(_version(axis, v) for v in variables), alike)


@dataclass(frozen=True, eq=False)
class _Axis:
    """The original's bins: of numbers their ``edges`` or single ``values``, else its categories with their places."""

    labels: tuple[str, ...]
    edges: tuple[float, ...] = ()
    values: Floats | None = None
    place: dict[str, int] | None = None

    def places(self, coded: Coded) -> NDArray[np.int64]:
        """Return (n,) each record's bin; -1 where blank, ``len(labels)`` where no bin holds its value."""
        if self.place is not None:
            of_code = np.array([*(self.place.get(c, len(self.labels)) for c in coded.categories), -1], dtype=np.int64)
            return np.asarray(of_code[coded.values.astype(np.int64)])
        numbers = coded.values.astype(np.float64)
        cuts = self.edges[1:-1] if self.values is None else (self.values[1:] + self.values[:-1]) / 2
        return np.where(np.isnan(numbers), -1, np.searchsorted(np.asarray(cuts), numbers, side="right"))

    def span(self, low: float, high: float, closed: Closed) -> tuple[float, float]:
        """Return between which places of the axis a band of numbers lies."""
        if self.values is not None:
            left = np.searchsorted(self.values, low, side="right" if closed is Closed.RIGHT else "left")
            return float(left), float(
                np.searchsorted(self.values, high, side="left" if closed is Closed.LEFT else "right")
            )
        end = high + (1.0 if closed is Closed.BOTH else 0.0)  # whole numbers: up to the next one
        left_place, right_place = np.interp([low, end], _finite(self.edges), np.arange(len(self.edges)))
        return float(left_place), float(right_place)


def _numbers(original: Coded) -> _Axis:
    numbers = original.values.astype(np.float64)
    known = numbers[~np.isnan(numbers)]
    if not len(known):
        return _Axis(("no value",), (-np.inf, np.inf))
    chosen = bins(known, known, "equal", HISTOGRAM_BINS)
    edges = () if chosen.edges is None else tuple(float(e) for e in chosen.edges)
    return _Axis(chosen.labels, edges, chosen.values)


def _categories(variable: PairedVariable) -> _Axis:
    """Return a place a category; of very many the rarest ones share the last place."""
    original, labels = variable.original, variable.original.categories
    counts = np.bincount(original.values[original.values >= 0].astype(np.int64), minlength=len(labels))
    kept = set(np.argsort(-counts, kind="stable")[:MOST_CATEGORIES].tolist())
    shown = [label for i, label in enumerate(labels) if i in kept]
    place = {label: i for i, label in enumerate(shown)}
    texts = [category_text(label, variable.value_labels) for label in shown]
    if len(labels) > len(shown):
        texts.append(f"other ({len(labels) - len(shown)} categories)")
        place |= {label: len(shown) for label in labels if label not in place}
    return _Axis(tuple(texts), place=place)


def _finite(edges: Sequence[float]) -> Floats:
    """Return edges with open ends closed at the width of a neighbour."""
    ends = np.array(edges, dtype=np.float64)
    inner = ends[np.isfinite(ends)]
    width = float(inner[1] - inner[0]) if len(inner) > 1 else 1.0
    first, last = (inner[0], inner[-1]) if len(inner) else (0.0, 0.0)
    return np.where(np.isposinf(ends), last + width, np.where(np.isneginf(ends), first - width, ends))


def _by_bin(places: NDArray[np.int64], size: int, n: int) -> FileShares:
    shares = np.bincount(places[places >= 0], minlength=size + 1) / max(n, 1)
    steps = tuple(ShareStep(float(i), i + 1.0, float(shares[i])) for i in range(size))
    return FileShares(steps, float(np.mean(places < 0)) if n else 0.0, float(shares[size]))


def _version(axis: _Axis, variable: PairedVariable) -> FileShares:
    masked, recode = variable.masked, variable.recode
    if masked is None:
        return FileShares(reason=REMOVED)
    if variable.problem or masked.level is not variable.recoded.level:
        return FileShares(reason=variable.problem or "its values are of another kind than the original's")
    if isinstance(recode, Cap) and masked.level is Level.CONTINUOUS:
        return _capped(axis, masked, recode)
    if recode is None or masked.level is Level.CONTINUOUS:
        return _by_bin(axis.places(masked), len(axis.labels), len(masked))
    spans = _spans(axis, variable)
    counts = np.bincount(masked.values[masked.values >= 0].astype(np.int64), minlength=len(masked.categories))
    shares = dict(zip(masked.categories, (counts / max(1, len(masked))).tolist(), strict=True))
    steps = [step for label, places in spans.items() for step in _pieces(places, shares.get(label, 0.0))]
    strange = sum(share for label, share in shares.items() if not spans.get(label))
    return FileShares(_in_bins(steps), float(np.mean(masked.is_missing())), strange)


def _spans(axis: _Axis, variable: PairedVariable) -> dict[str, list[tuple[float, float]]]:
    """Return where the records of each masked category lie: bands by their ends, others by what was merged."""
    recode, recoded = variable.recode, variable.recoded
    if isinstance(recode, Bands) and axis.place is None:
        ends = zip(band_labels(recode), recode.edges, strict=True)
        spans = {label: axis.span(low, high, recode.closed) for label, (low, high) in ends}
        return {label: [span] for label, span in spans.items() if span[1] > span[0]}
    places = axis.places(variable.original)
    known = (places >= 0) & (recoded.values >= 0)
    met = np.unique(np.column_stack([recoded.values[known].astype(np.int64), places[known]]), axis=0)
    merged: dict[str, list[tuple[float, float]]] = {}
    for code, place in met.tolist():
        pieces = merged.setdefault(recoded.categories[code], [])
        if pieces and pieces[-1][1] == place:
            pieces[-1] = pieces[-1][0], place + 1.0
        else:
            pieces.append((float(place), place + 1.0))
    return merged


def _pieces(places: Sequence[tuple[float, float]], share: float) -> list[ShareStep]:
    """Return the steps of one masked category, which lies evenly over what was merged into it."""
    width = sum(right - left for left, right in places)
    known = width <= 1.0 + 1e-9
    return [ShareStep(left, right, share * (right - left) / width, known) for left, right in places]


def _in_bins(steps: Sequence[ShareStep]) -> tuple[ShareStep, ...]:
    """Return steps with bands narrower than a bin counted in it: a bin shows no more detail than the original has."""
    narrow: dict[int, float] = {}
    for step in steps:
        if step.right - step.left < 1.0 - 1e-9:
            place = int((step.left + step.right) / 2)
            narrow[place] = narrow.get(place, 0.0) + step.share
    wide = [s for s in steps if s.right - s.left >= 1.0 - 1e-9]
    return (*wide, *(ShareStep(float(place), place + 1.0, share) for place, share in sorted(narrow.items())))


def _capped(axis: _Axis, masked: Coded, cap: Cap) -> FileShares:
    """Return numbers with what is capped as one wide step from the limit to the end of the axis."""
    numbers, steps = masked.values.astype(np.float64), []
    inside = np.full(len(numbers), fill_value=True)
    for limit, written, above in ((cap.above, cap.above_value, True), (cap.below, cap.below_value, False)):
        if limit is not None:
            value = limit if written is None else written
            at_cap = numbers >= value if above else numbers <= value
            ends = (limit, np.inf) if above else (-np.inf, limit)
            left, right = axis.span(*ends, Closed.LEFT if above else Closed.RIGHT)
            if right > left:
                steps.append(ShareStep(left, right, float(np.mean(at_cap)), right - left <= 1.0))
                inside &= ~at_cap
    kept = np.where(inside, axis.places(masked), -2)
    shares = np.bincount(kept[kept >= 0], minlength=len(axis.labels)) / max(1, len(numbers))
    steps += [ShareStep(float(i), i + 1.0, float(share)) for i, share in enumerate(shares) if share]
    return FileShares(_in_bins(steps), float(np.mean(np.isnan(numbers))))


def _cut(step: ShareStep, bands: Sequence[ShareStep]) -> bool:
    """Whether a band of the reference reaches into a step without lying inside it."""
    return any(
        band.left < step.right and band.right > step.left and not (band.left >= step.left and band.right <= step.right)
        for band in bands
    )
