"""Variables that are asked for by name: refused before anything is measured where there are none of that name."""

from __future__ import annotations

from collections.abc import Sequence

from core.assessment import Plan, named_variables
from core.data import NO_LINK, ROW_LINK, Codebook, Microdata, names_of_link
from core.errors import CodebookError
from core.wording import did_you_mean


def check_names(
    plan: Plan, linked: str | None, codebook: Codebook, original: Microdata, masked: Sequence[Microdata]
) -> None:
    """Check the variables that parameters, ``--linked`` and the codebook's links name.

    Raises
    ------
    CodebookError
        The original has no such variable.
    """
    for place, name in named_variables(plan):
        _check(f"setting {place}", name, original, ())
    check_link(linked, original)
    for file in masked:
        _check_link(f"scenario {file.name!r}: linked", codebook.declaration(file.name).linked, original)


def check_link(linked: str | None, original: Microdata) -> None:
    """Check what ``--linked`` names.

    Raises
    ------
    CodebookError
        The original has no such variable.
    """
    _check_link(f"linked = {linked!r}", linked, original)


def _check_link(place: str, link: str | None, original: Microdata) -> None:
    names = () if link is None else names_of_link(link, original.columns)
    for name in names:
        if names.count(name) > 1:
            raise CodebookError(f"{place} names {name!r} twice; name each identifier once")
        _check(place, name, original, (ROW_LINK, NO_LINK) if len(names) == 1 else ())


def _check(place: str, name: str, original: Microdata, words: tuple[str, ...]) -> None:
    if name in words or name in original.columns:
        return
    meant = did_you_mean(name, [*words, *original.columns])
    instead = f"; say {', '.join(words)} or an identifier variable" if words else ""
    raise CodebookError(f"{place}: {original.name} has no variable {name!r}{meant}{instead}")
