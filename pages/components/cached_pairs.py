"""Pairs of original and masked file, made when a screen needs them and kept while files and codebook stay."""

from __future__ import annotations

from core.assessment import Assessment
from core.data import Pair
from core.errors import PairingError, RUMapError
from core.pairing import pair
from pages.components.asked_apart import asked_apart
from pages.components.workspace import Workspace


def pair_of(workspace: Workspace, file: str) -> Pair:
    """Return original and this masked file, coded alike.

    Raises
    ------
    RUMapError
        Files that cannot be compared; the message is meant for the screen.
    """
    original = workspace.original_data
    scenario = next((s for s in workspace.scenarios() if s.microdata.name == file), None)
    if original is None or scenario is None:
        raise PairingError("The files behind these results are not open; bring them in again on the Set up page.")
    codebook = workspace.effective_codebook
    return asked_apart(file, (original, scenario.microdata, codebook), pair, original, scenario, codebook)


def pair_or_none(workspace: Workspace, assessment: Assessment) -> Pair | None:
    """Return original and masked file side by side; None where they are not open or cannot be compared."""
    try:
        return pair_of(workspace, assessment.file)
    except RUMapError:
        return None
