"""``--codebook`` takes a codebook, a document about the study, or both."""

import tomllib

import pytest

from core.__main__ import main
from tests.intake.study.study_files import ddi
from tests.pairing.documents.test_describing import CSV


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "people.csv").write_bytes(CSV)
    (tmp_path / "study.xml").write_bytes(ddi())
    return tmp_path


def test_a_codebook_is_drafted_with_a_document_about_the_study(folder, capfd):
    study, out = str(folder / "study.xml"), folder / "codebook.toml"
    assert main(["codebook", str(folder / "people.csv"), "--codebook", study, "--out", str(out)]) == 0
    said = tomllib.loads(out.read_text())["variables"]
    assert (said["sex"]["label"], said["sex"]["missing"], said["w"]["role"]) == ("Sex of person", ["9"], "weight")
    assert "DDI Codebook 2.5 describes 3 of 3 variables" in capfd.readouterr().err


def test_what_cannot_be_used_is_said(folder, capfd):
    out = ["--out", str(folder / "codebook.toml")]
    study = ["--codebook", str(folder / "study.xml")]
    assert main(["codebook", str(folder / "people.csv"), *study, *study, *out]) == 2
    (folder / "bad.xml").write_bytes(b"<x/>")
    assert main(["codebook", str(folder / "people.csv"), "--codebook", str(folder / "bad.xml"), *out]) == 2
    (folder / "own.toml").write_text("")
    assert main(["codebook", str(folder / "people.csv"), "--codebook", str(folder / "own.toml"), *out]) == 2
    lines = [line for line in capfd.readouterr().err.splitlines() if line.startswith("error")]
    assert [line.split(":")[1].strip()[:30] for line in lines] == [
        "--codebook names study.xml and",
        "bad.xml",
        "codebook drafts a codebook",
    ]
