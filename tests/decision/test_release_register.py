"""The register of releases: what may be in it, what is due, and a new file compared with the others."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import Codebook, Column, KeySet, Level, Microdata, Role, Scenario, ScenarioDeclaration, Variable
from core.decision import Register, RegisteredRelease, ReleaseType, check_earlier, registered, write_policy
from core.decision.consistency import Check, Status
from core.errors import ProjectError
from tests.release_project import release_project

FIRST = RegisteredRelease(
    "PUF", "puf.csv", "1" * 64, "2024-05-02", ReleaseType.PUBLIC, "", "", ("A. Officer",), "2026-05-02"
)
SECOND = replace(FIRST, name="SUF", file="suf.csv", sha256="2" * 64, decided="2025-01-10", look_again="2025-12-31")
REGISTER = Register("original.csv", "0" * 64, (FIRST, SECOND))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": " "}, "name is empty"),
        ({"file": ""}, "file is empty"),
        ({"sha256": "F" * 64}, "sha256 is no SHA-256"),
        ({"policy_sha256": "12"}, "policy_sha256 is no SHA-256"),
        ({"decided": "2.5.2024"}, "decided: '2.5.2024' is not a day"),
        ({"decided": "20240502"}, "decided: '20240502' is not a day; write it like 2026-03-31"),
        ({"signed": ()}, "signed is empty"),
        ({"signed": ("A", " ")}, "signed is empty"),
        ({"look_again": "2026-02-30"}, "look_again: '2026-02-30' is not a day"),
        ({"look_again": "2024-05-01"}, r"look_again \(2024-05-01\) is before the decision \(2024-05-02\)"),
    ],
)
def test_a_release_that_cannot_be_is_refused_by_its_field(change, words):
    with pytest.raises(ProjectError, match=words):
        replace(FIRST, **change)


@pytest.mark.parametrize(
    ("releases", "words"),
    [
        ((SECOND, FIRST), "do not stand by their days"),
        ((FIRST, replace(FIRST, note="again")), "PUF: a decision of 2024-05-02 on this file is in it already"),
        ((FIRST, replace(SECOND, name="PUF")), "two files are called PUF"),
        ((replace(FIRST, sha256="0" * 64),), "PUF: the released file is the original itself"),
        ((replace(FIRST, name="x\x1b[2J" + "y" * 99, sha256="0" * 64),), r"^x<U\+001B>\[2Jy{55}: the released file"),
    ],
)
def test_releases_that_contradict_each_other_are_refused(releases, words):
    with pytest.raises(ProjectError, match=words):
        Register("original.csv", "0" * 64, releases)


def test_releases_stand_by_day_in_whatever_order_they_are_added():
    backwards = Register("original.csv", "0" * 64).with_release(SECOND).with_release(FIRST)
    assert backwards == REGISTER


def test_two_copies_of_a_register_become_one_that_lacks_nothing():
    found = Check("PUF", "beside SUF", Status.KEPT, "nothing")
    third = replace(SECOND, decided="2025-03-01", look_again="")
    one = Register("original.csv", "0" * 64, (FIRST, third))
    both = one.merged(REGISTER.with_checks(FIRST.sha256, [found]), "r.rumap")
    assert both.releases == (replace(FIRST, checks=(found,)), SECOND, third)
    assert both.merged(REGISTER, "r.rumap") == both, "what was found stays"
    other = Register("original.csv", "0" * 64, (replace(FIRST, signed=("B",)),))
    with pytest.raises(ProjectError, match=r"^r\.rumap: it says something else of the decision of 2024-05-02 on PUF"):
        one.merged(other, "r.rumap")


def test_what_is_due_stands_with_the_longest_due_first():
    assert [r.name for r in REGISTER.due("2025-12-30")] == []
    assert [r.name for r in REGISTER.due("2025-12-31")] == ["SUF"]
    assert [r.name for r in REGISTER.due("2026-05-02")] == ["SUF", "PUF"]
    assert REGISTER.undated() == ()


def test_a_new_decision_on_the_same_file_takes_the_place_of_the_last_one_and_both_stay_on_record():
    again = replace(FIRST, decided="2026-05-04", look_again="")
    looked = REGISTER.with_release(again)
    assert [r.decided for r in looked.releases] == ["2024-05-02", "2025-01-10", "2026-05-04"]
    assert looked.in_force() == (SECOND, again)
    assert [r.name for r in looked.due("2030-01-01")] == ["SUF"]
    assert looked.undated() == (again,)


def test_a_signed_decision_is_registered_with_the_hash_of_its_rules():
    record = release_project().record
    release = registered(replace(record, look_again="2029-01-01"), "SUF", "a" * 64)
    assert (release.file, release.decided, release.look_again) == ("canarymasked.csv", "2026-04-01", "2029-01-01")
    assert release.signed == ("Canary officer", "Canary second")
    assert (release.release, len(release.policy_sha256)) == (ReleaseType.SCIENTIFIC, 64)
    other = replace(record.purpose, valid_until="2030-01-01")
    assert write_policy(other) != write_policy(record.purpose)
    assert registered(replace(record, purpose=other), "SUF", "a" * 64).policy_sha256 != release.policy_sha256


def test_what_nobody_decided_or_signed_is_not_registered():
    record = release_project().record
    with pytest.raises(ProjectError, match="nobody has signed"):
        registered(replace(record, first=None, second=None), "x", "a" * 64)
    with pytest.raises(ProjectError, match="no decision is on record"):
        registered(replace(record, decision="", first=None, second=None), "x", "a" * 64)
    with pytest.raises(ProjectError, match="nobody has confirmed the rules"):
        registered(replace(record, purpose=None), "x", "a" * 64)


CODEBOOK = Codebook((Variable("region", Level.NOMINAL, Role.KEY),), (KeySet("keys", ("region",)),))


def file(name, text):
    """Return a file with a region of one letter for each record."""
    labels = tuple(sorted(set(text)))
    codes = np.array([labels.index(letter) for letter in text], dtype=np.int32)
    return Microdata(name, {"region": Column(None, codes, labels)}, len(text))


SIX = "abcdef" * 2


def checked(new, *old, original=SIX, linked="row", given=True):
    def scenario(name, text):
        return Scenario(file(f"{name}.csv", text), ScenarioDeclaration(f"{name}.csv", "", linked))

    names = [f"old{i + 1}" for i in range(len(old))]
    entries = [replace(FIRST, name=n, sha256=f"{i + 1}" * 64) for i, n in enumerate(names)]
    earlier = [(e, scenario(e.name, text) if given else None) for e, text in zip(entries, old, strict=True)]
    return check_earlier(file("original.csv", original), scenario("new", new), earlier, CODEBOOK)


def test_a_coarser_file_nests_in_the_earlier_one_and_gives_nothing_away():
    nests, together = checked("xxyyzz" * 2, SIX)
    assert (nests.about, nests.status) == ("whether it nests in old1", Status.KEPT)
    assert (together.about, together.status) == ("together with old1, key set keys", Status.KEPT)


def test_an_earlier_coarser_file_nests_in_the_new_one():
    nests, together = checked(SIX, "xxyyzz" * 2)
    assert (nests.about, nests.status) == ("whether old1 nests in it", Status.KEPT)
    assert together.status is Status.KEPT


def test_two_releases_that_cut_differently_single_one_record_out():
    # a, b, c of 6, 1 and 5 records: a | bc in one, ab | c in the other; who holds both knows the one b
    inside, outside, together = checked("xxxxxxxyyyyy", "ppppppqqqqqq", original="aaaaaabccccc")
    assert [c.status for c in (inside, outside, together)] == [Status.BROKEN] * 3
    assert inside.sentence == "region: 1 value of old1 is split over several values here"
    assert outside.about == "whether old1 nests in it"
    assert (together.count, together.about) == (1, "together with old1, key set keys")


def test_every_earlier_release_is_checked_and_named():
    checks = checked("xxyyzz" * 2, SIX, "uuuuuu" * 2)
    assert [c.about for c in checks] == [
        "whether it nests in old1",
        "together with old1, key set keys",
        "whether old2 nests in it",
        "together with old2, key set keys",
    ]


def test_what_could_not_be_checked_is_said_and_never_passes():
    (check,) = checked("xxyyzz" * 2, SIX, given=False)
    assert (check.about, check.status) == ("beside old1", Status.NOT_CHECKED)
    assert check.sentence == "not checked: its file was not given"
    (check,) = checked("xxyyzz" * 2, SIX, linked="none")
    assert (check.status, check.sentence) == (Status.NOT_CHECKED, "not checked: records of new are not linked")
