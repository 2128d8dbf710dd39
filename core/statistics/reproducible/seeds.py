"""Random streams named after their task, so that order and number of workers cannot change an answer."""

from __future__ import annotations

from zlib import crc32

import numpy as np


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
