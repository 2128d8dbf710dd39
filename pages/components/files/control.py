"""The control file: other people, brought in, found among the files, or set aside."""

from functools import partial

import streamlit as st

from core.assessment import control_notes, control_seen
from core.data import FileKind, Microdata, RelationKind
from core.errors import RUMapError
from core.masking import csv_bytes, set_aside
from core.wording import sentence_case
from pages.components.asked_in_worker import asked_in_worker
from pages.components.escaping import md, plain
from pages.components.files.relations import relation_of
from pages.components.files.uploads import Place, read_one, take_control, take_original, uploader, use_as_control
from pages.components.workspace import UploadedFile, Workspace

PARTED = "set_aside_files"
"""Names of the two files that the program made of the original in this session."""
PARTS = {50: "a half", 33: "a third", 20: "a fifth", 10: "a tenth"}


def control_notes_of(workspace: Workspace) -> None:
    """Say what is to be known of the control file, and offer it where the program made it."""
    _notes(workspace)
    _downloads(workspace)


def control_part(workspace: Workspace) -> None:
    """Offer the ways to a control file."""
    st.caption(
        "People of the same population whom no masking saw: what an intruder learns about them is learnt by chance; "
        "only what goes beyond it is the file's doing. It can be left out."
    )
    uploader("Control file", Place.CONTROL)
    for file in _other_people(workspace):
        st.button(
            f"Use {md(file, 60)} as the control",
            key=f"use_as_control_{file}",
            icon=":material/group:",
            on_click=use_as_control,
            args=(file,),
        )
    if workspace.original_data is not None and not workspace.masked:
        _offer_to_set_aside(workspace.original_data)
    elif workspace.original_data is not None:
        st.caption(
            "To set a part of the original aside, start before anything is masked: remove the masked files, set "
            "the part aside, and mask the rest."
        )


def _other_people(workspace: Workspace) -> list[str]:
    """Return the masked files that are declared, or look, like other people."""
    names = []
    for scenario in workspace.scenarios():
        met = relation_of(workspace, scenario)
        declared = scenario.declaration.kind is FileKind.OTHER_PEOPLE
        brought = any(f.name == scenario.microdata.name for f in workspace.masked)
        if brought and (declared or (met is not None and met.kind is RelationKind.OTHER_PEOPLE)):
            names.append(scenario.microdata.name)
    return names


def _notes(workspace: Workspace) -> None:
    """Say what is to be known of the control file."""
    original, control, codebook = workspace.original_data, workspace.control_data, workspace.effective_codebook
    if original is None or control is None:
        return
    variables = tuple((v.name, v.level, v.role, v.missing) for v in codebook.variables)
    try:
        notes = asked_in_worker(
            control.name, (original, control, variables), control_notes, original, control, codebook
        )
    except RUMapError as error:
        st.error(md(str(error), 600), icon=":material/block:")
        return
    for note in notes:
        st.markdown(f":orange[:material/warning:] {md(sentence_case(note), 700)}.")
    seen = _seen_in(workspace, original, control)
    for file, doubt in seen.items():
        st.markdown(f":orange[:material/warning:] **{md(file, 60)}**: {md(doubt, 900)}.")
    if not notes and not seen:
        st.markdown(
            ":material/check_circle: It looks like other people of the same population: enough records, the same "
            "codes, none of the original's."
        )


def _seen_in(workspace: Workspace, original: Microdata, control: Microdata) -> dict[str, str]:
    """Return by masked file what shows that people of the control are in it."""
    codebook, doubts = workspace.effective_codebook, {}
    for scenario in workspace.scenarios():
        file, about = scenario.microdata, (original, scenario.microdata, control, codebook)
        try:
            doubt = asked_in_worker(file.name, about, control_seen, original, scenario, control, codebook)
        except RUMapError:
            continue  # said where the file is paired
        if doubt:
            doubts[file.name] = doubt
    return doubts


def _offer_to_set_aside(original: Microdata) -> None:
    """Offer to part the original at random, before anything is masked."""
    with st.expander("Have none? Set a random part of the original aside"):
        st.caption(
            "The rest becomes the original and is what you mask; the part set aside is the control. Best is a half: "
            "attacks are tried on as many others. The same seed gives the same parts. Keep both files: a "
            "saved project asks for them."
        )
        with st.container(horizontal=True, vertical_alignment="bottom"):
            share = st.selectbox("How much?", list(PARTS), format_func=PARTS.__getitem__, key="set_aside_share")
            seed = st.number_input("Seed", 0, 2**31, 1, key="set_aside_seed")
            st.button("Set aside", key="set_aside", on_click=_part, args=(original, share, int(seed)))


def _part(original: Microdata, share: int, seed: int) -> None:
    rest, control = set_aside(original, share / 100, seed)
    files = [read_one(UploadedFile(part.name, csv_bytes(part))) for part in (rest, control)]
    take_original(files[0])
    take_control(files[1])
    st.session_state[PARTED] = tuple(file.name for file in files)


def _downloads(workspace: Workspace) -> None:
    """Offer the two parts that the program made, since nobody else has them."""
    for place, file in (("original", workspace.original), ("control", workspace.control)):
        if file is None or file.microdata is None or file.name not in st.session_state.get(PARTED, ()):
            continue
        st.download_button(
            f"Download {md(file.name, 60)}",
            data=partial(csv_bytes, file.microdata),
            file_name=plain(file.name),
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
            key=f"download_part_{place}",
        )
