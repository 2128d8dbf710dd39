"""A report as PDF/A-2a and PDF/UA-1: for archives, and for readers who hear it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any

import typst

from core.errors import ReportError
from core.reports.formats.figure_images import pictures
from core.reports.report_model import Block, Kind, Paragraph, Report, Section, Table

ASSETS = Path(__file__).resolve().parents[3] / "assets" / "report"
STANDARDS: list[typst.PDFStandard] = ["a-2a", "ua-1"]
"""Typst writes no file that breaks one of these: a figure without its text, a sign that no font draws."""


def write_pdf(report: Report) -> bytes:
    """Write a report as PDF; the same report gives the same bytes.

    Signs that the program's own fonts do not have are drawn by a font of the machine; where it has none either, their
    number is written instead (U+4E2D).

    Raises
    ------
    ReportError
        The document breaks a standard.
    """
    content = _content(report)
    foreign = {sign for sign in set(content) - _own_signs() if sign.isprintable()}
    numbered = content.translate({ord(sign): f"U+{ord(sign):04X} " for sign in foreign})
    problem = ""
    for words, of_machine in ((content, bool(foreign)), (numbered, False)):
        try:
            return _compiled(words, of_machine=of_machine)
        except typst.TypstError as error:
            problem = error.message
    raise ReportError(f"the PDF could not be written: {problem}")


def _compiled(content: str, *, of_machine: bool) -> bytes:
    written = typst.compile(
        (ASSETS / "report.typ").read_bytes(),
        sys_inputs={"report": content},
        font_paths=typst.Fonts(include_system_fonts=of_machine, font_paths=_font_folders()),
        pdf_standards=STANDARDS,
    )
    assert isinstance(written, bytes)
    return written


def _font_folders() -> list[Path]:
    """Return the folders of Inter, and of DejaVu for what Inter lacks: Greek, Cyrillic, Arabic, signs."""
    import matplotlib as mpl  # noqa: PLC0415 - starts slowly

    return [ASSETS / "fonts", Path(mpl.get_data_path()) / "fonts" / "ttf"]


@cache
def _own_signs() -> frozenset[str]:
    from matplotlib.ft2font import FT2Font  # noqa: PLC0415 - starts slowly

    inter, dejavu = _font_folders()
    return frozenset(
        chr(c) for font in (inter / "Inter.ttf", dejavu / "DejaVuSans.ttf") for c in FT2Font(font).get_charmap()
    )


def _content(report: Report) -> str:
    """Return what the template lays out, as JSON."""
    drawn = {name: picture.decode() for name, picture in pictures(report.figures(), "svg").items()}
    content = {
        "title": report.title,
        "subtitle": report.subtitle,
        "mark": report.mark,
        "lang": "en",
        "date": [int(part) for part in report.dated.split("-")],
        "page": "Page {page} of {pages}",
        "none": "None.",
        "runs": [
            {"across": across, "sections": [_section(s, drawn) for s in run]}
            for across, run in groupby(report.sections, key=partial(_lies_across, report.kind))
        ],
    }
    return json.dumps(content, ensure_ascii=False)


def _lies_across(kind: Kind, section: Section) -> bool:
    """Whether a section's pages lie across: a column for every scenario needs room."""
    return kind is Kind.INTERNAL and section.id != "decision"


def _section(section: Section, drawn: Mapping[str, str]) -> dict[str, Any]:
    blocks = [_block(block, drawn) for block in section.blocks]
    return {"id": section.id, "title": section.title, "blocks": blocks}


def _block(block: Block, drawn: Mapping[str, str]) -> dict[str, Any]:
    if isinstance(block, Paragraph):
        return {"kind": "paragraph", "text": block.text, "tone": str(block.tone)}
    if isinstance(block, Table):
        return {
            "kind": "table",
            "title": block.title,
            "columns": block.columns,
            "numeric": block.numeric(),
            "rows": [[cell.text for cell in row] for row in block.rows],
            "note": block.note,
        }
    return {"kind": "figure", "title": block.title, "alt": block.alt, "svg": drawn[block.name]}
