"""What one user works on: files, codebook, run and results, in one frozen record.

Pages read it with ``current()`` and replace fields with ``change()``; nothing else holds data of the session.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import streamlit as st

from core.assessment import Comparison, Plan, RunStep
from core.data import Codebook, Microdata, PopulationFile, Scenario, StudyDocument
from core.decision import Purpose, Register, ReleaseRecord
from core.execution import Job
from core.intake import ReadChoices, Reading
from core.masking import WORKED_EXAMPLES, WorkedExample, example_codebook
from core.reports import Kind, Project
from pages.components.laboratory.bench import Bench
from pages.components.server import sessions
from pages.components.server.session_tab import WORK

KEY = WORK


@lru_cache(maxsize=2)  # a page asks a hundred times: not Streamlit's cache, which takes half a millisecond to answer
def worked_example(name: str) -> WorkedExample:
    """Return the files of a worked example; public data, so all sessions share them."""
    return WORKED_EXAMPLES[name]()


@dataclass(frozen=True)
class UploadedFile:
    """One file that was brought in, as far as reading it came.

    Parameters
    ----------
    name : str
    content : bytes
        Kept only while a question about the reading is open; empty afterwards.
    reading : Reading or None
        None: it could not be read.
    refusal : str
        Why it was refused and what to do; empty where it was taken.
    choices : ReadChoices
        How the officer answered the questions about the reading.
    confirmed : bool
        Whether the officer has seen the questions.
    study : StudyDocument or None
        A document about the study, which the original is described by.
    bare : Reading or None
        The reading before a document described it.
    folder : str
        The folder on the server that it lies in, and is read from whenever it is read; empty: it was uploaded.
    """

    name: str
    content: bytes = b""
    reading: Reading | None = None
    refusal: str = ""
    choices: ReadChoices = field(default_factory=ReadChoices)
    confirmed: bool = False
    study: StudyDocument | None = None
    bare: Reading | None = None
    folder: str = ""

    @property
    def microdata(self) -> Microdata | None:
        """The file's data; None where it was refused."""
        return self.reading.microdata if self.reading and not self.refusal else None


@dataclass(frozen=True)
class Export:
    """A report that is being written as a file, or was.

    Parameters
    ----------
    job : Job
    kind : Kind
    form : str
        Of `FORMATS`.
    about : tuple
        What it is made from: it is not offered beside anything else.
    """

    job: Job
    kind: Kind
    form: str
    about: tuple[object, ...]


