"""One variable of both files, paired from lists of cells, and what is looked at."""

import numpy as np

from core.data import Masking, ScenarioDeclaration
from core.pairing.coding.variables import pair_variable
from tests.pairing.builders import column, variable


def paired(original, masked, level="continuous", *, linked=False, recode=None, masking=None, marks=None, **more):
    declaration = ScenarioDeclaration(
        "masked.csv",
        recodes={} if recode is None else {"x": recode},
        masking={} if masking is None else {"x": Masking(masking)},
        marks=marks or {},
    )
    links = np.arange(len(masked)) if linked else None
    return pair_variable(variable(level=level, **more), column(original), column(masked), declaration, links)


def labels(coded):
    return [None if code < 0 else coded.categories[code] for code in coded.values.tolist()]


def assert_alike(pair):
    assert pair.recoded.level is pair.masked.level
    assert pair.recoded.categories == pair.masked.categories
    if pair.recode is None:
        assert pair.recoded is pair.original
