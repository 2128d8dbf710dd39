"""What the records of each masked file are to the original's: judged apart, shown beside the file, link proposed."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.data import NO_LINK, FileKind, Relation, RelationKind, Scenario
from core.errors import RUMapError
from core.pairing import kind_of_part, relation
from core.wording import sentence_case
from pages.components.asked_apart import asked_apart
from pages.components.escaping import md
from pages.components.variables.file_kinds import PROPOSED as PROPOSED_KINDS
from pages.components.variables.links import declare, declare_kind
from pages.components.workspace import UploadedFile, Workspace, change, current

PROPOSED = "proposed_links"
"""By file: the link that was proposed; a person's own answer is never replaced."""
WORDS = {
    RelationKind.IDENTICAL: "Nothing is masked: these are the original's records.",
    RelationKind.SAME_ORDER: "The same people, in the original's order.",
    RelationKind.LINKED: "The same people, found by an identifier.",
    RelationKind.PART: "A part of the original.",
    RelationKind.OTHER_PEOPLE: "Other people than in the original.",
    RelationKind.OTHER_SURVEY: "Another survey than the original.",
    RelationKind.UNCLEAR: "The files do not show whether these are the same people.",
}
MARKS = {
    RelationKind.IDENTICAL: ":red[:material/content_copy:]",
    RelationKind.OTHER_PEOPLE: ":red[:material/person_off:]",
    RelationKind.OTHER_SURVEY: ":red[:material/block:]",
    RelationKind.UNCLEAR: ":orange[:material/help:]",
}
REMEDIES = {
    RelationKind.IDENTICAL: "Is it the right file? Bring in the masked one in its place.",
    RelationKind.OTHER_PEOPLE: (
        "Is it the right file? Bring in the version that was made from this original. If it was, say on the Variables "
        "page whether it is masked, sampled or synthetic."
    ),
    RelationKind.OTHER_SURVEY: (
        "Bring in a version of this original. If it is one, give its variables the names and codes of the original "
        "in the program that writes the file."
    ),
}


def relation_of(workspace: Workspace, scenario: Scenario) -> Relation | None:
    """Return what a masked file's records are to the original's; None where there is no original.

    It is judged in a process of its own, and again only when files, roles, missing codes or renames change.
    """
    original, codebook, declaration = workspace.original_data, workspace.effective_codebook, scenario.declaration
    if original is None:
        return None
    variables = tuple((v.name, v.role, v.missing) for v in codebook.variables)
    made = declaration.kind, declaration.is_synthetic
    about = (original, scenario.microdata, variables, tuple(declaration.renamed.items()), *made)
    try:
        return asked_apart(scenario.microdata.name, about, relation, original, scenario, codebook)
    except RUMapError as error:
        return Relation(RelationKind.UNCLEAR, f"It could not be judged: {error}")


def in_words(met: Relation) -> str:
    """Return a relation with its evidence, as escaped Markdown."""
    mark = MARKS.get(met.kind, ":green[:material/check:]")
    return f"{mark} **{WORDS[met.kind]}** {md(_sentence(met), 600)} {REMEDIES.get(met.kind, '')}".rstrip()


def _sentence(met: Relation) -> str:
    return f"{sentence_case(met.evidence)}."


def relation_beside(workspace: Workspace, file: UploadedFile) -> Relation | None:
    """Return what an uploaded masked file is to the original; None where there is none, or the file is refused."""
    scenario = next((s for s in workspace.scenarios() if s.microdata.name == file.name), None)
    return relation_of(workspace, scenario) if scenario else None


def show_relation(workspace: Workspace, file: UploadedFile) -> None:
    """Say beside a masked file what its records are to the original's."""
    met = relation_beside(workspace, file)
    if met is not None:
        st.markdown(in_words(met))


def refuse_strangers() -> None:
    """Refuse masked files of another survey, in words; take in again those that are none any more."""
    workspace = current()
    if workspace.original_data is None:
        return
    judged = tuple(_judged(workspace, file) for file in workspace.masked)
    if judged != workspace.masked:
        change(masked=judged)


def _judged(workspace: Workspace, file: UploadedFile) -> UploadedFile:
    if file.reading is None:
        return file
    scenario = Scenario(file.reading.microdata, workspace.effective_codebook.declaration(file.name))
    met = relation_of(workspace, scenario)
    refusal = ""
    if met is not None and met.kind is RelationKind.OTHER_SURVEY:
        refusal = f"{WORDS[met.kind]} {_sentence(met)} {REMEDIES[met.kind]}"
    return file if file.refusal == refusal else replace(file, refusal=refusal)


def propose_links() -> None:
    """Fill in the link that the files show, once for each file; what a person has chosen stays."""
    proposed: dict[str, str] = st.session_state.setdefault(PROPOSED, {})
    workspace = current()
    for scenario in workspace.scenarios():
        file, declared = scenario.microdata.name, scenario.declaration.linked
        met = relation_of(workspace, scenario)
        link = None if met is None else met.link
        if link is None or proposed.get(file) == link or declared not in (None, proposed.get(file)):
            continue
        proposed[file] = link
        declare(current(), [file], link)


def propose_kinds() -> None:
    """Say of a part of the original what it is, once for each file; what a person has chosen stays."""
    proposed: dict[str, tuple[FileKind, str]] = st.session_state.setdefault(PROPOSED_KINDS, {})
    workspace = current()
    for scenario in workspace.scenarios():
        file, declared = scenario.microdata.name, scenario.declaration
        met, (former, seen) = relation_of(workspace, scenario), proposed.get(file, (None, ""))
        is_part = met is not None and met.kind is RelationKind.PART and declared.linked == NO_LINK
        if met is None or not is_part or met.evidence == seen or declared.kind not in (None, former):
            continue
        kind = _kind_of_part(workspace, scenario)
        if kind is not None:
            proposed[file] = kind, met.evidence
            declare_kind(current(), file, kind)


def _kind_of_part(workspace: Workspace, scenario: Scenario) -> FileKind | None:
    original, codebook = workspace.original_data, workspace.effective_codebook
    if original is None:
        return None
    about = (original, scenario.microdata, codebook.variables, tuple(scenario.declaration.renamed.items()))
    try:
        return asked_apart(scenario.microdata.name, about, kind_of_part, original, scenario, codebook)
    except RUMapError:  # it is asked of the officer then
        return None
