"""What the command line says of itself, on a terminal and in a pipe."""

import json
import re
import shlex
import subprocess
from types import SimpleNamespace

import pytest

from core import VERSION
from core.__main__ import _parsed, main
from core.command_line.help import EXAMPLES, GROUPS
from core.command_line.options import OFFERED
from core.commands import terminal
from core.commands.terminal import heard, say_error, say_progress
from rumap.command_line import main as run_program


def help_of(capsys, *arguments):
    with pytest.raises(SystemExit) as ended:
        main([*arguments])
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_every_command_stands_in_one_group_with_its_line(capsys):
    said = help_of(capsys, "--help")
    grouped = [name for _title, names in GROUPS for name in names]
    assert sorted(grouped) == sorted({*OFFERED, "run"})
    assert all(f"  {name:<12}{line}" in said for name, (line, _add) in OFFERED.items())
    assert "\nDecide and share:\n" in said
    assert "Others:" not in said
    assert "python -m core assess original.csv masked.csv --out results.json" in said


@pytest.mark.parametrize("example", [line for lines in EXAMPLES.values() for line in lines])
def test_every_example_is_read_as_it_stands(example):
    words = shlex.split(example.partition(" > ")[0])
    assert _parsed(words, "ru-map", lambda commands: None).name == words[0]


def test_help_of_a_command_ends_with_its_examples(capsys):
    said = help_of(capsys, "gate", "--help")
    assert said.endswith("python -m core gate sweep.json --policy public --any\n")
    assert "examples:\n  python -m core gate results.json --policy policy.toml --format junit\n" in said
    assert "--quiet" in said


def test_the_version_is_said(capsys):
    assert help_of(capsys, "--version") == f"R-U Map {VERSION}\n"


