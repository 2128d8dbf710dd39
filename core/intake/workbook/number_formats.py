"""Number formats that show codes: whole numbers with leading zeros, or with signs between the digits."""

from __future__ import annotations

import re

from core.intake.report import Finding, Severity

Template = tuple[str, ...]
"""What a format shows, mark by mark; an empty one stands for a digit."""

DIGIT = ""
MARK = re.compile(r'"([^"]*+)"|\\(.)|(\[[^\[\]]*+\])|_.|\*.|(.)', re.DOTALL)
"""A quoted or escaped text, a bracket, a blank as wide as a character, a filling; else one character."""
SILENT = re.compile(r"\[(?:\$-[^\]]*+|[<>=][^\]]*+|[A-Z][a-z]++(?:\s?\d{1,2})?+)\]")
"""Brackets that change no digit: a language, a condition, a colour; others are currencies and lengths of time."""
LITERAL = frozenset(" -+():$!&'~{}^<>=")
"""Characters that stand for themselves without quotes; all others but 0 make it no format of codes."""


def template_of(code: str) -> Template | None:
    """Return what a number format shows of a whole number; None where it shows no code.

    ``00000``, ``000-00-0000``, ``"D"0000`` and ``[$-409]00000;@`` are such formats: what is shown is a code, what is
    stored the number without its zeros.
    """
    marks: list[str] = []
    for mark in MARK.finditer(code):
        quoted, escaped, bracket, plain = mark.groups()
        if plain == ";":
            break
        if quoted is not None or escaped is not None:
            marks += quoted or escaped or ""
        elif plain in LITERAL:
            marks.append(plain)
        elif plain == "0":
            marks.append(DIGIT)
        elif plain is not None or (bracket is not None and not SILENT.fullmatch(bracket)):
            return None
    n_digits = marks.count(DIGIT)
    zeros = n_digits > 1 or (n_digits == 1 and "0" in marks)
    return tuple(marks) if zeros else None


def shows_codes(template: Template, numbers: list[float]) -> bool:
    """Tell whether numbers are shown otherwise than as plain numbers: whole, filled in, with a zero or mark added."""
    digits = template.count(DIGIT)
    if not numbers or not all(n == n // 1 and 0 <= n < 10**digits for n in numbers):
        return False
    return len(template) > digits or any(n < 10 ** (digits - 1) for n in numbers)


def filled_in(template: Template, number: int) -> str:
    """Return a whole number as a format shows it."""
    digits = iter(str(number).zfill(template.count(DIGIT)))
    return "".join(next(digits) if mark == DIGIT else mark for mark in template).strip()


def as_code(template: Template) -> str:
    """Return a format as it is told to people."""
    return "".join(mark or "0" for mark in template).strip()


def codes_question(name: str, shown_format: str, n: int) -> Finding:
    """Ask whether numbers that a format shows with leading zeros, and that are kept so, are numbers."""
    message = (
        f"the file shows whole numbers with leading zeros (number format {shown_format}); kept as they are shown. "
        "Are they numbers and no codes?"
    )
    return Finding(Severity.QUESTION, message, name, n, "numbers", (name,))
