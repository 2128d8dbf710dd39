"""What is worked out of each masked file after it was read and shown: a second's worth between two drawings."""

import time
from collections.abc import Callable

import streamlit as st

from core.data import COMPARED_ROLES, Relation, Scenario
from core.errors import CodebookError, PairingError, ProcessError, TookTooLong
from core.pairing import Caution, cautions
from core.views import VersionFacts, version_facts
from pages.components.asked_in_worker import asked_in_worker, is_answered
from pages.components.escaping import md
from pages.components.files.relations import judge, propose_kind, question_of, relation_of
from pages.components.workspace import UploadedFile, Workspace, current

PATIENCE = 1.0
"""Seconds of checks after which the page is drawn with what they have shown."""


def facts_of(workspace: Workspace, scenario: Scenario, *, wait: bool = False) -> VersionFacts | None:
    """Return what comparing a masked file with the original shows; None where that is not known yet."""
    met, original = relation_of(workspace, scenario), workspace.original_data
    if met is None or original is None:
        return None
    question = _question(workspace, scenario, met)
    if not (wait or is_answered(*question)):
        return None
    try:
        return asked_in_worker(*question, original, scenario, workspace.effective_codebook, met)
    except (PairingError, CodebookError, TookTooLong) as error:
        return VersionFacts(problem=str(error))


def _question(
    workspace: Workspace, scenario: Scenario, met: Relation
) -> tuple[str, tuple[object, ...], Callable[..., VersionFacts]]:
    """Return place, what the facts depend on, and what works them out; a role counts as far as it is compared."""
    variables = tuple(
        (v.name, v.level, "" if v.role in COMPARED_ROLES else v.role, v.missing)
        for v in workspace.effective_codebook.variables
    )
    about = (workspace.original_data, scenario.microdata, variables, scenario.declaration, met)
    return scenario.microdata.name, about, version_facts


def cautions_of(workspace: Workspace, *, wait: bool = False) -> tuple[Caution, ...] | None:
    """Return what deserves a second look in the codebook; None where that is not known yet."""
    original, codebook = workspace.original_data, workspace.effective_codebook
    question = "", (original, codebook.variables), cautions
    if original is None or not (wait or is_answered(*question)):
        return None
    try:
        return asked_in_worker(*question, original, codebook)
    except (PairingError, CodebookError, TookTooLong):  # said where a file is compared
        return ()


def unchecked(workspace: Workspace) -> list[str]:
    """Return the masked files about which something is not known yet."""
    if workspace.original_data is None:
        return []
    strange = [f.name for f in workspace.masked if f.reading and f.refusal and not _is_judged(workspace, f)]
    return strange + [s.microdata.name for s in workspace.scenarios() if facts_of(workspace, s) is None]


def _is_judged(workspace: Workspace, file: UploadedFile) -> bool:
    assert file.reading is not None
    scenario = Scenario(file.reading.microdata, workspace.effective_codebook.declaration(file.name))
    return is_answered(*question_of(workspace, scenario))


def check_on(workspace: Workspace) -> bool:
    """Check files for about a second; return whether something is known now, so that the page is drawn again."""
    until, waiting = time.monotonic() + PATIENCE, unchecked(workspace)
    try:
        for name in waiting:
            _look_into(name)
            if time.monotonic() > until:
                break
        else:
            if workspace.original_data is not None and cautions_of(current()) is None:
                cautions_of(current(), wait=True)
                return True
    except ProcessError as error:  # of the machine, not of the files: the next time it may go well
        st.warning(md(str(error), 400), icon=":material/warning:")
    return len(unchecked(current())) < len(waiting)


def _look_into(name: str) -> None:
    """Work out what a file is, fill in its link and kind, and work out what it shows with these."""
    for file in current().masked:
        if file.name == name:
            judge(file)
    for _ in range(2):  # what is filled in may change what it shows
        scenario = next((s for s in current().scenarios() if s.microdata.name == name), None)
        if scenario is None or facts_of(current(), scenario) is not None:
            return
        met = relation_of(current(), scenario, wait=True)
        facts = facts_of(current(), scenario, wait=True)
        if met is not None and facts is not None and not current().example:
            propose_kind(scenario, met, facts.kind)
