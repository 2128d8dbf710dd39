"""Removal: whole variables are not released."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from core.data import Microdata
from core.errors import MaskingError
from core.masking.columns import column, distinct

METHOD = "removal"
T = TypeVar("T")


def remove_variables(microdata: Microdata, variables: Sequence[str]) -> Microdata:
    """Remove variables with their labels.

    Raises
    ------
    MaskingError
        The file lacks one of them, or none would be left.

    References
    ----------
    Kocar (2018), section 3.5.
    """
    names = distinct(variables, METHOD)
    for name in names:
        column(microdata, name)
    if len(names) == len(microdata.columns):
        raise MaskingError(f"{METHOD}: {names[0]!r} and all others would go; keep at least one variable")
    return replace(
        microdata,
        columns=_without(microdata.columns, names),
        labels=_without(microdata.labels, names),
        value_labels=_without(microdata.value_labels, names),
        sha256="",
    )


def _without(table: Mapping[str, T], names: tuple[str, ...]) -> dict[str, T]:
    return {name: entry for name, entry in table.items() if name not in names}
