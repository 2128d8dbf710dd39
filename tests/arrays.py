"""Pairs of files made of arrays, for studies."""

import numpy as np

from core.data import Coded, Level, Pair, PairedVariable, Release, Variable


def pair_of_arrays(original, masked, categories=()):
    """Columns by name; those named in ``categories`` hold codes of that many categories."""
    variables = []
    for name, first in original.items():
        sides = [_coded(values, dict(categories).get(name)) for values in (first, masked[name])]
        variables.append(PairedVariable(Variable(name, sides[0].level), sides[0], sides[0], sides[1]))
    n, m = (len(next(iter(file.values()))) for file in (original, masked))
    return Pair("study", tuple(variables), Release("original", n, {}), Release("masked", m, {}))


def _coded(values, count):
    if count is None:
        return Coded(Level.CONTINUOUS, np.asarray(values, dtype=float))
    return Coded(Level.NOMINAL, np.asarray(values, dtype=np.int32), tuple(f"c{i:02}" for i in range(count)))
