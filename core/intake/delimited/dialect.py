"""How a text file separates and quotes its cells."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from core.intake.delimited.encoding import Text
from core.intake.report import NO_QUOTES, Finding, ReadChoices, Severity
from core.intake.titles import SEARCHED_ROWS, is_title

SAMPLE_BYTES = 262_144
CANDIDATES = (",", ";", "\t", "|")
NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "space"}
LINE_END = re.compile(r"\r\n|\r|\n")
APOSTROPHES = re.compile(r"(?:^|[,;\t| ])'[^'\n]*'(?=[,;\t| ]|$)", re.MULTILINE)
CLEAR = 0.9
"""A delimiter is possible where this share of the rows has as many cells as the header."""


@dataclass(frozen=True)
class Dialect:
    """A delimiter and a quote (None: quotes are ordinary text)."""

    delimiter: str
    quote: str | None


@dataclass(frozen=True)
class DelimiterFit:
    """How well a delimiter explains a sample: the share of rows as wide as the first, and that width."""

    delimiter: str
    share: float
    width: int


def find_dialect(text: Text, ending: str, choices: ReadChoices) -> tuple[Dialect, list[Finding]]:
    """Return the dialect of a text file.

    Parameters
    ----------
    text : Text
    ending : str
        Of the file name; decides between delimiters that fit alike.
    choices : ReadChoices
    """
    lines = _sample_lines(text)
    findings: list[Finding] = []
    quote = _find_quote(lines, choices, findings)
    delimiter = choices.delimiter or _find_delimiter(lines, quote, ending, findings)
    return Dialect(delimiter, quote), findings


def spoken(delimiter: str) -> str:
    """Return a delimiter's name, for people."""
    return NAMES.get(delimiter, repr(delimiter))


def _sample_lines(text: Text) -> list[str]:
    sample = text.content[text.start : text.start + SAMPLE_BYTES].decode("utf-8", "ignore")
    lines = [line for line in LINE_END.split(sample) if line]
    complete = len(text.content) - text.start <= SAMPLE_BYTES
    return lines if complete or len(lines) < 2 else lines[:-1]


def _find_quote(lines: Sequence[str], choices: ReadChoices, findings: list[Finding]) -> str | None:
    if choices.quote is not None:
        return None if choices.quote == NO_QUOTES else choices.quote
    joined = "\n".join(lines)
    if '"' in joined or "'" not in joined:
        return '"'
    # Apostrophes are quotes only where each of them opens or closes a cell.
    wrapped = APOSTROPHES.findall(joined)
    if 2 * len(wrapped) != joined.count("'"):
        return '"'
    message = "cells stand between apostrophes (') and are read without them; otherwise choose no quotes"
    findings.append(Finding(Severity.QUESTION, message, None, len(wrapped), "quote", (NO_QUOTES,)))
    return "'"


def _find_delimiter(lines: Sequence[str], quote: str | None, ending: str, findings: list[Finding]) -> str:
    fits = _fits(lines, quote)
    if not any(fit.share >= CLEAR for fit in fits):
        fits = _fits(_below_titles(lines, quote), quote) or fits
    if not fits:
        return _space_or_comma(lines, quote, findings)
    favourite = {"tsv": "\t", "tab": "\t", "psv": "|"}.get(ending, ",")
    fits.sort(key=lambda f: (f.share >= CLEAR, f.delimiter == favourite and f.share >= CLEAR, f.share, f.width))
    best = fits.pop()
    rivals = tuple(f.delimiter for f in fits if f.share >= CLEAR)
    if rivals:
        listed = " or ".join(spoken(d) for d in rivals)
        message = f"cells are separated at every {spoken(best.delimiter)}; the {listed} would be possible too"
        findings.append(Finding(Severity.QUESTION, message, None, None, "delimiter", rivals))
    return best.delimiter


def _fits(lines: Sequence[str], quote: str | None) -> list[DelimiterFit]:
    return [fit for fit in (_fit(lines, d, quote) for d in CANDIDATES) if fit.width > 1]


def _below_titles(lines: Sequence[str], quote: str | None) -> Sequence[str]:
    """Return the lines from the first one of a table on, where titles are above it; else all of them."""
    best, table_start = 0.0, 0
    for delimiter in CANDIDATES:
        rows = list(records((line + "\n" for line in lines), Dialect(delimiter, quote)))
        width, count = Counter(map(len, rows)).most_common(1)[0]
        if width < 2 or count / len(rows) <= best:
            continue
        top = next(i for i, row in enumerate(rows) if len(row) == width)
        if top <= SEARCHED_ROWS and all(is_title(row, width) for row in rows[:top]):
            best, table_start = count / len(rows), top
    return lines[table_start:]


def _fit(lines: Sequence[str], delimiter: str, quote: str | None) -> DelimiterFit:
    widths = [len(row) for row in records((line + "\n" for line in lines), Dialect(delimiter, quote))]
    header, rows = widths[0], widths[1:]
    if not rows:
        return DelimiterFit(delimiter, 1.0, header)
    width, _ = Counter(rows).most_common(1)[0]
    # A header may be one cell short: R's row names, or a needless delimiter at the end of every row.
    one_short = header > 1 and width == header + 1
    expected = width if one_short else header
    return DelimiterFit(delimiter, rows.count(expected) / len(rows), expected)


def records(lines: Iterable[str], dialect: Dialect, strict: bool = False) -> Any:
    """Return Python's own parser over lines: an iterator of lists of cells that knows its ``line_num``."""
    if dialect.quote is None:
        return csv.reader(lines, delimiter=dialect.delimiter, quoting=csv.QUOTE_NONE, strict=strict)
    return csv.reader(lines, delimiter=dialect.delimiter, quotechar=dialect.quote, strict=strict)


def _space_or_comma(lines: Sequence[str], quote: str | None, findings: list[Finding]) -> str:
    """Take the space where it separates every row alike; else the file has one column."""
    fit = _fit(lines, " ", quote) if len(lines) > 1 else None
    if fit is None or fit.width < 2 or fit.share < 1:
        return ","
    message = "cells are separated at every space; if the file has one column, choose another delimiter"
    findings.append(Finding(Severity.QUESTION, message, None, None, "delimiter", (",",)))
    return " "
