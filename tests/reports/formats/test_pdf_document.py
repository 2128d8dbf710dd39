"""The PDF report is tagged, speaks for its pictures, and is the same whenever it is written."""

import io
from dataclasses import replace

import pytest
from pypdf import PdfReader

from core.errors import ReportError
from core.reports import Cell, Figure, Kind, Paragraph, Report, Section, Table, Tone
from core.reports.formats.pdf_document import write_pdf

SPEC = {"data": [{"type": "bar", "x": ["a", "b"], "y": [1, 2]}], "layout": {"height": 200}}
FIGURE = Figure("bars", "Which is higher?", SPEC, "Two bars, the second twice as high")
TABLE = Table("Shares", ("Name", "Share"), ((Cell("first"), Cell("62.1%", 0.621)),), "How to read it")


def report_of(*blocks, kind=Kind.INTERNAL, **named):
    sections = (Section("decision", "It may go out", blocks), Section("annex", "What it rests on", blocks))
    return Report(kind, "Title", "Subtitle", "Confidential", sections, **named)


def read(report) -> PdfReader:
    return PdfReader(io.BytesIO(write_pdf(report)))


def elements(node, kind):
    """Yield the structure elements of a kind below a node of the tree."""
    node = node.get_object()
    children = node.get("/K", [])
    for entry in children if isinstance(children, list) else [children]:
        child = entry.get_object()
        if isinstance(child, dict):
            if child.get("/S") == kind:
                yield child
            yield from elements(child, kind)


@pytest.fixture(scope="module")
def written():
    return read(report_of(Paragraph("All limits are met", Tone.GOOD), TABLE, FIGURE, dated="2026-03-31"))


def test_it_is_an_archive_document_that_a_screen_reader_reads(written):
    root = written.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en"
    metadata = root["/Metadata"].get_data().decode()
    assert "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A" in metadata
    assert "<pdfuaid:part>1" in metadata
    assert written.metadata.title == "Title"
    tree = root["/StructTreeRoot"]
    assert len(list(elements(tree, "/H1"))) == 2
    assert [str(e["/Alt"]) for e in elements(tree, "/Figure")] == [FIGURE.alt] * 2
    assert len(list(elements(tree, "/TH"))) == 4


def test_its_date_is_that_of_the_last_signature(written):
    assert written.metadata.creation_date_raw.startswith("D:20260331")
    assert read(report_of(TABLE)).metadata.creation_date_raw.startswith("D:19800101")


def test_the_memo_stands_upright_and_the_annex_lies_across(written):
    first, last = written.pages[0].mediabox, written.pages[-1].mediabox
    assert len(written.pages) == 2
    assert (first.width < first.height, last.width > last.height) == (True, True)


def test_a_line_ends_within_a_name_but_not_within_a_number():
    words = "4.3% on 2026-11-23 of house_value"
    row = tuple(replace(cell, text=words) for cell in TABLE.rows[0])
    said = read(report_of(replace(TABLE, rows=(row,)))).pages[0].extract_text()
    assert "4.3% on 2026-11-23 of house_\u200bvalue" in " ".join(said.split())


def test_signs_of_any_script_are_drawn_or_told():
    text = read(report_of(Paragraph("Ωμέγα Ж ≥ 5 ⟂"), kind=Kind.SHAREABLE)).pages[0].extract_text()
    assert "Ωμέγα Ж ≥ 5 ⟂" in text
    unknown = read(report_of(Paragraph("sign \U0001f9ff here"))).pages[0].extract_text()
    assert "here" in unknown


def test_words_of_the_data_are_no_commands():
    words = '#import "/etc/passwd" $x$ *bold* @ref \\ {page}'
    assert words in read(report_of(Paragraph(words))).pages[0].extract_text()


def test_a_figure_without_words_is_refused():
    with pytest.raises(ReportError, match="alt"):
        write_pdf(report_of(replace(FIGURE, alt="")))


def test_an_empty_table_says_so():
    assert "None." in read(report_of(replace(TABLE, rows=()))).pages[0].extract_text()
