"""What is kept for the next showing is what would be worked out anew, and goes with what it was made from."""

import gc
import weakref
from dataclasses import dataclass

import pytest
import streamlit as st

from pages.components import cached as module
from pages.components.cached import MOST, cached
from pages.components.workspace import Workspace


@dataclass(eq=False)
class Thing:
    """Something that is never equal to another one."""


@pytest.fixture
def asked(monkeypatch):
    """What was worked out; the session is a plain mapping, the workspace stays empty unless a test says so."""
    monkeypatch.setattr(st, "session_state", {})
    empty = Workspace()
    monkeypatch.setattr(module, "current", lambda: empty)
    return []


def worker(asked):
    def work_out(thing, *, size=1):
        asked.append((thing, size))
        return [size]

    return work_out


def test_the_same_is_worked_out_once(asked):
    work_out, thing = worker(asked), Thing()
    assert cached(work_out, thing, size=2) is cached(work_out, thing, size=2)
    assert len(asked) == 1


def test_another_thing_or_another_question_is_worked_out(asked):
    work_out, thing = worker(asked), Thing()
    assert cached(work_out, thing, size=2) == [2]
    assert cached(work_out, thing, size=3) == [3]
    assert cached(work_out, Thing(), size=2) == [2]
    assert len(asked) == 3


def test_the_oldest_go(asked):
    work_out, things = worker(asked), [Thing() for _ in range(MOST + 1)]
    for thing in things:
        cached(work_out, thing)
    cached(work_out, things[-1])
    assert len(asked) == MOST + 1
    cached(work_out, things[0])
    assert len(asked) == MOST + 2


@pytest.mark.slow
def test_nothing_of_former_files_stays(asked, monkeypatch):
    thing = Thing()
    gone = weakref.ref(thing)
    cached(lambda about: about, thing)
    del thing
    gc.collect()
    assert gone() is not None
    other = Workspace(masked=(object(),))
    monkeypatch.setattr(module, "current", lambda: other)
    cached(lambda about: None, Thing())
    gc.collect()
    assert gone() is None