@dataclass(frozen=True)
class Choice:
    """What the pages that compare speak about; empty: what each of them would choose itself.

    Parameters
    ----------
    scenario, variable : str
    pair : tuple of str
        Of two variables, or empty.
    pinned : tuple of str
        Scenarios that are shown side by side.
    reference : str
        The scenario that differences are to; empty: the original.
    variables : tuple of str
        Those that are drawn side by side; the first two are the pair that is ringed.
    keyset : str
        Name of the key set that risk is spoken of for.
    difference : bool
        Differences to the reference are drawn in place of values.
    settings : tuple
        Of the map, each as its name and its value.
    """

    scenario: str = ""
    variable: str = ""
    pair: tuple[str, ...] = ()
    pinned: tuple[str, ...] = ()
    reference: str = ""
    variables: tuple[str, ...] = ()
    keyset: str = ""
    difference: bool = False
    settings: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Workspace:
    """Everything of one session.

    Parameters
    ----------
    example : str
        Name of the worked example that is open; empty: the user's own files.
    original : UploadedFile or None
    masked : tuple of UploadedFile
    codebook : Codebook or None
        As proposed or corrected; declarations of the masked files included.
    plan : Plan or None
        The plan of the run below.
    job : Job or None
        The run that goes on, or the last one.
    steps : tuple of RunStep
        What the run has yielded so far.
    estimate : float
        Seconds that the run was expected to take.
    comparison : Comparison or None
        What is compared: of the finished part of a run, or of the worked example.
    stale : bool
        Files or codebook changed after the comparison was made.
    population : tuple of PopulationFile
        Counts of the population by key combination.
    control : UploadedFile or None
        Records of other people of the population, which no masking saw.
    record : ReleaseRecord
        Purpose, notes, decision, sign-off, checks and audit trail.
    opened : Project or None
        The saved project that was opened; its files are asked for until they are here.
    laboratory : Bench
        Recipe, scenarios made of it, and what goes on in the laboratory.
    export : Export or None
        The last report that was asked for as a file.
    register : Register or None
        What went out of the original before; None: no register was brought in.
    choice : Choice
        Kept here, so that a reload finds it again.
    saves : list of str
        Times at which the project was saved that the trail does not tell yet; the thread that makes the file adds them.
    """

    example: str = ""
    original: UploadedFile | None = None
    masked: tuple[UploadedFile, ...] = ()
    codebook: Codebook | None = None
    plan: Plan | None = None
    job: Job | None = None
    steps: tuple[RunStep, ...] = ()
    estimate: float = 0.0
    comparison: Comparison | None = None
    stale: bool = False
    population: tuple[PopulationFile, ...] = ()
    control: UploadedFile | None = None
    record: ReleaseRecord = field(default_factory=ReleaseRecord)
    opened: Project | None = None
    laboratory: Bench = field(default_factory=Bench)
    export: Export | None = None
    register: Register | None = None
    choice: Choice = Choice()
    saves: list[str] = field(default_factory=list)

    @property
    def original_data(self) -> Microdata | None:
        """The original's data; None where there is none yet."""
        if self.example:
            return worked_example(self.example).original
        return self.original.microdata if self.original else None

    @property
    def control_data(self) -> Microdata | None:
        """The control file's data; None where there is none, or it was refused."""
        if self.example:
            return worked_example(self.example).control
        return self.control.microdata if self.control else None

    @property
    def effective_codebook(self) -> Codebook:
        """The codebook as corrected, as the worked example brings it, or empty."""
        if self.codebook is None and self.example:
            return example_codebook(self.example)
        return self.codebook or Codebook(())

    def scenarios(self) -> tuple[Scenario, ...]:
        """Return the masked files that were read, with what is declared about them."""
        if self.example:
            files = [s.microdata for s in worked_example(self.example).scenarios]
        else:
            files = [f.microdata for f in self.masked if f.microdata]
        codebook = self.effective_codebook
        made = self.laboratory.scenarios(original.sha256) if (original := self.original_data) else ()
        return (*(Scenario(m, codebook.declaration(m.name)) for m in files), *made)

    @property
    def purpose(self) -> Purpose:
        """What the file is for and the thresholds that follow, which every page judges by."""
        return self.record.rules

    @property
    def running(self) -> bool:
        """Whether a run goes on, or waits for its turn."""
        return self.job is not None and self.job.active


def current() -> Workspace:
    """Return this tab's workspace: its own, the one found again after a reload, or an empty one."""
    kept: Workspace | None = st.session_state.get(KEY)
    if kept is None:
        kept = st.session_state[KEY] = sessions.found_again() or Workspace()
    return kept


def change(**fields: Any) -> Workspace:
    """Replace fields of this tab's workspace; nothing changes where another tab has taken it over."""
    if not sessions.taken_over():
        st.session_state[KEY] = replace(current(), **fields)
        keep()
    return current()


def keep() -> None:
    """Let the server remember the workspace as it is now, so that a reload finds it again."""
    sessions.keep(current(), empty=current() == Workspace())


def erase() -> None:
    """End every run of this browser and forget everything of all its tabs."""
    sessions.end_run(current())
    sessions.erase_all()
    st.session_state.clear()


def change_codebook(codebook: Codebook) -> Workspace:
    """Replace the codebook; results made with the former one are stale."""
    return change(codebook=codebook, stale=current().comparison is not None)
