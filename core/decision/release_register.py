"""The register of releases: of one original, what went out, when, by which rules, and when to look again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Annotated

from core.data import ALWAYS_WRITTEN, Day, Digest, OptionalDigest, described_as
from core.decision.consistency import Check
from core.decision.policy import write_policy
from core.decision.purpose import ReleaseType
from core.decision.release_record import UNCONFIRMED, ReleaseRecord
from core.errors import ProjectError
from core.wording import written_out

SHA256 = re.compile("[0-9a-f]{64}")
LONGEST_NAMED = 60
"""Characters of a name that a message quotes."""


@dataclass(frozen=True)
class RegisteredRelease:
    """One decision on one file that went out.

    Parameters
    ----------
    name : str
        What the release is called.
    file : str
        Name of the file that went out.
    sha256 : str
        Of its bytes.
    decided : str
        Day of the decision.
    release : ReleaseType
    policy : str
        Who answers for the rules that it was judged by; empty: nobody has said.
    policy_sha256 : str
        Of these rules as `write_policy` writes them; empty: none are on record.
    signed : tuple of str
        Who signed.
    look_again : str
        Day from which the decision is to be looked at again; empty: none was set.
    note : str
    checks : tuple of Check
        What was found when it was compared with earlier releases.

    Raises
    ------
    ProjectError
        Names the field that cannot be.
    """

    name: str
    file: str
    sha256: Digest
    decided: Day
    release: ReleaseType
    policy: str
    policy_sha256: OptionalDigest
    signed: Annotated[tuple[str, ...], described_as(minItems=1)]
    look_again: Annotated[str, described_as(pattern=r"^(\d{4}-\d{2}-\d{2})?$")] = field(
        default="", metadata=ALWAYS_WRITTEN
    )
    note: str = field(default="", metadata=ALWAYS_WRITTEN)
    checks: tuple[Check, ...] = field(default=(), metadata=ALWAYS_WRITTEN)

    def __post_init__(self) -> None:
        for name in ("name", "file"):
            if not str(getattr(self, name)).strip():
                raise ProjectError(f"{name} is empty")
        check_sha256("sha256", self.sha256)
        if self.policy_sha256:
            check_sha256("policy_sha256", self.policy_sha256)
        check_day("decided", self.decided)
        if not self.signed or not all(name.strip() for name in self.signed):
            raise ProjectError("signed is empty: a release needs the name of who signed it")
        if self.look_again:
            check_day("look_again", self.look_again)
            if self.look_again < self.decided:
                raise ProjectError(f"look_again ({self.look_again}) is before the decision ({self.decided})")


@dataclass(frozen=True)
class Register:
    """All releases of one original.

    Parameters
    ----------
    original : str
        Its file name.
    original_sha256 : str
        Of its bytes.
    releases : tuple of RegisteredRelease
        By day of decision. A file that was looked at again is in it once for each decision; the last one counts.

    Raises
    ------
    ProjectError
        Two decisions of one day on one file, two files of one name, or the original among the releases.
    """

    original: str
    original_sha256: Digest
    releases: tuple[RegisteredRelease, ...] = field(default=(), metadata=ALWAYS_WRITTEN)

    def __post_init__(self) -> None:
        if not self.original.strip():
            raise ProjectError("original is empty")
        check_sha256("original_sha256", self.original_sha256)
        if [r.decided for r in self.releases] != sorted(r.decided for r in self.releases):
            raise ProjectError("releases do not stand by their days of decision")
        _check_files(self)
        _check_decisions(self.releases)

    def with_release(self, release: RegisteredRelease) -> Register:
        """Return the register with one more decision."""
        # sorting keeps the order of what was decided on one day
        return replace(self, releases=tuple(sorted((*self.releases, release), key=lambda r: r.decided)))

    def merged(self, other: Register, name: str) -> Register:
        """Return the register with the decisions of another copy that it lacks, and what was found about them.

        Parameters
        ----------
        other : Register
            Of the same original.
        name : str
            The copy's file name, for messages.

        Raises
        ------
        ProjectError
            The copy says something else of a decision that is in both, or gives its name to another file.
        """
        releases = {(r.sha256, r.decided): r for r in self.releases}
        for release in other.releases:
            known = releases.setdefault((release.sha256, release.decided), release)
            if replace(known, checks=()) != replace(release, checks=()):
                raise ProjectError(
                    f"{name}: it says something else of the decision of {release.decided} on {_named(release)} "
                    "than the register that is open: find out which copy is right"
                )
            if not known.checks:
                releases[release.sha256, release.decided] = release
        return replace(self, releases=tuple(sorted(releases.values(), key=lambda r: r.decided)))

    def with_checks(self, sha256: str, checks: Sequence[Check]) -> Register:
        """Return the register with what was found about a file added to its last decision."""
        last = self.latest(sha256)
        kept = (replace(r, checks=tuple(checks)) if r is last else r for r in self.releases)
        return replace(self, releases=tuple(kept))

    def latest(self, sha256: str) -> RegisteredRelease | None:
        """Return the last decision on a file; None: it is not in the register."""
        return next((r for r in reversed(self.releases) if r.sha256 == sha256), None)

    def in_force(self) -> tuple[RegisteredRelease, ...]:
        """Return the last decision on every file, by day."""
        last = {r.sha256: r for r in self.releases}
        return tuple(r for r in self.releases if last[r.sha256] is r)

    def about_changed(self, sha256: str) -> str:
        """Return what to know before a report on another original is given out; empty where it is about the same."""
        if sha256 == self.original_sha256 or not self.releases:
            return ""
        return (
            f"files of {self.original[:LONGEST_NAMED]} went out, and this is not the same original, byte for byte. "
            "Shareable reports of two originals that differ in one record can reveal that record: give out a report of "
            "one of them alone"
        )

    def due(self, day: str) -> tuple[RegisteredRelease, ...]:
        """Return the releases that are to be looked at again on a day or were before, the longest due first."""
        waiting = (r for r in self.in_force() if r.look_again and r.look_again <= day)
        return tuple(sorted(waiting, key=lambda r: r.look_again))

    def undated(self) -> tuple[RegisteredRelease, ...]:
        """Return the releases for which no day was set."""
        return tuple(r for r in self.in_force() if not r.look_again)


def registered(record: ReleaseRecord, name: str, sha256: str, note: str = "") -> RegisteredRelease:
    """Return the decision of a record as a register holds it.

    Parameters
    ----------
    record : ReleaseRecord
        Decided and signed.
    name : str
        What the release is called.
    sha256 : str
        Of the file that was decided on.
    note : str

    Raises
    ------
    ProjectError
        Nobody has decided, signed, or confirmed the rules.
    """
    if not record.decision:
        raise ProjectError("no decision is on record: decide which file is released, and sign")
    if record.purpose is None:
        raise ProjectError(UNCONFIRMED)
    signatures = [s for s in (record.first, record.second) if s]
    if not signatures:
        raise ProjectError("nobody has signed the decision; the register takes the day and the names from there")
    return RegisteredRelease(
        name,
        record.decision,
        sha256,
        max(str(date.fromisoformat(s.date)) for s in signatures),
        record.purpose.release,
        record.purpose.signed_by,
        hashlib.sha256(write_policy(record.purpose).encode()).hexdigest(),
        tuple(s.name for s in signatures),
        record.look_again and str(date.fromisoformat(record.look_again)),
        note,
    )


def check_day(field: str, day: str) -> None:
    """Refuse what is no day such as 2026-03-31; days in one form are in order as texts are."""
    try:
        fits = str(date.fromisoformat(day)) == day
    except ValueError:
        fits = False
    if not fits:
        raise ProjectError(f"{field}: {day[:40]!r} is not a day; write it like 2026-03-31")


def check_sha256(field: str, digest: str) -> None:
    """Refuse what is no SHA-256."""
    if SHA256.fullmatch(digest) is None:
        raise ProjectError(f"{field} is no SHA-256: 64 digits 0-9 and a-f")


def _named(release: RegisteredRelease) -> str:
    """Return its name for a message: it may come from a file that somebody else wrote."""
    return written_out(release.name[:LONGEST_NAMED])


def _check_files(register: Register) -> None:
    files: dict[str, str] = {}
    for release in register.releases:
        if release.sha256 == register.original_sha256:
            raise ProjectError(f"{_named(release)}: the released file is the original itself, byte for byte")
        if files.setdefault(release.name, release.sha256) != release.sha256:
            raise ProjectError(f"two files are called {_named(release)}: give one of them another name")


def _check_decisions(releases: Sequence[RegisteredRelease]) -> None:
    decisions: set[tuple[str, str]] = set()
    for release in releases:
        if (decision := (release.sha256, release.decided)) in decisions:
            raise ProjectError(f"{_named(release)}: a decision of {release.decided} on this file is in it already")
        decisions.add(decision)
