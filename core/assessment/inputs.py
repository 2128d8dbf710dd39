"""What a run starts from, and what follows from it before anything is measured."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from core.assessment.comparison import Assessment, RunInputs
from core.assessment.control import beside_control, control_notes
from core.assessment.intervals import dealing
from core.assessment.plan import Plan
from core.assessment.repeated import RepeatedWork, repetition_count
from core.assessment.utility_weight import utility_weight
from core.assessment.work import Family, replicate_count
from core.data import (
    NO_LINK,
    Codebook,
    FileKind,
    Microdata,
    Pair,
    PopulationFile,
    Relation,
    Release,
    Scenario,
    write_codebook,
)
from core.measures import Subject
from core.pairing import code_release, design_of, pair, relation
from core.risk import with_population
from core.statistics.estimates import Dealing
from core.tables import block_count
from core.utility import with_weights


@dataclass(frozen=True, eq=False)
class Inputs:
    """What a run starts from.

    Parameters
    ----------
    original : Microdata
    scenarios : sequence of Scenario
    codebook : Codebook
    plan : Plan
    linked : str or None
        How records are linked where a scenario does not say.
    families : tuple of Family
    population : sequence of PopulationFile
    pairs : mapping of str to Pair
        By masked file name: files that have been paired already, with the same codebook and links.
    control : Microdata or None
        Records of other people of the population, which no masking saw.
    """

    original: Microdata
    scenarios: Sequence[Scenario]
    codebook: Codebook
    plan: Plan
    linked: str | None
    families: tuple[Family, ...]
    population: Sequence[PopulationFile] = ()
    pairs: Mapping[str, Pair] = field(default_factory=dict)
    control: Microdata | None = None

    @cached_property
    def beside(self) -> tuple[Scenario, ...]:
        """The files that are laid beside the original: every scenario, and last the control, measured like one."""
        if self.control is None:
            return tuple(self.scenarios)
        return (*self.scenarios, control_scenario(self.control, self.codebook))

    @property
    def weight(self) -> str:
        """By which utility is weighted; empty: every record counts alike. PlanError as ``utility_weight``."""
        return utility_weight(self.plan.of("utility"), self.codebook)

    def release(self) -> Release:
        """Return the original alone, with the counts of the population."""
        release = code_release(self.original, self.codebook)
        return with_population(release, self.codebook.variables, self.population)

    def paired(self, scenario: Scenario, release: Release) -> Pair:
        """Return the original and one masked file, coded alike, with population counts, weights and the control.

        Raises
        ------
        PairingError
            They cannot be compared.
        """
        ready = self.pairs.get(scenario.microdata.name)
        paired = pair(self.original, scenario, self.codebook, self.linked) if ready is None else ready
        paired = replace(paired, original=replace(paired.original, population=release.population))
        return self.beside_control(with_weights(paired, self.weight))

    def beside_control(self, paired: Pair) -> Pair:
        """Return a pair with the control file beside it, where there is one; PairingError as ``with_control``."""
        return paired if self.control is None else beside_control(paired, self.original, self.control, self.codebook)

    def set_of(self, position: int) -> str:
        """Return the scenario that the file at this position, from 1, is one set of several of; empty for none."""
        return self.beside[position - 1].declaration.set_of

    def earlier_sets(self, position: int) -> int:
        """Return how many files before this one are sets of the same scenario: it is compared with each of them."""
        of = self.set_of(position)
        return sum(self.set_of(earlier) == of for earlier in range(1, position)) if of else 0

    def relation_of(self, scenario: Scenario) -> Relation:
        """Return what the records of a masked file are to the original's."""
        return relation(self.original, scenario, self.codebook)

    def replicates(self, family: Family, position: int) -> int:
        """Return how many jackknife replicates a family gets on a file."""
        n = self.original.n_records
        masked = self.beside[position - 1].microdata.n_records if position else n
        n = n + masked if family.subject is Subject.PAIR else masked
        return replicate_count(family, n, self.dealing.groups, self.codebook, self.plan)

    @cached_property
    def dealing(self) -> Dealing:
        """Into how many groups the original's units are dealt."""
        design = design_of(self.original, self.codebook, {name: name for name in self.original.columns})
        return dealing(design, self.plan.of("interval"))

    def blocks(self, position: int) -> int:
        """Return in how many blocks the original and a masked file are counted."""
        masked = self.scenarios[position - 1].microdata if position else self.original
        return block_count(self.original.n_records, masked.n_records)

    def pieces(self) -> int:
        """Return of how many pieces the run is made: one for each family on each file."""
        measured = [family for family in self.families if family.subject is not Subject.SIZE]
        of_original = sum(family.of_original for family in measured)
        return of_original + len(self.beside) * len(measured) + len(self.repeated())

    def repeated(self) -> dict[tuple[int, int], RepeatedWork]:
        """Return the work on sizes, by position and place of the family, with nothing done yet.

        The original's own size comes first: no masked file decides on what is measured of it.
        """
        n = self.original.n_records
        sizes = [n, *(scenario.microdata.n_records for scenario in self.scenarios)]
        return {
            (position, index): RepeatedWork(
                family, size, [position], repetition_count(family, n, size, self.codebook, self.plan)
            )
            for position, size in enumerate(sizes)
            for index, family in enumerate(self.families)
            if family.subject is Subject.SIZE
        }


def control_scenario(control: Microdata, codebook: Codebook) -> Scenario:
    """Return the control file as a scenario of other people, under which it is a point of the map."""
    declared = codebook.declaration(control.name)
    return Scenario(control, replace(declared, kind=FileKind.OTHER_PEOPLE, linked=NO_LINK))


def about_original(original: Microdata) -> Assessment:
    """Return what is known of the original."""
    return Assessment("Original", original.name, original.sha256, original.n_records, len(original.columns))


def basis_of(
    original: Microdata, codebook: Codebook, plan: Plan, linked: str | None = None, control: Microdata | None = None
) -> RunInputs:
    """Return what a run is started from; PlanError where its plan asks for a weight that the codebook lacks."""
    digest = hashlib.sha256(write_codebook(codebook).encode()).hexdigest()
    weight = utility_weight(plan.of("utility"), codebook)
    about, keysets = about_original(original), codebook.effective_keysets()
    if control is None:
        return RunInputs(about, digest, keysets, linked, weight)
    return RunInputs(about, digest, keysets, linked, weight, control.name, control_notes(original, control, codebook))
