"""Individual risks of the open files, counted when a screen needs them and cached while files and codebook stay."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.assessment import Assessment, Comparison
from core.data import Release
from core.decision import records_above, with_threshold
from core.errors import RUMapError
from core.measures import Outcome, Result, Skipped
from core.risk import with_maskings, with_population
from core.views import RecordRisks, record_risks, risk_parameters
from pages.components.cached_pairs import pair_of
from pages.components.risk.keysets import outcomes_of
from pages.components.risk.table import Lookup
from pages.components.workspace import Workspace

KEY = "record_risks"
THRESHOLD = "risk_above_threshold"


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


def lookup_at(workspace: Workspace, comparison: Comparison, keyset: str, threshold: float) -> Lookup:
    """Return how to find the outcomes of a key set, records above the threshold counted anew where it was moved."""
    files = (comparison.original, *comparison.scenarios)
    by_file = {id(f): outcomes_of(f, keyset) for f in files}
    if abs(threshold - risk_parameters(comparison).threshold) > 1e-12:
        for f in files:
            if THRESHOLD in by_file[id(f)]:
                by_file[id(f)][THRESHOLD] = _counted_anew(workspace, comparison, f, keyset, threshold)
    return lambda file, measure: by_file[id(file)].get(measure)


def _counted_anew(
    workspace: Workspace, comparison: Comparison, file: Assessment, keyset: str, threshold: float
) -> Outcome:
    outcome = outcomes_of(file, keyset)[THRESHOLD]
    known = records_above(outcome, threshold)
    if known is not None and (isinstance(known, Result) or not isinstance(outcome, Result)):
        return known
    try:
        risks = risks_of(workspace, comparison, file, keyset)
    except RUMapError as error:
        return Skipped(THRESHOLD, (keyset,), str(error))
    return with_threshold(outcome, risks, threshold)
