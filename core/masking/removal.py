"""Removal: whole variables are not released."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from core.data import Masking
from core.errors import MaskingError
from core.masking.columns import column, distinct
from core.masking.method import Takes, Treated, Work, method

METHOD = "removal"
T = TypeVar("T")


@dataclass(frozen=True)
class RemovalParameters:
    """Removal has no parameters."""


@method(
    id="removal",
    name="Removal of variables",
    takes=Takes.ANY,
    masking=Masking.REMOVE,
    parameters=RemovalParameters,
    summary="Whole variables are not released.",
    reference="Kocar (2018), section 3.5",
    random=False,
)
def removal(work: Work, parameters: RemovalParameters) -> Treated:  # noqa: ARG001 - every method takes them
    """Remove the named variables with their labels.

    Raises
    ------
    MaskingError
        The file lacks one of them, or none would be left.

    References
    ----------
    Kocar (2018), section 3.5.
    """
    file, names = work.microdata, distinct(work.variables, METHOD)
    for name in names:
        column(file, name)
    if len(names) == len(file.columns):
        raise MaskingError(f"{METHOD}: {names[0]!r} and all others would go; keep at least one variable")
    masked = replace(
        file,
        columns=_without(file.columns, names),
        labels=_without(file.labels, names),
        value_labels=_without(file.value_labels, names),
        sha256="",
    )
    return Treated(masked)


def _without(table: Mapping[str, T], names: tuple[str, ...]) -> dict[str, T]:
    return {name: entry for name, entry in table.items() if name not in names}
