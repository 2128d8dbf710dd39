"""A workspace and the server hold no more data than they may; the file that is too much is refused in words."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from core.data import Column, Microdata
from core.intake import DEFAULT, Format, Reading, ReadReport
from pages.components.files import memory_budget
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
