"""Sums over rows of which some columns are mostly 0 are those over all columns."""

import numpy as np
import pytest

from core.statistics.regression import columns as made_columns
from core.statistics.regression import logistic
from core.statistics.regression.column_moments import column_moments
from core.statistics.regression.logistic import fit_logistic
from core.statistics.regression.orthonormal_basis import orthonormal_basis
from core.statistics.regression.split_columns import SplitColumns, SplitProducts, SplitRows

# a number, and indicators of three of four categories, the second times a number: columns 1 and 3 beside 0, 2 and 4
BY_HAND = np.array([[5.0, 1, 7, 0, 0], [6, 0, 8, 2, 0], [7, 0, 9, 0, 0], [6, 0, 8, 0, 1]])


def split(columns, dense):
    """Return columns in two parts; the others have one entry a row at most."""
    few = np.setdiff1d(np.arange(columns.shape[1]), dense)

    def rows_of(rows, origin):
        others = columns[rows][:, few]
        at = np.where(others.any(axis=1), np.argmax(others != 0, axis=1), -1).astype(np.int32)
        value = others[np.arange(len(others)), np.maximum(at, 0)]
        return SplitRows(np.ascontiguousarray((columns[rows][:, dense] - origin).T), at[None], value[None])

    return SplitColumns(len(columns), 1, np.array(dense), few, lambda rows: columns[rows], rows_of)


def example(n=3000):
    random = np.random.default_rng(2)
    category, number = random.integers(0, 9, n), random.normal(50, 2, n)
    columns = np.column_stack([number, (category[:, None] == np.arange(1, 9)) * number[:, None], random.normal(size=n)])
    size = random.integers(1, 4, n)
    masked = random.binomial(size, 1 / (1 + np.exp(-0.03 * columns[:, -1] - 0.2 * (category == 3))))
    return columns, size, masked


def test_sums_by_hand():
    columns = split(BY_HAND, [0, 2])
    sums = SplitProducts(columns)
    sums.add(columns.split(slice(0, 4), np.array([6.0, 8.0])), np.array([1.0, 4.0, 1.0, 4.0]))
    first, products = sums.about(np.zeros(5))
    # numbers from 6 and 8: -1 0 1 0, weighted -1 0 1 0
    assert first.tolist() == [0, 1, 0, 8, 4]
    assert products.tolist() == [
        [2, -1, 2, 0, 0],
        [-1, 1, -1, 0, 0],
        [2, -1, 2, 0, 0],
        [0, 0, 0, 16, 0],
        [0, 0, 0, 0, 4],
    ]


def test_moments_are_those_of_all_columns():
    columns, size, masked = example()
    mean = size @ columns / size.sum()
    moments = column_moments(split(columns, [0, 9]), size, masked)
    assert moments.mean == pytest.approx(mean, rel=1e-13)
    covariances = (columns - mean).T * size @ (columns - mean) / size.sum()
    assert moments.products == pytest.approx(np.triu(covariances), abs=1e-10)
    away = masked - size * (masked.sum() / size.sum())
    assert moments.with_masked == pytest.approx(away @ columns, abs=1e-8)


def test_a_column_without_an_entry_is_a_constant():
    columns, size, _ = example(200)
    columns[:, 4] = 0.0
    assert orthonormal_basis(split(columns, [0, 9]), size).estimable.tolist() == [0, 1, 2, 3, 5, 6, 7, 8, 9]


@pytest.mark.parametrize("held", [0, 1e9])
def test_a_fit_is_that_of_all_columns(monkeypatch, held):
    monkeypatch.setattr(made_columns, "HELD", held)
    columns, size, masked = example()
    columns[:, 4] = 0.0
    whole = orthonormal_basis(columns, size)
    parts = orthonormal_basis(split(columns, [0, 9]), size, masked)
    expected, found = (fit_logistic(basis, masked, size) for basis in (whole, parts))
    assert found.value == pytest.approx(expected.value, rel=1e-10)
    assert found.scores == pytest.approx(expected.scores, abs=1e-10)
    assert parts.vectors() == pytest.approx(whole.vectors(), abs=1e-9)
    assert parts.products(size / 7) == pytest.approx(whole.products(size / 7), abs=1e-9)


def test_a_nearly_flat_curvature_is_wrong_by_less_than_its_share_in_any_direction(monkeypatch):
    columns, size, masked = example()
    basis = orthonormal_basis(split(columns, [0, 9]), size, masked)
    records = logistic._Records(masked, size, int(size.sum()), int(masked.sum()))
    coefficients = np.zeros(basis.parameters)
    coefficients[[1, 5, -1]] = [0.1, 0.2, -0.1]

    def curvature():
        return logistic._pass(basis, coefficients, records, np.zeros(len(size)), with_curvature=True).curvature

    near = curvature()
    monkeypatch.setattr(logistic, "_nearly_flat", lambda *_: False)
    exact = curvature()
    shares = np.linalg.eigvals(np.linalg.solve(exact, near)).real
    assert not np.allclose(near, exact, rtol=1e-6)
    assert np.abs(shares - 1).max() < 1.01 * logistic.ALIKE


def test_identical_files_show_nothing():
    columns, size, _ = example(500)
    fit = fit_logistic(orthonormal_basis(split(columns, [0, 9]), 2 * size, size), size, 2 * size)
    assert fit.value == 0.0
