"""Every format shows a table as the model has it: heads over their columns, rows in order, numbers in full."""

import io
import json
import re
import zipfile

import pytest
from docx import Document
from python_calamine import CalamineWorkbook

from core.reports import Cell, Kind, Report, Section, Table, write_html, write_json
from core.reports.formats import pdf_document
from core.reports.formats.word_document import write_word
from core.reports.formats.workbook_document import write_workbook

TABLE = Table(
    "Figures",
    ("Name", "Share", "Count", "Interval"),
    (
        (Cell("first"), Cell("62.1%", 0.6213), Cell("1,234", 1234), Cell("0.1 to 0.2")),
        (Cell("second"), Cell("–"), Cell("7", 7), Cell("–")),
        (Cell("<b>&third"), Cell("12.5% † (3 to 4)", 0.125), Cell("0", 0), Cell("x")),
    ),
    "How to read it",
)
TEXTS = [list(TABLE.columns), *([c.text for c in row] for row in TABLE.rows)]


@pytest.fixture(scope="module")
def report():
    return Report(Kind.INTERNAL, "Title", "Subtitle", "Confidential", (Section("s", "Statement", (TABLE,)),))


def test_word(report):
    document = Document(io.BytesIO(write_word(report)))
    assert document.sections[0].header.paragraphs[0].text == "Confidential"
    (table,) = document.tables
    assert [[c.text for c in row.cells] for row in table.rows] == TEXTS


def test_html(report):
    page = write_html(report, "")
    assert "<b>&" not in page
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", page)]
    assert [[c.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") for c in row] for row in rows] == TEXTS


def test_pdf(report):
    content = json.loads(pdf_document._content(report))
    assert (content["title"], content["subtitle"], content["mark"]) == ("Title", "Subtitle", "Confidential")


def test_json(report):
    (block,) = json.loads(write_json(report))["sections"][0]["blocks"]
    assert block["columns"] == list(TABLE.columns)
    assert block["rows"][0] == [
        "first",
        {"text": "62.1%", "number": 0.6213},
        {"text": "1,234", "number": 1234},
        "0.1 to 0.2",
    ]
    assert [row[0] for row in block["rows"]] == ["first", "second", "<b>&third"]
    assert block["note"] == "How to read it"


def test_workbook(report):
    book = CalamineWorkbook.from_filelike(io.BytesIO(write_workbook(report)))
    assert book.sheet_names == ["Contents", "Figures"]
    title, heads, *rows = book.get_sheet_by_name("Figures").to_python()
    assert title[0] == "Figures"
    assert heads == list(TABLE.columns)
    assert rows[0] == ["first", 0.6213, 1234, "0.1 to 0.2"]
    assert rows[1] == ["second", "–", 7, "–"]
    assert rows[2] == ["<b>&third", "12.5% † (3 to 4)", 0, "x"]
    assert rows[4][0] == "How to read it"


def test_every_sheet_is_marked(report):
    with zipfile.ZipFile(io.BytesIO(write_workbook(report))) as book:
        sheets = [name for name in book.namelist() if name.startswith("xl/worksheets/sheet")]
        assert [b"Confidential</oddHeader>" in book.read(name) for name in sheets] == [True, True]
