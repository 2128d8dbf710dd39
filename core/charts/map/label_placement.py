"""Where direct labels go: a greedy rule that keeps them off each other and off lines at several widths of the chart.

The page decides how wide a chart becomes, so a place costs what it would at the worst of the widths given.
Eight places at the marker come first; farther ones are joined to their point by a thin leader (``label_places``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np
from numpy.typing import NDArray

from core.charts.map.label_geometry import Boxes, Segments, crossing, overlaps, runs_through
from core.charts.map.label_places import CROSSED, Label, LabelPlace, boxes_of, candidates, segments_of

ROUNDS = 3
"""How often every label may look for a better place once all others have theirs."""

STRUCK_OUT = 8.0
"""A line through a text; more than the farthest place costs, so that it is the last resort."""

ON_TEXT = 100.0
"""A text on another one: never, except while labels make way for each other."""

CROSSED_LINE = 0.4
WORST = 14.0
"""A label that would cost more is left out: it would rather mislead."""


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What the chart holds at one width.

    Parameters
    ----------
    bounds : (float, float, float, float)
        Left, top, right, bottom that labels must keep within.
    solid : float array (m, 4)
        Boxes that no label may cover (markers).
    lines : float array (l, 4)
        Boxes that a label should rather not cover (interval bars, frontier, limit).
    slanted : float array (s, 4)
        Lines of any direction that a label should rather not cover (leaders).
    """

    bounds: tuple[float, float, float, float]
    solid: Boxes
    lines: Boxes
    slanted: Segments = field(default_factory=lambda: np.zeros((0, 4)))


def place_labels(labels: Sequence[Label], surroundings: Sequence[Surroundings]) -> tuple[LabelPlace | None, ...]:
    """Give every label a place, the first ones first; then let each improve on it while the others stay.

    Parameters
    ----------
    labels : sequence of Label
        The most important first; each with one point per entry of ``surroundings``.
    surroundings : sequence of Surroundings
        One a width.

    Returns
    -------
    tuple of LabelPlace or None
        None where no place is free at every width.
    """
    options = [_options(label, surroundings) for label in labels]
    neighbours = _Neighbours(options)
    best: tuple[float, list[int]] | None = None
    for order, crowded in product(_orders(labels, options), (False, True)):
        settled = _settled(neighbours, order, crowded=crowded)
        total = _total(labels, options, settled)
        if best is None or total < best[0] - 1e-9:
            best = total, settled
    final = _with_lost_ones(labels, options, neighbours, best[1]) if best else []
    return tuple(None if k < 0 else option.places[k] for option, k in zip(options, final, strict=True))


def _orders(labels: Sequence[Label], options: Sequence[_Options]) -> list[list[int]]:
    """Return the orders in which labels may choose: as given, fewest free places first, from each side."""
    given = list(range(len(labels)))
    spots = [label.points[0] for label in labels]
    sweeps = [sorted(given, key=lambda i: sign * spots[i][k]) for k in (0, 1) for sign in (1, -1)]
    scarce = sorted(given, key=lambda i: int(np.sum(options[i].costs < STRUCK_OUT)))
    return [given, scarce, *(sorted(side, key=lambda i: -labels[i].importance) for side in sweeps), *sweeps]


def _total(labels: Sequence[Label], options: Sequence[_Options], settled: Sequence[int]) -> float:
    lost = sum(WORST * label.importance for label, k in zip(labels, settled, strict=True) if k < 0)
    return lost + sum(float(option.costs[k]) for option, k in zip(options, settled, strict=True) if k >= 0)


def _settled(neighbours: _Neighbours, order: Sequence[int], *, crowded: bool) -> list[int]:
    """Return which of its places each label has in the end; -1: none.

    Where they start ``crowded`` all labels stand at first, on each other if need be, and make way by turns:
    so one that came early leaves room for one that has few places.
    """
    places = [-1] * len(order)
    for _ in range(ROUNDS if crowded else 0):
        for i in order:
            places[i] = neighbours.best(i, places, most=np.inf)
    for _ in range(ROUNDS):
        for i in reversed(order) if crowded else order:
            places[i] = neighbours.best(i, places)
    return places


