"""A report as a Word document."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

from docx import Document
from docx.enum.section import WD_ORIENT
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

from core.reports.formats.figure_images import pictures
from core.reports.report_model import Block, Figure, Paragraph, Report, Table, Tone
from core.reports.zip_archive import repacked

LANGUAGE = "en-GB"
"""What the program writes in; names and values of the data are in their own."""

WIDE = 8
"""Columns from which a table is set in small type."""

WIDEST_PICTURE, HIGHEST_PICTURE = 16.5, 12.5
"""Centimetres that a page leaves for a picture."""

MARGINS = 3
"""What the margins of a cell take, in signs."""

SIGN = 0.65
"""How wide a sign is at most places, by the size of its font."""

COLOURS = {Tone.GOOD: RGBColor(0x00, 0x6B, 0x4E), Tone.WARNING: RGBColor(0x8A, 0x4B, 0x00)}
RED = RGBColor(0xB3, 0x26, 0x1E)


def write_word(report: Report) -> bytes:
    """Write a report as .docx; figures as pictures, the mark in the head of every page."""
    drawn = pictures(report.figures(), "png")
    document = Document()
    _page(document, report)
    document.add_heading(report.title, 0)
    document.add_paragraph(report.subtitle)
    for section in report.sections:
        if section.new_page:
            _turned(document.add_section())
        document.add_heading(section.title, 1)
        for block in section.blocks:
            _add(document, block, drawn)
    buffer = io.BytesIO()
    document.save(buffer)
    return repacked(buffer.getvalue())


def _page(document: Any, report: Report) -> None:
    document.core_properties.author = "R-U Map"
    document.core_properties.title = report.title
    document.core_properties.language = LANGUAGE
    _language(document)
    document.styles["Normal"].font.name = "Calibri"
    document.styles["Normal"].font.size = Pt(10)
    page = document.sections[0]
    page.page_width, page.page_height = Cm(21), Cm(29.7)
    page.left_margin = page.right_margin = Cm(1.8)
    if report.mark:
        run = page.header.paragraphs[0].add_run(report.mark)
        run.bold, run.font.color.rgb = True, RED
    _page_number(page.footer.paragraphs[0])


def _language(document: Any) -> None:
    """Say in what language the text is, so that it is read out in it."""
    properties = document.styles["Normal"].element.get_or_add_rPr()
    language = OxmlElement("w:lang")
    language.set(qn("w:val"), LANGUAGE)
    properties.append(language)


def _turned(page: Any) -> None:
    """Lay the pages of a section across: a column for every scenario needs room."""
    page.orientation = WD_ORIENT.LANDSCAPE
    page.page_width, page.page_height = page.page_height, page.page_width


def _page_number(paragraph: Any) -> None:
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), "PAGE")
    paragraph._p.append(field)


def _add(document: Any, block: Block, drawn: Mapping[str, bytes]) -> None:
    if isinstance(block, Paragraph):
        run = document.add_paragraph().add_run(block.text)
        if block.tone in COLOURS:
            run.font.color.rgb = COLOURS[block.tone]
    elif isinstance(block, Table):
        _add_table(document, block)
    else:
        _add_figure(document, block, drawn)


def _add_figure(document: Any, figure: Figure, drawn: Mapping[str, bytes]) -> None:
    document.add_heading(figure.title, 2)
    picture = document.add_picture(io.BytesIO(drawn[figure.name]), width=Cm(WIDEST_PICTURE))
    too_high = picture.height / Cm(HIGHEST_PICTURE)
    if too_high > 1:
        picture.width, picture.height = int(picture.width / too_high), Cm(HIGHEST_PICTURE)
    picture._inline.docPr.set("descr", figure.alt)
    document.add_paragraph(figure.alt).runs[0].italic = True


def _add_table(document: Any, table: Table) -> None:
    if table.title:
        document.add_heading(table.title, 2)
    small = Pt(7) if len(table.columns) > WIDE else Pt(8.5)
    grid = document.add_table(rows=1 + len(table.rows), cols=len(table.columns), style="Light List Accent 1")
    # cells are reached through the rows' own elements: python-docx's cell() walks the whole table each time
    rows = [list(table.columns), *([c.text for c in row] for row in table.rows)]
    page = document.sections[-1]
    whole = page.page_width - page.left_margin - page.right_margin
    widths = [int(share * whole) for share in column_widths(rows, whole / (SIGN * small))]
    for column, width in zip(grid._tbl.tblGrid.gridCol_lst, widths, strict=True):
        column.w = width
    for element, texts in zip(grid._tbl.tr_lst, rows, strict=True):
        element.get_or_add_trPr().append(_switched_on("w:cantSplit"))
        for cell, content, width in zip(element.tc_lst, texts, widths, strict=True):
            cell.width = width
            _write_cell(cell, content, small)
    grid.rows[0]._tr.trPr.append(_switched_on("w:tblHeader"))
    if table.note:
        document.add_paragraph(table.note).runs[0].italic = True


def column_widths(rows: Sequence[Sequence[str]], signs: float) -> list[float]:
    """Share the width of a page out among the columns of a table, so that sentences have room and numbers no more.

    Every column has room for its longest word; what is left goes by the root of what longer texts need.

    Parameters
    ----------
    rows : sequence of sequence of str
        With the heads.
    signs : float
        How many of them a line of the page holds.

    Returns
    -------
    list of float
        Shares of the width; their sum is 1.
    """
    columns = [[text.strip() for text in column] for column in zip(*rows, strict=True)]
    words = [MARGINS + max((len(w) for text in column for w in text.split()), default=1) for column in columns]
    more = [
        1 + max(0, MARGINS + max(map(len, column)) - word) ** 0.5 for column, word in zip(columns, words, strict=True)
    ]
    left = max(0.0, signs - sum(words)) / sum(more)
    widths = [word + left * each for word, each in zip(words, more, strict=True)]
    return [width / sum(widths) for width in widths]


def _write_cell(cell: Any, content: str, size: Any) -> None:
    from docx.text.paragraph import Paragraph as Line  # noqa: PLC0415 - the name is taken by the model

    Line(cell.p_lst[0], cell).add_run(content).font.size = size


def _switched_on(name: str) -> Any:
    """Return a property that holds: of a row, that it stays on one page, or is repeated as the table's head."""
    element = OxmlElement(name)
    element.set(qn("w:val"), "true")
    return element
