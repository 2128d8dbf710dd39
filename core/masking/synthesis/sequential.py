"""Sequential synthesis: one variable after the other, each from a model of it given those before."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from core.data import COMPARED_ROLES, Column, Level
from core.errors import CodebookError
from core.masking.columns import column, distinct, text_cells, with_columns
from core.masking.method import Treated, Work
from core.masking.synthesis.predictors import Matrix, holds_numbers, kinds_of, predictor

Model = Callable[[Matrix, Matrix, Column, Level, NDArray[np.int64], np.random.Generator], Column]
"""``(original predictors, synthetic predictors, column, level, kinds, rng) -> synthetic column``, n records each."""


def synthesise(work: Work, model: Model, method: str) -> Treated:
    """Synthesise the named variables in their order.

    The other compared variables stay as they are and predict from the start (partially synthetic data); each
    synthesised variable predicts the next ones: with its original values when the model is fitted, with its synthetic
    ones when values are drawn. Where every compared variable is named, the file is fully synthetic.

    Parameters
    ----------
    work : Work
    model : callable
        ``Model``: fits the column to the original's predictors and draws it for the synthetic ones.
    method : str
        For messages.

    References
    ----------
    Rubin (1993), Statistical disclosure limitation; Reiter (2003), Inference for partially synthetic, public use
    microdata sets; Nowok, Raab and Dibben (2016), synthpop: bespoke creation of synthetic data in R.
    """
    names = distinct(work.variables, method)
    file = work.microdata
    kept = [name for name in _compared(work) if name not in names]
    fitted = [_predictor(work, column(file, name), name) for name in kept]
    drawn = list(fitted)
    changed: dict[str, Column] = {}
    for name in names:
        whole = column(file, name)
        kinds = kinds_of(whole, work.missing.get(name, ()))
        x, new = _matrix(fitted, file.n_records), _matrix(drawn, file.n_records)
        changed[name] = model(x, new, whole, _level(work, name), kinds, work.rng)
        both = _predictor(work, _stacked(whole, changed[name]), name)
        fitted.append(both[: file.n_records])
        drawn.append(both[file.n_records :])
    return Treated(with_columns(file, changed), linked=bool(kept))


def _compared(work: Work) -> list[str]:
    roles = {v.name: v.role for v in work.codebook.variables}
    return [name for name in work.microdata.columns if name not in roles or roles[name] in COMPARED_ROLES]


def _level(work: Work, name: str) -> Level:
    """Return the level by the codebook, else by the cells; continuous only where all valid cells are numbers."""
    numeric = holds_numbers(work.microdata.columns[name], work.missing.get(name, ()))
    try:
        level = work.codebook.variable(name).level
    except CodebookError:
        return Level.CONTINUOUS if numeric else Level.NOMINAL
    return Level.ORDINAL if level is Level.CONTINUOUS and not numeric else level


def _predictor(work: Work, cells: Column, name: str) -> Matrix:
    return predictor(cells, _level(work, name), work.missing.get(name, ()))


def _stacked(first: Column, second: Column) -> Column:
    """Return both columns below each other, so that their categories get the same indicators."""
    numbers = np.concatenate([first.number_cells(), second.number_cells()])
    codes, labels = text_cells(first, second)
    return Column(numbers, np.concatenate(codes), labels) if labels else Column(numbers=numbers)


def _matrix(parts: list[Matrix], n: int) -> Matrix:
    return np.hstack(parts) if parts else np.zeros((n, 0), dtype=np.float32)
