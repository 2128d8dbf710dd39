"""What a measure of a whole file compared, and what a reader must know of the variables that it could not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

RECODED_ALIKE = "compared after the same recode of the original"


def compared_variables(
    names: Sequence[str],
    n_original: int,
    n_masked: int,
    *,
    removed: Sequence[str],
    recoded: Sequence[str],
    recoded_are: str = RECODED_ALIKE,
) -> dict[str, Any]:
    """Return what was compared, JSON-ready.

    Parameters
    ----------
    names : sequence of str
        The variables that were compared.
    n_original, n_masked : int
        Records of either file.
    removed : sequence of str
        Variables that the masked file lacks.
    recoded : sequence of str
        Variables that the masked file holds recoded.
    recoded_are : str
        What became of the recoded ones.
    """
    return {
        "variables": list(names),
        "removed": list(removed),
        "recoded": list(recoded),
        "n_original": n_original,
        "n_masked": n_masked,
        "notices": notices(("dropped by the masking, so not compared", removed), (recoded_are, recoded)),
    }


def leaving_out(names: Sequence[str]) -> dict[str, Any]:
    """Return which variables a mean over variables leaves out, JSON-ready; nothing where all are compared.

    Such a mean is not held against another file's (``validity``): it is of other variables.
    """
    if not names:
        return {}
    return {"left_out": list(names), "validity": [f"left out, for they cannot be compared: {', '.join(names)}"]}


def notices(*said: tuple[str, Sequence[str]]) -> list[str]:
    """Return a sentence for each statement that holds of a variable: the statement, and their names."""
    return [f"{statement}: {', '.join(names)}" for statement, names in said if names]
