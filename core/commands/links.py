"""How records are linked: refused before anything is measured where it names a variable that there is not."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from core.data import Codebook, Microdata
from core.data.codebook import NO_LINK, ROW_LINK
from core.errors import CodebookError


def check_links(linked: str | None, codebook: Codebook, original: Microdata, masked: Sequence[Microdata]) -> None:
    """Check what ``--linked`` and the codebook say of the masked files.

    Raises
    ------
    CodebookError
        Neither "row" nor "none" nor a variable of the original.
    """
    asked = [(f"--linked {linked}", linked)]
    asked += [(f"scenario {m.name!r}: linked = {name!r}", name) for m in masked if (name := _declared(codebook, m))]
    for place, name in asked:
        if name is None or name in (ROW_LINK, NO_LINK) or name in original.columns:
            continue
        close = get_close_matches(name, [ROW_LINK, NO_LINK, *original.columns], n=1)
        meant = f" (did you mean {close[0]!r}?)" if close else ""
        raise CodebookError(
            f"{place}: {original.name} has no variable {name!r}{meant}; say row, none or an identifier variable"
        )


def _declared(codebook: Codebook, masked: Microdata) -> str | None:
    return codebook.declaration(masked.name).linked
