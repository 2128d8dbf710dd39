"""Individual risks of the open files, counted when a screen needs them and cached while files and codebook stay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from core.assessment import Assessment, Comparison
from core.data import Release
from core.risk import with_maskings, with_population
from core.views import RecordRisks, lone_combinations, record_risks, risk_parameters
from pages.components.cached import cached
from pages.components.cached_pairs import pair_of
from pages.components.workspace import Workspace, current

Alone = Mapping[tuple[str, ...], int] | str
"""Records that are alone, by the fewest keys that single them out; or why they are not known."""


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


def risks_of(comparison: Comparison, file: Assessment, keyset: str) -> RecordRisks:
    """Return the individual risks of a file, counted; raises as ``release_of``."""
    counted: RecordRisks = cached(_of_release, comparison, file, count=record_risks, keyset=keyset)
    return counted


def lone_of(comparison: Comparison, file: Assessment, keyset: str) -> Alone:
    """Return how many records of a file are alone on which keys, or why that is not known; raises as ``release_of``."""
    counted: Alone = cached(_of_release, comparison, file, count=lone_combinations, keyset=keyset)
    return counted


def _of_release(comparison: Comparison, file: Assessment, *, count: Callable[..., Any], keyset: str) -> Any:
    release = release_of(current(), comparison, file)
    with st.spinner("Counting records …"):
        return count(release, risk_parameters(comparison), keyset)
