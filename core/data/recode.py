"""Recodes: which original values a masked value stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from core.data.written_forms import OpenEnd, WrittenAs
from core.errors import CodebookError


class Closed(StrEnum):
    """Which ends of a band belong to it."""

    BOTH = "both"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True)
class Bands:
    """A continuous variable grouped into bands.

    Parameters
    ----------
    edges : tuple of (float, float)
        Lower and upper end of each band, ascending, not overlapping; infinite where open.
    labels : tuple of str
        The masked category of each band; empty: generated from the edges.
    closed : Closed
        Which ends belong to a band; ``BOTH`` is for whole numbers.

    Raises
    ------
    CodebookError
        No band; bands that overlap or have their ends the wrong way round; more or fewer labels than bands.
    """

    edges: tuple[tuple[OpenEnd, OpenEnd], ...]
    labels: tuple[str, ...] = ()
    closed: Closed = Closed.BOTH

    def __post_init__(self) -> None:
        if not self.edges:
            raise CodebookError("a recode into bands needs at least one band")
        if self.labels and len(self.labels) != len(self.edges):
            raise CodebookError(f"{len(self.edges)} bands but {len(self.labels)} band labels")
        for lower, upper in self.edges:
            if not lower <= upper:
                raise CodebookError(f"band [{lower}, {upper}] has its ends the wrong way round")
        for (_, upper), (lower, _) in zip(self.edges, self.edges[1:], strict=False):
            touching = lower == upper and self.closed is not Closed.BOTH
            if lower < upper or (lower == upper and not touching):
                raise CodebookError(f"bands overlap at {lower}; give each value one band")


@dataclass(frozen=True)
class CategoryMap:
    """Categories merged: masked category -> the original categories that it stands for.

    Raises
    ------
    CodebookError
        An original category in two groups.
    """

    groups: Mapping[str, tuple[str, ...]]

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for masked, originals in self.groups.items():
            twice = seen.intersection(originals)
            if twice:
                raise CodebookError(f"category {sorted(twice)[0]!r} is mapped twice (again under {masked!r})")
            seen.update(originals)

    def masked_category(self) -> dict[str, str]:
        """Return original category -> masked category."""
        return {original: masked for masked, originals in self.groups.items() for original in originals}


@dataclass(frozen=True)
class Cap:
    """Top- and bottom-coding: values beyond a limit are written as one value.

    Parameters
    ----------
    above, below : float or None
        Values greater than ``above`` (smaller than ``below``) are capped.
    above_value, below_value : float or None
        What the masked file writes for them; None: the limit itself.

    Raises
    ------
    CodebookError
        Neither limit, or ``below`` not smaller than ``above``.
    """

    above: OpenEnd | None = None
    below: OpenEnd | None = None
    above_value: OpenEnd | None = None
    below_value: OpenEnd | None = None

    def __post_init__(self) -> None:
        if self.above is None and self.below is None:
            raise CodebookError("a cap needs 'above', 'below' or both")
        if self.above is not None and self.below is not None and self.below >= self.above:
            raise CodebookError(f"cap: below ({self.below}) must be smaller than above ({self.above})")


Recode = Bands | CategoryMap | Cap


@dataclass(frozen=True)
class RecodeTable:
    """A recode as it is written: one of bands, map or cap."""

    bands: tuple[tuple[OpenEnd, OpenEnd], ...] | None = None
    labels: tuple[str, ...] | None = None
    closed: Closed | None = None
    map: Mapping[str, tuple[str, ...]] | None = None
    cap: Cap | None = None

    def recode(self) -> Recode:
        """Return the recode; CodebookError where it is none, or several."""
        if sum(way is not None for way in (self.bands, self.map, self.cap)) != 1:
            raise CodebookError("give exactly one of bands, map or cap")
        if self.bands is not None:
            return Bands(self.bands, self.labels or (), self.closed or Closed.BOTH)
        if self.labels is not None or self.closed is not None:
            raise CodebookError("'labels' and 'closed' are for bands")
        return self.cap or CategoryMap(self.map or {})


RecodeEntry = Annotated[Recode, WrittenAs(RecodeTable, RecodeTable.recode)]
"""A recode in the codebook."""
