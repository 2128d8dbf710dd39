"""What a run starts from, and what follows from it before anything is measured."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from core.assessment.comparison import Assessment, RunInputs
from core.assessment.control import control_notes, paired_with_control
from core.assessment.intervals import group_plan
from core.assessment.plan import Plan
from core.assessment.repeated import repetition_count
from core.assessment.utility_weight import utility_weight
from core.assessment.work import Family, Place, families, replicate_count
from core.data import NO_LINK, Codebook, FileKind, Microdata, Pair, PopulationFile, Release, Scenario, write_codebook
from core.measures import Subject
from core.pairing import code_release, design_of, pair
from core.risk import with_population
from core.statistics.estimates import GroupPlan
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
    population: Sequence[PopulationFile] = ()
    pairs: Mapping[str, Pair] = field(default_factory=dict)
    control: Microdata | None = None

    @cached_property
    def families(self) -> tuple[Family, ...]:
        """The measures of the plan by their shared step."""
        return families(self.plan)

    @cached_property
    def places(self) -> dict[Place, Family]:
        """All that is measured, file by file."""
        return {
            (position, index): family
            for position in range(len(self.measured_files) + 1)
            for index, family in enumerate(self.families)
            # nobody chose the size of the control
            if (position or family.of_original)
            and (position <= len(self.scenarios) or family.traits.subject is not Subject.SIZE)
        }

    @cached_property
    def measured_files(self) -> tuple[Scenario, ...]:
        """The files that are compared with the original: every scenario, and last the control, measured like one."""
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
        return self.paired_with_control(with_weights(paired, self.weight))

    def paired_with_control(self, paired: Pair) -> Pair:
        """Return a pair with the control file beside it, where there is one; PairingError as ``with_control``."""
        return (
            paired if self.control is None else paired_with_control(paired, self.original, self.control, self.codebook)
        )

    def earlier_sets(self, position: int) -> int:
        """Return how many files before the one at this position, from 1, are sets of the same scenario."""
        of = [scenario.declaration.set_of for scenario in self.measured_files[:position]]
        return of.count(of[-1]) - 1 if of[-1] else 0

    def records(self, position: int) -> int:
        """Return the number of records of a file."""
        return (self.measured_files[position - 1].microdata if position else self.original).n_records

    def records_passed(self, family: Family, position: int) -> int:
        """Return over how many records a family passes: those of one file, or of the original as well."""
        alone = family.traits.subject is Subject.RELEASE
        return self.records(position) + (0 if alone else self.original.n_records)

    def replicates(self, family: Family, position: int) -> int:
        """Return how many jackknife replicates a family gets on a file."""
        n = self.records_passed(family, position)
        return replicate_count(family, n, self.group_plan.groups, self.codebook, self.plan)

    @property
    def why_no_interval(self) -> str:
        """Why a result has no interval where there are no replicates of its measure."""
        if not self.plan.of("interval").groups:
            return "intervals are switched off"
        if self.group_plan.groups < 2:
            return "the file has a single unit: an interval needs two at least"
        return "an interval is too costly at this size, or the file too small"

    def repetitions(self, family: Family, position: int) -> int:
        """Return how often a family is repeated at the size of a file; 0 where that would be too costly."""
        return repetition_count(family, self.original.n_records, self.records(position), self.codebook, self.plan)

    @cached_property
    def group_plan(self) -> GroupPlan:
        """Into how many groups the original's units are assigned."""
        design = design_of(self.original, self.codebook, {name: name for name in self.original.columns})
        return group_plan(design, self.plan.of("interval"))


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
