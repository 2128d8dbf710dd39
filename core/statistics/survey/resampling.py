"""The bootstrap of a stratified sample of first-stage units."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from core.statistics.arrays import Floats
from core.statistics.survey.first_stage import FirstStage


def resampled_units(stage: FirstStage, random: Generator, rows: NDArray[np.int64]) -> Floats:
    """Return what the weights of these records (m,) are multiplied by in one bootstrap sample.

    Parameters
    ----------
    stage : FirstStage
    random : Generator
    rows : int array (m,)

    Returns
    -------
    float array (m,)
        n_h / (n_h - 1) times how often the record's unit is among n_h - 1 units drawn with replacement from the n_h of
        its stratum (Rao and Wu 1988); 1 in a stratum of one unit.
    """
    multipliers = np.ones(stage.n_units)
    for stratum, held in enumerate(stage.units_in_stratum):
        if held > 1:
            drawn = random.multinomial(held - 1, np.full(held, 1 / held))
            multipliers[stage.stratum == stratum] = drawn * held / (held - 1)
    return multipliers[stage.units[rows]]
