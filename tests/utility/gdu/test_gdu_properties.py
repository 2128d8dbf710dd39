"""What holds for any pair of files, under every setting."""

import json
import math
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.measures import Result, Skipped, Subject
from core.utility.gdu import MEASURES, GduParameters, local_utilities
from tests.strategies import (
    identical_pairs,
    pairs,
    with_relabelled_categories,
    with_shuffled_columns,
    with_shuffled_rows,
)

pytestmark = pytest.mark.slow

SETTINGS = st.builds(
    GduParameters,
    alpha=st.sampled_from((0.05, 0.2)),
    direction=st.sampled_from(("normalised", "published", "cosine")),
    missing=st.sampled_from(("pairwise", "completeness", "category")),
    normality=st.sampled_from(("auto", "never")),
    normal=st.sampled_from(((), ("v0", "v1", "v2"))),
    basis=st.sampled_from(("paper", "harmonised")),
    significance=st.sampled_from(("own_n", "common_n")),
    recode=st.sampled_from(("heterogeneity", "pairs", "allocation")),
    univariate_share=st.sampled_from((0.5, 0.3, 0.0, 1.0)),
    p_form=st.sampled_from(("rescaled", "published")),
    subgroup=st.sampled_from(("", "v0")),
)
SEEDS = st.integers(0, 2**32 - 1)


def outcomes(pair, parameters):
    """Return every outcome of the family by measure and target."""
    measures = [m for m in MEASURES if m.subject is Subject.PAIR]
    found = [o for m in measures for o in m.compute(m.prepare(pair, parameters))]
    return {(o.measure, frozenset(o.target)): o for o in found}


def assert_same(one, other):
    """Check that two runs agree: values and p values within 1e-12, all else alike."""
    assert one.keys() == other.keys()
    for key, first in one.items():
        second = other[key]
        assert type(first) is type(second), key
        if isinstance(first, Result):
            assert second.value == pytest.approx(first.value, abs=1e-12), key
            assert second.n == first.n
        before, after = first.detail or {}, second.detail or {}
        for name in ("p", "p_original", "p_masked", "coefficient_original", "coefficient_masked"):
            if before.get(name) is not None:
                assert after[name] == pytest.approx(before[name], abs=1e-12), (key, name)
        assert after.get("step") == before.get("step"), key


@given(pairs(), SETTINGS)
def test_every_outcome_is_a_bounded_number_or_a_reason(pair, parameters):
    found = outcomes(pair, parameters)
    assert found
    for outcome in found.values():
        if isinstance(outcome, Result):
            assert 0 <= outcome.value <= 1
            assert math.isfinite(outcome.value)
            assert outcome.n >= 0
        else:
            assert isinstance(outcome, Skipped)
            assert outcome.reason
        json.dumps(asdict(outcome), allow_nan=False)


@given(pairs(), SETTINGS)
def test_local_values_and_their_details_stay_in_bounds(pair, parameters):
    for outcome in outcomes(pair, parameters).values():
        for name, value in (outcome.detail or {}).items():
            if name.startswith(("p_", "coefficient", "bias_corrected", "missing")) or name in ("p", "effect"):
                assert value is None or 0 <= value <= 1, name
            if name == "cosine":
                assert value is None or -1 <= value <= 1


@given(identical_pairs(), SETTINGS)
def test_an_identical_file_keeps_everything_exactly(pair, parameters):
    local = local_utilities(pair, parameters)
    # the only thing that is in the way is a continuous variable of a single record
    expected = {u.variable for u in local.univariate if u.observed.n_original == 1}
    assert {u.variable for u in local.not_comparable()} <= expected
    if local.not_comparable():
        return  # what cannot be compared counts as lost, of a copy too
    for outcome in outcomes(pair, parameters).values():
        if isinstance(outcome, Result):
            if parameters.p_form == "rescaled":
                assert outcome.value == 1.0, outcome.measure
            else:
                assert outcome.value == pytest.approx(1.0, abs=1e-6)


@given(pairs(), SETTINGS, SEEDS)
def test_the_order_of_the_records_changes_nothing(pair, parameters, seed):
    assert_same(outcomes(pair, parameters), outcomes(with_shuffled_rows(pair, seed), parameters))


@given(pairs(), SEEDS)
def test_rank_and_table_utilities_keep_every_bit_in_any_order_of_the_records(pair, seed):
    parameters = GduParameters(normality="never")
    one, other = outcomes(pair, parameters), outcomes(with_shuffled_rows(pair, seed), parameters)
    for key, outcome in one.items():
        if outcome.measure == "ldu_bivariate":
            assert asdict(outcome) == asdict(other[key])


@given(pairs(least_variables=2), SETTINGS, SEEDS)
def test_the_order_of_the_variables_changes_nothing(pair, parameters, seed):
    assert_same(outcomes(pair, parameters), outcomes(with_shuffled_columns(pair, seed), parameters))


@given(pairs(), SETTINGS, SEEDS)
def test_codes_and_labels_of_nominal_categories_change_nothing(pair, parameters, seed):
    def without_subgroups(found):
        # levels are named by their labels
        return {key: o for key, o in found.items() if o.measure != "gdu_subgroup"}

    relabelled = with_relabelled_categories(pair, seed)
    assert_same(without_subgroups(outcomes(pair, parameters)), without_subgroups(outcomes(relabelled, parameters)))
