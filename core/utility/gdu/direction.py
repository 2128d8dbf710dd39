"""Step 2: whether an association points the same way in both files (Kocar 2018, section 3.4.1)."""

from __future__ import annotations

import math

import numpy as np

from core.statistics.reproducible import TOLERANCE
from core.statistics.tables import ResidualShift, SparseTable, residual_shift
from core.utility.gdu.association import CORRELATIONS, Association, AssociationTest
from core.utility.gdu.parameters import GduParameters


def compare_directions(original: Association, masked: Association, parameters: GduParameters) -> ResidualShift:
    """Compare the measures of the strength of the difference (MSD) of both files.

    Returns
    -------
    ResidualShift
        sum |MSD_o|, sum |MSD_p - MSD_o| and the cosine of the two vectors. MSD is free of the file's
        size unless ``direction='published'``: SR grows with sqrt n, SSB with n, rank SSB with n^3.
    """
    published = parameters.direction == "published"
    scale = [float(max(a.n, 1)) ** a.size_power if published else 1.0 for a in (original, masked)]
    before, after = original.direction, masked.direction
    if isinstance(before, SparseTable) and isinstance(after, SparseTable):
        return residual_shift(before, after, (scale[0], scale[1]))
    assert isinstance(before, np.ndarray)
    assert isinstance(after, np.ndarray)
    if len(before) == 1 == len(after):
        return _of_one(float(before[0]) * scale[0], float(after[0]) * scale[1])
    x, y = (before * scale[0], after * scale[1]) if published else (before, after)
    # not numpy's norm and clip: of vectors as short as these they take ten times as long
    norms = math.sqrt(np.vdot(x, x)) * math.sqrt(np.vdot(y, y))
    cosine = max(-1.0, min(1.0, float(np.vdot(x, y)) / norms)) if norms > 0 else None
    return ResidualShift(float(np.abs(x).sum()), float(np.abs(y - x).sum()), cosine)


def _of_one(x: float, y: float) -> ResidualShift:
    """Compare single coefficients: as vectors, without the time that those of one element take."""
    norms = math.sqrt(x * x) * math.sqrt(y * y)
    return ResidualShift(abs(x), abs(y - x), max(-1.0, min(1.0, x * y / norms)) if norms > 0 else None)


def direction_changed(test: AssociationTest, shift: ResidualShift, parameters: GduParameters) -> bool:
    """Tell whether the association points elsewhere in the masked file.

    For correlations: opposite signs. Else sum |MSD_o - MSD_p| - sum |MSD_o| > 0, as published; or,
    with ``direction='cosine'``, a negative cosine.
    """
    if test in CORRELATIONS or parameters.direction == "cosine":
        return shift.cosine is not None and shift.cosine < -TOLERANCE
    return shift.distance - shift.own > TOLERANCE * shift.own
