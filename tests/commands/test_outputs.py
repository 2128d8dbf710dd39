"""Nothing is lost: an output is never an input, and what R-U Map did not write is overwritten only with --force."""

import json
import os
import socket
import stat
import sys
from pathlib import Path

import pytest

from core.__main__ import main
from core.assessment import Assessment, Comparison, make_plan
from core.commands.disk import write_whole
from core.commands.outputs import checked_outputs
from core.commands.own_files import OutputKind, is_own, marked_codebook
from core.data import KeySet
from core.errors import OutputError
from core.reports import write_project, write_results
from tests.outcomes import result
from tests.release_project import release_project

ROOT = Path(__file__).resolve().parents[2]

UNIQUES = result("sample_uniques", ("k",), 0.1, n=80, keys=["sex"], missing="wildcard")
FILES = [Assessment(name, f"{name}.csv", "0" * 64, 80, 3, (UNIQUES,)) for name in ("o", "m")]
PLAN = make_plan(["sample_uniques"]).described()
RESULTS = Comparison(PLAN, {}, FILES[0], (FILES[1],), "", (KeySet("k", ("sex",)),))

ROWS = "age,sex,income\n" + "".join(f"{a},{s},{20 * a}\n" for a in range(20, 60) for s in "fm")
RECIPE = '[[step]]\nmethod = "rounding"\nvariables = ["income"]\nbase = 50\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name, text in (("o.csv", ROWS), ("m.csv", ROWS), ("r.toml", RECIPE), ("c.toml", "[keysets.k]\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "c.toml").write_text('[keysets.k]\nvariables = ["sex"]\n', encoding="utf-8")
    (tmp_path / "res.json").write_text(write_results(RESULTS), encoding="utf-8")
    (tmp_path / "p.csv").write_text("sex,count\nf,400\nm,500\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def never_computed(monkeypatch):
    """What is refused is refused before a file is read."""

    def read(*_, **__):
        raise AssertionError("a file was read before the outputs were checked")

    for module in ("assess", "mask", "codebook"):
        monkeypatch.setattr(sys.modules[f"core.commands.{module}"], "read_all", read)


def refused(capsys, *arguments: str) -> str:
    assert main(list(arguments)) == 2
    return capsys.readouterr().err.strip().splitlines()[-1]


ASSESS = ("assess", "o.csv", "m.csv", "--codebook", "c.toml", "--population", "p.csv", "--measures", "gdu", "--out")
COMMANDS = [
    (ASSESS, ("o.csv", "m.csv", "c.toml", "p.csv")),
    ((*ASSESS, "new.json", "--project"), ("o.csv", "m.csv", "c.toml", "p.csv")),
    (("mask", "o.csv", "--recipe", "r.toml", "--codebook", "c.toml", "--out"), ("o.csv",)),
    (("mask", "o.csv", "--recipe", "r.toml", "--out", "new.csv", "--declaration"), ("o.csv", "r.toml")),
    (("sweep", "o.csv", "--recipe", "r.toml", "--vary", "1.base=5,10", "--out"), ("o.csv", "r.toml")),
    (("codebook", "o.csv", "m.csv", "--out"), ("o.csv", "m.csv")),
    (("report", "res.json", "--kind", "internal", "--out"), ("res.json",)),
    (("run", "o.csv", "--files", ".", "--out"), ("o.csv",)),
]


@pytest.mark.usefixtures("never_computed")
@pytest.mark.parametrize("link", ["same", "symlink", "hard link", "other way"])
@pytest.mark.parametrize(("command", "inputs"), COMMANDS, ids=lambda value: value[0] if value[0][0].isalpha() else "")
def test_an_input_is_no_output_under_whatever_name(folder, capsys, command, inputs, link):
    for name in inputs:
        before = (folder / name).read_bytes()
        out = folder / f"out{(folder / name).suffix}"
        out.unlink(missing_ok=True)
        if link == "same":
            out = folder / name
        elif link == "symlink":
            out.symlink_to(folder / name)
        elif link == "hard link":
            os.link(folder / name, out)
        else:
            (folder / "sub").mkdir(exist_ok=True)
            out = folder / "sub" / ".." / name
        assert "is also read by this command" in refused(capsys, *command, str(out), "--force")
        assert (folder / name).read_bytes() == before


@pytest.mark.usefixtures("never_computed")
def test_what_is_no_regular_file_is_no_output(folder, capsys):
    os.mkfifo(folder / "pipe")
    (folder / "link").symlink_to("/dev/null")
    (folder / "loop").symlink_to("loop")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        for out in ("/dev/null", "/dev/stdout", "pipe", "socket", "link", "loop", "/dev/fd/1", "/proc/self/fd/1"):
            assert "error: " in refused(capsys, *ASSESS, out, "--force"), out
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert "is a folder" in refused(capsys, *ASSESS, ".")
    assert "cannot be written" in refused(capsys, *ASSESS, "nowhere/r.json")
    assert "cannot be written" in refused(capsys, *ASSESS, "o.csv/r.json")
    assert "cannot be written" in refused(capsys, *ASSESS, "r" * 300)
    assert "two outputs" in refused(capsys, *ASSESS, "r.json", "--project", "./R.json")
    assert "two outputs" in refused(capsys, *ASSESS, "-", "--project", "-")
    assert "is no folder" in refused(capsys, *ASSESS, "r.json", "--records", "nowhere")
    assert "is no folder" in refused(capsys, *ASSESS, "r.json", "--records", "o.csv")
    assert sorted(p.name for p in folder.iterdir()) == sorted(
        ["c.toml", "link", "loop", "m.csv", "o.csv", "p.csv", "pipe", "r.toml", "res.json", "socket"]
    )


def test_the_file_that_standard_output_goes_to_is_not_replaced(folder):
    with (folder / "log").open("w") as log:
        kept = os.dup(2)
        os.dup2(log.fileno(), 2)
        try:
            with pytest.raises(OutputError, match="write - for standard output"):
                checked_outputs([(folder / "log", OutputKind.RESULTS)], [], force=True)
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def test_standard_output_that_leads_to_an_input_is_refused(folder):
    with (folder / "o.csv").open("a") as file:
        kept = os.dup(1)
        os.dup2(file.fileno(), 1)
        try:
            with pytest.raises(OutputError, match="also read"):
                checked_outputs([(Path("-"), OutputKind.RESULTS)], [folder / "o.csv"], force=True)
        finally:
            os.dup2(kept, 1)
            os.close(kept)


FOREIGN = {
    "notes.txt": "do not lose",
    "other.json": '{"format": "theirs/1", "of": "ru-map/1"}',
    "list.json": '["format", "ru-map/1"]',
    "edited.toml": marked_codebook("[variables]\n").replace("[variables]", "[variables]  # mine"),
    "plain.toml": "[variables]\n",
}


@pytest.mark.usefixtures("never_computed")
@pytest.mark.parametrize("name", FOREIGN)
def test_what_others_wrote_is_refused_by_every_command(folder, capsys, name):
    (folder / name).write_text(FOREIGN[name])
    tried = [(*command, name) for command, _ in COMMANDS if command[0] != "mask" or command[-1] == "--declaration"]
    (folder / "masked.csv").write_text("by,hand\n")
    tried.append((*COMMANDS[2][0], "masked.csv"))
    for arguments in tried:
        assert "does not know it as its own" in refused(capsys, *arguments)
    assert (folder / name).read_text() == FOREIGN[name]
    assert (folder / "masked.csv").read_text() == "by,hand\n"


def test_own_outputs_are_written_anew_but_not_by_another_command(folder, capsys):
    asked = ("--measures", "gdu,global_risk", "--set", "interval.groups=0", "--jobs", "1", "--codebook", "c.toml")
    (folder / "records").mkdir()
    assess = ("assess", "o.csv", "m.csv", *asked, "--records", "records", "--project", "p.rumap", "--out", "r.json")
    for _ in range(2):
        assert main([*assess]) == 0
        assert main(["codebook", "o.csv", "--out", "drafted.toml"]) == 0
        assert main(["report", "r.json", "--kind", "internal", "--format", "json", "--out", "i.json"]) == 0
    capsys.readouterr()
    written = {
        "r.json": OutputKind.RESULTS,
        "p.rumap": OutputKind.PROJECT,
        "drafted.toml": OutputKind.CODEBOOK,
        "i.json": OutputKind.REPORT_JSON,
        "records/m.records.parquet": OutputKind.RECORDS,
    }
    for name, own in written.items():
        assert {kind for kind in OutputKind if is_own(folder / name, kind)} == {own}
    assert "does not know it" in refused(capsys, "codebook", "o.csv", "--out", "r.json")
    assert main(["codebook", "o.csv", "--out", "r.json", "--force"]) == 0


def test_a_masked_file_is_overwritten_only_when_forced(folder, capsys):
    mask = ("mask", "o.csv", "--recipe", "r.toml", "--out", "out.csv")
    assert main([*mask]) == 0
    first = (folder / "out.csv").read_bytes()
    assert "--force" in refused(capsys, *mask)
    assert main([*mask, "--force"]) == 0
    assert (folder / "out.csv").read_bytes() == first


def test_an_empty_file_and_a_link_are_written_through_and_keep_their_rights(folder):
    (folder / "real.json").touch(mode=0o600)
    (folder / "link.json").symlink_to("real.json")
    outputs = checked_outputs([(folder / "link.json", OutputKind.RESULTS)], [], force=False)
    outputs.write(folder / "link.json", "x")
    assert (folder / "link.json").is_symlink()
    assert (folder / "real.json").read_text() == "x"
    assert stat.S_IMODE((folder / "real.json").stat().st_mode) == 0o600


@pytest.mark.parametrize("rights", [0o600, 0o640, 0o400])
def test_a_file_that_is_written_anew_is_at_no_moment_open_to_others(folder, monkeypatch, rights):
    path, seen = folder / "real.json", []
    path.touch(rights)
    path.chmod(rights)
    monkeypatch.setattr(os, "fsync", lambda file: seen.append(os.fstat(file).st_mode))
    write_whole(path, "x")
    assert [stat.S_IMODE(mode) & 0o177 & ~rights for mode in seen if stat.S_ISREG(mode)] == [0]
    assert stat.S_IMODE(path.stat().st_mode) == rights


def test_what_holds_counts_of_the_original_says_so_in_its_name(folder):
    (folder / "r.json").write_text(write_results(RESULTS), encoding="utf-8")
    assert main(["export", "r.json", "--to", "r"]) == 0
    assert main(["export", "r.json", "--to", "crate", "--date", "2026-01-31"]) == 0
    assert {"r_CONFIDENTIAL.R", "r-crate_CONFIDENTIAL.zip"} <= {path.name for path in folder.iterdir()}


def test_what_was_put_there_meanwhile_stays_and_the_output_is_beside_it(folder):
    outputs = checked_outputs([(folder / "r.json", OutputKind.RESULTS)], [], force=False)
    (folder / "r.json").write_text("somebody else's")
    with pytest.raises(OutputError, match=r"the output is in r-2\.json"):
        outputs.write(folder / "r.json", "mine")
    assert (folder / "r.json").read_text() == "somebody else's"
    assert (folder / "r-2.json").read_text() == "mine"


def test_two_outputs_of_the_same_kind_do_not_replace_each_other(folder):
    path = folder / "r.json"
    path.write_text('{"format": "ru-map/1"}')
    first, second = (checked_outputs([(path, OutputKind.RESULTS)], [], force=False) for _ in range(2))
    first.write(path, '{"format": "ru-map/1", "by": "the first"}')
    with pytest.raises(OutputError, match=r"the output is in r-2\.json"):
        second.write(path, "second")
    assert "the first" in path.read_text()
    assert (folder / "r-2.json").read_text() == "second"


def test_a_file_called_part_is_not_touched(folder):
    (folder / "r.json.part").write_text("mine")
    checked_outputs([(folder / "r.json", OutputKind.RESULTS)], [], force=False).write(folder / "r.json", "x")
    assert (folder / "r.json.part").read_text() == "mine"


def test_a_dash_is_standard_output(folder, capsysbinary):
    quick = ("--measures", "gdu", "--set", "interval.groups=0", "--jobs", "1", "--codebook", "c.toml")
    assert main(["assess", "o.csv", "m.csv", *quick, "--out", "-"]) == 0
    assert json.loads(capsysbinary.readouterr().out)["format"] == "ru-map/2"
    assert main(["mask", "o.csv", "--recipe", "r.toml", "--out", "-"]) == 0
    assert capsysbinary.readouterr().out.startswith(b"age,sex,income\r\n")
    assert not (folder / "-").exists()
    assert main(["mask", "o.csv", "--recipe", "r.toml", "--out", "-", "--declaration", "d.toml"]) == 2


def test_a_project_in_which_people_wrote_is_not_replaced(folder):
    (folder / "decided.rumap").write_bytes(write_project(release_project()))
    assert not is_own(folder / "decided.rumap", OutputKind.PROJECT)


def test_files_that_share_their_stem_get_records_of_their_own(folder):
    (folder / "m.txt").write_text(ROWS.replace("20,f", "21,f"))
    (folder / "records").mkdir()
    quick = ("--measures", "global_risk", "--jobs", "1", "--records", "records", "--out", "r.json")
    files = ("o.csv", "m.csv", "m.txt")
    assert main(["assess", *files, *quick]) == 0
    assert [s["name"] for s in json.loads((folder / "r.json").read_text())["scenarios"]] == ["m.csv", "m.txt"]
    assert sorted(p.name for p in (folder / "records").iterdir()) == [f"{f}.records.parquet" for f in sorted(files)]
    assert main(["assess", *files, *quick, "--codebook", "c.toml"]) == 2  # which gives both the name "m"


def test_settings_that_every_command_reads_are_no_output(folder, capsys, monkeypatch):
    (folder / "limits.toml").write_text("")
    monkeypatch.setenv("RUMAP_LIMITS", str(folder / "limits.toml"))
    assert "is also read" in refused(capsys, *ASSESS, "limits.toml", "--force")


def test_nothing_is_left_of_an_output_that_was_interrupted(folder, monkeypatch):
    before = sorted(folder.iterdir())

    def interrupted(_):
        raise KeyboardInterrupt

    outputs = checked_outputs([(folder / "r.json", OutputKind.RESULTS)], [], force=False)
    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        outputs.write(folder / "r.json", "x")
    assert sorted(folder.iterdir()) == before


def test_a_cancelled_command_says_so(folder, capsys, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["core.commands.codebook"], "read_all", interrupted)
    assert main(["codebook", "o.csv"]) == 130
    assert capsys.readouterr().err == "cancelled\n"
