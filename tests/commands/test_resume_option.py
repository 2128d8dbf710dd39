"""``assess --resume``: what is finished is kept, goes on from there, and is no other run's."""

import json
from importlib import import_module

import pytest

from core.__main__ import main
from core.commands import kept_run
from core.errors import OutputError
from core.execution import locked
from tests.commands.test_control_option import people
from tests.pairing.case_files import quick_reading  # noqa: F401 - a fixture

pytestmark = pytest.mark.usefixtures("quick_reading")
MEASURES = "gdu,global_risk,total_variation_mean"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "original.csv").write_text(people(60, 1))
    (tmp_path / "masked.csv").write_text(people(60, 2))
    return tmp_path


def assess(folder, *more, out="r.json", measures=MEASURES):
    files = [str(folder / name) for name in ("original.csv", "masked.csv")]
    plan = ("--measures", measures, "--set", "interval.groups=0", "--jobs", "1")
    return main(["assess", *files, *plan, "--out", str(folder / out), *more])


def stopped_after(monkeypatch, count):
    """Let somebody press Ctrl-C after some pieces."""
    told = []

    def say(step):
        told.append(step)
        if len(told) == count:
            raise KeyboardInterrupt

    monkeypatch.setattr(import_module("core.commands.assess"), "say_progress", say)


def test_a_stopped_run_goes_on_with_the_same_bytes_and_leaves_nothing(folder, capsys):
    kept = folder / "kept.json"
    assert assess(folder, out="whole.json") == 0
    with pytest.MonkeyPatch.context() as patch:
        stopped_after(patch, 3)
        assert assess(folder, "--resume", str(kept)) == 130
    assert kept.exists()
    assert not (folder / "r.json").exists()
    capsys.readouterr()
    assert assess(folder, "--resume", str(kept)) == 0
    assert "kept.json: what it keeps is not measured again" in capsys.readouterr().err
    assert (folder / "r.json").read_bytes() == (folder / "whole.json").read_bytes()
    assert not kept.exists()


def test_another_run_is_refused_with_what_differs(folder, monkeypatch, capsys):
    kept = folder / "kept.json"
    with pytest.MonkeyPatch.context() as patch:
        stopped_after(patch, 2)
        assess(folder, "--resume", str(kept))
    before = kept.read_bytes()
    assert assess(folder, "--resume", str(kept), measures="gdu") == 2
    assert "differs in measures, settings or seed;" in capsys.readouterr().err
    (folder / "masked.csv").write_text(people(60, 3))
    assert assess(folder, "--resume", str(kept)) == 2
    assert "differs in the masked files;" in capsys.readouterr().err
    assert kept.read_bytes() == before, "nothing of it is lost"


@pytest.mark.parametrize("content", ["{}", "[1]", '{"format": "ru-map-run/1"}', '{"format": "ru-map-run/1", "of": {}}'])
def test_what_is_no_run_is_refused_and_stays(folder, capsys, content):
    kept = folder / "kept.json"
    kept.write_text(content)
    assert assess(folder, "--resume", str(kept)) == 2
    assert "kept.json" in capsys.readouterr().err
    assert kept.read_text() == content


def test_damaged_results_are_refused_with_a_remedy(folder, capsys):
    kept = folder / "kept.json"
    with pytest.MonkeyPatch.context() as patch:
        stopped_after(patch, 2)
        assess(folder, "--resume", str(kept))
    content = json.loads(kept.read_text())
    del content["results"]["plan"]
    kept.write_text(json.dumps(content))
    assert assess(folder, "--resume", str(kept)) == 2
    assert "remove the file and begin anew" in capsys.readouterr().err


def test_a_file_is_needed(folder, capsys):
    assert assess(folder, "--resume", "-") == 2
    assert assess(folder, "--resume", str(folder / "masked.csv")) == 2
    assert "is also read" in capsys.readouterr().err


def test_two_runs_do_not_keep_in_one_file_and_one_that_was_copied_in_meanwhile_stays(folder, capsys, monkeypatch):
    kept = folder / "kept.json"
    with locked(kept):
        assert assess(folder, "--resume", str(kept)) == 2
    assert "kept.json: another command is using it" in capsys.readouterr().err

    def copied_in(_):
        kept.write_text("of another machine")

    monkeypatch.setattr(import_module("core.commands.assess"), "say_progress", copied_in)
    assert assess(folder, "--resume", str(kept)) == 0
    assert "kept.json: something else has changed it meanwhile" in capsys.readouterr().err
    assert kept.read_text() == "of another machine"


def test_a_run_that_cannot_be_kept_goes_on_and_says_so(folder, capsys, monkeypatch):
    def full(*_):
        raise OutputError("kept.json: cannot be written (No space left on device)")

    monkeypatch.setattr(kept_run.KeptRun, "_put", full)
    monkeypatch.setattr(kept_run, "SECONDS", 0.0)
    assert assess(folder, "--resume", str(folder / "kept.json")) == 0
    assert capsys.readouterr().err.count("(No space left on device): the run goes on, but what it finishes") == 1


def test_writing_takes_a_small_share_of_the_time(folder, monkeypatch):
    clock = iter([0.0, 1.0, 11.0, 12.0, 14.0, 15.0, 53.0, 54.0, 55.0, 57.0])
    written = []
    monkeypatch.setattr(kept_run.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(kept_run.KeptRun, "_put", lambda run, steps: written.append(len(steps)))
    run = kept_run.KeptRun(None, {}, None, None)  # at 0
    run.keep([1])  # at 1
    run.keep([1, 2])  # at 11, written from 12 to 14
    run.keep([1, 2, 3])  # at 15
    run.keep([1, 2, 3, 4])  # at 53: not yet, it took 2 s
    run.keep([1, 2, 3, 4, 5])  # at 54: 40 s later
    assert written == [2, 5]
