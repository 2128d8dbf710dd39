"""Drafting and pairing for a page go on outside the server's process; what becomes of them there is said."""

import os

import pytest

from core.data import Pair
from core.execution import APART
from pages.components import asked_apart, cached_pairs
from pages.components.asked_apart import KEY
from pages.components.files import hygiene, uploads
from pages.components.variables import second_look
from tests.execution import apart_calls as calls

pytestmark = [pytest.mark.slow, pytest.mark.own_process]


@pytest.fixture
def two_files(small_files):
    return {name: small_files[name] for name in ("original.csv", "banded.csv")}


def test_what_meets_the_texts_of_files_runs_outside_the_servers_process(bring, two_files, monkeypatch):
    monkeypatch.setattr(uploads, "draft_codebook", calls.draft_naming_process)
    monkeypatch.setattr(cached_pairs, "matched", calls.pair_naming_process)
    monkeypatch.setattr(second_look, "cautions", calls.cautions_naming_process)
    monkeypatch.setattr(second_look, "similar_names", calls.names_naming_process)
    monkeypatch.setattr(hygiene, "leftovers", calls.leftovers_naming_process)
    user = bring(two_files)
    drafted = user.app.session_state["workspace"].codebook.variables[0].label
    assert int(drafted) != os.getpid()
    assert drafted in user.text(), "what the masked file still carries"
    user.go("setup")
    assert f"**{drafted}**, the original" in user.text(), "names alike"
    assert f"**age**: {drafted}" in user.text(), "cautions"
    assert user.text().count(drafted) >= 3, "the pair"
    assert str(os.getpid()) not in user.text()


@pytest.mark.parametrize(
    ("function", "seconds", "words"),
    [
        (calls.dies, APART.seconds, "the system ended the calculation"),
        (calls.sleeps, 1.0, "the calculation took longer than the 1 seconds"),
    ],
)
def test_a_draft_that_comes_to_nothing_refuses_the_file_and_the_next_one_works(
    bring, two_files, monkeypatch, function, seconds, words
):
    with monkeypatch.context() as patched:
        patched.setattr(APART, "seconds", seconds)
        patched.setattr(uploads, "draft_codebook", function)
        user = bring({"original.csv": two_files["original.csv"]})
    assert f"The variables could not be described: {words}" in user.text().replace("\\", "")
    assert user.app.session_state["workspace"].original_data is None
    user.upload("Original file", "original.csv", two_files["original.csv"])
    assert user.app.session_state["workspace"].codebook.variables[0].name == "age"
    with monkeypatch.context() as patched:
        patched.setattr(APART, "seconds", seconds)
        patched.setattr(uploads, "draft_codebook", function)
        user.upload("Masked files", "banded.csv", two_files["banded.csv"])
    assert words in user.text()
    assert not user.app.session_state["workspace"].scenarios()
    user.upload("Masked files", "banded.csv", two_files["banded.csv"])
    assert len(user.app.session_state["workspace"].scenarios()) == 1


def test_what_pairs_hold_is_added_up_only_when_there_is_a_new_one(bring, two_files, monkeypatch):
    user = bring(two_files)
    user.go("setup")
    monkeypatch.setattr(asked_apart, "bytes_of_pairs", pytest.fail)
    user.run()


def test_a_pair_that_took_too_long_is_said_and_not_tried_at_every_rerun(bring, two_files, monkeypatch):
    user = bring(two_files)
    with monkeypatch.context() as patched:
        patched.setattr(APART, "seconds", 1.0)
        patched.setattr(cached_pairs, "matched", calls.sleeps)
        user.go("setup")
        assert "took longer than" in user.text()
        patched.setattr(APART, "call", pytest.fail)
        user.go("setup")
    assert "took longer than" in user.text()


def test_a_process_that_died_is_tried_again_at_the_next_rerun(bring, two_files, monkeypatch):
    user = bring(two_files)
    with monkeypatch.context() as patched:
        patched.setattr(cached_pairs, "matched", calls.dies)
        patched.setattr(second_look, "cautions", calls.dies)
        user.go("setup")
        assert user.text().count("the system ended the calculation") == 2
    user.go("setup")
    assert "the system ended the calculation" not in user.text()
    kept = user.app.session_state[KEY].values()
    assert {type(answer) for _, answer in kept} >= {Pair, tuple}


def test_a_refusal_keeps_its_words(bring, two_files):
    user = bring({"original.csv": two_files["original.csv"], "other.csv": b"x,y\n1,2\n3,4\n"})
    user.go("setup")
    assert "no variable" in user.text()
