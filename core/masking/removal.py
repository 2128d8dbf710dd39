"""Removal: whole variables are not released."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from core.data import Masking, Microdata
from core.errors import MaskingError
from core.masking.columns import column, distinct
from core.masking.method import Takes, Treated, Work, method
from core.wording import _

METHOD = "removal"
T = TypeVar("T")


@dataclass(frozen=True)
class RemovalParameters:
    """Removal has no parameters."""


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


@method(
    id="removal",
    name=_("Removal of variables"),
    takes=Takes.ANY,
    masking=Masking.REMOVE,
    parameters=RemovalParameters,
    summary=_("Whole variables are not released."),
    reference="Kocar (2018), section 3.5",
    random=False,
)
def removal_method(work: Work, parameters: RemovalParameters) -> Treated:  # noqa: ARG001 - every method takes them
    """Remove the named variables."""
    return Treated(remove_variables(work.microdata, work.variables))
