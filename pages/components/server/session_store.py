"""The store of all workspaces of this server: who owns one, which tab holds it, when it was last used.

It lives in the memory of the server's process and nowhere else. A browser may have several workspaces,
one for each tab; each is held by one tab at a time, and only that tab can change it.
"""

import itertools
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

RELOAD_SECONDS = 20.0
"""A tab that comes back within this time after it was seen last is a reload, and goes on without a question, ..."""

HURRIED_SECONDS = 5.0
"""..., and within this time it finds its work whatever others have left: then room is made."""

UNASKED = frozenset({"idle", "left"})
"""Reasons for which work is erased that its owner did not ask to erase."""

NOTICE_SECONDS = 24 * 3600.0
"""How long a browser is told that its work was erased."""


class Tab(Protocol):
    """One open page of a browser."""

    @property
    def id(self) -> str:
        """What Streamlit calls the session."""
        ...

    def connected(self) -> bool:
        """Whether the browser shows it now."""
        ...

    def forget(self, reason: str) -> None:
        """Drop all that the tab holds; the reason is shown when it is looked at again."""
        ...


@dataclass(eq=False)
class Kept:
    """One workspace that is kept.

    Parameters
    ----------
    number : int
        Names it within this server.
    owner : str
    content : object
        The workspace; replaced whole, never changed.
    tab : Tab
        Who holds it.
    used : float
        When it was last used, by the store's clock.
    seen : float
        When its tab was last seen connected.
    """

    number: int
    owner: str
    content: Any
    tab: Tab
    used: float
    seen: float


class Store:
    """All workspaces, by owner.

    Parameters
    ----------
    idle_seconds : float
        A workspace that is not used for so long is erased.
    busy : callable
        Whether a run of the workspace goes on: it is then in use.
    end : callable
        Ends what a workspace has running, before it is forgotten.
    clock : callable
        Seconds; monotonic.
    """

    def __init__(
        self,
        idle_seconds: float,
        busy: Callable[[Any], bool],
        end: Callable[[Any], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.idle_seconds = idle_seconds
        self._busy, self._end, self._clock = busy, end, clock
        self._kept: list[Kept] = []
        self._erased: dict[str, tuple[str, float]] = {}
        self._numbers = itertools.count(1)
        self._lock = threading.RLock()

    def kept_for(self, owner: str, tab: Tab) -> Kept | None:
        """Return the workspace that a tab holds; None where it holds none."""
        with self._lock:
            return next((k for k in self.of(owner) if k.tab.id == tab.id), None)

    def keep(self, owner: str, tab: Tab, content: Any) -> None:
        """Keep what a tab works on, in place of what it worked on before."""
        with self._lock:
            now = self._clock()
            kept = self.kept_for(owner, tab)
            if kept is None:
                self._kept.append(Kept(next(self._numbers), owner, content, tab, now, now))
            else:
                kept.content, kept.tab, kept.used, kept.seen = content, tab, now, now

    def drop(self, owner: str, tab: Tab) -> None:
        """Keep nothing of a tab any more."""
        with self._lock:
            kept = self.kept_for(owner, tab)
            if kept is not None:
                self._kept.remove(kept)

    def of(self, owner: str) -> tuple[Kept, ...]:
        """Return all workspaces of an owner, shown in a tab or left."""
        with self._lock:
            return tuple(k for k in self._kept if k.owner == owner)

    def left(self, owner: str) -> tuple[Kept, ...]:
        """Return the workspaces whose tab is gone, the last used first."""
        with self._lock:
            return tuple(sorted((k for k in self.of(owner) if not self._look(k)), key=lambda k: -k.used))

    def elsewhere(self, owner: str, tab: Tab) -> tuple[Kept, ...]:
        """Return the workspaces that other tabs of the browser hold and show."""
        with self._lock:
            return tuple(k for k in self.of(owner) if k.tab.id != tab.id and self._look(k))

    def reloaded(self, owner: str) -> Kept | None:
        """Return the one workspace whose tab went a moment ago; None where there is no or more than one."""
        with self._lock:
            recent = [k for k in self.left(owner) if self._clock() - k.seen <= RELOAD_SECONDS]
            return recent[0] if len(recent) == 1 else None

    def take(self, owner: str, number: int, tab: Tab) -> Any | None:
        """Let a tab hold a workspace; the former tab, should it come back, is told so.

        Returns
        -------
        object or None
            The workspace; None where the owner has none of this number.
        """
        with self._lock:
            kept = next((k for k in self.of(owner) if k.number == number), None)
            if kept is None:
                return None
            former, kept.tab = kept.tab, tab
            kept.used = kept.seen = self._clock()
        if former.id != tab.id:
            former.forget("moved")
        return kept.content

    def erase(self, owner: str) -> int:
        """End and forget all workspaces of an owner; return how many there were."""
        return self._erase("erased", lambda: self.of(owner))

    def erase_one(self, owner: str, number: int) -> None:
        """End and forget one workspace."""
        self._erase("erased", lambda: [k for k in self.of(owner) if k.number == number])

    def why_erased(self, owner: str) -> str:
        """Tell, once, why work of an owner was erased unasked: "idle", "left", or "" where none was."""
        with self._lock:
            return self._erased.pop(owner, ("", 0.0))[0]

    def sweep(self) -> int:
        """Erase what was not used for the idle time; return how many workspaces that were."""
        return self._erase("idle", self._idle)

    def make_room(self, most: int, size: Callable[[Any], int]) -> int:
        """Erase what closed tabs have left beyond some bytes, the longest unused first; return how many workspaces.

        What a reload is about to take up again, what has a run, and the one left last stay: nobody who comes back at
        once, and nobody who is alone, loses anything.

        Parameters
        ----------
        most : int
            Bytes that closed tabs may leave together.
        size : callable
            Bytes of a workspace.
        """
        return self._erase("left", lambda: self._too_much(most, size))

    def _idle(self) -> list[Kept]:
        now = self._clock()
        self._erased = {owner: why for owner, why in self._erased.items() if now - why[1] < NOTICE_SECONDS}
        for kept in self._kept:
            self._look(kept)
            if self._busy(kept.content):
                kept.used = now
        return [k for k in self._kept if now - k.used > self.idle_seconds]

    def _too_much(self, most: int, size: Callable[[Any], int]) -> list[Kept]:
        now, total, chosen = self._clock(), 0, []
        gone = sorted((k for k in self._kept if not self._look(k)), key=lambda k: -k.used)
        for place, kept in enumerate(gone):
            needed = size(kept.content)
            stays = place == 0 or self._busy(kept.content) or now - kept.seen <= HURRIED_SECONDS
            if total + needed > most and not stays:
                chosen.append(kept)
            else:
                total += needed
        return chosen

    def _erase(self, reason: str, chosen: Callable[[], Iterable[Kept]]) -> int:
        """Forget some workspaces and end them, without the lock: it takes a while; return how many there were."""
        with self._lock:
            these = tuple(chosen())
            for kept in these:
                self._kept.remove(kept)
                if reason in UNASKED:
                    self._erased[kept.owner] = reason, self._clock()
        for kept in these:
            self._end(kept.content)
            kept.tab.forget(reason)
        return len(these)

    def contents(self) -> tuple[Any, ...]:
        """Return all workspaces that are kept."""
        with self._lock:
            return tuple(k.content for k in self._kept)

    def __len__(self) -> int:
        with self._lock:
            return len(self._kept)

    def _look(self, kept: Kept) -> bool:
        """Return whether the tab of a workspace is connected, and note when it last was."""
        if not kept.tab.connected():
            return False
        kept.seen = self._clock()
        return True
