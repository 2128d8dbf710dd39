"""Without the packages of an extra the rest works, and one sentence says what to install."""

import sys
from pathlib import Path

import pytest

from core.__main__ import main
from core.errors import ReportError
from core.extras import not_installed
from core.reports import FORMATS, Kind, ShareOptions, export, project_of_results, read_results, why_not
from rumap import report
from rumap.results import Results

RESULTS = Path(__file__).resolve().parents[2] / "assets" / "example" / "voters.json"
REPORT = 'pip install "ru-map[report]"'


@pytest.fixture
def without_extras(monkeypatch):
    """As after a plain ``pip install ru-map``."""
    for name in ("docx", "matplotlib", "typst", "xlsxwriter"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.fixture(scope="module")
def project():
    return project_of_results(read_results(RESULTS.read_text(encoding="utf-8")))


def test_what_is_missing_is_named_as_it_is_installed(monkeypatch):
    assert not_installed("report", ("json", "sys")) == ""
    monkeypatch.setitem(sys.modules, "docx", None)
    said = f"it needs python-docx, none_such, not installed here: {REPORT}"
    assert not_installed("report", ("docx", "json", "none_such")) == said


def test_every_format_can_be_written_where_all_is_installed():
    assert [form for form in FORMATS if why_not(form)] == []


@pytest.mark.parametrize("form", ["docx", "pdf", "xlsx", "zip"])
def test_the_command_names_the_package_and_the_remedy(without_extras, tmp_path, capsys, form):
    out = tmp_path / f"report.{form}"
    assert main(["report", str(RESULTS), "--kind", "internal", "--format", form, "--out", str(out)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith(f"error: the format {form} cannot be written: it needs ")
    assert line.endswith(REPORT)
    assert not out.exists()


def test_a_page_is_told_before_anything_is_made(without_extras, project):
    with pytest.raises(ReportError, match=r"typst, matplotlib, not installed here"):
        next(export(project, Kind.INTERNAL, ShareOptions(), project.comparison, "pdf"))


@pytest.mark.slow  # makes a report
def test_the_other_formats_are_written_all_the_same(without_extras, tmp_path):
    out = tmp_path / "report.html"
    assert main(["report", str(RESULTS), "--kind", "internal", "--format", "html", "--out", str(out)]) == 0
    assert out.stat().st_size > 10_000


def test_a_notebook_is_told_and_shows_the_rest(without_extras):
    results = Results.load(RESULTS)
    with pytest.raises(ReportError, match=r"needs python-docx, matplotlib, not installed here"):
        report(results, kind="internal", format="docx")
    shown = results._repr_html_()
    assert "<td" in shown
    assert "it needs matplotlib, not installed here: pip install &quot;ru-map[report]&quot;" in shown
    assert "<svg" not in shown
