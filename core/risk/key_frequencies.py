"""Key frequencies and individual risks of every key set, computed once for all risk measures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import KeySet, Release
from core.measures import Basis, Result, Skipped, Subject
from core.risk.families import REIDENTIFICATION, risk_measure
from core.risk.key_cells.cells import SENT_CELLS, KeyCells
from core.risk.key_cells.coding import KeyCoding, key_coding
from core.risk.key_sets import Detail, KeysDetail, continuous_flags, outcomes
from core.risk.parameters import MissingRule, RiskParameters
from core.risk.population_counts.lookup import KnownPopulation, UnusedCounts, UsedCounts, known_population
from core.risk.validity import found_detail, found_flags
from core.risk.weights import SetWeight, set_weight
from core.statistics.disclosure import approximate_risk, individual_risk
from core.statistics.reproducible import below
from core.statistics.tables import FilledCells, Frequencies, alike, merged_cells, n_filled_cells
from core.tables import Blockwise
from core.wording import counted


class MissingKeysDetail(TypedDict):
    """How missing keys were read; ``n_missing_keys`` counts the records that lack one."""

    missing: NotRequired[str]
    n_missing_keys: NotRequired[int]


class AsCategory(TypedDict):
    """The figure, or the count behind it, with missing keys as a category of their own, where that is another one."""

    value_missing_as_category: NotRequired[float]
    count_missing_as_category: NotRequired[int]


class KeySetDetail(KeysDetail, MissingKeysDetail, AsCategory):
    """What every measure of one key set of one file says of it, also where it has no value."""

    keys_absent: list[str]
    n_records: int
    population_counts: NotRequired[UsedCounts | UnusedCounts]


@dataclass(frozen=True, eq=False)
class KeySetFrequencies:
    """What one intruder meets in one file: figures of each combination of key values, not of each record.

    Parameters
    ----------
    name : str
        The key set's name.
    file : Release
    parameters : RiskParameters
    keys, absent : tuple of str
        Its variables that the file has, and those that it has not.
    missing : "wildcard", "category" or "drop"
        How missing keys were read.
    cells : KeyCells
        The combinations of keys that were used, and how many records have each.
    n_missing : int
        Records of the file that lack at least one key.
    cell_frequencies : Frequencies
        f and F of each combination; no F where no weight was used.
    cell_risks : float64 array (m,) or None
        Individual risk of the records of each combination, in (0, 1]; None where ``weight`` has a problem, or some
        records stand for nobody: those of the others are ``of_people``.
    weight : SetWeight
        The weight, and why that one, or why none.
    as_category : KeySetFrequencies or None
        The same with missing as a category, where ``missing`` is "wildcard" and keys are missing.
    flags : tuple of str
        What a reader of the figures should know.
    known : KnownPopulation or None
        The combinations looked up in population counts; None: there are none for this key set.
    represented : KeySetFrequencies or None
        The same without records of weight 0; None where there are none, or no weight is used.
    """

    name: str
    file: Release
    parameters: RiskParameters
    keys: tuple[str, ...]
    absent: tuple[str, ...]
    missing: MissingRule
    cells: KeyCells
    n_missing: int
    cell_frequencies: Frequencies
    cell_risks: NDArray[np.float64] | None
    weight: SetWeight
    as_category: KeySetFrequencies | None = None
    flags: tuple[str, ...] = ()
    known: KnownPopulation | None = None
    represented: KeySetFrequencies | None = None

    @property
    def of_people(self) -> KeySetFrequencies:
        """What individual risks are computed of: without records of weight 0, which stand for nobody."""
        return self if self.represented is None else self.represented

    @property
    def why_none(self) -> str:
        """Why no record is left; empty where one is."""
        return "" if self.n_used else no_records(self.n_missing)

    @property
    def n_used(self) -> int:
        """The number of used records."""
        return self.cells.n_records

    @property
    def partition_rule(self) -> MissingRule:
        """The rule of measures that sort records into groups, in which a missing key can agree with one value alone."""
        return "category" if self.missing == "wildcard" else self.missing

    def described(self) -> KeySetDetail:
        """Return what is in the detail of every measure of this key set."""
        described: KeySetDetail = {
            "keys": list(self.keys),
            "keys_absent": list(self.absent),
            "missing": self.missing,
            "n_records": self.n_used,
            "n_missing_keys": self.n_missing,
        }
        if self.known is not None:
            described["population_counts"] = self.known.described()
        described.update(found_detail(self.file, self.name))  # type: ignore[typeddict-item]
        return described

    def result(self, value: float, detail: Detail, flags: tuple[str, ...] | None = None) -> Result[Detail]:
        """Return the value of a measure of this key set; ``outcomes`` says which measure."""
        return Result("", (self.name,), value, self.n_used, detail=detail, flags=flags)

    def skipped(self, reason: str) -> Skipped[KeySetDetail]:
        """Return that a measure of this key set has no value, and why."""
        return Skipped("", (self.name,), reason, self.described(), flags=self.flags)


def _look(release: Release, _: RiskParameters) -> tuple[KeyCoding, ...]:
    return tuple(key_coding(release.columns, release.present(keyset.variables)) for keyset in release.keysets)


def _key_sets(known: tuple[KeyCoding, ...]) -> tuple[int, ...]:
    return tuple(range(len(known)))


def _count(block: Release, known: tuple[KeyCoding, ...], keyset: int) -> FilledCells:
    return known[keyset].counted(block)


def _small(known: tuple[KeyCoding, ...]) -> bool:
    return sum(coding.numbers.n_possible for coding in known) <= SENT_CELLS


def _finish(
    release: Release, parameters: RiskParameters, known: tuple[KeyCoding, ...], tables: Iterator[FilledCells]
) -> tuple[KeySetFrequencies, ...]:
    return tuple(
        _of_cells(keyset, parameters, KeyCells(release, coding, table))
        for keyset, coding, table in zip(release.keysets, known, tables, strict=True)
    )


prepare = Blockwise(
    look=_look, parts=_key_sets, partial=_count, merge=merged_cells, finish=_finish, small=_small, size=n_filled_cells
)
"""Count f and F and compute the individual risks of every key set of a file, in the order of the key sets.

