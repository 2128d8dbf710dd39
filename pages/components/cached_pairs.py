"""Pairs of original and masked file, made when a screen needs them and kept while files and codebook stay."""

from __future__ import annotations

from collections.abc import Mapping

from core.data import Pair, Scenario
from core.errors import PairingError, RUMapError
from core.pairing import pair
from core.wording import _
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
    scenario = _scenario(workspace, file)
    if original is None or scenario is None:
        raise PairingError(_("The files behind these results are not open; bring them in again on the Files page."))
    codebook = workspace.effective_codebook
    return asked_apart(file, (original, scenario.microdata, codebook), pair, original, scenario, codebook)


def pairs_or_errors(workspace: Workspace) -> Mapping[str, Pair | RUMapError]:
    """Return by masked file its pair, or the error that says why there is none."""
    pairs: dict[str, Pair | RUMapError] = {}
    for scenario in workspace.scenarios():
        file = scenario.microdata.name
        try:
            pairs[file] = pair_of(workspace, file)
        except RUMapError as error:
            pairs[file] = error
    return pairs


def _scenario(workspace: Workspace, file: str) -> Scenario | None:
    return next((s for s in workspace.scenarios() if s.microdata.name == file), None)
