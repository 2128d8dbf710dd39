"""The design matrix of a regression: patsy builds it from columns with names of our own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.data import Formula, token
from core.statistics.arrays import Floats
from core.utility.analyses.estimates import NotEstimable
from core.utility.analyses.model_columns import ModelColumn, ModelColumns

if TYPE_CHECKING:
    import pandas as pd

INTERCEPT = "Intercept"
MOST_CELLS = 3.3e7
"""Records times columns that are held in memory: 264 MB."""

DEPENDENT = 1e-10
"""Terms depend on one another where a singular value is a smaller share of the largest than this."""

FIRST_RECORDS = 2
"""Records from which the number of columns is found before the whole matrix is built."""

_NAMED = re.compile(r"v(\d+)q(?:\[(T\.)?(\d+)(?:\.0)?\])?")
_FUNCTIONS = {"log": np.log, "exp": np.exp, "sqrt": np.sqrt}


@dataclass(frozen=True, eq=False)
class Design:
    """Response, columns and weights of the records that a model is fitted to.

    Parameters
    ----------
    response, weights : float arrays (n,)
    columns : float array (n, p)
    names : tuple of str, (p,)
        As the formula is written: ``C(sex)[T.female]``.
    absent : tuple of str
        Columns without any record: a category that the file does not have.
    missing, undefined : int
        Records left out because a value is missing, or because a function has no value (logarithm of 0).
    rows : int64 array (n,)
        Where the records are in the file.
    """

    response: Floats
    columns: Floats
    weights: Floats
    names: tuple[str, ...]
    absent: tuple[str, ...]
    missing: int
    undefined: int
    rows: NDArray[np.int64]

    @property
    def n(self) -> int:
        """Records used."""
        return len(self.response)


def make_design(formula: Formula, taken: ModelColumns, weights: Floats) -> Design:
    """Build the design of the complete records.

    Parameters
    ----------
    formula : Formula
    taken : ModelColumns
    weights : float array (n,)
        NaN for missing.

    Raises
    ------
    NotEstimable
        No complete record, too many columns, or columns that depend on one another.
    """
    complete = ~np.isnan(np.column_stack([*(c.values for c in taken.columns), weights])).any(axis=1) & (weights > 0)
    kept = int(complete.sum())
    if not kept:
        raise NotEstimable("no record is complete in all its variables")
    frame = _frame(taken.columns, complete)
    width = _matrices(formula, frame.iloc[:FIRST_RECORDS])[1].shape[1]
    if width * kept > MOST_CELLS or width >= kept:
        raise NotEstimable(f"{width:,} coefficients are too many for {kept:,} complete records")
    response, columns = _matrices(formula, frame)
    values = np.column_stack([response, np.asarray(columns)])
    finite = np.isfinite(values).all(axis=1)
    values, rows = np.column_stack([values, weights[complete]])[finite], np.flatnonzero(complete)[finite]
    order = np.lexsort(values.T)  # whatever the order of the records
    names = tuple(_written(name, taken.columns) for name in columns.design_info.column_names)
    return _checked(values[order], rows[order], names, len(complete) - kept, kept - len(values))


def _frame(columns: tuple[ModelColumn, ...], complete: NDArray[np.bool_]) -> pd.DataFrame:
    import pandas as pd  # noqa: PLC0415 - only regressions need it

    return pd.DataFrame(
        {
            token(k): (
                pd.Categorical.from_codes(c.values[complete].astype(np.int64), categories=pd.RangeIndex(len(c.levels)))
                if c.levels
                else c.values[complete]
            )
            for k, c in enumerate(columns)
        }
    )


def _matrices(formula: Formula, frame: pd.DataFrame) -> tuple[Floats, Any]:
    """Return response (n,) and design (n, p); names in the formula are ours, so nothing else can be evaluated."""
    import patsy  # type: ignore[import-untyped]  # noqa: PLC0415 - only regressions need it

    names = patsy.EvalEnvironment([_FUNCTIONS])
    keep_all = patsy.NAAction(on_NA="raise", NA_types=[])
    with np.errstate(all="ignore"):
        left, right = patsy.dmatrices(f"{formula.response} ~ {formula.terms}", frame, names, keep_all)
    return np.asarray(left, dtype=np.float64)[:, 0], right


def _checked(values: Floats, rows: NDArray[np.int64], names: tuple[str, ...], missing: int, undefined: int) -> Design:
    """Leave out empty columns; raise NotEstimable where the others depend on one another."""
    response, columns, weights = values[:, 0], values[:, 1:-1], values[:, -1]
    used = (columns != 0).any(axis=0)
    kept = tuple(name for name, is_used in zip(names, used, strict=True) if is_used)
    absent = tuple(name for name, is_used in zip(names, used, strict=True) if not is_used)
    columns = columns[:, used]
    n, p = columns.shape
    if n <= p:
        raise NotEstimable(f"{n:,} records are too few for {p} coefficients")
    if not p:
        raise NotEstimable("no coefficient is left to estimate")
    if np.linalg.matrix_rank(columns / np.sqrt((columns**2).sum(axis=0)), rtol=DEPENDENT) < p:
        raise NotEstimable("its terms depend on one another: one of them follows from the others")
    if response.min() == response.max():
        raise NotEstimable("what it explains is the same in every record")
    return Design(response, np.ascontiguousarray(columns), weights, kept, absent, missing, undefined, rows)


def _written(name: str, columns: tuple[ModelColumn, ...]) -> str:
    """Return a column's name with our names replaced by what is in the formula."""

    def leaf(match: re.Match[str]) -> str:
        column = columns[int(match[1])]
        if match[3] is None:
            return column.leaf.written
        return f"{column.leaf.written}[{match[2] or ''}{column.levels[int(match[3])]}]"

    return _NAMED.sub(leaf, name)
