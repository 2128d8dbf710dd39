"""What needs the officer: of each file, of the variables, and before anything can be measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.assessment import check_sets
from core.data import FileKind, RelationKind, Role
from core.errors import CodebookError
from core.wording import counted
from pages.components.escaping import md
from pages.components.files.relations import relation_of
from pages.components.setup.checks import facts_of
from pages.components.setup.files_table import FileRow
from pages.components.workspace import Workspace

NOBODY = (FileKind.SYNTHETIC, FileKind.OTHER_PEOPLE)
"""In such a file nobody's record is to be found: no link is asked for."""


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
    if met is not None and declared.linked is None and declared.kind not in NOBODY:
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
