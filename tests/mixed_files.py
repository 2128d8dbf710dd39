"""A pair of files with variables of every level, of any size."""

from __future__ import annotations

import numpy as np

from core.data import Coded, Level, Pair
from tests.strategies import nominal, ordinal, pair_of, paired


def mixed_files(n: int, k: int, missing: float = 0.0) -> Pair:
    """Return k variables in turn real, whole, ordinal and nominal (3 to 18 categories), 5 % of each swapped."""
    random = np.random.default_rng(1)
    factor = random.normal(size=n)
    variables = []
    for j in range(k):
        original = _variable(j, 0.4 * factor + random.normal(size=n))
        values = original.values.copy()
        values[random.random(n) < missing] = np.nan if original.level is Level.CONTINUOUS else -1
        swapped, chosen = values.copy(), random.random(n) < 0.05
        swapped[chosen] = random.permutation(swapped[chosen])
        files = (Coded(original.level, v, original.categories) for v in (values, swapped))
        variables.append(paired(f"v{j}", *files))
    return pair_of(*variables)


def _variable(j: int, z: np.ndarray) -> Coded:
    top = 2 + 5 * (j // 4 % 4)
    return (
        Coded(Level.CONTINUOUS, np.exp(z)),
        Coded(Level.CONTINUOUS, np.round(40 + 15 * z)),
        ordinal(np.clip(np.floor(z * 2 + 4), 0, 8), 9),
        nominal(np.clip(np.floor((z + 3) / 6 * (top + 1)), 0, top), top + 1),
    )[j % 4]
