"""A workspace and the server hold no more data than they may; the file that is too much is refused in words."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from core.data import Coded, Column, Level, Microdata, Pair, PairedVariable, Release, Variable
from core.intake import DEFAULT, Format, Reading, ReadReport
from pages.components import asked_apart
from pages.components.files import memory_budget
from pages.components.server.session_tab import ASKED_APART, WORK
from pages.components.workspace import UploadedFile, Workspace

MEGABYTE = 1_000_000


def uploaded(name: str, megabytes: int) -> UploadedFile:
    column = Column(np.zeros(megabytes * MEGABYTE // 8))
    data = Microdata(name, {"x": column}, len(column))
    return UploadedFile(name, reading=Reading(data, ReadReport(Format.DELIMITED.value, len(column), 1)))


@pytest.fixture
def here(monkeypatch):
    state = SimpleNamespace(mine=Workspace(original=uploaded("o.csv", 2), masked=(uploaded("m.csv", 2),)), others=())
    limits = replace(DEFAULT, workspace_bytes=6 * MEGABYTE, server_bytes=10 * MEGABYTE)
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
    monkeypatch.setattr(memory_budget, "held_by_sessions", held.__getitem__)
    assert refused(memory_budget.within_budget([uploaded("a.csv", 2)])) == [False]
    held[ASKED_APART] = ({("pair", "m.csv"): answer(here.mine, 2)},)
    assert refused(memory_budget.within_budget([uploaded("a.csv", 2)])) == [True]
    held[ASKED_APART] = ()
    held[WORK] = (here.mine, Workspace(original=uploaded("o.csv", 5)))
    assert refused(memory_budget.within_budget([uploaded("a.csv", 2)])) == [True]


def test_pairs_beyond_what_a_workspace_may_hold_go_the_longest_unasked_first(here, monkeypatch):
    monkeypatch.setattr(asked_apart, "current", lambda: here.mine)
    monkeypatch.setattr(asked_apart, "limits_in_force", memory_budget.limits_in_force)
    answers = {("pair", name): answer(here.mine, 1) for name in "abc"}
    answers = {("cautions", ""): ((), ()), **answers}
    asked_apart._make_room(answers)
    assert [place for _, place in answers] == ["", "b", "c"], "six megabytes, of which the files have four"
    answers["pair", "large"] = answer(here.mine, 4)
    asked_apart._make_room(answers)
    assert [place for _, place in answers] == ["", "large"], "the last one is being looked at"
