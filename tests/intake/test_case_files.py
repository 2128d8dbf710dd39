"""Cases 1 to 58 of the catalogue: what the reader says, what the officer sees, what the command line says."""

import functools
import hashlib
from pathlib import Path

import numpy as np
import psutil
import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from core.__main__ import main
from core.data import Column
from core.errors import IntakeError
from core.intake import Reading, Severity, read_file
from pages.components.escaping import md
from pages.components.workspace import UploadedFile
from tests.intake import bad_files as make
from tests.intake.catalogue import ASKED, CASES, NOTED, REFUSED, SAME, WARNED, Case

OUTCOMES = (REFUSED, ASKED, WARNED, NOTED, SAME)
SEVERITIES = {WARNED: Severity.WARNING, ASKED: Severity.QUESTION, NOTED: Severity.NOTE}
BEFORE_PARSING = ("18", "34", "37", "38", "39", "40", "41", "53_footer")
"""Refused by a cheap check: within five seconds."""

LONG = {"case_47_row_bomb"}
every_case = pytest.mark.parametrize(
    "case", [pytest.param(c, id=c.id, marks=[pytest.mark.slow] * (c.id in LONG)) for c in CASES]
)


one_of_each = pytest.mark.parametrize(
    "case", [next(c for c in CASES if c.outcome == outcome) for outcome in OUTCOMES], ids=lambda case: case.id
)
"""What the reader says is said by screen and command line alike, whatever it is about."""


def cells(column: Column) -> list[float | str | None]:
    """Every cell as a number, a text or None."""
    number, codes = column.is_number(), column.codes
    return [
        float(column.numbers[i])  # type: ignore[index]
        if number[i]
        else (None if codes is None or codes[i] < 0 else column.labels[codes[i]])
        for i in range(len(column))
    ]


@functools.cache
def outcome(number: int) -> Reading | str:
    """The reading of a case or its refusal."""
    case = CASES[number]
    try:
        return read_file(case.file, case.bytes())
    except IntakeError as refusal:
        return str(refusal)


def result(case: Case) -> Reading | str:
    return outcome(CASES.index(case))


@every_case
def test_what_the_reader_says(case: Case):
    read = result(case)
    if case.outcome == REFUSED:
        assert isinstance(read, str), "it was read"
        assert read.startswith(case.file.rsplit("/", 1)[-1] + ": ")
        assert case.words.lower() in read.lower()
        return
    assert isinstance(read, Reading), read
    loud = [f for f in read.report.findings if f.severity is not Severity.NOTE]
    if case.outcome == SAME:
        assert loud == []
    elif case.words:
        severity = SEVERITIES[case.outcome]
        assert any(f.severity is severity and case.words in f.message for f in read.report.findings), loud
    held = {name: cells(column) for name, column in read.microdata.columns.items()}
    assert {name: held.get(name) for name in case.holds} == case.holds
    assert case.outcome != SAME or list(held) == list(case.holds)


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", [c for c in CASES if c.id.removeprefix("case_").startswith(BEFORE_PARSING)], ids=lambda case: case.id
)
def test_a_cheap_check_refuses_within_five_seconds(case: Case):
    content = case.bytes()
    before = sum(psutil.Process().cpu_times()[:4])
    with pytest.raises(IntakeError):
        read_file(case.file, content)
    # Processor time, that of the reader included: by the clock a busy machine makes it a matter of chance.
    assert sum(psutil.Process().cpu_times()[:4]) - before < 5


def show() -> None:
    """Show one file as the Set up page does."""
    import streamlit as st

    from pages.components.files.file_check import file_check

    file_check(st.session_state["file"], original=False)


def screen(case: Case) -> str:
    """All that the Set up page writes about a file."""
    read = result(case)
    reading, refusal = (None, read) if isinstance(read, str) else (read, "")
    asked = reading is not None and any(f.severity is Severity.QUESTION for f in reading.report.findings)
    app = AppTest.from_function(show, default_timeout=30)
    app.session_state["file"] = UploadedFile(case.file.rsplit("/", 1)[-1], b"", reading, refusal, confirmed=not asked)
    app.run()
    assert not app.exception
    return "\n".join(str(e.value) for kind in (app.markdown, app.caption, app.error) for e in kind)


@one_of_each
def test_what_the_officer_sees(case: Case):
    seen = screen(case).lower()
    assert md(case.words).lower() in seen
    read = result(case)
    if isinstance(read, Reading):
        rows = read.report.n_rows
        assert f"{rows:,} record{'' if rows == 1 else 's'} " in seen


@one_of_each
def test_what_the_command_line_says(
    case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    read = result(case)

    def as_before(*_: object, **__: object) -> Reading:
        """Give the outcome of reading this file once more, without reading it."""
        if isinstance(read, str):
            raise IntakeError(read)
        return read

    monkeypatch.setattr("core.commands.disk.read_file", as_before)
    path = tmp_path / case.file.rsplit("/", 1)[-1]
    path.write_bytes(b"")
    code = main(["codebook", str(path), "--out", str(tmp_path / "codebook.toml")])
    said = capsys.readouterr().err
    if case.outcome == REFUSED:
        assert code == 2
        assert said.startswith(f"error: {path.name}: ")
        assert said.count("\n") == 1
        assert case.words.lower() in said.lower()
    else:
        assert code == 0
        assert case.outcome in (SAME, NOTED) or case.words in said


@pytest.mark.own_process
def test_the_command_line_reads_and_refuses_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "short.csv").write_bytes(b"a,b\n1,2\n3\n")
    assert main(["codebook", str(tmp_path / "short.csv")]) == 2
    assert "error: short.csv: every record should have 2 cells, but line 3 has 1" in capsys.readouterr().err


@pytest.mark.parametrize("at", range(100, 1_500, 100), ids=lambda at: f"case_54_bit_flipped_at_{at}")
def test_a_flipped_bit_is_refused_or_shown_by_another_digest(at: int):
    whole = make.parquet(a=pa.array(np.arange(300.0)), b=pa.array(["x", "y", "z"] * 100))
    damaged = make.flipped(whole, at)
    try:
        reading = read_file("file.parquet", damaged)
    except IntakeError as refusal:
        assert str(refusal).startswith("file.parquet: ")  # noqa: PT017 - refused or read, both are allowed
        return
    assert reading.microdata.sha256 == hashlib.sha256(damaged).hexdigest()
    assert reading.microdata.sha256 != hashlib.sha256(whole).hexdigest()


def test_every_case_from_1_to_58_is_there():
    numbers = {int(case.id.split("_")[1]) for case in CASES} | {54}
    assert numbers == set(range(1, 59))
