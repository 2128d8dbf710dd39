"""Assessments: the outcomes of one file; a comparison: original and scenarios side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from core.assessment.plan import PlanDescription
from core.assessment.synthetic_sets import by_scenario
from core.data import ALWAYS_WRITTEN, Count, DifferentialPrivacy, KeySet, OptionalDigest, Relation, written_as
from core.measures import FrameRow, Outcome, Result, row_of


@dataclass(frozen=True)
class VariableRecord:
    """How one variable of the original met its masked version.

    Parameters
    ----------
    name, level, role : str
        Name, level of measurement and role in the original.
    status : str
        "kept", "recoded", "removed" or "not comparable".
    recode_source : str
        "declared", "bands", "cap", "inferred" or "".
    masking : str
        Declared masking, or "".
    problem : str
        Why it cannot be compared, with the remedy; or "".
    flags : tuple of str
        What a reader should know.
    """

    name: str
    level: str
    role: str
    status: str
    recode_source: str = ""
    masking: str = ""
    problem: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Assessment:
    """One file and all that was measured on it.

    Parameters
    ----------
    name, file, sha256 : str
        Scenario name, file name, hash of its bytes.
    rows, columns : int
    outcomes : tuple of Outcome
        In the order of the catalogue, then of the variables.
    links : str
        How its records are linked to the original, or why not; "" for the original.
    linked : str or None
        How they were declared to be: "row", "none" or an identifier variable; None: nothing was said.
    variables : tuple of VariableRecord
    added : tuple of str
        Variables that only this file has.
    relation : Relation or None
        What its records are to the original's; None: the original, or a run of an earlier version.
    privacy : DifferentialPrivacy or None
        As its maker declares it, not verified; None: not said.
    set_of : str
        Name of the scenario that it is one of several sets of; empty: it is a scenario by itself.
    """

    name: str
    file: str
    sha256: OptionalDigest
    rows: Count
    columns: Count
    outcomes: tuple[Outcome, ...] = ()
    links: str = field(default="", metadata=ALWAYS_WRITTEN)
    variables: tuple[VariableRecord, ...] = field(default=(), metadata=ALWAYS_WRITTEN)
    added: tuple[str, ...] = field(default=(), metadata=ALWAYS_WRITTEN)
    linked: str | None = None
    relation: Relation | None = None
    privacy: DifferentialPrivacy | None = field(default=None, metadata=written_as("differential_privacy"))
    set_of: str = ""

    def outcome(self, measure: str, target: tuple[str, ...] = ()) -> Outcome | None:
        """Return the outcome of a measure for a target; None where it was not measured."""
        return next((outcome for outcome in self.of(measure) if outcome.target == target), None)

    @cached_property
    def by_measure(self) -> dict[str, tuple[Outcome, ...]]:
        """Outcomes of each measure, in their order."""
        sorted_out: dict[str, list[Outcome]] = {}
        for outcome in self.outcomes:
            sorted_out.setdefault(outcome.measure, []).append(outcome)
        return {measure: tuple(outcomes) for measure, outcomes in sorted_out.items()}

    def of(self, measure: str) -> tuple[Outcome, ...]:
        """Return all outcomes of a measure."""
        return self.by_measure.get(measure, ())

    def results(self, measure: str) -> tuple[Result, ...]:
        """Return the computed results of a measure."""
        return tuple(o for o in self.of(measure) if isinstance(o, Result))


@dataclass(frozen=True)
class RunInputs:
    """What a run was started from, beside its plan.

    Parameters
    ----------
    original : Assessment
        Without outcomes.
    codebook_sha256 : str
        Of the whole codebook, drafted variables included, as ``write_codebook`` writes it; "": not recorded.
    keysets : tuple of KeySet
        That count: those declared, else the one of all key variables.
    linked : str or None
        How records are linked where a scenario does not say.
    weight : str
        By which utility is weighted; empty: every record counts alike.
    control : str
        Name of the control file; empty: there is none.
    control_notes : tuple of str
        What is to be known of it.
    """

    original: Assessment
    codebook_sha256: str = ""
    keysets: tuple[KeySet, ...] = ()
    linked: str | None = None
    weight: str = ""
    control: str = ""
    control_notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """Several scenarios of one original, measured by one plan.

    Parameters
    ----------
    plan : mapping
        Measures, parameters, seed, preset: JSON-ready.
    versions : mapping of str to str
        Versions of this program and of the packages that computed.
    original : Assessment
    scenarios : tuple of Assessment
        In the order of the files.
    codebook_sha256 : str
    keysets : tuple of KeySet
    linked : str or None
        As in ``RunInputs``.
    control : Assessment or None
        The control file, measured as if it were a scenario: other people, whom no masking saw.
    control_notes : tuple of str
        As in ``RunInputs``.
    brought_by : mapping of str to str
        By id of each measure of another package: distribution and version.
    """

    plan: PlanDescription
    versions: Mapping[str, str]
    original: Assessment
    scenarios: tuple[Assessment, ...] = ()
    codebook_sha256: str = ""
    keysets: tuple[KeySet, ...] = ()
    linked: str | None = None
    control: Assessment | None = None
    control_notes: tuple[str, ...] = ()
    brought_by: Mapping[str, str] = field(default_factory=dict)

    @property
    def files(self) -> tuple[Assessment, ...]:
        """The original, and every masked file."""
        return (self.original, *self.scenarios)

    @property
    def frame(self) -> tuple[FrameRow, ...]:
        """Every figure of the original, of the masked files and of the control file, a row each."""
        files = (*self.files, *(() if self.control is None else (self.control,)))
        return tuple(row_of(o, None if file is self.original else file.name) for file in files for o in file.outcomes)

    def synthetic_sets(self) -> Mapping[str, tuple[Assessment, ...]]:
        """Return the files that are declared as sets of one scenario, by its name."""
        return by_scenario(self.scenarios, lambda file: file.set_of)

    def scenario(self, name: str) -> Assessment:
        """Return the scenario called ``name``; KeyError where there is none."""
        for scenario in self.scenarios:
            if scenario.name == name:
                return scenario
        raise KeyError(name)
