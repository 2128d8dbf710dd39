"""A project: everything of one piece of work but the data, so that it can be taken up again and checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePath

from core.assessment import Comparison, Plan
from core.data import ALWAYS_WRITTEN, Codebook, Count, Microdata, OptionalDigest
from core.decision import Register, ReleaseRecord
from core.intake import NO_CHOICES, ReadChoices


@dataclass(frozen=True)
class ProjectFile:
    """One microdata file of a project, by name and hash.

    Parameters
    ----------
    name : str
    sha256 : str
        Of its bytes.
    rows, columns : int
    choices : ReadChoices
        How it was read.
    """

    name: str
    sha256: OptionalDigest
    rows: Count
    columns: Count
    choices: ReadChoices = field(default=NO_CHOICES, metadata=ALWAYS_WRITTEN)

    @staticmethod
    def of(microdata: Microdata, choices: ReadChoices = NO_CHOICES) -> ProjectFile:
        """Describe a file that was read."""
        return ProjectFile(microdata.name, microdata.sha256, microdata.n_records, len(microdata.columns), choices)


@dataclass(frozen=True)
class ProjectPopulation:
    """A file of population counts: which column holds them, for which key set (empty: every one)."""

    file: ProjectFile
    count: str
    keyset: str = ""


@dataclass(frozen=True)
class Project:
    """A piece of work without its data.

    Parameters
    ----------
    codebook : Codebook
        Variables, key sets, recodes, scenarios and uses.
    original : ProjectFile
    masked : tuple of ProjectFile
        In the order of the scenarios.
    plan : Plan or None
        None: nothing was run.
    comparison : Comparison or None
        What the run found.
    linked : str or None
        How records are linked where a scenario does not say.
    record : ReleaseRecord
    example : str
        Name of the worked example that it is about; empty: the user's own files.
    population : tuple of ProjectPopulation
        Counts of the population that risk rests on.
    control : ProjectFile or None
        Records of other people, which no masking saw.
    register : Register or None
        What else went out of the same original; None: no register was brought in.
    """

    codebook: Codebook
    original: ProjectFile
    masked: tuple[ProjectFile, ...] = field(default=(), metadata=ALWAYS_WRITTEN)
    plan: Plan | None = field(default=None, metadata=ALWAYS_WRITTEN)
    comparison: Comparison | None = None
    linked: str | None = field(default=None, metadata=ALWAYS_WRITTEN)
    record: ReleaseRecord = field(default_factory=ReleaseRecord, metadata=ALWAYS_WRITTEN)
    example: str = field(default="", metadata=ALWAYS_WRITTEN)
    population: tuple[ProjectPopulation, ...] = field(default=(), metadata=ALWAYS_WRITTEN)
    control: ProjectFile | None = None
    register: Register | None = None

    def files(self) -> tuple[ProjectFile, ...]:
        """Return all files, the original first, those of the population and the control last."""
        control = () if self.control is None else (self.control,)
        return (self.original, *self.masked, *(p.file for p in self.population), *control)

    def scenario_name(self, file: str) -> str:
        """Return the name of the scenario that a masked file is."""
        measured = self.comparison.scenarios if self.comparison else ()
        names = {s.file: s.name for s in measured}
        return names.get(file) or self.codebook.declaration(file).name or PurePath(file).stem


def project_of_results(comparison: Comparison) -> Project:
    """Return results as a project that knows nothing but them."""
    files = [ProjectFile(a.file, a.sha256, a.rows, a.columns) for a in comparison.files]
    other = comparison.control
    control = None if other is None else ProjectFile(other.file, other.sha256, other.rows, other.columns)
    return Project(Codebook(()), files[0], tuple(files[1:]), comparison=comparison, control=control)
