"""Rows of all columns of a design, and the sums over them that a fit takes."""

from __future__ import annotations

import numpy as np
from scipy.linalg import blas

from core.statistics.arrays import Floats, Integers
from core.statistics.regression.columns import CentredRows


class WholeRows:
    """Rows (r, k) from their mean."""

    def __init__(self, rows: Floats) -> None:
        self.rows = rows

    def times(self, coefficients: Floats) -> Floats:
        """Return (r,) rows @ coefficients."""
        return np.asarray(self.rows @ coefficients)

    def summed(self, weight: Floats) -> Floats:
        """Return (k,) weight @ rows."""
        return np.asarray(weight @ self.rows)

    def some(self, chosen: Integers) -> WholeRows:
        """Return some of the rows."""
        return WholeRows(self.rows[chosen])


class WholeProducts:
    """Sums over blocks of rows x with weights w."""

    def __init__(self, p: int) -> None:
        self._first, self._upper = np.zeros(p), np.zeros((p, p), order="F")

    def add(self, block: CentredRows, weight: Floats) -> None:
        """Add a block; writes over the rows."""
        assert isinstance(block, WholeRows)
        root = np.sqrt(weight)
        block.rows *= root[:, None]
        self._first += root @ block.rows
        self._upper = blas.dsyrk(1.0, block.rows.T, 1.0, self._upper, overwrite_c=1)

    def result(self) -> tuple[Floats, Floats]:
        """Return (k,) the sum of w x, and (k, k) that of w x x', its upper half at least."""
        return self._first, self._upper
