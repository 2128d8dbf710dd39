"""How the points of the map look: colour for the verdict alone, shape for the file, and size."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.charts.theme import SHAPES, Palette
from core.decision import Decision, FileVerdict, Standing
from core.views import MapPoint
from core.wording import and_more

SIZE, SIZE_CHOSEN = 12, 17
"""Of a point's marker, and of the chosen one's, in pixels."""

SIZE_FOLDED = 6
"""Of a set in the cloud of its scenario."""

SIZE_NUMBERED = 18
"""Of a marker with a number in it."""

FINE = 11
"""Pixels of the small print; ``FINE_LINE``: height of a line of it."""

FINE_LINE = 1.35 * FINE

REFERENCE_SHAPES = {
    "original": "triangle-up",
    "no release": "square",
    "control": "hourglass",
    "sets": "circle-cross-open",
}

REFERENCE_SYMBOLS = {"original": "▲", "no release": "■"}
SYMBOLS = {Standing.GO: "●", Standing.NOT_KNOWN: "○", Standing.NO: "⊘"}
"""By verdict: how its marker looks next to its word."""

NUMBERED_SHAPES = {Standing.GO: "circle", Standing.NOT_KNOWN: "diamond", Standing.NO: "square", None: "circle"}
NUMBERED_SYMBOLS = {Standing.GO: "●", Standing.NOT_KNOWN: "◇", Standing.NO: "□"}
"""By verdict: the shape around a file's number, and how it looks next to its word."""
MOST_REASONS = 3

MAP_SHAPES = (*SHAPES, "hexagon2", "diamond-wide", "star-triangle-up", "star-square")
"""As many as files are named: colour does not tell them apart."""


@dataclass(frozen=True)
class MapStyle:
    """How the points look.

    Parameters
    ----------
    colours : Palette
    order : tuple of str
        All scenarios of the comparison: shape and number go by this order, whatever the axes.
    chosen : str or None
    decision : Decision or None
        The verdict on each file; None: all are grey.
    numbered : frozenset of str
        Files that bear their number, as in the table of versions; their shape is the verdict's then.
    stacks : mapping of str to int
        How many files the marker of one represents, itself included; where it is missing, for itself alone.
    """

    colours: Palette
    order: tuple[str, ...]
    chosen: str | None
    decision: Decision | None = None
    numbered: frozenset[str] = frozenset()
    stacks: Mapping[str, int] = field(default_factory=dict)

    def verdict(self, point: MapPoint) -> FileVerdict | None:
        """Return what is said of a point's file; None where nothing is."""
        files = self.decision.files if self.decision and point.kind == "scenario" else ()
        return next((file for file in files if file.scenario == point.name), None)

    def standing(self, point: MapPoint) -> Standing | None:
        """Return whether a point's file can go out; None where nothing is said of it."""
        verdict = self.verdict(point)
        return None if verdict is None else verdict.standing

    def of_standing(self, standing: Standing | None) -> str:
        """Return the colour of a verdict."""
        if standing is None:
            return self.colours.muted
        return {
            Standing.GO: self.colours.go,
            Standing.NOT_KNOWN: self.colours.cannot_tell,
            Standing.NO: self.colours.stopped,
        }[standing]

    def colour(self, point: MapPoint) -> str:
        """Return a point's colour: that of its verdict."""
        return self.colours.reference if point.kind != "scenario" else self.of_standing(self.standing(point))

    def shape(self, point: MapPoint) -> str:
        """Return a point's marker shape; hollow where its verdict is not known, or its risk a bound."""
        if point.kind != "scenario":
            return REFERENCE_SHAPES[point.kind]
        standing = self.standing(point)
        if point.name in self.numbered and not point.folded:
            return NUMBERED_SHAPES[standing]
        shape = "circle" if point.folded else MAP_SHAPES[self.order.index(point.name) % len(MAP_SHAPES)]
        unknown = standing is Standing.NOT_KNOWN or (standing is None and bool(point.validity))
        hollow = unknown or point.at_most
        return shape + ("-open" if hollow else "")

    def fill(self, point: MapPoint) -> str:
        """Return what fills a point's marker: with a number in it the page's colour, but where the file can go out."""
        plain = self.number(point) and self.standing(point) is not Standing.GO
        return self.colours.background if plain else self.colour(point)

    def number(self, point: MapPoint) -> str:
        """Return what is written in a marker where files are numbered: the file's number, or how many it represents."""
        if point.name not in self.numbered or point.kind != "scenario" or point.folded:
            return ""
        many = self.stacks.get(point.name, 1)
        return f"×{many}" if many > 1 else str(self.order.index(point.name) + 1)

    def is_chosen(self, point: MapPoint) -> bool:
        """Whether a point is the chosen scenario."""
        return point.kind == "scenario" and point.name == self.chosen

    def is_quiet(self, point: MapPoint) -> bool:
        """Whether a point's name steps back: a dominated scenario that was not chosen and cannot go out."""
        quiet = point.kind == "scenario" and not point.pareto and not self.is_chosen(point)
        return quiet and self.standing(point) is not Standing.GO

    def size(self, point: MapPoint) -> int:
        """Return a point's marker size in pixels."""
        if point.folded:
            return SIZE_FOLDED + 4 * self.is_chosen(point)
        if point.name in self.numbered and point.kind == "scenario":
            return SIZE_NUMBERED + 4 * self.is_chosen(point)
        return SIZE_CHOSEN if self.is_chosen(point) else SIZE

    def reasons(self, point: MapPoint) -> list[str]:
        """Return the verdict on a point's file in words, with what speaks against it; empty where nothing is said."""
        verdict = self.verdict(point)
        if verdict is None:
            return list(point.validity)
        said = [guard.sentence for guard in verdict.distinct_guards]
        lines = [f"{verdict.standing.heading}{':' if said else ''}", *said[:MOST_REASONS]]
        return [*lines, *filter(None, [and_more(len(said) - MOST_REASONS).strip()])]
