"""PRAM, the post randomisation method: categories are redrawn by known probabilities that keep the expected counts."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.data import Masking
from core.errors import MaskingError
from core.masking.columns import (
    categories,
    column,
    distinct,
    with_categories,
    with_columns,
)
from core.masking.method import Takes, Treated, Work, method, setting

METHOD = "PRAM"


@dataclass(frozen=True)
class PramParameters:
    """How often a category stays.

    Parameters
    ----------
    minimum_diagonal : float
        Every category stays as it is with at least this probability, in [0, 1).
    invariant : bool
        True: the transition matrix keeps the expected counts (``invariant_matrix``). False: a category stays with
        exactly the minimum and else becomes any other one alike (``plain_matrix``).
    """

    minimum_diagonal: float = field(
        default=0.8, metadata=setting("A category stays with probability", low=0.0, high=0.999, step=0.05)
    )
    invariant: bool = field(default=True, metadata=setting("Keep the expected counts (invariant)"))


@method(
    id="pram",
    name="PRAM (post randomisation)",
    takes=Takes.CATEGORIES,
    masking=Masking.PRAM,
    parameters=PramParameters,
    summary="Categories are redrawn by known probabilities.",
    reference="Kooiman, Willenborg and Gouweleeuw (1997); de Wolf et al. (1998)",
    random=True,
)
def pram(work: Work, parameters: PramParameters) -> Treated:
    """Apply PRAM to each variable on its own; one draw per record and variable, in file order.

    Raises
    ------
    MaskingError
        A variable has fewer than two categories, or the probability is not in [0, 1).

    References
    ----------
    Kooiman, Willenborg and Gouweleeuw (1997), PRAM: a method for disclosure limitation of microdata.
    """
    if not 0 <= parameters.minimum_diagonal < 1:
        raise MaskingError(
            f"{METHOD}: the minimum diagonal must be at least 0 and below 1, not {parameters.minimum_diagonal}"
        )
    changed = {}
    for name in distinct(work.variables, METHOD):
        codes, labels = categories(work.microdata, name, work.missing)
        if len(labels) < 2:
            raise MaskingError(f"{METHOD}: {name!r} has fewer than two categories; leave it out")
        valid = codes >= 0
        counts = np.bincount(codes[valid]).astype(np.float64)
        if parameters.invariant:
            matrix = invariant_matrix(counts, parameters.minimum_diagonal)
        else:
            matrix = plain_matrix(len(labels), parameters.minimum_diagonal)
        drawn = np.where(valid, _drawn(codes, matrix, work.rng), np.int32(-1))
        changed[name] = with_categories(column(work.microdata, name), drawn, labels)
    return Treated(with_columns(work.microdata, changed))


def plain_matrix(n_categories: int, stays: float) -> NDArray[np.float64]:
    """Return the transition matrix (K, K) that keeps a category with one probability and draws the others alike.

    Parameters
    ----------
    n_categories : int
        K, at least 2.
    stays : float
        In [0, 1).

    References
    ----------
    Kooiman, Willenborg and Gouweleeuw (1997); Warner (1965), Randomized response.
    """
    matrix = np.full((n_categories, n_categories), (1 - stays) / (n_categories - 1))
    np.fill_diagonal(matrix, stays)
    return matrix


def invariant_matrix(counts: NDArray[np.float64], minimum_diagonal: float) -> NDArray[np.float64]:
    """Return a transition matrix R that keeps the expected counts: ``counts @ R == counts``.

    A first matrix P keeps every category with probability max(minimum, 1 / K) and else draws every other one alike; Q
    takes the step back by Bayes' rule from the counts; R = P Q is invariant. R is mixed with the identity as little
    as keeps every diagonal element at the minimum or above.

    Parameters
    ----------
    counts : float64 array (K,)
        Positive; K at least 2.
    minimum_diagonal : float
        In [0, 1).

    Returns
    -------
    float64 array (K, K)
        R[i, j] is the probability that category i is written as j; rows sum to 1.

    References
    ----------
    Kooiman, Willenborg and Gouweleeuw (1997), PRAM: a method for disclosure limitation of microdata; de Wolf,
    Gouweleeuw, Kooiman and Willenborg (1998), Reflections on PRAM (invariant matrix in two stages).
    """
    n_categories = len(counts)
    stays = max(minimum_diagonal, 1 / n_categories)
    first = plain_matrix(n_categories, stays)
    joint = counts[:, None] * first
    back = (joint / joint.sum(axis=0)).T
    invariant = first @ back
    smallest = invariant.diagonal().min()
    kept = max(0.0, (minimum_diagonal - smallest) / (1 - smallest))
    return np.asarray(kept * np.eye(n_categories) + (1 - kept) * invariant)


def _drawn(codes: NDArray[np.int32], matrix: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.int32]:
    """Return a new category for every record, drawn from its row of the matrix; -1 stays meaningless."""
    uniform = rng.random(len(codes))
    drawn = np.full(len(codes), -1, dtype=np.int32)
    for category, row in enumerate(matrix):
        here = codes == category
        drawn[here] = np.searchsorted(np.cumsum(row)[:-1], uniform[here], side="right")
    return drawn
