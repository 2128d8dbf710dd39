"""The record of a release: what contradicts itself is refused, the trail shows every change."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.decision.purpose import DEFAULT_PURPOSE, ReleaseType, proposed_purpose
from core.decision.release_record import (
    AuditEntry,
    ReleaseRecord,
    ScenarioNote,
    SignOff,
    appended,
    broken_at,
    lineage,
)
from core.errors import ProjectError

DECIDED = ReleaseRecord(decision="a.csv", reason="keeps most")
FIRST, SECOND = SignOff("Ada", "2026-03-31"), SignOff("Grace", "2026-04-01")
ACTIONS = st.lists(st.text(max_size=20), min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"decision": "a.csv"}, "needs its reason"),
        ({"decision": "a.csv", "reason": " "}, "needs its reason"),
        ({"first": FIRST}, "no decision was recorded"),
        ({"decision": "a.csv", "reason": "x", "second": SECOND}, "after the first"),
        ({"decision": "a.csv", "reason": "x", "first": FIRST, "second": SignOff(" ada ", "2026-04-01")}, "different"),
    ],
)
def test_contradictions_are_refused(fields, words):
    with pytest.raises(ProjectError, match=words):
        ReleaseRecord(**fields)


@pytest.mark.parametrize(
    ("name", "date"), [("", "2026-03-31"), ("Ada", ""), ("Ada", "31.3.2026"), ("Ada", "2026-02-30")]
)
def test_a_sign_off_needs_a_name_and_a_date(name, date):
    with pytest.raises(ProjectError):
        SignOff(name, date)


def test_two_officers_sign():
    assert replace(DECIDED, first=FIRST, second=SECOND).second == SECOND


def trail_of(actions):
    trail = ()
    for i, action in enumerate(actions):
        trail = appended(trail, f"2026-01-01T00:00:{i:02}", action)
    return trail


@pytest.mark.slow
@given(ACTIONS)
def test_a_trail_that_nobody_touched_is_unbroken(actions):
    assert broken_at(trail_of(actions)) is None


@given(ACTIONS, st.data())
def test_a_changed_or_removed_entry_is_found(actions, data):
    trail = list(trail_of([*actions, "last"]))
    place = data.draw(st.integers(0, len(trail) - 2))
    changed = [*trail]
    changed[place] = replace(trail[place], action=trail[place].action + "!")
    assert broken_at(changed) == place
    assert broken_at(trail[:place] + trail[place + 1 :]) == place
    rewritten = [*trail]
    rewritten[place] = AuditEntry("", "!", trail[place].chain)
    assert broken_at(rewritten) == place


def test_lineage_leads_back_to_the_original():
    record = ReleaseRecord(notes=(ScenarioNote("puf.csv", "", "suf.csv"), ScenarioNote("suf.csv", "banded")))
    assert lineage(record, "puf.csv") == ("suf.csv",)
    assert lineage(record, "suf.csv") == ()


def test_a_circle_is_refused():
    notes = (ScenarioNote("a.csv", "", "b.csv"), ScenarioNote("b.csv", "", "a.csv"))
    with pytest.raises(ProjectError, match=r"a\.csv is its own ancestor"):
        lineage(ReleaseRecord(notes=notes), "a.csv")
    with pytest.raises(ProjectError, match="its own ancestor"):
        lineage(ReleaseRecord(notes=(ScenarioNote("a.csv", "", "a.csv"),)), "a.csv")


def test_files_are_judged_by_the_default_purpose_until_one_is_chosen():
    assert ReleaseRecord().rules is DEFAULT_PURPOSE
    assert DEFAULT_PURPOSE.release is ReleaseType.SCIENTIFIC
    public = proposed_purpose(ReleaseType.PUBLIC)
    assert ReleaseRecord(purpose=public).rules is public
