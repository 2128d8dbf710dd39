"""The command ``register``: a decision is added, what is due is listed, a new file is laid beside the others."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from core.__main__ import main
from core.decision import ReleaseType, proposed_purpose, write_policy
from core.reports import read_register, read_results, write_project, write_results
from tests.release_project import release_project

ROOT = Path(__file__).resolve().parents[2]
ORIGINAL = "aaaaaabccccc"
FILES = {"original.csv": ORIGINAL, "first.csv": "ppppppqqqqqq", "second.csv": "xxxxxxxyyyyy", "coarse.csv": "u" * 12}


def digest(name):
    return hashlib.sha256(Path(name).read_bytes()).hexdigest()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Three masked files of one original, results that were measured of two of them, and a project signed for one."""
    monkeypatch.chdir(tmp_path)
    for name, letters in FILES.items():
        Path(name).write_text("region,n\n" + "".join(f"{c},{i}\n" for i, c in enumerate(letters)), encoding="utf-8")
    Path("policy.toml").write_text(write_policy(proposed_purpose(ReleaseType.PUBLIC)), encoding="utf-8")
    Path("codebook.toml").write_text('[keysets.keys]\nvariables = ["region"]\n', encoding="utf-8")
    known = release_project()
    comparison = known.comparison
    original = replace(comparison.original, file="original.csv", sha256=digest("original.csv"))
    scenarios = tuple(
        replace(s, name=name.partition(".")[0], file=name, sha256=digest(name))
        for s, name in zip(comparison.scenarios, ("first.csv", "second.csv"), strict=True)
    )
    comparison = replace(comparison, original=original, scenarios=scenarios)
    Path("results.json").write_text(write_results(comparison), encoding="utf-8")
    masked = tuple(replace(f, name=s.file, sha256=s.sha256) for f, s in zip(known.masked, scenarios, strict=True))
    project = replace(
        known,
        original=replace(known.original, name="original.csv", sha256=original.sha256),
        masked=masked,
        comparison=comparison,
        record=replace(known.record, decision="second.csv", notes=(), look_again="2029-01-01"),
    )
    Path("second.rumap").write_bytes(write_project(project))
    return tmp_path


FIRST = (
    "register", "r.rumap", "--add", "results.json", "--scenario", "first.csv", "--decided", "2024-05-02",
    "--signed", "A. Officer", "--policy", "policy.toml", "--look-again", "2026-05-02", "--note", "before the census",
)  # fmt: skip


def refused(capsys, *arguments):
    assert main([*arguments]) == 2
    return capsys.readouterr().err.strip().splitlines()[-1]


def test_decisions_are_added_listed_and_due(folder, capfd):
    assert main([*FIRST]) == 0
    assert main(["register", "r.rumap", "--add", "second.rumap", "--called", "=SUF 2026"]) == 0
    assert "=SUF 2026 of 2026-04-01 added, 2 in all" in capfd.readouterr().err
    known = read_register(Path("r.rumap").read_bytes())
    assert (known.original, known.original_sha256) == ("original.csv", digest("original.csv"))
    assert [(r.name, r.file, r.sha256) for r in known.releases] == [
        ("first", "first.csv", digest("first.csv")),
        ("=SUF 2026", "second.csv", digest("second.csv")),
    ]
    assert known.releases[0].policy_sha256 == hashlib.sha256(Path("policy.toml").read_bytes()).hexdigest()
    assert main(["register", "r.rumap"]) == 0
    head, first, second = (line.split("\t") for line in capfd.readouterr().out.splitlines())
    assert (first[0], first[1], first[4], first[-1]) == ("first", "2024-05-02", "A. Officer", "before the census")
    assert second[0] == "'=SUF 2026"  # no spreadsheet takes a name for a formula
    assert second[head.index("signed by")] == "Canary officer, Canary second"
    assert main(["register", "r.rumap", "--due", "2026-05-01"]) == 0
    assert main(["register", "r.rumap", "--due", "2026-05-02"]) == 1
    said = capfd.readouterr()
    assert said.out == "due\t2026-05-02\tfirst\tfirst.csv\n"
    assert "1 of 2 releases are due on 2026-05-02" in said.err


def test_a_new_file_is_checked_against_every_earlier_release_and_what_is_found_is_kept(folder, capfd):
    assert main([*FIRST]) == 0
    assert main(["register", "r.rumap", "--add", "second.rumap"]) == 0
    check = ("register", "r.rumap", "--original", "original.csv", "--codebook", "codebook.toml", "--linked", "row")
    capfd.readouterr()
    assert main([*check, "--check", "second.csv", "--earlier", "first.csv"]) == 1
    lines = [line.split("\t") for line in capfd.readouterr().out.splitlines()]
    assert lines[-1][:2] == ["broken", "together with first, key set keys"]
    assert lines[-1][2].startswith("1 record is unique once both are known")
    kept = read_register(Path("r.rumap").read_bytes())
    assert [len(r.checks) for r in kept.releases] == [0, len(lines)]
    before = Path("r.rumap").read_bytes()
    assert main([*check, "--check", "coarse.csv", "--earlier", "first.csv"]) == 2
    assert "not checked: its file was not given" in capfd.readouterr().out
    assert Path("r.rumap").read_bytes() == before


