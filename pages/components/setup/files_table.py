"""The files with what was done to them, and what each needs of the officer."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.assessment import check_sets
from core.charts import changes_picture
from core.data import FileKind, Microdata, RelationKind, Role, Scenario, ScenarioDeclaration
from core.errors import CodebookError
from core.views import Change, VersionFacts
from core.wording import counted
from pages.components.charts import is_dark
from pages.components.downloads import of_rows
from pages.components.escaping import md, plain
from pages.components.files.relations import relation_of
from pages.components.files.uploads import Place
from pages.components.selection import choose_scenario
from pages.components.setup.checks import facts_of
from pages.components.workspace import UploadedFile, Workspace, current

TABLE, LOOKED_AT = "files_table", "file_looked_at"
READABLE = 13
WIDTHS = {
    "#": 36, "File": 176, "People": 128, "Changes, a mark a variable": 238, "Masking": 104, "Needs you": 196,
    "Records": 70, "In words": 260,
}  # fmt: skip
PEOPLE = {
    RelationKind.IDENTICAL: "same, unmasked",
    RelationKind.SAME_ORDER: "same, in order",
    RelationKind.LINKED: "same, by identifier",
    RelationKind.PART: "a part of them",
    RelationKind.OTHER_PEOPLE: "others",
    RelationKind.OTHER_SURVEY: "another survey",
    RelationKind.UNCLEAR: "not to be seen",
}
KINDS = {
    FileKind.MASKED: "masked, no links",
    FileKind.SAMPLED: "a sample",
    FileKind.SYNTHETIC: "synthetic",
    FileKind.OTHER_PEOPLE: "others",
}
KEY = "• same, ≡ recoded, ∿ changed, □ blanks, ✕ gone"
ORDER = "; in the order of the variables beneath."


@dataclass(frozen=True, eq=False)
class FileRow:
    """One file of the table.

    Parameters
    ----------
    place : Place
    name : str
        Of the file.
    microdata : Microdata or None
        None: it could not be read.
    file : UploadedFile or None
        None: it was not brought in, but made by the program.
    scenario : Scenario or None
        Of a masked file that was read.
    number : int or None
        Of a version, as on all pages.
    """

    place: Place
    name: str
    microdata: Microdata | None
    file: UploadedFile | None = None
    scenario: Scenario | None = None
    number: int | None = None


def file_rows(workspace: Workspace) -> list[FileRow]:
    """Return the files in the table's order: the original, the masked ones, the control."""
    rows, original, control = [], workspace.original_data, workspace.control_data
    if workspace.original is not None or original is not None:
        file = workspace.original
        rows.append(FileRow(Place.ORIGINAL, file.name if file else "Original", original, file))
    scenarios = {s.microdata.name: (number, s) for number, s in enumerate(workspace.scenarios(), 1)}
    for file in workspace.masked:
        number, scenario = scenarios.pop(file.name, (None, None))
        rows.append(FileRow(Place.MASKED, file.name, file.microdata, file, scenario, number))
    rows += [FileRow(Place.MASKED, name, s.microdata, None, s, number) for name, (number, s) in scenarios.items()]
    if workspace.control is not None or control is not None:
        file = workspace.control
        rows.append(FileRow(Place.CONTROL, file.name if file else "Control", control, file))
    return rows


def files_table(workspace: Workspace, rows: list[FileRow], needs: dict[FileRow, list[str]]) -> FileRow:
    """Show the files; return the chosen one: the one clicked, else the first that needs something."""
    looked_at = _looked_at(rows, needs)
    place = rows.index(looked_at)
    st.session_state[TABLE] = {"selection": {"rows": [place], "columns": [], "cells": []}}
    table = pd.DataFrame([_line(workspace, row, needs[row]) for row in rows], columns=list(WIDTHS))
    st.dataframe(
        table,
        key=TABLE,
        on_select=_look(rows),
        selection_mode="single-row",
        column_config={
            **{name: st.column_config.Column(width=width) for name, width in WIDTHS.items()},
            "Changes, a mark a variable": st.column_config.ImageColumn(width=238, help=KEY + ORDER),
            **{name: st.column_config.Column(width=WIDTHS[name], pinned=True) for name in ("#", "File")},
        },
        alt="The files with what was done to them and what they need",
        **of_rows(len(table), READABLE),
    )
    st.caption(KEY)
    return looked_at


def _looked_at(rows: list[FileRow], needs: dict[FileRow, list[str]]) -> FileRow:
    chosen = st.session_state.get(LOOKED_AT, "")
    clicked = next((row for row in rows if row.name == chosen), None)
    waiting = next((row for row in rows if needs[row]), None)
    of_choice = next((r for r in rows if r.scenario and r.scenario.name == current().choice.scenario), None)
    return clicked or waiting or of_choice or next((r for r in rows if r.scenario), rows[0])


def _look(rows: list[FileRow]) -> Callable[[], None]:
    def handle() -> None:
        chosen = st.session_state[TABLE]["selection"]["rows"]
        if chosen:
            row = rows[chosen[0]]
            st.session_state[LOOKED_AT] = row.name
            if row.scenario is not None:
                choose_scenario(row.scenario.name)

    return handle


