import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.data import Coded, Column, Level, Pair, PairedVariable, Release, Variable, number_label


def test_numbers_have_one_label_each():
    assert [number_label(x) for x in (2.0, -0.0, 2.5, 1e-7, -9.0, 1e300)] == ["2", "0", "2.5", "1e-07", "-9", "1e+300"]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_label_gives_the_number_back(x):
    assert float(number_label(x)) == x


def test_a_column_of_numbers_labels_and_empty_cells():
    numbers = np.array([2.0, np.nan, -0.0, np.nan, 0.0])
    codes = np.array([-1, 0, -1, -1, -1], dtype=np.int32)
    column = Column(numbers, codes, ("N",))
    assert column.is_number().tolist() == [True, False, True, False, True]
    assert column.is_empty().tolist() == [False, False, False, True, False]
    found, labels = column.categories()
    assert labels == ("0", "2", "N")
    assert found.tolist() == [1, 2, 0, -1, 0]
    assert column.take(np.array([1, 3])).is_empty().tolist() == [False, True]


def pair_of(original, masked, links):
    variable = Variable("x", Level.CONTINUOUS)
    first, second = Coded(Level.CONTINUOUS, original), Coded(Level.CONTINUOUS, masked)
    releases = [Release("r", len(v), {"x": Coded(Level.CONTINUOUS, v)}) for v in (original, masked)]
    return Pair("p", (PairedVariable(variable, first, first, second),), *releases, links=links)


def test_links_follow_the_records_that_stay():
    pair = pair_of(np.arange(4.0), np.array([3.0, 1.0, 0.0]), np.array([3, 1, -1]))
    part = pair.take(np.array([0, 1, 2]), np.array([0, 1, 2]))
    assert part.links.tolist() == [-1, 1, -1]  # record 3 of the original has gone
    assert part.variables[0].recoded is part.variables[0].original
    assert part.masked.columns["x"].values.tolist() == [3.0, 1.0, 0.0]
