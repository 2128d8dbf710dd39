"""The Word file as a screen reader takes it: a tree of headings, heads of tables, alternative texts, its language."""

import io
import itertools
import zipfile

import pytest
from docx import Document

from core.reports import Figure, Kind, Table, make_report, write_report
from core.reports.formats.word_document import column_widths
from tests.release_project import release_project


@pytest.fixture(scope="module", params=Kind)
def report(request):
    return make_report(release_project(), request.param)


@pytest.fixture(scope="module")
def content(report):
    return write_report(report, "docx")


def test_headings_are_a_tree_of_all_sections_tables_and_figures(report, content):
    document = Document(io.BytesIO(content))
    levels = [
        (0 if p.style.name == "Title" else int(p.style.name.removeprefix("Heading ")), p.text)
        for p in document.paragraphs
        if p.style.name == "Title" or p.style.name.startswith("Heading")
    ]
    wanted = [(0, report.title)]
    for section in report.sections:
        wanted.append((1, section.title))
        wanted += [(2, b.title) for b in section.blocks if isinstance(b, Table | Figure) and b.title]
    assert levels == wanted
    assert all(after <= before + 1 for (before, _), (after, _) in itertools.pairwise(levels))


def test_every_picture_has_its_alternative_text_and_every_table_its_head(report, content):
    document = Document(io.BytesIO(content))
    described = [shape._inline.docPr.get("descr") for shape in document.inline_shapes]
    assert described == [figure.alt for figure in report.figures()]
    assert all(described)
    assert len(document.tables) > 2
    assert all("w:tblHeader" in table.rows[0]._tr.xml for table in document.tables)


def test_it_says_its_language_and_is_the_same_bytes_twice(report, content):
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        assert '<w:lang w:val="en-GB"/>' in parts.read("word/styles.xml").decode()
        assert "<dc:language>en-GB</dc:language>" in parts.read("docProps/core.xml").decode()
    assert write_report(report, "docx") == content


def test_every_column_has_room_for_its_longest_word_and_sentences_have_the_rest():
    rows = [["Variable", "In words", "n"], ["occupation", "differs by very little, " * 5, "1,000"], ["age", "–", "900"]]
    # with margins of three signs each, the longest words take 13, 10 and 8; the sentences need 119 + 3 - 10 signs more
    each = (100 - 31) / (1 + (1 + 112**0.5) + 1)
    assert column_widths(rows, 100) == pytest.approx(
        [0.13 + each / 100, 0.10 + each * (1 + 112**0.5) / 100, 0.08 + each / 100]
    )
    assert column_widths(rows, 10) == pytest.approx([13 / 31, 10 / 31, 8 / 31])  # too narrow a page for all words
    assert column_widths([["a", ""], ["", ""]], 100) == [4 / 8, 4 / 8]


def test_no_row_is_torn_in_two_by_the_end_of_a_page(content):
    document = Document(io.BytesIO(content))
    assert all("w:cantSplit" in row._tr.xml for table in document.tables for row in table.rows)
