"""Predicates put to as many other people as the original has, however few of them a control holds."""

from __future__ import annotations

import numpy as np
from scipy.special import gammaln

from core.statistics.arrays import Floats, Integers


def alone_in_their_place(control: Integers, original: Integers, n_control: int, n_original: int) -> Floats:
    """Return how likely each predicate singles out somebody of the control who takes the place of an original.

    As many originals as there are controls, drawn at random, give their places to them: attack and control are then
    judged among equal numbers of people, and neither is carried on to another size. The chance is that of all draws,
    so that it hangs on no seed and on no order. A predicate of people of neither file singles out, on average, the
    ``min(n_control, n_original) / n_original`` part of those whom it singles out in the original, whatever it asks for:
    exactly one of n exchangeable people meets it, and which one is a matter of chance.

    With equal numbers that is 1 where one record of the control meets the predicate, else 0, as in anonymeter 1.1.0.
    With fewer controls anonymeter carries on their rate by (n_c + 1) / (n_o + 1), which makes it fall where it rises:
    a predicate that one in 1,500 people meets singles out 16% of times among 300 people and 37% among 1,500.

    Parameters
    ----------
    control, original : int64 arrays (p,)
        Records of either file that meet each predicate.
    n_control, n_original : int
        Where the control is the larger one, as many of it are drawn as the original has.
    """
    size = min(n_control, n_original)
    one = np.where(control > 0, control, 0) * _chance(n_control, control, size, 1)
    return np.asarray(one * _chance(n_original, original, size, original))


def _chance(n: int, met: Integers, size: int, drawn: Integers | int) -> Floats:
    """Return the chance that certain ``drawn`` of ``met`` records, and no other ones, are among ``size`` of n drawn."""
    rest, places = n - met, size - drawn
    possible = (places >= 0) & (places <= rest)
    k, of = np.where(possible, places, 0), np.where(possible, rest, 0)
    log_choose = gammaln(of + 1.0) - gammaln(k + 1.0) - gammaln(of - k + 1.0)
    log_all = gammaln(n + 1.0) - gammaln(size + 1.0) - gammaln(n - size + 1.0)
    return np.where(possible, np.exp(log_choose - log_all), 0.0)
