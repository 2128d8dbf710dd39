"""Associations without a group of records, kept within a process: the scenarios of a run share the original.

They depend on the values of two variables and on how records were dealt into groups, and on nothing else. Both are
known by a digest: the original's are found again whatever stands beside it, and so are those of variables that a masked
file leaves as they were. What is found is what would be computed: no figure depends on what was kept.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from core.utility.gdu.association import Association, AssociationTest
from core.utility.gdu.prepared_variable import PreparedValues

MOST_BYTES = 64_000_000
"""About what the original of 100 variables takes with 20 groups; what was asked for longest ago goes first."""

ASSOCIATION_BYTES = 600
"""Of one association, beside its measures of direction."""

Known = tuple[AssociationTest, bytes, bytes, bytes]
"""The test, and digests of both variables and of the groups."""


class KeptAssociations:
    """Associations of pairs of variables without each group.

    Parameters
    ----------
    most_bytes : int
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes, self._bytes = most_bytes, 0
        self._pairs: OrderedDict[Known, list[Association]] = OrderedDict()
        self._lock = Lock()

    def of(self, known: Known, compute: Callable[[], list[Association]], *, keeps: bool) -> list[Association]:
        """Return what is kept of a pair, else compute it and, if asked to, keep it."""
        with self._lock:
            pair = self._pairs.get(known)
            if pair is not None:
                self._pairs.move_to_end(known)
                return pair
        associations = compute()
        if keeps:
            with self._lock:
                self._keep(known, associations)
        return associations

    def _keep(self, known: Known, associations: list[Association]) -> None:
        if known in self._pairs or not all(isinstance(a.direction, np.ndarray) for a in associations):
            return
        self._pairs[known] = associations
        self._bytes += _bytes_of(associations)
        while self._bytes > self._most_bytes:
            self._bytes -= _bytes_of(self._pairs.popitem(last=False)[1])


def _bytes_of(associations: list[Association]) -> int:
    return sum(ASSOCIATION_BYTES + a.direction.nbytes for a in associations if isinstance(a.direction, np.ndarray))


def digest_of_values(values: PreparedValues) -> bytes:
    """Return a digest of a variable's codes: what its associations rest on."""
    digest = _started(values.ranks.codes, values.ranks.distinct)
    if values.groups is not None and values.groups is not values.ranks:
        digest.update(_started(values.groups.codes, values.groups.distinct).digest())
    return digest.digest()


def digest_of_groups(groups: NDArray[np.int64], n_groups: int) -> bytes:
    """Return a digest of the group of each record."""
    return _started(groups, n_groups).digest()


def _started(codes: NDArray[np.integer], different: int) -> hashlib.blake2b:
    digest = hashlib.blake2b(np.ascontiguousarray(codes).data, digest_size=16)
    digest.update(f"{codes.dtype} {different}".encode())
    return digest


KEPT = KeptAssociations()
"""Those of this process."""
