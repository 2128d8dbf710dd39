"""A workspace and the server hold no more data than they may; the file that is too much is refused in words."""

from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest

from core.data import Coded, Column, Level, Microdata, Pair, PairedVariable, PopulationFile, Release, Variable
from core.execution import bytes_of
from core.intake import DEFAULT, Format, Reading, ReadReport
from core.measures import Result
from core.reports import Kind
from pages.components import asked_in_worker
from pages.components.files import memory_budget
from pages.components.server import session_size
from pages.components.server.session_size import size_of
from pages.components.server.session_tab import ASKED_APART, WORK
from pages.components.workspace import Export, UploadedFile, Workspace

MEGABYTE = 1_000_000
EMPTY = 10_000
"""More than what a workspace without files takes."""


def uploaded(name: str, megabytes: int) -> UploadedFile:
    column = Column(np.zeros(megabytes * MEGABYTE // 8))
    data = Microdata(name, {"x": column}, len(column))
    return UploadedFile(name, reading=Reading(data, ReadReport(Format.DELIMITED.value, len(column), 1)))


@pytest.fixture
def here(monkeypatch):
    state = SimpleNamespace(mine=Workspace(original=uploaded("o.csv", 2), masked=(uploaded("m.csv", 2),)), others=())
    limits = replace(DEFAULT, workspace_bytes=6 * MEGABYTE + EMPTY, server_bytes=10 * MEGABYTE + 2 * EMPTY)
    monkeypatch.setattr(memory_budget, "current", lambda: state.mine)
    monkeypatch.setattr(memory_budget, "limits_in_force", lambda: limits)
    monkeypatch.setattr(memory_budget.sessions.STORE, "contents", lambda: (state.mine, *state.others))
    return state


def refused(files: list[UploadedFile]) -> list[bool]:
    return [file.reading is None for file in files]


def test_files_are_taken_up_to_the_budget_of_the_workspace(here):
    found = memory_budget.within_budget([uploaded("a.csv", 1), uploaded("b.csv", 2), uploaded("c.csv", 1)])
    assert refused(found) == [False, True, False]
    assert "b.csv" in found[1].refusal
    assert "workspace_bytes" in found[1].refusal
    assert "7 MB" in found[1].refusal


def test_a_file_that_takes_anothers_place_counts_once(here):
    assert refused(memory_budget.within_budget([uploaded("m.csv", 4)])) == [False]
    assert refused(memory_budget.within_budget([uploaded("new.csv", 4)], original=True)) == [False]
    assert refused(memory_budget.within_budget([uploaded("new.csv", 5)], original=True)) == [True]


def test_the_server_counts_what_all_its_users_hold(here):
    here.others = (Workspace(original=uploaded("o.csv", 5)),)
    found = memory_budget.within_budget([uploaded("a.csv", 1), uploaded("b.csv", 1)])
    assert refused(found) == [False, True]
    assert "server_bytes" in found[1].refusal


def test_bytes_kept_for_an_open_question_count(here):
    here.mine = replace(here.mine, masked=(replace(here.mine.masked[0], content=b"x" * (2 * MEGABYTE)),))
    assert refused(memory_budget.within_budget([uploaded("a.csv", 1)])) == [True]


def paired(original: UploadedFile, masked: UploadedFile, megabytes: int) -> Pair:
    """A pair that shares the masked file's cells and has some megabytes of its own."""
    variable = Variable("x", Level.CONTINUOUS)
    own = Coded(Level.CONTINUOUS, np.zeros(megabytes * MEGABYTE // 8))
    theirs = Coded(Level.CONTINUOUS, masked.microdata.columns["x"].numbers)
    empty = Release("", 0, {})
    both = replace(empty, columns={"x": own}), replace(empty, columns={"x": theirs})
    return Pair(masked.name, (PairedVariable(variable, own, own, theirs),), *both)


def answer(here: Workspace, megabytes: int) -> tuple[tuple[Microdata, ...], Pair]:
    original, masked = here.original, here.masked[0]
    return (original.microdata, masked.microdata), paired(original, masked, megabytes)


def test_pairs_and_work_of_browsers_without_cookies_count_for_the_server(here, monkeypatch):
    held = {WORK: (here.mine, Workspace(original=uploaded("o.csv", 3))), ASKED_APART: ()}
    monkeypatch.setattr(memory_budget, "kept_for_sessions", held.__getitem__)
    assert refused(memory_budget.within_budget([uploaded("a.csv", 2)])) == [False]
    held[ASKED_APART] = ({("pair", "m.csv"): answer(here.mine, 2)},)
    assert refused(memory_budget.within_budget([uploaded("a.csv", 2)])) == [True]
    held[ASKED_APART] = ()
    held[WORK] = (here.mine, Workspace(original=uploaded("o.csv", 5)))
    assert refused(memory_budget.within_budget([uploaded("a.csv", 2)])) == [True]


def test_pairs_beyond_what_a_workspace_may_hold_go_the_longest_unasked_first(here, monkeypatch):
    monkeypatch.setattr(asked_in_worker, "current", lambda: here.mine)
    monkeypatch.setattr(asked_in_worker, "limits_in_force", memory_budget.limits_in_force)
    answers = {("pair", name): answer(here.mine, 1) for name in "abc"}
    answers = {("cautions", ""): ((), ()), **answers}
    asked_in_worker._make_room(answers)
    assert [place for _, place in answers] == ["", "b", "c"], "six megabytes, of which the files have four"
    answers["pair", "large"] = answer(here.mine, 4)
    asked_in_worker._make_room(answers)
    assert [place for _, place in answers] == ["", "large"], "the last one is being looked at"


def with_more(what: str) -> Workspace:
    """A workspace that holds two megabytes of something beside its files."""
    population = PopulationFile(uploaded("p.csv", 2).microdata, "x")
    job = SimpleNamespace(received=[b"x" * (2 * MEGABYTE)])
    answers = tuple(Result("gdu", (f"v{i}",), 0.5, i, detail={"counts": [float(i), float(-i)]}) for i in range(4_000))
    more = {
        "population": {"population": (population,)},
        "results": {"comparison": Mock(n_bytes=2 * MEGABYTE)},
        "steps": {"steps": answers},
        "export": {"export": Export(job, Kind.INTERNAL, "html", ())},
        "run": {"job": job},
    }
    return Workspace(**more[what])


@pytest.mark.parametrize("what", ["population", "results", "steps", "export", "run"])
def test_what_is_held_beside_the_files_counts(what):
    assert size_of(with_more(what)) == pytest.approx(2 * MEGABYTE, rel=0.3)


def test_what_a_job_has_yielded_since_counts():
    held = with_more("run")
    before = size_of(held)
    held.job.received.append(b"y" * MEGABYTE)
    assert size_of(held) - before == pytest.approx(MEGABYTE, rel=0.01)


def test_what_codes_mean_counts():
    meanings = {"x": {str(i): f"{i}".ljust(100) for i in range(10_000)}}
    bare = Microdata("o.sav", {"x": Column(np.zeros(10))}, 10)
    assert replace(bare, value_labels=meanings).n_bytes - bare.n_bytes > MEGABYTE


def test_things_that_are_held_twice_count_once():
    array = np.zeros(MEGABYTE // 8)
    assert bytes_of([array, {"a": array}], array) == pytest.approx(MEGABYTE, rel=0.01)


def test_what_was_brought_in_and_is_not_taken_yet_counts_for_the_server(here, monkeypatch):
    monkeypatch.setattr(memory_budget, "uploaded_bytes", lambda: 5 * MEGABYTE)
    assert refused(memory_budget.within_budget([uploaded("a.csv", 2)])) == [True]


def test_finished_results_are_counted_once_however_often_their_user_changes_the_workspace(monkeypatch):
    counted = []
    monkeypatch.setattr(session_size, "bytes_of", lambda *things: counted.append(things) or MEGABYTE)
    results = Mock()
    first = Workspace(comparison=results, example="voters")
    assert size_of(first) == size_of(replace(first, example="women")) == 2 * MEGABYTE
    assert sum(results in things for things in counted) == 1
