"""Random streams named after their task, so that order and number of workers cannot change an answer; hashes."""

from __future__ import annotations

from zlib import crc32

import numpy as np
from numpy.typing import NDArray


def generator(seed: int, task: str) -> np.random.Generator:
    """Return the random generator of one task.

    Parameters
    ----------
    seed : int
        The seed of the run, not negative.
    task : str
        "measure|target|replicate"; never the name or the position of a scenario.

    Returns
    -------
    numpy.random.Generator
        Seeded by ``SeedSequence(seed, spawn_key=(crc32(task),))``: the same seed and task give the same stream,
        another task gives one that is independent of it.
    """
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(crc32(task.encode()),)))


def mixed_bits(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return well mixed bits (the finaliser of SplitMix64, Steele, Lea and Flood 2014)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
