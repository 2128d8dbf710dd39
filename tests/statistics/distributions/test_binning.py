import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.distributions.binning import bins, number_text


def test_few_values_are_their_own_bins():
    x = np.repeat([1.0, 2.5, 7.0], 5)
    found = bins(x, x, "equal", 12)
    assert found.labels == ("1", "2.5", "7")
    assert found.codes(np.array([2.5, np.nan, 7.0, 1.0])).tolist() == [1, -1, 2, 0]


def test_equal_bins_by_hand():
    x = np.arange(100.0)
    # middle 99 %: .495 to 98.505, in at most 7 bins - 3: steps of 25
    found = bins(x, x, "equal", 7)
    assert found.edges.tolist() == [0.0, 25.0, 50.0, 75.0, 100.0]
    assert found.labels == ("0–24", "25–49", "50–74", "75–99")
    assert found.codes(np.array([0.0, 24.0, 25.0, 99.0])).tolist() == [0, 0, 1, 3]


def test_the_second_sample_opens_the_ends_but_moves_no_cut():
    x = np.arange(100.0)
    found = bins(x, np.concatenate([x, [-40.0, 300.0]]), "equal", 7)
    assert found.edges.tolist() == [-np.inf, 0.0, 25.0, 50.0, 75.0, 100.0, np.inf]
    assert (found.labels[0], found.labels[-1]) == ("under 0", "100 or more")


@pytest.mark.parametrize("cut", ["quantile", "equal"])
@given(values=st.lists(st.floats(-1e9, 1e9), max_size=60))
def test_every_value_has_one_bin(cut, values):
    x = np.array(values, dtype=float)
    found = bins(x, x, cut, 12)
    codes = found.codes(x)
    assert ((codes >= 0) & (codes < len(found.labels))).all()


def test_numbers_in_labels():
    assert [number_text(x) for x in (-0.0, 1234.5, 0.1)] == ["0", "1,234.5", "0.1"]


def test_a_missing_code_of_absurd_size_makes_no_cut():
    values = np.append(np.arange(100, dtype=float), [9e307, -1.7e308])
    for cut in ("equal", "quantile"):
        found = bins(values, values, cut, 10)
        assert found.edges[0] == -np.inf
        assert found.edges[-1] == np.inf
        assert np.abs(found.edges[1:-1]).max() <= 100


@pytest.mark.parametrize("cut", ["quantile", "equal"])
@pytest.mark.parametrize("unit", [1e-15, 1e-200, 5e-324])
def test_numbers_close_to_zero_are_told_apart_as_far_as_numbers_can_be_written(cut, unit):
    values = np.arange(200) * unit
    found = bins(values, values, cut, 12)
    assert (np.diff(found.edges) > 0).all()
    assert (len(found.labels) > 5) == (unit > 1e-300)
