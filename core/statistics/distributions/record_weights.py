"""Sampling weights as numbers of records, so that what counts records can add them up instead."""

from __future__ import annotations

import numpy as np

from core.statistics.arrays import Floats

BITS = 51
"""Of a float64, those that a weight may use: sums of several files' weights are then exact, in any order."""


def in_records(first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Return the weights of two files as the records that each record stands for.

    Parameters
    ----------
    first, second : float arrays (n,), (m,)
        Positive.

    Returns
    -------
    (float array (n,), float array (m,))
        Whole numbers as they are: a weight of 2 is the record twice. Other weights are scaled to mean 1 in either
        file, and so are equal ones. All are multiples of one power of 2, so that sums are exact in any order.
    """
    whole = _is_whole(first) and _is_whole(second)
    first, second = (w if whole and w.min() < w.max() else _to_mean_one(w) for w in (first, second))
    return on_one_grid(first, second)


def scaled_to_records(first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Return the weights of two files, positive, scaled so that they add up to the records of each."""
    return on_one_grid(_to_mean_one(first), _to_mean_one(second))


def on_one_grid(first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Round weights to multiples of one power of 2, so fine that at most the 51st bit of their sum changes."""
    step = 2.0 ** (int(np.ceil(np.log2(first.sum() + second.sum()))) - BITS)
    return _on_grid(first, step), _on_grid(second, step)


def _on_grid(weights: Floats, step: float) -> Floats:
    return np.asarray(np.maximum(np.round(weights / step), 1.0) * step)


def _is_whole(weights: Floats) -> bool:
    return bool((weights == np.floor(weights)).all())


def _to_mean_one(weights: Floats) -> Floats:
    if weights.min() == weights.max():
        return np.ones(len(weights))
    # sorted, so that the order of the records changes no rounding
    return np.asarray(weights * (len(weights) / float(np.sort(weights).sum())))
