"""Key frequencies and individual risks of every key set, computed once for all risk measures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NotRequired, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.data import (
    Coded,
    KeySet,
    Level,
    PackedCodes,
    Release,
    Store,
    cells_of,
    code_type,
    held_packed,
    packed_codes,
    packed_links,
    ranked_numbers,
    store_of,
    unpacked,
)
from core.measures import Answer, Answers, Basis, Measure, Skipped, Subject
from core.risk.families import REIDENTIFICATION, risk_measure
from core.risk.parameters import MissingRule, RiskParameters
from core.risk.population_counts.lookup import KnownPopulation, UnusedCounts, UsedCounts, known_population
from core.risk.validity import KeysFoundDetail, found_detail, found_flags, not_valid, not_valid_file
from core.risk.weights import SetWeight, set_weight
from core.statistics.disclosure import approximate_risk, individual_risk
from core.statistics.reproducible import below
from core.statistics.tables import Frequencies, frequencies, narrow_cell_ids, wildcard_frequencies
from core.wording import counted

NO_KEYS = "no key variables are tagged: give the role 'key' to what an intruder may know, or name a key set"

Detail = TypeVar("Detail", bound=Mapping[str, object])
SkippedDetail = TypeVar("SkippedDetail", bound=Mapping[str, object])


class KeysDetail(KeysFoundDetail):
    """The key variables of a key set that the file has."""

    keys: list[str]


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


@held_packed(records=packed_links, codes=packed_codes)
@dataclass(frozen=True, eq=False)
class KeySetFrequencies:
    """What one intruder meets in one file.

    Parameters
    ----------
    name : str
        The key set's name.
    release : Release
        The file.
    parameters : RiskParameters
    keys, absent : tuple of str
        Its variables that the file has, and those that it has not.
    missing : "wildcard", "category" or "drop"
        How missing keys were read.
    records : int64 array (n,)
        The rows of the file that were used.
    codes : int32 array (n, m)
        The keys of each used record as categories, -1 where missing.
    n_missing : int
        Records of the file that lack at least one key.
    frequencies : Frequencies
        f and F of each used record; no F where no weight was used.
    risks : float64 array (n,) or None
        Individual risk of each used record, in (0, 1]; None where ``weight`` has a problem.
    weight : SetWeight
        The weight, and why that one, or why none.
    as_category : KeySetFrequencies or None
        The same with missing as a category, where ``missing`` is "wildcard" and keys are missing.
    flags : tuple of str
        What a reader of the figures should know.
    known : KnownPopulation or None
        The records looked up in population counts; None: there are none for this key set.
    """

    name: str
    release: Release
    parameters: RiskParameters
    keys: tuple[str, ...]
    absent: tuple[str, ...]
    missing: MissingRule
    records: NDArray[np.int64]
    codes: NDArray[np.int32]
    n_missing: int
    frequencies: Frequencies
    risks: NDArray[np.float64] | None
    weight: SetWeight
    as_category: KeySetFrequencies | None = None
    flags: tuple[str, ...] = ()
    known: KnownPopulation | None = None

    @property
    def n_used(self) -> int:
        """The number of used records."""
        return len(self.frequencies.sample)

    @cached_property
    def groups(self) -> tuple[NDArray[np.integer[Any]], int]:
        """Which group with the same keys each used record is in, and how many groups there are.

        A missing key is a value of its own.
        """
        ids, n_groups = narrow_cell_ids(cells_of(store_of(self, "codes")).T, self.n_used)
        return ids.astype(code_type(n_groups), copy=False), n_groups

    @property
    def partition_rule(self) -> MissingRule:
        """The rule of measures that sort records into groups, in which a missing key can agree with one value alone."""
        return "category" if self.missing == "wildcard" else self.missing

    def described(self) -> KeySetDetail:
        """Return what stands in the detail of every measure of this key set."""
        described: KeySetDetail = {
            "keys": list(self.keys),
            "keys_absent": list(self.absent),
            "missing": self.missing,
            "n_records": len(self.frequencies.sample),
            "n_missing_keys": self.n_missing,
        }
        if self.known is not None:
            described["population_counts"] = self.known.described()
        described.update(found_detail(self.release, self.name))  # type: ignore[typeddict-item]
        return described

    def skipped(self, measure_id: str, reason: str) -> Skipped[KeySetDetail]:
        """Return that a measure of this key set has no value, and why."""
        return Skipped(measure_id, (self.name,), reason, self.described(), flags=self.flags)


def prepare(release: Release, parameters: RiskParameters) -> tuple[KeySetFrequencies, ...]:
    """Count f and F and compute the individual risks of every key set of a file.

    Keys that the file lacks are left out: the intruder has the others; with none left all records
    are alike. Of a continuous key every distinct value is a category.

    Returns
    -------
    tuple of KeySetFrequencies
        In the order of the key sets; empty where no key variable is tagged.
    """
    return tuple(_of_keyset(release, keyset, parameters) for keyset in release.keysets)


def outcomes(
    measure: Measure,
    prepared: tuple[KeySetFrequencies, ...],
    outcome: Callable[[KeySetFrequencies], Answer[Detail, SkippedDetail]],
    also: Callable[[KeySetFrequencies], tuple[str, ...]] = lambda _: (),
) -> Answers[Detail, SkippedDetail | KeySetDetail]:
    """Yield the outcome of every key set; Skipped where there is none, or none of its records is left.

    Its flags are those of the key set where the measure gives none of its own. Where the masking of the keys, and of
    the variables that ``also`` names, makes the measure invalid, ``validity`` says so.
    """
    if not prepared:
        yield Skipped(measure.id, (), NO_KEYS)
    for keyset in prepared:
        if len(keyset.frequencies.sample):
            answer = guarded(measure, outcome(keyset), keyset.release, keyset.name, keyset.keys + also(keyset))
            yield flagged(answer, keyset.flags)
        else:
            yield keyset.skipped(measure.id, no_records(keyset.n_missing))


release_measure = risk_measure.sharing(
    subject=Subject.RELEASE, prepare=prepare, basis=Basis.FREQUENCIES, group=REIDENTIFICATION
)
frequency_measure = release_measure.over(outcomes)
"""Of a function that returns the outcome of one key set."""


def no_records(n_dropped: int) -> str:
    """Return why no record is left, given how many were left out."""
    return "every record lacks a key variable" if n_dropped else "the file has no records"


def guarded(
    measure: Measure, outcome: Answer[Detail, SkippedDetail], release: Release, keyset: str, variables: tuple[str, ...]
) -> Answer[Detail, SkippedDetail]:
    """Say in an outcome why it does not hold, where the masking of its variables makes it so."""
    sentences = not_valid(measure.basis, variables, release.maskings, release.perturbed)
    sentences += not_valid_file(measure.basis, release, keyset)
    if not sentences:
        return outcome
    # by wrong links every value looks changed
    sentences += [release.link_doubt] if release.link_doubt else []
    return replace(outcome, validity=tuple(sentences))


def flagged(outcome: Answer[Detail, SkippedDetail], flags: tuple[str, ...]) -> Answer[Detail, SkippedDetail]:
    """Return an outcome with the flags of its key set, where its measure gave it none."""
    return outcome if outcome.flags is not None else replace(outcome, flags=flags)


def _of_keyset(release: Release, keyset: KeySet, parameters: RiskParameters) -> KeySetFrequencies:
    rule = parameters.missing
    keys = tuple(name for name in keyset.variables if name in release.columns)
    codes = narrow_key_codes(release.columns, keys, release.n_records)
    lacking = (codes < 0).any(axis=1)
    n_missing = int(lacking.sum())
    records = np.flatnonzero(~lacking) if rule == "drop" else np.arange(release.n_records)
    codes = codes[records] if rule == "drop" else codes
    weight = set_weight(release, keyset, records, parameters.sampling_fraction)
    key_counts = (wildcard_frequencies if rule == "wildcard" else frequencies)(codes, weight.values)
    known = known_population(release, keyset.name, keys, records, rule) if len(records) else None
    if known is not None and known.complete:
        key_counts, weight = replace(key_counts, population=known.at_least), _of_counts(known)
    return KeySetFrequencies(
        name=keyset.name,
        release=release,
        parameters=parameters,
        keys=keys,
        absent=tuple(name for name in keyset.variables if name not in release.columns),
        missing=rule,
        records=records,
        codes=codes if codes.dtype == np.int32 else PackedCodes(codes),  # type: ignore[arg-type]
        n_missing=n_missing,
        frequencies=key_counts,
        risks=None if weight.problem else _risks(key_counts, parameters, known),
        weight=weight,
        as_category=_as_category(release, keyset, parameters) if rule == "wildcard" and n_missing else None,
        flags=_flags(release, keyset, keys)
        + found_flags(release, keyset.name)
        + weight.flags
        + _population_flags(key_counts)
        + _known_flags(known),
        known=known,
    )


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


def _as_category(release: Release, keyset: KeySet, parameters: RiskParameters) -> KeySetFrequencies:
    return _of_keyset(release, keyset, replace(parameters, missing="category"))


def key_codes(columns: Mapping[str, Coded], keys: tuple[str, ...], n_records: int) -> NDArray[np.int32]:
    """Return (n, m) the keys as categories, -1 where missing; of a continuous key every distinct value is one."""
    return narrow_key_codes(columns, keys, n_records).astype(np.int32, order="F", copy=False)


def narrow_key_codes(
    columns: Mapping[str, Coded], keys: tuple[str, ...], n_records: int
) -> NDArray[np.signedinteger[Any]]:
    """Do the same in as few bytes as the codes need where records are many."""
    ranked = [_ranked(columns[name]) for name in keys]
    kinds = [cells_of(store).dtype for store in ranked if isinstance(store, PackedCodes)]
    kind: Any = np.result_type(*kinds) if kinds and len(kinds) == len(keys) else np.int32
    codes = np.empty((n_records, len(keys)), dtype=kind, order="F")
    for position, store in enumerate(ranked):
        codes[:, position] = cells_of(store) if isinstance(store, PackedCodes) else unpacked(store)
    return codes


def _ranked(column: Coded) -> Store:
    return column.store if column.level is not Level.CONTINUOUS else ranked_numbers(column.store)[1]


def categories(column: Coded) -> NDArray[np.int32]:
    """Return the codes of a variable; of a continuous one the rank of each distinct value, -1 where missing."""
    if column.level is not Level.CONTINUOUS:
        return column.values.astype(np.int32, copy=False)
    _, ranks = ranked_numbers(column.store)
    return unpacked(ranks).astype(np.int32, copy=False)


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
    flags += [f"{k}: each distinct value is a category" for k in keys if release.columns[k].level is Level.CONTINUOUS]
    return tuple(flags)


def _population_flags(key_counts: Frequencies) -> tuple[str, ...]:
    if key_counts.population is None:
        return ()
    count = int(below(key_counts.population, key_counts.sample).sum())
    if not count:
        return ()
    have = counted(count, "record has", "records have")
    return (f"{have} weights that sum to less than the records alike (F < f): F = f was used",)
