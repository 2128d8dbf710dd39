"""The Word file as a screen reader takes it: a tree of headings, heads of tables, alternative texts, its language."""

import io
import itertools
import zipfile

import pytest
from docx import Document

from core.reports import Figure, Kind, Table, make_report, write_report
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
