"""A translation takes the place of the English words, or is refused by name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import TranslationError
from core.wording import VARIABLE, counted, read_translation

ROOT = Path(__file__).resolve().parents[2]
GERMAN = """
msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Risk-utility map"
msgstr "Risiko-Nutzen-Karte"

msgid "{n:,} of {total}"
msgstr "{n:,} von {total}"

msgid "record"
msgid_plural "records"
msgstr[0] "Datensatz"
msgstr[1] "Datensätze"
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "de.po"
    path.write_text(text, encoding="utf-8")
    return path


def test_words_without_a_translation_stay_as_they_are() -> None:
    assert "Risk-utility map" == "Risk-utility map"
    assert "" == ""


@pytest.mark.parametrize(("n", "words"), [(0, "0 records"), (1, "1 record"), (2, "2 records"), (4200, "4,200 records")])
def test_a_number_stands_with_its_noun(n: int, words: str) -> None:
    assert counted(n, "record", "records") == words


def test_a_translation_is_read(tmp_path: Path) -> None:
    found = read_translation(written(tmp_path, GERMAN))
    assert found.gettext("Risk-utility map") == "Risiko-Nutzen-Karte"
    assert found.gettext("Something else") == "Something else"
    assert [found.one_or_many("record", "records", n) for n in (0, 1, 2)] == ["Datensätze", "Datensatz", "Datensätze"]


def test_the_form_for_one_may_leave_the_number_out_where_english_does(tmp_path: Path) -> None:
    forms = 'msgid "in the file"\nmsgid_plural "in {n} files"\nmsgstr[0] "{one}"\nmsgstr[1] "{more}"\n'

    def translated(one: str, more: str) -> str:
        text = GERMAN + "\n" + forms.replace("{one}", one).replace("{more}", more)
        return read_translation(written(tmp_path, text)).one_or_many("in the file", "in {n} files", 1)

    assert translated("in der Datei", "in {n} Dateien") == "in der Datei"
    assert translated("in {n} Datei", "in {n} Dateien") == "in {n} Datei"
    with pytest.raises(TranslationError, match=r"must keep the places"):
        translated("in der Datei", "in Dateien")


@pytest.mark.parametrize(
    "spoilt", ["{n:,} von {summe}", "{n:,} von", "{n} von {total}", "{n:,} von {total} {n:,}", "{"]
)
def test_a_translation_that_loses_a_figure_is_refused(tmp_path: Path, spoilt: str) -> None:
    path = written(tmp_path, GERMAN.replace("{n:,} von {total}", spoilt))
    with pytest.raises(TranslationError, match=r"^de\.po: the translation of “\{n:,\} of \{total\}” must keep"):
        read_translation(path)


def test_a_file_that_is_no_translation_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TranslationError, match=r"^de\.po: no translation file"):
        read_translation(written(tmp_path, "Risk-utility map = Risiko-Nutzen-Karte\n"))
    with pytest.raises(
        TranslationError, match=r"^nowhere\.po: this translation cannot be opened; see RUMAP_TRANSLATION"
    ):
        read_translation(tmp_path / "nowhere.po")


def test_the_program_speaks_the_language_it_was_started_in(tmp_path: Path) -> None:
    path = written(tmp_path, GERMAN)
    code = "from core.wording import _, counted; print('Risk-utility map', counted(1200, 'record', 'records'))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {VARIABLE: str(path), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.strip() == "Risiko-Nutzen-Karte 1,200 Datensätze"


@pytest.mark.slow
def test_the_server_does_not_start_with_a_translation_that_cannot_be_used(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from pages.components.server.server import prepare; prepare()"],
        cwd=ROOT,
        env=os.environ | {VARIABLE: str(tmp_path / "nowhere.po")},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert "R-U Map does not start: nowhere.po: this translation cannot be opened" in done.stderr
