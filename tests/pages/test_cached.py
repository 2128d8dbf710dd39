"""What is kept for the next showing is what would be worked out anew, and goes with what it was made from."""

import gc
import weakref
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest
import streamlit as st

from core.data import Microdata
from pages.components import asked_in_worker
from pages.components import cached as module
from pages.components.cached import MOST, cached
from pages.components.server import session_tab
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


def test_answers_about_a_file_that_was_taken_out_are_forgotten(asked, monkeypatch):
    files = {name: Microdata(name, {}, 0) for name in ("original", "first", "second")}
    scenarios = [SimpleNamespace(microdata=files[name]) for name in ("first", "second")]
    here = SimpleNamespace(original_data=files["original"], control_data=None, masked=(), scenarios=lambda: scenarios)
    monkeypatch.setattr(asked_in_worker, "current", lambda: here)
    monkeypatch.setattr(asked_in_worker, "size_of", lambda _workspace: 0)
    monkeypatch.setattr(asked_in_worker, "call_in_worker", lambda work_out, *about: asked.append(about) or [about])
    ask = lambda name: asked_in_worker.asked_in_worker(name, (files["original"], files[name]), len, [name])  # noqa: E731
    first = ask("first")
    ask("second")
    assert ask("first") is first
    assert len(asked) == 2
    taken_out = weakref.ref(files.pop("second"))
    del scenarios[1]
    assert ask("first") is first
    gc.collect()
    assert taken_out() is None


def test_a_tab_that_is_closed_keeps_nothing_that_can_be_worked_out_again(monkeypatch):
    states = {name: {"cached": 1, "asked_in_worker": 2, "workspace": 3} for name in ("open", "closed")}
    sessions = [SimpleNamespace(session=SimpleNamespace(id=i, session_state=s)) for i, s in states.items()]
    manager = SimpleNamespace(list_sessions=lambda: sessions, is_active_session=lambda i: i == "open")
    runtime = SimpleNamespace(instance=lambda: SimpleNamespace(_session_mgr=manager))
    monkeypatch.setattr(session_tab, "Runtime", runtime)
    session_tab.release_disconnected()
    assert {i: set(s) for i, s in states.items()} == {
        "open": {"cached", "asked_in_worker", "workspace"},
        "closed": {"workspace"},
    }


def test_no_page_keeps_anything_in_a_cache_that_outlives_the_work_or_goes_by_an_identity_that_is_used_again():
    """Caches of Streamlit: one went by `id`, and showed the matrix of a former run where its place in memory was."""
    pages = Path(module.__file__).parents[1]
    written = {path: path.read_text(encoding="utf-8") for path in pages.rglob("*.py")}
    assert not [path.name for path, text in written.items() if "hash_funcs" in text or "st.cache_data" in text]
    shared = sorted(path.name for path, text in written.items() if "st.cache_resource" in text or "lru_cache" in text)
    assert shared == ["examples.py", "workspace.py"]  # files and results of the worked examples, which are public