Keys that the file lacks are left out: the intruder has the others; with none left all records are alike. Of a
continuous key every distinct value is a category. Combinations are counted in blocks; where records are weighted, F is
summed over the records in their order when all are counted.
"""


release_measure = risk_measure.sharing(
    subject=Subject.RELEASE, prepare=prepare, basis=Basis.FREQUENCIES, group=REIDENTIFICATION
)
frequency_measure = release_measure.over(outcomes)
"""Of a function that returns the outcome of one key set."""


def no_records(n_dropped: int) -> str:
    """Return why no record is left, given how many were left out."""
    return "every record lacks a key variable" if n_dropped else "the file has no records"


def _of_cells(keyset: KeySet, parameters: RiskParameters, every: KeyCells) -> KeySetFrequencies:
    release, rule, keys = every.release, parameters.missing, every.coding.keys
    lacking = every.lacking()
    cells = every.without(lacking) if rule == "drop" else every
    n_missing = every.records(lacking)
    weight = set_weight(release, keyset, cells.rows(), parameters.sampling_fraction)
    wildcard = rule == "wildcard" and n_missing > 0
    key_counts = _frequencies(cells, weight, wildcard=wildcard)
    known = known_population(cells, keyset.name, rule) if cells.n_records else None
    if known is not None and known.complete:
        key_counts, weight = replace(key_counts, population=known.at_least), _of_counts(known)
    of_people = None
    if weight.of_nobody and every.left_out is None:
        of_people = every.without_records(release.weights[str(weight.name)] == 0)
    return KeySetFrequencies(
        name=keyset.name,
        file=release,
        parameters=parameters,
        keys=keys,
        absent=tuple(name for name in keyset.variables if name not in release.columns),
        missing=rule,
        cells=cells,
        n_missing=n_missing,
        cell_frequencies=key_counts,
        cell_risks=None if weight.problem or of_people is not None else _risks(key_counts, parameters, known),
        weight=weight,
        as_category=_of_cells(keyset, replace(parameters, missing="category"), every) if wildcard else None,
        flags=_flags(release, keyset, keys)
        + found_flags(release, keyset.name)
        + weight.flags
        + (_population_flags(cells, key_counts) if of_people is None else ())
        + _known_flags(known),
        known=known,
        represented=_of_cells(keyset, parameters, of_people) if of_people is not None else None,
    )


def _frequencies(cells: KeyCells, weight: SetWeight, *, wildcard: bool) -> Frequencies:
    sums = None if weight.values is None else cells.summed(weight.values)
    counted = alike(cells.codes, cells.counts, sums) if wildcard else Frequencies(cells.counts, sums)
    return counted if weight.each is None else replace(counted, population=np.float64(weight.each) * counted.sample)


def _of_counts(known: KnownPopulation) -> SetWeight:
    file = known.counts.file
    return SetWeight(basis=f"individual risks 1/F with the population counts of {file}", kind=f"counts {file}")


def _known_flags(known: KnownPopulation | None) -> tuple[str, ...]:
    if known is None:
        return ()
    part = () if known.complete or known.problem else (
        f"the population counts of {known.counts.file} know only {', '.join(known.variables)}: individual risks are "
        "estimated without them",
    )  # fmt: skip
    return part + known.findings()


def _risks(key_counts: Frequencies, parameters: RiskParameters, known: KnownPopulation | None) -> NDArray[np.float64]:
    if known is not None and known.complete:
        return 1.0 / known.at_least
    if key_counts.population is None:
        return 1.0 / key_counts.sample
    formula = individual_risk if parameters.individual_risk == "exact" else approximate_risk
    return formula(key_counts.sample, key_counts.sample / key_counts.population)


def _flags(release: Release, keyset: KeySet, keys: tuple[str, ...]) -> tuple[str, ...]:
    flags = []
    if not keys:
        flags.append("no variable of this key set is in the file: all records are alike")
    elif len(keys) < len(keyset.variables):
        flags.append("the file lacks some of the key variables: the intruder has the others")
    return (*flags, *continuous_flags((key, release.columns[key]) for key in keys))


def _population_flags(cells: KeyCells, key_counts: Frequencies) -> tuple[str, ...]:
    if key_counts.population is None:
        return ()
    count = cells.records(below(key_counts.population, key_counts.sample))
    if not count:
        return ()
    have = counted(count, "record has", "records have")
    return (f"{have} weights that sum to less than the records alike (F < f): F = f was used",)