def _line(workspace: Workspace, row: FileRow, needs: list[str]) -> list[object]:
    n = None if row.microdata is None else row.microdata.n_records
    name = plain(row.name if row.scenario is None or row.file else row.scenario.name)
    if row.scenario is None:
        own = {Place.ORIGINAL: "original", Place.CONTROL: "control: others"}.get(row.place)
        return [None, name, own, None, None, "; ".join(needs) or None, n, None]
    facts = facts_of(workspace, row.scenario)
    people = _people(workspace, row.scenario)
    picture = changes_picture(list(facts.changes.values()), dark=is_dark()) if facts and facts.changes else None
    masking = _masking(row.scenario.declaration)
    return [row.number, name, people, picture, masking, "; ".join(needs) or None, n, _in_words(facts)]


def _people(workspace: Workspace, scenario: Scenario) -> str:
    """Return whose records they are: as declared, else as the files show it."""
    declared = scenario.declaration
    if declared.kind is not None and declared.linked in (None, "none"):
        return KINDS.get(declared.kind, declared.kind)
    if declared.linked not in (None, "none"):
        return "same, in order" if declared.linked == "row" else f"same, by {plain(declared.linked, 30)}"
    met = relation_of(workspace, scenario)
    return "…" if met is None else PEOPLE[met.kind]


def _in_words(facts: VersionFacts | None) -> str:
    """Return how many variables underwent what, what changed first."""
    if facts is None:
        return "being checked …"
    counts = Counter(facts.changes.values())
    order = [change for change in Change if change is not Change.SAME]
    return ", ".join(f"{counts[c]} {c}" for c in [*order, Change.SAME] if counts[c]) or "cannot be compared"


def _masking(declaration: ScenarioDeclaration) -> str | None:
    """Return the kinds of masking that are declared."""
    kinds = list(dict.fromkeys(str(kind) for kind in declaration.masking.values()))
    if declaration.privacy is not None:
        kinds.append(f"ε {declaration.privacy.epsilon:g}")
    return ", ".join(kinds) or None


WITHOUT_PEOPLE_OF_THE_ORIGINAL = (FileKind.SYNTHETIC, FileKind.OTHER_PEOPLE)
"""In such a file no person of the original is to be found: no link is asked for."""


def needs_of(workspace: Workspace, row: FileRow) -> list[str]:
    """Return what a file needs, in bare text, each a few words that go on from its name."""
    if row.file is not None and (row.file.refusal or row.file.reading is None):
        return ["refused: see why"]
    needs = [] if row.file is None or row.file.confirmed else ["is it read rightly?"]
    if row.scenario is None or workspace.example:
        return needs
    declared, met, facts = row.scenario.declaration, relation_of(workspace, row.scenario), None
    if met is not None:
        facts = facts_of(workspace, row.scenario)
        needs += ["nothing is masked: the right file?"] if met.kind is RelationKind.IDENTICAL else []
        if met.kind is RelationKind.OTHER_PEOPLE and declared.kind is None:
            return [*needs, "other people: what is it?"]
    if met is not None and declared.linked is None and declared.kind not in WITHOUT_PEOPLE_OF_THE_ORIGINAL:
        needs.append("how is it linked?")
    if facts is not None:
        needs += ["cannot be compared: see why"] if facts.problem else []
        needs += ["are two names the same variable?"] if facts.similar else []
    return needs


def fault_of(workspace: Workspace) -> str:
    """Return why nothing can be measured, escaped; "" where it can."""
    if workspace.original_data is None:
        return "Bring in an original file that can be read."
    if not workspace.scenarios():
        return "Bring in at least one masked file that can be read."
    names = [s.name for s in workspace.scenarios()]
    if name := next((name for name in names if names.count(name) > 1), ""):
        return f"Two scenarios are called **{md(name)}**: give each a name of its own."
    try:
        check_sets(workspace.scenarios())
    except CodebookError as error:
        return md(str(error), 400)
    return ""


def answer_of(workspace: Workspace, needs: Mapping[FileRow, Sequence[str]], unchecked: int) -> str:
    """Answer the page's question in a sentence, escaped: what was read, and what needs the officer."""
    rows, asked = list(needs), [(row.name, need) for row, said in needs.items() for need in said]
    read = sum(row.file is None or row.file.reading is not None for row in rows)
    if workspace.example:
        said = f"The worked example is open: {counted(read, 'file', 'files')}"
    else:
        said = f"{counted(read, 'file', 'files')} read"
    if unchecked:
        return f"{said}. What they are to the original is being checked: {unchecked} to go."
    if asked:
        name, need = asked[0]
        first = "One thing needs you" if len(asked) == 1 else f"{len(asked)} things need you, first"
        return f"{said}. **{first}**: {md(name, 60)}, {need}"
    if fault := fault_of(workspace):
        return f"{said}. {fault}"
    if not workspace.effective_codebook.with_role(Role.KEY):
        return f"{said}. **No variable has the role key**: without one no risk is measured, and no map drawn."
    return f"{said}. Nothing needs you."