@pytest.mark.slow
def test_decisions_that_are_added_at_once_are_all_in_it(folder):
    days = [f"2024-05-0{day}" for day in (1, 2)]
    with ThreadPoolExecutor(2) as pool:  # the lock is of an open file: for it, threads are like programs
        assert list(pool.map(lambda day: main([*FIRST[:7], day, *FIRST[8:]]), days)) == [0, 0]
    assert sorted(r.decided for r in read_register(Path("r.rumap").read_bytes()).releases) == days
    assert not list(folder.glob(".*"))


def test_what_was_added_during_a_check_stays_and_is_said_not_to_have_been_looked_at(folder, capfd, monkeypatch):
    assert main(["register", "r.rumap", "--add", "second.rumap"]) == 0
    real = import_module("core.commands.register").check_earlier

    def meanwhile(*arguments):
        assert main([*FIRST]) == 0
        return real(*arguments)

    monkeypatch.setattr(import_module("core.commands.register"), "check_earlier", meanwhile)
    assert main(["register", "r.rumap", "--original", "original.csv", "--check", "second.csv"]) == 2
    assert "first came in meanwhile and was not looked at" in capfd.readouterr().err
    assert [r.name for r in read_register(Path("r.rumap").read_bytes()).releases] == ["first", "second"]


def test_checks_of_a_file_that_was_taken_out_meanwhile_are_refused(folder, capfd, monkeypatch):
    assert main(["register", "r.rumap", "--add", "second.rumap"]) == 0
    monkeypatch.setattr(import_module("core.commands.register"), "check_earlier", lambda *_: _only(FIRST) or ())
    assert "was taken out of it meanwhile" in refused(
        capfd, "register", "r.rumap", "--original", "original.csv", "--check", "second.csv"
    )


def _only(arguments):
    Path("r.rumap").unlink()
    assert main([*arguments]) == 0


def test_what_does_not_belong_together_is_refused(folder, capfd):
    assert main([*FIRST]) == 0
    assert "is in it already" in refused(capfd, *FIRST)
    add = ("register", "r.rumap", "--add")
    assert "--decided is missing" in refused(capfd, *add, "results.json")
    assert "--scenario: say which" in refused(capfd, *[*FIRST[:4], *FIRST[6:]])
    assert "--signed is for results" in refused(capfd, *add, "second.rumap", "--signed", "B")
    assert "--original is missing" in refused(capfd, "register", "r.rumap", "--check", "second.csv")
    assert "--called goes with --add" in refused(capfd, "register", "r.rumap", "--called", "x")
    assert "--earlier goes with --check" in refused(capfd, "register", "r.rumap", "--earlier", "first.csv")
    assert "--due: 'soon' is not a day" in refused(capfd, "register", "r.rumap", "--due", "soon")
    assert "none.rumap" in refused(capfd, "register", "none.rumap")
    beside = ("register", "r.rumap", "--check", "second.csv", "--original")
    assert "is not the original of r.rumap" in refused(capfd, *beside, "coarse.csv")
    assert "coarse.csv is not in the register" in refused(capfd, *beside, "original.csv", "--earlier", "coarse.csv")
    before = Path("second.rumap").read_bytes()
    assert "does not know it as its own" in refused(capfd, "register", "second.rumap", *FIRST[2:])
    assert Path("second.rumap").read_bytes() == before


def test_a_report_of_an_original_that_was_changed_since_is_warned_of(folder, capfd):
    assert main([*FIRST]) == 0
    comparison = read_results(Path("results.json").read_text(encoding="utf-8"))
    named = tuple(replace(s, name=f"Version {s.file}") for s in comparison.scenarios)
    comparison = replace(comparison, scenarios=named)
    changed = replace(comparison, original=replace(comparison.original, sha256="d" * 64))
    for name, results in (("same.json", comparison), ("changed.json", changed)):
        Path(name).write_text(write_results(results), encoding="utf-8")
    warnings = []
    for source in ("same.json", "changed.json"):
        asked = (source, "--kind", "shareable", "--scenario", "first.csv", "--register", "r.rumap")
        capfd.readouterr()
        assert main(["report", *asked, "--format", "json"]) == 0
        assert main(["export", *asked, "--to", "crate", "--date", "2026-01-31"]) == 0
        warnings.append(capfd.readouterr().err.count("r.rumap: warning: files of original.csv went out"))
    assert warnings == [0, 2]
    internal = ("report", "results.json", "--kind", "internal", "--register", "r.rumap", "--out", "i.html")
    assert "--register is for what is shared alone" in refused(capfd, *internal)
    add = ("register", "r.rumap", "--add", "changed.json", "--scenario", "first.csv", *FIRST[6:])
    assert "can reveal that record" in refused(capfd, *add)
