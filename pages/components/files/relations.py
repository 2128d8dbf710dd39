"""What the records of each masked file are to the original's: judged apart, shown beside the file, link proposed."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from core.data import NO_LINK, FileKind, Relation, RelationKind, Scenario
from core.errors import ProcessError, RUMapError, TookTooLong
from core.pairing import relation
from core.wording import sentence_case
from pages.components.asked_in_worker import asked_in_worker, is_answered
from pages.components.escaping import md
from pages.components.variables.declarations import PROPOSED as PROPOSED_KINDS
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
        "Is it the right file? Bring in the version that was made from this original. If it was, say "
        "whether it is masked, sampled or synthetic."
    ),
    RelationKind.OTHER_SURVEY: (
        "Bring in a version of this original. If it is one, give its variables the names and codes of the original "
        "in the program that writes the file."
    ),
}


def question_of(workspace: Workspace, scenario: Scenario) -> tuple[str, tuple[object, ...], Callable[..., Relation]]:
    """Return what `asked_in_worker` is asked about a file's records: place, what the answer depends on, function."""
    codebook, declaration = workspace.effective_codebook, scenario.declaration
    variables = tuple((v.name, v.role, v.missing) for v in codebook.variables)
    made = declaration.kind, declaration.is_synthetic
    about = (workspace.original_data, scenario.microdata, variables, tuple(declaration.renamed.items()), *made)
    return scenario.microdata.name, about, relation


def relation_of(workspace: Workspace, scenario: Scenario, *, wait: bool = False) -> Relation | None:
    """Return what a masked file's records are to the original's; None where there is no original, or not yet.

    It is judged in a process of its own, and again only when files, roles, missing codes or renames change; ``wait``
    has it judged now.
    """
    original, question = workspace.original_data, question_of(workspace, scenario)
    if original is None or not (wait or is_answered(*question)):
        return None
    try:
        return asked_in_worker(*question, original, scenario, workspace.effective_codebook)
    except ProcessError as error:
        if not isinstance(error, TookTooLong):
            raise
        return Relation(RelationKind.UNCLEAR, f"It could not be judged: {error}")
    except RUMapError as error:
        return Relation(RelationKind.UNCLEAR, f"It could not be judged: {error}")


def in_words(met: Relation) -> str:
    """Return a relation with its evidence, as escaped Markdown."""
    mark = MARKS.get(met.kind, ":green[:material/check:]")
    return f"{mark} **{WORDS[met.kind]}** {md(_sentence(met), 600)} {REMEDIES.get(met.kind, '')}".rstrip()


def _sentence(met: Relation) -> str:
    return f"{sentence_case(met.evidence)}."


def judge(file: UploadedFile) -> None:
    """Judge a file: refuse one of another survey, take in again one that is none any more, fill in the link."""
    workspace = current()
    if file.reading is None:
        return
    scenario = Scenario(file.reading.microdata, workspace.effective_codebook.declaration(file.name))
    met = relation_of(workspace, scenario, wait=True)
    if met is None:
        return
    strange = met.kind is RelationKind.OTHER_SURVEY
    refusal = f"{WORDS[met.kind]} {_sentence(met)} {REMEDIES[met.kind]}" if strange else ""
    if file.refusal != refusal:
        change(masked=tuple(replace(f, refusal=refusal) if f is file else f for f in workspace.masked))
    if not strange:
        _propose_link(file.name, scenario, met)


def _propose_link(file: str, scenario: Scenario, met: Relation) -> None:
    """Fill in the link that the files show, once for each file; what a person has chosen stays."""
    proposed: dict[str, str] = st.session_state.setdefault(PROPOSED, {})
    declared = scenario.declaration.linked
    if met.link is not None and proposed.get(file) != met.link and declared in (None, proposed.get(file)):
        proposed[file] = met.link
        declare(current(), [file], met.link)


def propose_kind(scenario: Scenario, met: Relation, kind: FileKind | None) -> None:
    """Say of a part of the original what it is, once for each file; what a person has chosen stays."""
    proposed: dict[str, tuple[FileKind, str]] = st.session_state.setdefault(PROPOSED_KINDS, {})
    file, declared = scenario.microdata.name, scenario.declaration
    former, seen = proposed.get(file, (None, ""))
    if kind is None or declared.linked != NO_LINK or met.evidence == seen or declared.kind not in (None, former):
        return
    proposed[file] = kind, met.evidence
    declare_kind(current(), file, kind)
