"""Whether the files are ready to go on with, or what is missing."""

from __future__ import annotations

import streamlit as st

from pages.components.escaping import md
from pages.components.figures_in_words import count
from pages.components.links import same_name, unanswered
from pages.components.uploads import confirm_all
from pages.components.workspace import Workspace


def what_is_missing(workspace: Workspace) -> str:
    """Return what the officer still has to do on the Files page, or ""; offer to confirm all readings at once."""
    if workspace.original_data is None:
        return "Bring in an original file that can be read."
    if not workspace.scenarios():
        return "Bring in at least one masked file that can be read."
    if name := same_name(workspace):
        return f"Two scenarios are called **{md(name)}**: give each a name of its own."
    questions = sum(not f.confirmed for f in (workspace.original, *workspace.masked) if f and f.reading)
    links = unanswered(workspace)
    if questions > 1:
        st.button("All readings are right", icon=":material/done_all:", on_click=confirm_all, key="confirm_all")
    open_points = [f"{count(questions, 'reading')} to confirm"] if questions else []
    open_points += [f"{count(links, 'link')} to choose"] if links else []
    return f"Before you go on: {' and '.join(open_points)}." if open_points else ""
