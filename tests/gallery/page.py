"""What a page of the gallery consists of, and how it is written as markdown."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

PAGES_TEST = "tests/gallery/test_pages.py::test_every_statement_of_a_page_holds"
HEADS = ("Statement", "Verdict", "Here", "Checked by")


class Verdict(StrEnum):
    AGREES = "agrees"
    DIFFERS = "differs"
    MISSING = "not reproduced"


@dataclass(frozen=True)
class Statement:
    """What a page says: whether it holds of the results, the figures of it, and the test of it on other data."""

    text: str
    verdict: Verdict
    holds: bool | None
    here: str
    test: str = ""

    def row(self):
        checked = "" if self.verdict is Verdict.MISSING else "<br>".join(f"`{t}`" for t in (PAGES_TEST, self.test) if t)
        return (self.text, str(self.verdict), self.here, checked or "nothing")


def agrees(text, holds, here="", test=""):
    return Statement(text, Verdict.AGREES, bool(holds), here, test)


def differs(text, holds, here="", test=""):
    """Return a statement of how the study departs from the paper; ``holds``: that it does."""
    return Statement(text, Verdict.DIFFERS, bool(holds), here, test)


def missing(text, why):
    return Statement(text, Verdict.MISSING, None, why)


@dataclass(frozen=True)
class Picture:
    """A figure: the stem of its file, what it shows, and what draws it as SVG."""

    name: str
    alt: str
    draw: Callable[[], bytes]

    def link(self):
        return f"![{self.alt}]({self.name}.svg)"


@dataclass(frozen=True)
class Page:
    """A page; its text holds everything but the statements."""

    name: str
    title: str
    text: str
    statements: tuple[Statement, ...]
    pictures: tuple[Picture, ...]

    def markdown(self):
        rows = [s.row() for s in self.statements]
        return f"# {self.title}\n\n{self.text.strip()}\n\n## What agrees, what does not\n\n{table(HEADS, rows)}\n"

    def counts(self):
        return {v: sum(s.verdict is v for s in self.statements) for v in Verdict}


def table(heads, rows):
    """Return a markdown table; a bar inside a cell is escaped."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(c).replace("|", "\\|") for c in line) + " |" for line in lines)


def number(value, digits=3):
    """Return a number with so many significant digits, without an exponent; what is nothing but rounding is 0."""
    if value is None:
        return "–"
    if abs(value) < 1e-15:
        return "0"
    text = f"{value:.{digits}g}"
    if "e" not in text:
        return text
    places = max(0, digits - 1 - int(text.split("e")[1]))
    return f"{value:,.{places}f}"


def as_json(results):
    """Return results as text: ten digits, which is more than a page shows and less than a processor may vary."""
    return json.dumps(_rounded(results), indent=None, separators=(",", ":"), sort_keys=True).replace("],", "],\n") + "\n"


def _rounded(value):
    if isinstance(value, dict):
        return {str(k): _rounded(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(v) for v in value]
    return float(f"{value:.10g}") if isinstance(value, float) else value
