"""Drafting and pairing for a page go on outside the server's process; what becomes of them there is said."""

import os

import pytest

from core.execution import WORKERS
from core.views import VersionFacts
from pages.components import asked_in_worker
from pages.components.asked_in_worker import KEY
from pages.components.files import uploads
from pages.components.setup import checks
from tests.execution import worker_calls as calls

pytestmark = [pytest.mark.slow, pytest.mark.own_process]


@pytest.fixture
def two_files(small_files):
    return {name: small_files[name] for name in ("original.csv", "banded.csv")}


def test_what_meets_the_texts_of_files_runs_outside_the_servers_process(bring, two_files, monkeypatch):
    monkeypatch.setattr(uploads, "draft_codebook", calls.draft_naming_process)
    monkeypatch.setattr(checks, "cautions", calls.cautions_naming_process)
    monkeypatch.setattr(checks, "version_facts", calls.facts_naming_process)
    user = bring(two_files)
    drafted = user.state["workspace"].codebook.variables[0].label
    assert int(drafted) != os.getpid()
    assert drafted in "".join(e.value for e in user.app.error), "what the masked file shows"
    table = next(d.value for d in user.app.dataframe if "reason" in d.value)
    assert table["reason"][0] == f"! {drafted}", "cautions"
    assert str(os.getpid()) not in user.text()


@pytest.mark.parametrize(
    ("function", "seconds", "words"),
    [
        (calls.dies, WORKERS.seconds, "the system ended the calculation"),
        (calls.sleeps, 1.0, "the calculation took longer than the 1 seconds"),
    ],
)
def test_a_draft_that_comes_to_nothing_refuses_the_file_and_the_next_one_works(
    bring, two_files, monkeypatch, function, seconds, words
):
    with monkeypatch.context() as patched:
        patched.setattr(WORKERS, "seconds", seconds)
        patched.setattr(uploads, "draft_codebook", function)
        user = bring({"original.csv": two_files["original.csv"]})
    assert f"The variables could not be described: {words}" in user.text().replace("\\", "")
    assert user.state["workspace"].original_data is None
    user.upload("Original file", "original.csv", two_files["original.csv"])
    assert user.state["workspace"].codebook.variables[0].name == "age"
    with monkeypatch.context() as patched:
        patched.setattr(WORKERS, "seconds", seconds)
        patched.setattr(uploads, "draft_codebook", function)
        user.upload("Masked files", "banded.csv", two_files["banded.csv"])
    assert words in user.text()
    assert not user.state["workspace"].scenarios()
    user.upload("Masked files", "banded.csv", two_files["banded.csv"])
    assert len(user.state["workspace"].scenarios()) == 1


def test_what_pairs_hold_is_added_up_only_when_there_is_a_new_one(bring, two_files, monkeypatch):
    user = bring(two_files)
    user.go("setup")
    monkeypatch.setattr(asked_in_worker, "bytes_of_pairs", pytest.fail)
    user.run()


def test_a_pair_that_took_too_long_is_said_and_not_tried_at_every_rerun(bring, two_files, monkeypatch):
    user = bring(two_files)
    with monkeypatch.context() as patched:
        patched.setattr(WORKERS, "seconds", 1.0)
        patched.setattr(checks, "version_facts", calls.sleeps)
        user.go("setup")
        assert "took longer than" in user.text()
        patched.setattr(WORKERS, "call", pytest.fail)
        user.go("setup")
    assert "took longer than" in user.text()


def test_a_process_that_died_is_tried_again_at_the_next_rerun(bring, two_files, monkeypatch):
    user = bring(two_files)
    with monkeypatch.context() as patched:
        patched.setattr(checks, "version_facts", calls.dies)
        user.go("setup")
        assert "the system ended the calculation" in user.text()
    user.go("setup")
    assert "the system ended the calculation" not in user.text()
    kept = user.state[KEY].values()
    assert {type(answer) for _, answer in kept} >= {VersionFacts, tuple}


def test_a_refusal_keeps_its_words(bring, two_files):
    user = bring({"original.csv": two_files["original.csv"], "other.csv": b"x,y\n1,2\n3,4\n"})
    assert "no variable" in user.text().lower()
