"""Individual risks of the open files, counted when a screen needs them and cached while files and codebook stay."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.assessment import Assessment, Comparison
from core.data import Release
from core.risk import with_maskings, with_population
from core.views import RecordRisks, record_risks, risk_parameters
from pages.components.cached_pairs import pair_of
from pages.components.workspace import Workspace

KEY = "record_risks"


def release_of(workspace: Workspace, comparison: Comparison, file: Assessment) -> Release:
    """Return a masked file as the measures of risk see it; the original where ``file`` is the comparison's original.

    Raises
    ------
    RUMapError
        The files are not open or cannot be compared; the message is meant for the screen.
    """
    first = comparison.scenarios[0] if file is comparison.original else file
    pair = pair_of(workspace, first.file)
    variables = [v.variable for v in pair.variables]
    original = with_population(pair.original, variables, workspace.population)
    if file is comparison.original:
        return original
    return with_maskings(replace(pair, original=original), risk_parameters(comparison))


def risks_of(workspace: Workspace, comparison: Comparison, file: Assessment, keyset: str) -> RecordRisks:
    """Return the individual risks of a file, counted.

    Raises
    ------
    RUMapError
        As ``release_of``.
    """
    place = (file is comparison.original, file.file, keyset)
    kept = st.session_state.setdefault(KEY, {}).get(place)
    first = comparison.scenarios[0] if file is comparison.original else file
    made_from = (pair_of(workspace, first.file), comparison)
    if kept is None or any(a is not b for a, b in zip(kept[0], made_from, strict=True)):
        release = release_of(workspace, comparison, file)
        with st.spinner("Counting individual risks …"):
            kept = (made_from, record_risks(release, risk_parameters(comparison), keyset))
        st.session_state[KEY][place] = kept
    counted: RecordRisks = kept[1]
    return counted
