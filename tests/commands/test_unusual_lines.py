"""Lines as people write them: no place named, a folder or nothing for a file, output that nobody takes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.__main__ import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working folder with two files."""
    monkeypatch.chdir(tmp_path)
    rows = [f"{20 + i % 7},{'fm'[i % 2]}" for i in range(60)]
    for name, lines in (("o.csv", rows), ("m.csv", [*rows[:50], *["20,f"] * 10])):
        Path(name).write_text("\n".join(["age,sex", *lines, ""]))
    return tmp_path


ASSESSED = ["assess", "o.csv", "m.csv", "--measures", "sample_uniques", "--jobs", "1"]


VOTERS = str(ROOT / "assets" / "example" / "voters.json")


def outcome(words):
    """Return the exit code of a line, also of one that is refused before its command."""
    try:
        return main(words)
    except SystemExit as ended:
        return ended.code


def said(capsys):
    return capsys.readouterr().err.splitlines()[-1]


def test_results_go_where_nobody_named_a_place_and_that_is_said(folder, capsys):
    assert main(ASSESSED) == 0
    lines = capsys.readouterr().err.splitlines()
    place = lines.index("results.json: the results")
    # the verdict on each file comes last
    assert "which nobody has confirmed" in lines[place + 1]
    assert lines[place + 2].startswith("m: not known, 0 of 6 rules met")
    assert json.loads(Path("results.json").read_text())["format"] == "ru-map/2"
    assert main(ASSESSED) == 0


def test_what_is_no_results_file_is_not_overwritten_unasked(folder, capsys):
    Path("results.json").write_text('{"mine": 1}')
    assert main(ASSESSED) == 2
    assert "results.json: is there already" in said(capsys)
    assert Path("results.json").read_text() == '{"mine": 1}'


def test_results_on_standard_output_are_asked_for_as_json(folder, capfd):
    assert main([*ASSESSED, "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["format"] == "ru-map/2"
    assert not Path("results.json").exists()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("assess nope.csv m.csv", "nope.csv: cannot be opened (No such file or directory)"),
        ("assess nope.csv m.csv --out no/r.json", "nope.csv: cannot be opened (No such file or directory)"),
        ("assess o.csv nope.csv --out o.csv", "nope.csv: cannot be opened (No such file or directory)"),
        ("mask nope.csv --recipe r.toml --out m.csv", "nope.csv: cannot be opened (No such file or directory)"),
        ("describe o.csv nope.csv --out .", "nope.csv: cannot be opened (No such file or directory)"),
        ("assess o.csv o.csv", "o.csv is named twice; an original and its masked files are different files"),
        ("assess o.csv ./o.csv", "o.csv is named twice; an original and its masked files are different files"),
        ("assess o.csv m.csv --out no/r.json", "no/r.json: cannot be written (No such file or directory)"),
        ("assess o.csv m.csv --out sub", "sub: is a folder; name a file in it"),
        ("assess o.csv sub", "sub"),
        ("assess o.csv m.csv --measures GDUU", "unknown measure 'GDUU'"),
        ("assess o.csv m.csv --measures GDUU", " (did you mean 'gdu'?)"),
        ("assess o.csv m.csv --measures quik", " (did you mean 'quick'?)"),
        ("assess o.csv m.csv --set gdus.alpha=0.1", " (did you mean 'gdu'?)"),
        ("assess o.csv m.csv --set gdu.alhpa=0.1", " (did you mean 'alpha'?)"),
        ("gate sub --policy public", "sub: cannot be opened (Is a directory)"),
        (
            "gate r.json --policy publik",
            "publik: there is no such file (did you mean 'public'?); name one, or say public",
        ),
        ("gate r.json --policy p.toml", "p.toml: there is no such file; name one, or say public, scientific, secure"),
        ("report sub --kind internal", "sub: cannot be opened (Is a directory)"),
        ("gate VOTERS --policy public --json --format text", "--format: not allowed with argument --json"),
        ("gate VOTERS --policy public --format json --json", "--json: not allowed with argument --format"),
        ("measures --format tsv --json", "--json: not allowed with argument --format"),
        ("assess o.csv m.csv --json --out r.json", "--out: not allowed with argument --json"),
        ("report VOTERS --kind internal --scenario zz --out m.csv", "no scenario is called 'zz'; there are Age and"),
        ("report VOTERS --kind shareable --out m.csv", "no scenario was decided on for release: name the released"),
        ("export VOTERS --to crate --scenario zz --out m.csv", "no scenario is called 'zz'; there are Age and"),
        (
            "report VOTERS --kind shareable --scenario voters_k5.csv --register VOTERS",
            "--register voters.json: this is",
        ),
        ("register VOTERS", "voters.json: this is no register of releases of R-U Map: choose a file that ends in"),
        ("register m.csv --add VOTERS --scenario zz --decided 2026-01-01 --signed A --policy public", "say which file"),
        ("assess o.csv m.csv --read zz=1 --out m.csv", "not by 'zz'"),
        ("combine sub", "sub: cannot be opened (Is a directory)"),
        ("rerun o.csv --files sub --out r.json", "o.csv"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_and_nothing_is_written(folder, capsys, line, words):
    Path("sub").mkdir()
    assert outcome([VOTERS if word == "VOTERS" else word for word in line.split()]) == 2
    last = said(capsys)
    assert last.startswith("error: ")
    assert words in last
    assert sorted(p.name for p in Path().iterdir()) == ["m.csv", "o.csv", "sub"]


def test_a_folder_is_called_by_its_own_name_and_an_empty_word_is_no_file(folder, capsys):
    assert main(["assess", "o.csv", "."]) == 2
    assert said(capsys) == f"error: {folder.name}: is the folder of o.csv; name the file that is meant"
    for line in (["assess", "o.csv", ""], ["assess", "o.csv", "m.csv", "--out", ""], ["files", ""]):
        with pytest.raises(SystemExit) as ended:
            main(line)
        assert ended.value.code == 2
        assert "a path is empty: name a file" in said(capsys)


def test_tables_are_written_as_json_for_other_programs(folder, capfd):
    assert main(["files", "o.csv", "m.csv", "--findings", "--json"]) == 0
    listed = json.loads(capfd.readouterr().out)
    assert [(row["file"], row["rows"]) for row in listed] == [("o.csv", "60"), ("m.csv", "60")]
    assert main(["measures", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["measures"]
    assert main(["gate", VOTERS, "--policy", "public", "--json"]) in (0, 1, 2)
    assert json.loads(capfd.readouterr().out)["format"] == "ru-map-gate/1"


@pytest.mark.slow  # starts the program
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full")
@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("/dev/full", "completion bash"),
        ("closed", "--help"),
        ("nobody reads", "completion bash"),
    ],
)
def test_output_that_nobody_takes_ends_with_an_error_in_one_line(folder, output, line):
    leads = {"/dev/full": "> /dev/full", "closed": ">&-", "nobody reads": "| true"}[output]
    command = f"(sleep 0.2; exec '{sys.executable}' -m core {line}) {leads}"
    if output == "nobody reads":
        command += "; exit ${PIPESTATUS[0]}"
    seen = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, env=seen)
    assert done.returncode == 2
    [complaint] = done.stderr.splitlines()
    assert complaint.startswith("error: standard output")
    assert output != "/dev/full" or complaint.endswith("cannot be written (No space left on device)")
