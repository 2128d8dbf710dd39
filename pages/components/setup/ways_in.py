"""Where files come in: an original, masked versions, a control file; else the worked examples or a saved project."""

import streamlit as st

from core.execution import KEPT_FROM
from pages.components import layout
from pages.components.escaping import md
from pages.components.examples import EXAMPLES, close_example, open_example
from pages.components.files.control import control_part
from pages.components.files.project_open import open_project
from pages.components.files.uploads import FORMATS, Place, uploader
from pages.components.server.settings import settings
from pages.components.workspace import Workspace, worked_example


def ways_in(workspace: Workspace, *, empty: bool) -> None:
    """Offer the places where files are dropped; with nothing here yet also an example and a project."""
    if workspace.example:
        _example_is_open(workspace)
        return
    if empty:
        layout.answer(
            "R-U Map compares an original microdata file with its masked versions: what each one keeps of the "
            "original's information, what risk of disclosure it leaves, and which variable and pair is to blame."
        )
    with layout.card("ways_in", fill=False), st.grid(4 if empty else 3, min_column_width=200, gap="medium") as grid:
        with grid.cell():
            uploader("Original file", Place.ORIGINAL, "One record a row. " + FORMATS)
        with grid.cell():
            uploader("Masked files", Place.MASKED, "As many versions as you like. " + FORMATS)
        if empty:
            with grid.cell():
                _examples()
            with grid.cell():
                open_project()
        else:
            with grid.cell(), st.expander("Control file: records of other people?"):
                control_part(workspace)


def _examples() -> None:
    name = st.selectbox("Worked example", list(EXAMPLES), format_func=lambda e: EXAMPLES[e].title, key="example")
    if st.button("Open the worked example", type="primary", icon=":material/scatter_plot:", key="open_example"):
        open_example(name)
        st.switch_page(layout.COMPARE)
    st.caption(f"{EXAMPLES[name].about}.")


def _example_is_open(workspace: Workspace) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.popover(f"The story of {EXAMPLES[workspace.example].title}", icon=":material/menu_book:"):
            st.markdown(md(worked_example(workspace.example).story, 2000))
        st.button("Close it and use my files", icon=":material/upload_file:", on_click=close_example, key="close")


def privacy() -> None:
    """Say where the data are and how long."""
    where = (
        f"in this server's memory, columns of {KEPT_FROM // 1000} kB or more in its scratch folder on a disk, where "
        "only the server's account may read them"
        if settings().scratch
        else "in this server's memory; nothing of them is kept on a disk"
    )
    st.caption(
        f":material/lock: Your files stay {where}. Nothing leaves this server: no account, no tracking, no outside "
        "address. “Erase all data now” forgets everything; what is left unused is erased too."
    )
