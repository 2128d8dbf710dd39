import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import MaskingError
from core.masking import invariant_matrix
from core.masking.pram import pram
from core.statistics.reproducible.seeds import generator
from tests.masking.steps import mask


def test_two_equal_categories_by_hand() -> None:
    # P = Q = [[.8, .2], [.2, .8]], R = P Q has diagonal .68; .375 of the identity brings it to .8.
    assert invariant_matrix(np.array([10.0, 10.0]), 0.8) == pytest.approx(np.array([[0.8, 0.2], [0.2, 0.8]]))


def test_unequal_categories_by_hand() -> None:
    # P = all .5, Q = R = rows (.75, .25); a third of the identity lifts .25 to .5.
    expected = np.array([[5 / 6, 1 / 6], [1 / 2, 1 / 2]])
    assert invariant_matrix(np.array([3.0, 1.0]), 0.5) == pytest.approx(expected)


def test_minimum_zero_draws_from_the_marginals() -> None:
    assert invariant_matrix(np.array([3.0, 1.0]), 0.0) == pytest.approx(np.array([[0.75, 0.25]] * 2))


@given(st.lists(st.integers(1, 1000), min_size=2, max_size=12), st.floats(0, 0.99))
def test_the_matrix_is_stochastic_and_invariant(counts, minimum) -> None:
    t = np.array(counts, dtype=float)
    matrix = invariant_matrix(t, minimum)
    assert (matrix >= 0).all()
    assert matrix.sum(axis=1) == pytest.approx(np.ones(len(t)), abs=1e-12)
    assert (t / t.sum()) @ matrix == pytest.approx(t / t.sum(), abs=1e-12)
    assert matrix.diagonal().min() >= minimum - 1e-12


def test_marginals_and_transitions_come_out_as_promised(file_of) -> None:
    rng = np.random.default_rng(3)
    codes = np.repeat([1, 2, 3], [6000, 3000, 1000])
    masked = mask(pram, file_of(x=codes.tolist()), ["x"], minimum_diagonal=0.7, rng=rng).columns["x"].numbers
    matrix = invariant_matrix(np.array([6000.0, 3000.0, 1000.0]), 0.7)
    drawn = np.array([[((codes == i) & (masked == j)).sum() for j in (1, 2, 3)] for i in (1, 2, 3)])
    assert drawn.sum(axis=0) == pytest.approx([6000, 3000, 1000], abs=4 * np.sqrt(10_000 * 0.25))
    assert drawn / drawn.sum(axis=1, keepdims=True) == pytest.approx(matrix, abs=0.06)


def test_missing_values_stay_and_are_never_drawn(file_of, cells_of) -> None:
    file = file_of(x=["a", "b", None, -9] * 50)
    masked = cells_of(mask(pram, file, ["x"], minimum_diagonal=0, rng=generator(1, "t"), missing={"x": ("-9",)}), "x")
    assert set(masked[2::4]) == {""}
    assert set(masked[3::4]) == {"-9"}
    assert set(masked[0::4]) == {"a", "b"}


def test_seeds_decide(file_of, cells_of) -> None:
    file = file_of(x=list(range(5)) * 20)
    first, again, other = (
        cells_of(mask(pram, file, ["x"], minimum_diagonal=0.5, rng=generator(seed, "t")), "x") for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_errors(file_of) -> None:
    file = file_of(x=[1, 1], y=[1, 2])
    with pytest.raises(MaskingError, match="PRAM: 'x' has fewer than two categories; leave it out"):
        mask(pram, file, ["x"], minimum_diagonal=0.5, rng=generator(1, "t"))
    with pytest.raises(MaskingError, match="at least 0 and below 1, not 1"):
        mask(pram, file, ["y"], minimum_diagonal=1, rng=generator(1, "t"))
