"""What a page of the gallery consists of, and how it is written as markdown."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

PAGES_TEST = "tests/house/test_gallery.py::test_every_statement_holds_and_every_page_is_written_from_the_stored_results"
HEADS = ("Statement", "Verdict", "Here", "Also checked on other data by")
NOTE = f'Every statement that is not marked "not reproduced" is checked on the figures above by `{PAGES_TEST}`.'

ROUNDING = 1e-15
"""Less than this is nothing but rounding, and differs from run to run."""


class Verdict(StrEnum):
    AGREES = "agrees"
    DIFFERS = "differs"
    OWN = "not in the source"
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
        return (self.text, str(self.verdict), self.here, f"`{self.test}`" if self.test else "")


def agrees(text, holds, here="", test=""):
    return Statement(text, Verdict.AGREES, bool(holds), here, test)


def differs(text, holds, here="", test=""):
    """Return a statement of how the study departs from the paper; ``holds``: that it does."""
    return Statement(text, Verdict.DIFFERS, bool(holds), here, test)


def own(text, holds, here=""):
    """Return what was found here and the source does not state: nothing that could agree."""
    return Statement(text, Verdict.OWN, bool(holds), here)


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
        parts = [f"# {self.title}", self.text.strip(), "## What agrees, what does not", NOTE, table(HEADS, rows)]
        return "\n\n".join(parts) + "\n"

    def counts(self):
        return {v: sum(s.verdict is v for s in self.statements) for v in Verdict}


def filled(name, **values):
    """Return the text of a page with its tables and figures in place."""
    return (Path(__file__).parent / "texts" / f"{name}.md").read_text(encoding="utf-8").format(**values)


def table(heads, rows):
    """Return a markdown table; a bar inside a cell is escaped."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(c).replace("|", "\\|") for c in line) + " |" for line in lines)


def number(value, digits=3):
    """Return a number with so many significant digits, without an exponent; what is nothing but rounding is 0."""
    if value is None:
        return "–"
    if abs(value) < ROUNDING:
        return "0"
    text = f"{value:.{digits}g}"
    if "e" not in text:
        return text
    places = max(0, digits - 1 - int(text.split("e")[1]))
    return f"{value:,.{places}f}"


def as_json(results):
    """Return results as text: ten digits, which is more than a page shows and less than a processor may vary."""
    return (
        json.dumps(_rounded(results), indent=None, separators=(",", ":"), sort_keys=True).replace("],", "],\n") + "\n"
    )


def _rounded(value):
    if isinstance(value, dict):
        return {str(k): _rounded(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(v) for v in value]
    if isinstance(value, float):
        return float(f"{value:.10g}") if abs(value) > ROUNDING else 0.0
    return value
