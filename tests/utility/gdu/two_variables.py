"""LDUbiv of two variables that are made of counts, of groups or of ranks."""

import numpy as np

from core.utility.gdu import GduParameters
from core.utility.gdu.bivariate import bivariate_utility
from core.utility.gdu.prepared_variable import prepare_variable
from tests.strategies import continuous, nominal, paired


def utility(a, b, **settings):
    """Return LDUbiv of two variables, each given as (original, masked) or (original, recoded, recode, masked)."""
    parameters = GduParameters(**{"normality": "never", **settings})
    prepared = []
    for name, (original, *recoding, masked) in (("a", a), ("b", b)):
        prepared.append(prepare_variable(paired(name, original, masked, *recoding), masked, parameters))
    return bivariate_utility(*prepared, parameters)


def table(counts):
    """Return two nominal variables whose cross-table these counts are."""
    shape = np.shape(counts)
    codes = (np.repeat(axis.ravel(), np.ravel(counts)) for axis in np.indices(shape))
    return [nominal(c, n) for c, n in zip(codes, shape, strict=True)]


def tables(original, masked, **settings):
    (a, b), (x, y) = table(original), table(masked)
    return utility((a, x), (b, y), **settings)


def samples(*groups):
    """Return a nominal variable of groups and the values in them."""
    sizes = [len(g) for g in groups]
    return nominal(np.repeat(np.arange(len(groups)), sizes)), continuous(np.concatenate(groups))


def grouped(original, masked, **settings):
    (a, b), (x, y) = samples(*original), samples(*masked)
    return utility((a, x), (b, y), **settings)


def ranks(original, masked, **settings):
    """Compare an ascending variable with values in the original and in the masked file."""
    a, x = continuous(np.arange(len(original))), continuous(np.arange(len(masked)))
    return utility((a, x), (continuous(original), continuous(masked)), **settings)


LEFT = np.arange(1.0, 11)
RIGHT = np.arange(11.0, 21)
