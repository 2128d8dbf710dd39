"""The original's variables and associations, kept within a process: repetitions on samples of it all need them.

It is known by a digest of its values, since every call of a run brings a copy of its own. What is found is what would
be computed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock

import numpy as np

from core.data import Pair, PairedVariable
from core.utility.gdu.association import Association, AssociationTest, measure_association
from core.utility.gdu.kept_associations import PAIR_BYTES, KeptAssociations
from core.utility.gdu.local import prepared_variables
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.prepared_variable import PreparedValues, PreparedVariable

OF_THE_WHOLE = b"the whole file"
"""In the place of a digest of groups."""


@dataclass(frozen=True, eq=False)
class KeptOriginal:
    """The variables of an original that is next to itself.

    Parameters
    ----------
    variables : mapping of str to PreparedVariable
        Those that can be compared, by name.
    digests : mapping of int to bytes
        By ``id`` of the values of each variable.
    """

    variables: Mapping[str, PreparedVariable]
    digests: Mapping[int, bytes]

    def associate(self, test: AssociationTest, a: PreparedValues, b: PreparedValues) -> Association:
        """Test two variables of the original, as ``measure_association`` does."""
        known = test, self.digests[id(a)], self.digests[id(b)], OF_THE_WHOLE
        return _ASSOCIATIONS.of(known, lambda: measure_association(test, a, b), keeps=True)


def _bytes_of(association: Association) -> int | None:
    return PAIR_BYTES + association.direction.nbytes if isinstance(association.direction, np.ndarray) else None


_ASSOCIATIONS = KeptAssociations(_bytes_of)
"""Those of this process."""

_LOCK = Lock()
_kept: list[tuple[tuple[bytes, GduParameters], KeptOriginal]] = []
"""The one that was asked for last."""


def kept_original(pair: Pair, parameters: GduParameters) -> KeptOriginal:
    """Return the original of a pair in which it is next to itself, prepared once for all calls."""
    digest = hashlib.blake2b(digest_size=16)
    for v in pair.variables:
        digest.update(_described(v).encode())
        for part in v.original.contents():
            digest.update(part)
    known = digest.digest(), parameters
    with _LOCK:
        if not _kept or _kept[0][0] != known:
            variables = {v.name: v for v in prepared_variables(pair, parameters)}
            digests = {id(v.recoded): v.recoded.digest for v in variables.values()}
            _kept[:] = [(known, KeptOriginal(variables, digests))]
        return _kept[0][1]


def _described(v: PairedVariable) -> str:
    coded = v.original
    return repr((v.name, str(coded.level), len(coded.categories), len(coded), v.problem))
