"""What was decided about a release and by whom, with the trail of what was done."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from core.data import ALWAYS_WRITTEN
from core.decision.consistency import Check
from core.decision.purpose import DEFAULT_PURPOSE, Purpose
from core.errors import ProjectError

START = "0" * 64
"""What the first entry of a trail is chained to."""


@dataclass(frozen=True)
class ScenarioNote:
    """What the officer notes about a masked file.

    Parameters
    ----------
    file : str
        Its file name.
    note : str
    parent : str
        File name of the masked file that it was made from; empty: made from the original.
    """

    file: str
    note: str = ""
    parent: str = ""


@dataclass(frozen=True)
class SignOff:
    """An officer's name with the date that the officer gave.

    Raises
    ------
    ProjectError
        No name, or a date that is none.
    """

    name: str
    date: str

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise ProjectError("a sign-off needs a name")
        _check_day(self.date)


@dataclass(frozen=True)
class AuditEntry:
    """One thing that was done.

    Parameters
    ----------
    time : str
        As the clock showed it (ISO 8601, UTC).
    action : str
    chain : str
        SHA-256 over the former entry's chain, the time and the action.
    """

    time: str
    action: str
    chain: str


UNCONFIRMED = "nobody has confirmed the rules: say what the file is for, on the Decide page or by --policy"


@dataclass(frozen=True)
class ReleaseRecord:
    """The decision on a release and what it rests on.

    Parameters
    ----------
    purpose : Purpose or None
        As it was chosen; None: nobody has said what the file is for.
    notes : tuple of ScenarioNote
    decision : str
        File name of the scenario to be released; empty: not decided.
    reason : str
    first, second : SignOff or None
        Two different officers, the first one before the second.
    checks : tuple of Check
        What the consistency checks found.
    trail : tuple of AuditEntry
    threshold_reason : str
        Why users are given figures that rest on fewer than ten records; empty: they are not.
    against : tuple of str
        What spoke against the file when it was decided on, with the figures; empty: nothing did.
    look_again : str
        Day from which the decision is to be looked at again; empty: none was set.

    Raises
    ------
    ProjectError
        A decision without reason; signatures without decision, in the wrong order or of one person; no such day.
    """

    purpose: Purpose | None = field(default=None, metadata=ALWAYS_WRITTEN)
    notes: tuple[ScenarioNote, ...] = field(default=(), metadata=ALWAYS_WRITTEN)
    decision: str = field(default="", metadata=ALWAYS_WRITTEN)
    reason: str = field(default="", metadata=ALWAYS_WRITTEN)
    first: SignOff | None = field(default=None, metadata=ALWAYS_WRITTEN)
    second: SignOff | None = field(default=None, metadata=ALWAYS_WRITTEN)
    checks: tuple[Check, ...] = field(default=(), metadata=ALWAYS_WRITTEN)
    trail: tuple[AuditEntry, ...] = field(default=(), metadata=ALWAYS_WRITTEN)
    threshold_reason: str = ""
    against: tuple[str, ...] = ()
    look_again: str = ""

    def __post_init__(self) -> None:
        if self.look_again:
            _check_day(self.look_again)
        if self.decision and not self.reason.strip():
            raise ProjectError("a decision needs its reason in words")
        if self.second and not self.first:
            raise ProjectError("the second officer signs after the first")
        if self.first and not self.decision:
            raise ProjectError("there is nothing to sign: no decision was recorded")
        if self.first and self.second and self.first.name.strip().casefold() == self.second.name.strip().casefold():
            raise ProjectError("first and second officer must be two different people")

    @property
    def rules(self) -> Purpose:
        """The purpose that every screen and report judges by: the chosen one, or the default until one is chosen."""
        return self.purpose or DEFAULT_PURPOSE

    def note_of(self, file: str) -> ScenarioNote:
        """Return what is noted about a masked file."""
        return next((n for n in self.notes if n.file == file), ScenarioNote(file))

    def done(self, time: str, action: str) -> ReleaseRecord:
        """Return the record with one more entry in its trail."""
        return replace(self, trail=appended(self.trail, time, action))


def _check_day(day: str) -> None:
    try:
        date.fromisoformat(day)
    except ValueError:
        raise ProjectError(f"{day!r} is not a date; write it like 2026-03-31") from None


def appended(trail: Sequence[AuditEntry], time: str, action: str) -> tuple[AuditEntry, ...]:
    """Return a trail with one more entry, chained to the last one."""
    former = trail[-1].chain if trail else START
    return (*trail, AuditEntry(time, action, _chain(former, time, action)))


def broken_at(trail: Sequence[AuditEntry]) -> int | None:
    """Return the position (from 0) of the first entry that was changed, or whose former one was; None: unbroken."""
    former = START
    for position, entry in enumerate(trail):
        if entry.chain != _chain(former, entry.time, entry.action):
            return position
        former = entry.chain
    return None


def lineage(record: ReleaseRecord, file: str) -> tuple[str, ...]:
    """Return the masked files that a file was made from, the nearest first.

    Raises
    ------
    ProjectError
        The files were made from each other in a circle.
    """
    return _ancestors(_parents(record), file)


def refuse_circles(record: ReleaseRecord) -> None:
    """Refuse files that were made from each other in a circle; each file is looked at once.

    Raises
    ------
    ProjectError
        Names one of the files.
    """
    parents = _parents(record)
    cleared: set[str] = set()
    for file in parents:
        cleared.update((file, *_ancestors(parents, file, cleared)))


def _parents(record: ReleaseRecord) -> dict[str, str]:
    """Return file -> what it was made from; the first note of a file counts."""
    return {note.file: note.parent for note in reversed(record.notes)}


def _ancestors(parents: Mapping[str, str], file: str, cleared: Collection[str] = ()) -> tuple[str, ...]:
    """Return what a file was made from, the nearest first, up to a file that is cleared."""
    ancestors: dict[str, None] = {}
    parent = parents.get(file, "")
    while parent and parent not in cleared:
        if parent == file or parent in ancestors:
            raise ProjectError(f"{file} is its own ancestor: correct what it was made from")
        ancestors[parent] = None
        parent = parents.get(parent, "")
    return tuple(ancestors)


def _chain(former: str, time: str, action: str) -> str:
    return hashlib.sha256(json.dumps([former, time, action], ensure_ascii=False).encode()).hexdigest()
