"""Check of the variables that options, parameters and the codebook refer to, before any measure is computed."""

from __future__ import annotations

from collections.abc import Sequence

from core.assessment import Plan, named_variables
from core.data import NO_LINK, ROW_LINK, Codebook, Microdata, names_of_link
from core.errors import CodebookError
from core.wording import did_you_mean


def check_names(
    plan: Plan, linked: str | None, codebook: Codebook, original: Microdata, masked: Sequence[Microdata]
) -> None:
    """Check that the original has every variable that parameters, ``--linked`` or the codebook's links refer to.

    Raises
    ------
    CodebookError
        A variable is not in the original, or an identifier is named twice.
    """
    for place, name in named_variables(plan):
        _check_variable(f"setting {place}", name, original, ())
    check_link(linked, original)
    for file in masked:
        _check_identifiers(f"scenario {file.name!r}: linked", codebook.declaration(file.name).linked, original)


def check_link(linked: str | None, original: Microdata) -> None:
    """Check that the original has the record identifiers that ``--linked`` names.

    Raises
    ------
    CodebookError
        An identifier is not in the original, or is named twice.
    """
    _check_identifiers(f"linked = {linked!r}", linked, original)


def _check_identifiers(place: str, link: str | None, original: Microdata) -> None:
    """Check the identifiers of one link; a single name may also be a keyword for row order or no link."""
    names = () if link is None else names_of_link(link, original.columns)
    for name in names:
        if names.count(name) > 1:
            raise CodebookError(f"{place} names {name!r} twice; name each identifier once")
        _check_variable(place, name, original, (ROW_LINK, NO_LINK) if len(names) == 1 else ())


def _check_variable(source: str, name: str, original: Microdata, keywords: tuple[str, ...]) -> None:
    if name in keywords or name in original.columns:
        return
    suggestion = did_you_mean(name, [*keywords, *original.columns])
    alternatives = f"; write {', '.join(keywords)} or an identifier variable" if keywords else ""
    raise CodebookError(f"{source}: {original.name} has no variable {name!r}{suggestion}{alternatives}")