def _with_lost_ones(
    labels: Sequence[Label], options: Sequence[_Options], neighbours: _Neighbours, settled: list[int]
) -> list[int]:
    """Give a label that was left out a place that others hold, where those find places elsewhere."""
    for i in [i for i, k in enumerate(settled) if k < 0]:
        for k in np.argsort(options[i].costs, kind="stable"):
            rearranged = neighbours.moved(i, int(k), settled)
            if _total(labels, options, rearranged) < _total(labels, options, settled) - 1e-9:
                settled = rearranged
                break
    return settled


@dataclass(frozen=True, eq=False)
class _Options:
    """All places of one label that keep clear of the markers, and their cost before other labels come in."""

    places: list[LabelPlace]
    costs: NDArray[np.float64]
    boxes: Boxes
    leaders: Segments


def _options(label: Label, surroundings: Sequence[Surroundings]) -> _Options:
    places = candidates(label)
    costs = np.array([place.cost for place in places])
    widths = range(len(surroundings))
    boxes = np.stack([boxes_of(places, label, w) for w in widths])
    leaders = np.stack([segments_of(places, label, w) for w in widths])
    costs += np.max([_crossed(*drawn) for drawn in zip(boxes, leaders, surroundings, strict=True)], axis=0)
    affordable = np.flatnonzero(costs <= WORST)
    return _Options([places[k] for k in affordable], costs[affordable], boxes[:, affordable], leaders[:, affordable])


def _crossed(boxes: Boxes, leaders: Segments, around: Surroundings) -> NDArray[np.float64]:
    """Return what the places of a label cost at one width for the marks and lines that they meet there."""
    struck = overlaps(boxes, around.lines).sum(axis=1) + runs_through(around.slanted, boxes).sum(axis=0)
    costs: NDArray[np.float64] = STRUCK_OUT * struck
    costs += CROSSED_LINE * runs_through(leaders, around.lines).sum(axis=1)
    costs += CROSSED * runs_through(leaders, around.solid).sum(axis=1)
    costs[~_within(boxes, around.bounds) | overlaps(boxes, around.solid).any(axis=1)] = np.inf
    return costs


class _Neighbours:
    """What each place of a label costs beside a place of another one; found once, asked for often."""

    def __init__(self, options: Sequence[_Options]) -> None:
        self._options = options
        self._found: dict[tuple[int, int, int], NDArray[np.float64]] = {}

    def best(self, i: int, settled: Sequence[int], most: float = WORST) -> int:
        """Return the best place of label ``i`` while the others stay; -1: none costs ``most`` or less."""
        costs = self._options[i].costs.copy()
        if not len(costs):
            return -1
        for j, k in enumerate(settled):
            if k >= 0 and j != i:
                costs += self._costs(i, j, k)
        best = int(np.argmin(costs))
        return best if costs[best] <= most else -1

    def moved(self, i: int, k: int, settled: Sequence[int]) -> list[int]:
        """Return the places once label ``i`` has its place ``k``: those in its way look for others."""
        places = list(settled)
        places[i] = k
        away = [j for j, at in enumerate(places) if at >= 0 and j != i and self._costs(i, j, at)[k] >= STRUCK_OUT]
        for j in away:
            places[j] = -1
        for j in (*away, *(j for j, at in enumerate(places) if at < 0)):
            places[j] = self.best(j, places)
        return places

    def _costs(self, i: int, j: int, k: int) -> NDArray[np.float64]:
        if (i, j, k) not in self._found:
            mine, other = self._options[i], self._options[j]
            drawn = slice(k, k + 1 if other.places[k].leader else k)
            self._found[i, j, k] = _beside(
                mine.boxes, mine.leaders, other.boxes[:, k : k + 1], other.leaders[:, drawn]
            ).max(axis=0)
        return self._found[i, j, k]


def _beside(boxes: Boxes, leaders: Segments, text: Boxes, drawn: Segments) -> NDArray[np.float64]:
    """Return (w, c): what the places of a label cost at each width beside another label's text and leader."""
    under = runs_through(leaders, text).any(axis=-1) | runs_through(drawn, boxes).any(axis=-2)
    costs = ON_TEXT * overlaps(boxes, text).any(axis=-1) + STRUCK_OUT * under
    return np.asarray(costs + CROSSED * crossing(leaders, drawn).sum(axis=-1))


def _within(boxes: Boxes, bounds: tuple[float, float, float, float]) -> NDArray[np.bool_]:
    left, top, right, bottom = bounds
    inside = (boxes[:, 0] >= left) & (boxes[:, 1] >= top) & (boxes[:, 2] <= right) & (boxes[:, 3] <= bottom)
    return np.asarray(inside)
