"""Column names that can be distinguished and shown: what is changed is reported, never silent."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from core.intake.report import Finding, Severity
from core.wording import is_invisible


def settle_names(raw: Sequence[str], longest: int, *, header: bool | None = None) -> tuple[list[str], list[Finding]]:
    """Return a name for every column.

    Parameters
    ----------
    raw : sequence of str
        Names as they are in the file.
    longest : int
        Longer names are cut to this many characters.
    header : bool or None
        False: somebody chose that the file has no names, so columns without one are not asked about.

    Returns
    -------
    names : list of str
        All different, none empty.
    """
    findings: list[Finding] = []
    names = [_shown(name, longest, findings) for name in raw]
    _fill_empty(names, [] if header is False else findings)
    _number_equals(names, findings)
    _ask_about_case(names, findings)
    return names, findings


def escape_hidden(text: str) -> str:
    r"""Write characters that do not show, or that turn the text around, as ``\u....``; line ends as a space."""
    if not any(is_invisible(c) for c in text):
        return text
    return "".join(_escaped(c) for c in text)


def _escaped(character: str) -> str:
    if character in "\r\n\t":
        return " "
    return f"\\u{ord(character):04x}" if is_invisible(character) else character


def _shown(name: str, longest: int, findings: list[Finding]) -> str:
    cut = name[:longest]
    shown = escape_hidden(cut)
    if len(name) > longest:
        findings.append(
            Finding(Severity.WARNING, f"a column name of {len(name):,} characters was cut to {longest}", shown, 1)
        )
    if shown != cut:
        findings.append(
            Finding(Severity.WARNING, "the column name holds characters that do not show; they are written out", shown)
        )
    return shown


def _free(wanted: str, taken: set[str]) -> str:
    """Return ``wanted``, numbered if it is taken."""
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted} ({number})", number + 1
    return name


def _fill_empty(names: list[str], findings: list[Finding]) -> None:
    taken = set(names)
    for i, name in enumerate(names):
        if name.strip():
            continue
        names[i] = _free(f"column {i + 1}", taken)
        taken.add(names[i])
        findings.append(
            Finding(
                Severity.QUESTION,
                f"column {i + 1} has no name and is called {names[i]!r}; if it only numbers the rows, exclude it",
                names[i],
            )
        )


def _number_equals(names: list[str], findings: list[Finding]) -> None:
    """Give columns whose names look the same a number each, from the second on."""
    taken = set(names)
    seen: dict[str, int] = {}
    for i, name in enumerate(names):
        looks = unicodedata.normalize("NFC", name.strip())
        times = seen[looks] = seen.get(looks, 0) + 1
        if times == 1:
            continue
        while (numbered := f"{looks} ({seen[looks]})") in taken:
            seen[looks] += 1
        names[i] = numbered
        taken.add(numbered)
        findings.append(
            Finding(
                Severity.QUESTION,
                f"column {i + 1} has the same name as a column before it and is called {numbered!r}; "
                "name it in the file if it is wanted",
                numbered,
            )
        )


def _ask_about_case(names: Sequence[str], findings: list[Finding]) -> None:
    first: dict[str, str] = {}
    for name in names:
        folded = unicodedata.normalize("NFKC", name.strip()).casefold()
        other = first.setdefault(folded, name)
        if other != name:
            findings.append(
                Finding(
                    Severity.QUESTION,
                    f"columns {other!r} and {name!r} differ only in spelling; both are kept as two variables",
                    name,
                )
            )