def test_quiet_says_nothing_but_errors(tmp_path, capsys):
    (tmp_path / "a.csv").write_text("age,sex\n1,f\n2,m\n3,f\n")
    assert main(["files", str(tmp_path / "a.csv"), "--findings", "--quiet"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["files", str(tmp_path / "none.csv"), "--quiet"]) == 2
    assert "error: " in capsys.readouterr().err


def test_measures_as_json_and_as_a_table(capfd):
    assert main(["measures", "--format", "json"]) == 0
    content = json.loads(capfd.readouterr().out)
    gdu = next(m for m in content["measures"] if m["id"] == "gdu")
    assert (gdu["bounds"], gdu["better"], gdu["from"]) == ([0.0, 1.0], "higher", None)
    assert content["parameters"]["null"] if "null" in content["parameters"] else content["parameters"]["gdu"]
    assert main(["measures", "--format", "table"]) == 0
    head, *rows = capfd.readouterr().out.splitlines()
    assert head.split() == ["id", "name", "scope", "better", "bounds", "needs"]
    assert {line.index("file") for line in rows if re.match("gdu |ecdf_maximum ", line)} == {head.index("scope")}


def step(**known):
    return SimpleNamespace(**{"done": 3, "total": 6, "share": 0.5, "seconds": 10.0, "scenario": "banded", **known})


def test_a_terminal_has_a_bar_and_a_pipe_has_lines(monkeypatch, capsys):
    say_progress(step(measures=("gdu",)))
    assert capsys.readouterr().err == "3/6 banded: gdu\n"
    monkeypatch.setattr(terminal.sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    say_progress(step(measures=()))
    bar = capsys.readouterr().err
    assert bar.startswith("\r[############............]  50% 3/6, about ")
    assert bar.rstrip().endswith("s left banded")
    assert len(bar) == 80


@pytest.mark.parametrize(
    ("name", "value", "coloured"), [("A", "", True), ("NO_COLOR", "1", False), ("TERM", "dumb", False)]
)
def test_an_error_is_red_on_a_terminal_that_wants_it(monkeypatch, capsys, name, value, coloured):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(name, value)
    monkeypatch.setattr(terminal.sys.stderr, "isatty", lambda: True, raising=False)
    say_error("no such file")
    assert capsys.readouterr().err == ("\x1b[31merror:\x1b[0m no such file\n" if coloured else "error: no such file\n")
    with heard() as lines:
        say_error("no such file")
    assert lines == ["error: no such file"]


def test_names_command_no_terminal_and_break_no_line(monkeypatch, capsys):
    evil = "\x1b]0;owned\x07\x1b[2J\nsecond \u202eline"
    say_error(evil)
    say_progress(step(scenario=evil, measures=("gdu",)))
    monkeypatch.setattr(terminal.sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("NO_COLOR", "1")
    say_progress(step(scenario=evil, measures=()))
    said = capsys.readouterr().err
    assert said.count("<U+001B>]0;owned") == 3
    assert not [c for c in said.replace("\n", "").replace("\r", "") if not c.isprintable()]
    say_error("x" * 9_000)
    assert len(capsys.readouterr().err) < 2_100


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("asses", "there is no 'asses' (did you mean 'assess'?)"),
        ("wholly-else", "there is no 'wholly-else'; there are: run, codebook, assess"),
        ("--verson", "there is no option --verson (did you mean '--version'?)"),
        ("assess a.csv", "required: masked"),
        ("assess a.csv b.csv --measure gdu", "there is no option --measure (did you mean '--measures'?)"),
        ("assess --measure gdu a.csv b.csv", "there is no option --measure (did you mean '--measures'?)"),
        ("mask a.csv --recip r.toml --out b.csv", "there is no option --recip (did you mean '--recipe'?)"),
        ("assess a.csv b.csv --MEASURES gdu", "did you mean '--measures'?"),
        ("run --prot 8600", "there is no option --prot (did you mean '--port'?)"),
        ("report r.json --kind internal --format wordx", "there is no 'wordx'; there are: html, docx"),
        ("report r.json --kind intern", "there is no 'intern' (did you mean 'internal'?)"),
        ("schema result", "did you mean 'results'?"),
        ("assess a.csv b.csv --out r.json --jobs two", "'two' is no whole number"),
        (
            "assess a.csv b.csv --out r.json --measures gdu --lniked row",
            "there is no option --lniked (did you mean '--linked'?)",
        ),
        ("assess a.csv b.csv --out r.json c.csv", "'c.csv' is one too many, or not next to"),
        ("set-aside a.csv --share nan --control c.csv --out o.csv", "'nan' is no number"),
        ("export r.json --to r --date tomorrow", "'tomorrow' is no day such as 2026-01-31"),
        ("gate r.json --policy p.toml --format xm\u202el", "xm"),
        ("run --port eight", "'eight' is no whole number"),
    ],
)
def test_a_line_that_is_not_understood_is_refused_in_one(capsys, words, said):
    with pytest.raises(SystemExit) as ended:
        run_program(words.split())
    assert ended.value.code == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("error: ")
    assert said in lines[0]
    assert "--help" in lines[0]
    assert lines[0].isprintable()


COMPLETED = """
complete() {{ :; }}
source {script}
COMP_WORDS=({words}) COMP_CWORD={place}
{function}
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["as"], {"assess"}),
        (["gate", "--po"], {"--policy"}),
        (["gate", "--q"], {"--quiet"}),
        (["schema", "co"], {"codebook"}),
        (["ru"], {"run"}),
        (["run", "--no"], {"--no-browser"}),
        (["gate", "r.json", "--format", "j"], {"json", "junit"}),
    ],
)
def test_a_shell_completes_commands_options_and_choices(tmp_path, capsys, words, expected):
    assert run_program(["completion", "bash"]) == 0
    script = tmp_path / "completion"
    script.write_text(capsys.readouterr().out)
    text = COMPLETED.format(script=script, words=shlex.join(["program", *words]), place=len(words), function="_ru_map")
    done = subprocess.run(["bash", "-c", text], check=True, capture_output=True, text=True)
    assert set(done.stdout.split()) == expected
