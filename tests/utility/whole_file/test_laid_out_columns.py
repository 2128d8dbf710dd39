"""Columns written row by row are those of the terms, to the last bit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import BSpline

from core.utility.propensity import design
from core.utility.propensity.design import make_design
from core.utility.propensity.laid_out_columns import LaidOutColumns
from core.utility.propensity.merged import merge
from core.utility.propensity.own_columns import lay_splines, write_slots
from core.utility.stacked import stack
from tests.utility.whole_file.pairs import mixed_columns, shuffled


@pytest.mark.parametrize("model", ["spline", "penalised"])
@pytest.mark.parametrize("limit", [30, 400])
def test_columns_are_those_of_the_terms(monkeypatch, model, limit):
    monkeypatch.setattr(design, "MOST_TERMS", limit)
    columns = mixed_columns(3000)
    columns["few"] = ("continuous", [None if i % 9 == 0 else float(i % 4) for i in range(3000)])
    stacked = stack(shuffled(columns))
    made = make_design(stacked, merge(stacked), model)
    assert {t.name for t in made.terms} >= {"few"}
    written = LaidOutColumns(made.layout, made.blocks)
    for rows in (slice(0, 1), slice(200, 456)):
        columns = np.hstack([t.columns for t in made.at(rows)])
        assert np.array_equal(written.made(rows), columns)
        origin = np.arange(len(written.which_dense)) / 7
        dense, at, value = written.split(rows, origin)
        assert np.array_equal(dense.T, columns[:, written.which_dense] - origin)
        assert np.array_equal(filled(at, value, len(written.which_few)), columns[:, written.which_few])
    assert sorted([*written.which_dense, *written.which_few]) == list(range(columns.shape[1]))


def filled(at, value, few):
    """Return (r, few) the columns that have these entries, which ascend in each row."""
    columns = np.zeros((at.shape[1], few))
    for row, (places, entries) in enumerate(zip(at.T, value.T, strict=True)):
        here = places >= 0
        assert (np.diff(places[here]) > 0).all()
        columns[row, places[here]] = entries[here]
    return columns


@given(
    st.lists(st.floats(-3, 3), min_size=1, max_size=20),
    st.lists(st.sampled_from([-1.5, -1.0, 0.0, 0.25, 2.0]), max_size=3, unique=True),
)
def test_splines_are_those_of_scipy(values, inner):
    knots = np.array([-2.0] * 4 + sorted(inner) + [2.5] * 4)
    at = np.array([*values, -2.0, 2.5, *inner])
    found = np.zeros((len(at), len(knots) - 5))
    places, splines = np.empty((4, len(at)), dtype=np.int32), np.empty((4, len(at)))
    lay_splines(at, knots, places, splines)
    write_slots(places, splines, found)
    assert np.array_equal(found, BSpline(knots, np.eye(len(knots) - 4), 3)(at)[:, 1:])
