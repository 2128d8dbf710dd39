"""Associations without a group of records, kept within a process: the scenarios of a run share the original.

They depend on the values of two variables and on how records were assigned to groups, and on nothing else. Both are
known by a digest: the original's are found again whatever is next to it, and so are those of variables that a masked
file leaves as they were. What is found is what would be computed: no figure depends on what was kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.utility.gdu.association import AssociationTest
from core.utility.gdu.prepared_variable import digest_of

MOST_BYTES = 64_000_000
"""About what the original of 200 variables takes with 20 groups; what was asked for longest ago goes first."""

PAIR_BYTES = 600
"""Of one pair, beside its measures of direction."""

Known = tuple[AssociationTest, bytes, bytes, bytes]
"""The test, and digests of both variables and of the groups."""


Kept = TypeVar("Kept")


class KeptAssociations(Generic[Kept]):
    """What is known of the associations of pairs of variables.

    Parameters
    ----------
    bytes_of : callable
        How much room one pair takes; None: it is not kept.
    most_bytes : int
    """

    def __init__(self, bytes_of: Callable[[Kept], int | None], most_bytes: int = MOST_BYTES) -> None:
        self._bytes_of, self._most_bytes, self._bytes = bytes_of, most_bytes, 0
        self._pairs: OrderedDict[Known, tuple[Kept, int]] = OrderedDict()
        self._lock = Lock()

    def of(self, known: Known, compute: Callable[[], Kept], *, keeps: bool) -> Kept:
        """Return what is kept of a pair, else compute it and, if asked to, keep it."""
        with self._lock:
            pair = self._pairs.get(known)
            if pair is not None:
                self._pairs.move_to_end(known)
                return pair[0]
        computed = compute()
        if keeps:
            with self._lock:
                self._keep(known, computed)
        return computed

    def _keep(self, known: Known, computed: Kept) -> None:
        size = self._bytes_of(computed)
        if known in self._pairs or size is None:
            return
        self._pairs[known] = computed, size
        self._bytes += size
        while self._bytes > self._most_bytes:
            self._bytes -= self._pairs.popitem(last=False)[1][1]


def digest_of_groups(groups: NDArray[np.int64], n_groups: int) -> bytes:
    """Return a digest of the group of each record."""
    return digest_of(groups, n_groups).digest()
