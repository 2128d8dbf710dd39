"""Steps of the chord method, bettered by what earlier steps have shown of the curvature: no pass over the records more.

The limited-memory form of the method of Broyden, Fletcher, Goldfarb and Shanno (Nocedal and Wright 2006, algorithm
7.4), with an earlier curvature in the place of a multiple of 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from core.statistics.arrays import Floats
from core.statistics.reproducible import above

NOT_FAR = 10.0
"""A step is learned from where the curvature along it has changed by less than this factor: beyond, it is rounding, or
the curvature is taken anew soon."""


class Secants:
    """What steps since a curvature was taken have shown of it.

    Parameters
    ----------
    curvature : float64 array (k, k)
    solve : callable
        Gradient -> the step by this curvature alone.
    """

    def __init__(self, curvature: Floats, solve: Callable[[Floats], Floats]) -> None:
        self._curvature, self._solve = curvature, solve
        self._seen: list[_Secant] = []

    def step(self, gradient: Floats) -> Floats:
        """Return the step (k,) from where the likelihood has this gradient."""
        left, shares = gradient, []
        for secant in reversed(self._seen):
            share = float(secant.moved @ left) / secant.product
            left = left - share * secant.turned
            shares.append(share)
        step = self._solve(left)
        for secant, share in zip(self._seen, reversed(shares), strict=True):
            step = step + (share - float(secant.turned @ step) / secant.product) * secant.moved
        return step

    def learn(self, moved: Floats, turned: Floats) -> None:
        """Take note of a step (k,), and of how much the gradient fell by it."""
        product, expected = float(moved @ turned), float(moved @ self._curvature @ moved)
        if above(product * NOT_FAR, expected) and above(expected * NOT_FAR, product):
            self._seen.append(_Secant(moved, turned, product))


class _Secant(NamedTuple):
    moved: Floats
    turned: Floats
    product: float
