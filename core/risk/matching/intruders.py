"""Intruders of one key set: what each finds in a masked file, and how far its claims about a person may be trusted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.data import Coded, Level, PairedVariable, Release
from core.measures import Basis
from core.risk.matching.population_chance import PopulationChance, original_as_published, people_of, population_chance
from core.risk.pairs import PairedKeys
from core.risk.treatments import Treatment, is_numeric
from core.risk.validity import TRUE_SHARE, not_valid_file
from core.statistics.arrays import Floats, Integers
from core.statistics.matching import (
    Claims,
    KeyColumn,
    TargetCells,
    exact_claims,
    expected_matches,
    nearest_claims,
    order_by_reliability,
    posterior_risks,
    right_claim_risks,
    shared_risks,
    target_cells,
)
from core.statistics.reproducible import above, below


@dataclass(frozen=True, eq=False)
class Intruder:
    """One intruder, who looks at some of the keys.

    Parameters
    ----------
    nearest : bool
        Takes the nearest records; else those that are equal.
    keys : tuple of str
    claims : Claims
    place : int64 array (k,)
        The combination of these keys that each combination of all keys is.
    factor : float64 array or None
        The chance that a person of the combination is the one of the population.
    """

    nearest: bool
    keys: tuple[str, ...]
    claims: Claims
    place: Integers
    factor: Floats | None

    @cached_property
    def risk(self) -> float:
        """The expected match risk of the file against this intruder."""
        return expected_matches(self.claims, self.factor)


@dataclass(frozen=True, eq=False)
class MatchedKeys(PairedKeys):
    """One key set of both files as intruders match them."""

    @cached_property
    def linked(self) -> bool:
        """Whether some masked record has a known original."""
        return self.links is not None and bool((self.links >= 0).any())

    @cached_property
    def published(self) -> Release:
        """The people of the original at the detail of the masked file."""
        return original_as_published(self)

    @property
    def strangers(self) -> int:
        """Masked records without a known original."""
        return 0 if self.pair.links is None else int((self.pair.links < 0).sum())

    @cached_property
    def links(self) -> Integers | None:
        """Which of these people each masked record comes from (m,), -1: none; None: records are not linked."""
        links, people = self.pair.links, people_of(self)
        if links is None or people is None:
            return links
        place = np.full(self.pair.original.n_records + 1, -1, dtype=np.int64)
        place[people] = np.arange(len(people))
        return place[links]

    @cached_property
    def ordered(self) -> list[PairedVariable]:
        """The keys by name, so that their order in the codebook changes nothing."""
        return sorted(self.keys, key=lambda v: v.name)

    @cached_property
    def _columns(self) -> list[KeyColumn]:
        return [_column(v, self.published.columns[v.name]) for v in self.ordered]

    @cached_property
    def _counted(self) -> tuple[TargetCells, Integers]:
        return target_cells(self._columns, self.links)

    @property
    def cells(self) -> TargetCells:
        """The combinations of key values of both files."""
        return self._counted[0]

    @property
    def cell_of(self) -> Integers:
        """The combination of each record of the original (n,)."""
        return self._counted[1]

    @cached_property
    def false_values(self) -> bool:
        """Whether key values may be false: seen in linked records, else as declared or as combinations tell."""
        if self.linked:
            ours, theirs = (self.cells.linked[:, side] for side in (0, 1))
            own, masked = self.cells.original[ours], self.cells.masked[theirs]
            return bool(((own != masked) & (masked >= 0)).any())
        untrue = self.treatment in (Treatment.PERTURBED, Treatment.SYNTHETIC)
        return untrue or self._new_to_all or bool(not_valid_file(Basis.FREQUENCIES, self.pair.masked, self.name))

    @property
    def _new_to_all(self) -> bool:
        """Whether more masked records than strangers explain have a combination that nobody in the original has.

        Sums over combinations count every record without a blank once: those of the original differ.
        """
        fitting, records = int(exact_claims(self.cells).fitting.sum()), int(self.cells.records.sum())
        return not self.blanks and bool(below(fitting, TRUE_SHARE * records))

    @cached_property
    def new_values(self) -> tuple[str, str] | None:
        """A key with a category of linked records that nobody in the original has; None where there is none.

        No masking draws a false value that nobody has: such a category covers several, and a reader knows which.
        Numbers may be new.
        """
        linked = np.zeros(len(self.cells.masked), dtype=bool)
        linked[self.cells.linked[:, 1]] = True
        theirs = self.cells.masked[linked]
        for place, variable in enumerate(self.ordered):
            assert variable.masked is not None
            new = np.setdiff1d(theirs[:, place], np.append(self.cells.original[:, place], -1))
            named = () if is_numeric(variable) else [variable.masked.categories[code] for code in new]
            if variable.masked.level is Level.ORDINAL:
                named = [name for name in named if not _is_number(name)]
            if named:
                return variable.name, named[0]
        return None

    @cached_property
    def blanks(self) -> bool:
        """Whether a masked record lacks a key that its target may have."""
        return bool((self.cells.masked < 0).any())

    @cached_property
    def full_size(self) -> bool:
        """Whether every person of the original has a record of their own, as far as is known.

        Not so in a larger file: who knows that it holds copies is not misled by them.
        """
        if self.linked:
            return self.cells.full_size
        return self.pair.masked.n_records == self.pair.original.n_records

    @cached_property
    def population(self) -> PopulationChance:
        """The people of the population by combination."""
        return population_chance(self.published, self.parameters, self.cell_of, len(self.cells.targets))

    @cached_property
    def whole(self) -> tuple[Intruder, ...]:
        """The exact and the nearest intruder on all keys."""
        return tuple(self._on(tuple(range(len(self._columns)))))

    @cached_property
    def every(self) -> tuple[Intruder, ...]:
        """All intruders: where key values may be false also those who look at the most reliable keys alone.

        False keys must not hide true ones: both intruders are tried on the first 1, 2 ... keys.
        """
        if not (self.linked and self.false_values):
            return self.whole
        assert self.links is not None
        order = order_by_reliability(self._columns, [v.name for v in self.ordered], self.links)
        first = (intruder for n in range(1, len(order)) for intruder in self._on(tuple(order[:n])))
        return (*self.whole, *first)

    def _on(self, chosen: tuple[int, ...]) -> Iterator[Intruder]:
        whole = len(chosen) == len(self._columns)
        cells, place = (self.cells, np.arange(len(self.cells.targets))) if whole else self.cells.of_keys(chosen)
        factor = self.population.factor(place, cells.targets)
        exact = exact_claims(cells)
        # where all values are true and known, a person's own record is equal, and so is every nearest one
        equal_alone = self.linked and not (self.false_values or self.blanks)
        for nearest, claims in ((False, exact), (True, exact if equal_alone else nearest_claims(cells))):
            yield Intruder(nearest, tuple(self.ordered[key].name for key in sorted(chosen)), claims, place, factor)

    @cached_property
    def strongest(self) -> Intruder:
        """The intruder against whom the file's risk is largest; of equals the first: exact, on all keys."""
        best = self.every[0]
        for intruder in self.every[1:]:
            if above(intruder.risk, best.risk):
                best = intruder
        return best

    @cached_property
    def individual(self) -> tuple[Floats, Floats] | None:
        """The risk r of the people of each combination (k,), and with the chance in the population.

        None where values may be false and no link tells how often a claim is right.
        """
        if self.false_values and not self.linked:
            return None
        if self.false_values:
            each = [_spread(intruder) for intruder in self.every]
        else:
            each = [_with_factor(self._of_true_values(), self.whole[0].factor)]
        if self.likely is not None:
            each.append(_with_factor(self.likely, self.whole[0].factor))
        return np.max([r for r, _ in each], axis=0), np.max([weighed for _, weighed in each], axis=0)

    @cached_property
    def likely(self) -> Floats | None:
        """The chance of the people of each combination (k,) that their likeliest record is theirs.

        None where all values are true, which tell it themselves, or where there are too many combinations.
        """
        if not (self.false_values or self.blanks):
            return None
        return posterior_risks(self.cells, false_values=self.false_values)

    def _of_true_values(self) -> Floats:
        fitting = self.whole[0].claims.fitting
        if self.full_size:
            return np.asarray(np.divide(1.0, fitting, out=np.zeros(len(fitting)), where=fitting > 0))
        return shared_risks(self.cells, fitting)


def _is_number(category: str) -> bool:
    return category.removeprefix("-").replace(".", "", 1).isdigit()


def _spread(intruder: Intruder) -> tuple[Floats, Floats]:
    """Return r for each combination of all keys, as it is and in the population."""
    r, weighed = _with_factor(right_claim_risks(intruder.claims), intruder.factor)
    return r[intruder.place], weighed[intruder.place]


def _with_factor(r: Floats, factor: Floats | None) -> tuple[Floats, Floats]:
    return r, r if factor is None else r * factor


def _column(variable: PairedVariable, published: Coded) -> KeyColumn:
    """Return a key as it is compared: numbers and ranks are subtracted, other values equal or not."""
    masked = variable.masked
    assert masked is not None
    ours, theirs = np.asarray(published.values), np.asarray(masked.values)
    if is_numeric(variable):
        return KeyColumn.of_numbers(ours.astype(np.float64), theirs.astype(np.float64))
    codes = ours.astype(np.int32), theirs.astype(np.int32)
    if masked.level is Level.ORDINAL:
        return KeyColumn.of_ranks(codes[0], codes[1], len(masked.categories))
    return KeyColumn(codes[0], codes[1])
