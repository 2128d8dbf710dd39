"""Formats of other packages: offered where they are installed, and where not, one sentence says what to install."""

from datetime import date
from pathlib import Path

import pytest

from core.__main__ import main
from core.errors import ReportError
from core.extensions import Offer, Origin
from core.reports import Kind, ShareOptions, export, project_format, project_formats, why_no_formats
from core.reports import package_formats as module
from core.reports.package_formats import ProjectFormat
from tests.release_project import release_project

RESULTS = str(Path(__file__).resolve().parents[2] / "assets" / "example" / "voters.json")


@pytest.fixture
def installed(monkeypatch):
    """Let these be what other packages offer."""

    def offer(**formats):
        offered = tuple(
            Offer(name, Origin("office", "1.0"), lambda thing=thing: thing) for name, thing in formats.items()
        )
        monkeypatch.setattr("core.extensions.offers", lambda group: offered)
        module.installed_formats.cache_clear()

    yield offer
    module.installed_formats.cache_clear()


def test_without_the_package_commands_say_what_to_install(installed, tmp_path, capsys):
    installed()
    asked = {
        "there is no format 'crate': ": ["export", RESULTS, "--to", "crate"],
        "checked outputs cannot be written: ": ["outputs", RESULTS, RESULTS],
    }
    for words, command in asked.items():
        assert main([*command, "--out", str(tmp_path / "x.zip")]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"error: {words}")
        assert "pip install ./extensions/archive" in said
    assert list(tmp_path.iterdir()) == []


def test_a_format_of_an_office_is_offered_to_those_who_may_read_it(installed):
    written = ProjectFormat(
        "txt", "Text", ".txt", "text/plain", (Kind.INTERNAL,), lambda *about: repr(about[3]).encode()
    )
    installed(txt=written)
    assert why_no_formats() == ""
    assert project_formats(Kind.INTERNAL) == (written,)
    assert project_formats(Kind.SHAREABLE) == ()
    made = project_format("txt", Kind.INTERNAL).write(
        release_project(), Kind.INTERNAL, ShareOptions(), date(2026, 1, 31)
    )
    assert made == b"datetime.date(2026, 1, 31)"
    with pytest.raises(ReportError, match="cannot be written with --kind shareable"):
        project_format("txt", Kind.SHAREABLE)
    with pytest.raises(ReportError, match=r"there is no format 'text'.*txt"):
        project_format("text", Kind.INTERNAL)


def test_a_page_has_it_written_with_its_options(installed):
    installed(
        txt=ProjectFormat("txt", "Text", ".txt", "text/plain", tuple(Kind), lambda *about: str(about[2]).encode())
    )
    options = ShareOptions(file_name=True)
    [*_, last] = export(release_project(), Kind.SHAREABLE, options, None, "txt")
    assert last.content == str(options).encode()


def test_what_is_no_format_is_left_out_and_named(installed):
    installed(crate="no format", csv=ProjectFormat("tsv", "Text", ".txt", "text/plain", (), lambda *_: b""))
    with pytest.raises(
        ReportError, match=r"crate of office 1\.0 is left out: it is no format.*has another name"
    ) as said:
        project_format("crate", Kind.INTERNAL)
    assert why_no_formats() in str(said.value)
