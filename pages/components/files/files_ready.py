"""Whether the files are ready to go on with, or what is missing."""

from __future__ import annotations

import streamlit as st

from core.assessment import check_sets
from core.errors import CodebookError
from core.wording import counted
from pages.components.escaping import md
from pages.components.files.uploads import confirm_all
from pages.components.variables.links import same_name, unanswered
from pages.components.workspace import Workspace


def what_is_missing(workspace: Workspace) -> str:
    """Return what the officer still has to do on the Files page, or ""; offer to confirm all readings at once."""
    if workspace.original_data is None:
        return "Bring in an original file that can be read."
    if not workspace.scenarios():
        return "Bring in at least one masked file that can be read."
    if fault := fault_of_scenarios(workspace):
        return fault
    questions = sum(
        not f.confirmed for f in (workspace.original, *workspace.masked, workspace.control) if f and f.reading
    )
    links = unanswered(workspace)
    if questions > 1:
        st.button("All readings are right", icon=":material/done_all:", on_click=confirm_all, key="confirm_all")
    open_points = [(f"{counted(questions, 'reading', 'readings')} to confirm")] if questions else []
    open_points += [(f"{counted(links, 'link', 'links')} to choose")] if links else []
    return (f"Before you go on: {' and '.join(open_points)}.") if open_points else ""


def fault_of_scenarios(workspace: Workspace) -> str:
    """Return why the masked files cannot be measured as they are declared, escaped; "" where they can."""
    if name := same_name(workspace):
        return f"Two scenarios are called **{md(name)}**: give each a name of its own."
    try:
        check_sets(workspace.scenarios())
    except CodebookError as error:
        return md(str(error), 400)
    return ""
