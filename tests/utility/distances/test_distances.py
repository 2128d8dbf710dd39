"""Distances of variables and pairs: worked values, libraries, and that more damage is further."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from core.data import CategoryMap
from core.measures import Result, Skipped
from core.utility.distances import MEASURES
from core.utility.distances import k_marginal as module
from core.utility.distances.k_marginal import _sentence, compare_marginals, k_marginal
from core.utility.tables import TableParameters
from tests.strategies import (
    continuous,
    identical_pairs,
    nominal,
    ordinal,
    pair_of,
    paired,
    pairs,
    with_relabelled_categories,
    with_shuffled_columns,
    with_shuffled_rows,
)
from tests.utility.outcomes import outcomes_of

SHARES = ("total_variation", "jensen_shannon", "hellinger", "table_pmse_ratio")
ORDERED = ("kolmogorov_smirnov", "wasserstein")
MEANS = ("total_variation_mean", "jensen_shannon_mean", "hellinger_mean")


def measured(pair, **settings):
    return outcomes_of(MEASURES, pair, TableParameters(**settings))


def one(original, masked, **settings):
    return measured(pair_of(paired("x", original, masked)), **settings)


def test_shares_by_hand():
    found = one(nominal([0, 0, 1, 1]), nominal([0, 1, 1, -1]))
    assert found["total_variation", ("x",)].value == 0.25
    detail = found["total_variation", ("x",)].detail
    assert (detail["cells"], detail["missing_original"], detail["missing_masked"]) == (3, 0.0, 0.25)
    # VW = 2 (1 / 3 + 1): see the kernel; two degrees of freedom
    assert found["table_pmse_ratio", ("x",)].value == pytest.approx(4 / 3)
    assert "67% of the records" in found["table_pmse_ratio", ("x",)].detail["sentence"]


def test_ordered_distances_are_scipys():
    random = np.random.default_rng(1)
    x, y = random.normal(size=80), random.normal(0.3, 1.2, 60)
    found = one(continuous(x), continuous(y))
    tested = stats.ks_2samp(x, y, method="asymp")
    gap, moved = found["kolmogorov_smirnov", ("x",)], found["wasserstein", ("x",)]
    assert gap.value == gap.detail["of_observed_values"] == pytest.approx(tested.statistic)
    assert gap.detail["p"] == pytest.approx(tested.pvalue)
    assert moved.value == pytest.approx(stats.wasserstein_distance(x, y))
    assert moved.detail["standardised"] == pytest.approx(moved.value / x.std(ddof=1))
    assert moved.detail["unit"] == "value"
    assert found["wasserstein_mean", ()].value == pytest.approx(moved.detail["standardised"])


def test_a_missing_value_lies_below_nothing_and_moves_from_the_median():
    found = one(continuous([1.0, 2, 3, 4]), continuous([1.0, 2, 3, np.nan]))
    gap, moved = found["kolmogorov_smirnov", ("x",)], found["wasserstein", ("x",)]
    assert (gap.value, gap.detail["observed_masked"]) == (0.25, 3)
    assert gap.detail["of_observed_values"] == pytest.approx(0.25)
    # 4 moved to the median 2
    assert moved.value == 0.5


def test_an_ordinal_variable_moves_by_categories():
    found = one(ordinal([0, 1, 2, 3]), ordinal([1, 2, 3, 3]))["wasserstein", ("x",)]
    assert (found.value, found.detail["unit"]) == (0.75, "category")


def test_a_nominal_variable_has_no_order():
    assert one(nominal([0, 1]), nominal([0, 1]))["wasserstein", ("x",)].reason == "a nominal variable has no order"


def test_a_pair_by_hand():
    a = paired("a", nominal([0, 0, 1, 1]), nominal([0, 0, 1, 1]))
    b = paired("b", nominal([0, 0, 1, 1]), nominal([0, 1, 0, 1]))
    found = measured(pair_of(b, a))
    assert found["total_variation", ("a",)].value == found["total_variation", ("b",)].value == 0.0
    assert found["total_variation_pair", ("a", "b")].value == 0.5
    # four tables cells of 1/4 against two of 1/2: L1 = 1, and (2 - 1) 500
    assert found["k_marginal", ()].value == 500.0


def test_a_removed_variable_is_as_good_as_all_missing():
    found = measured(pair_of(paired("x", nominal([0, 1]), None), n_masked=2))
    assert found["total_variation", ("x",)].value == 1.0
    assert found["total_variation", ("x",)].detail["removed"]
    assert found["total_variation_mean", ()].value == 1.0
    assert isinstance(found["kolmogorov_smirnov", ("x",)], Skipped)
    numbers = measured(pair_of(paired("x", continuous([1.0, 2, 6]), None), n_masked=3))
    assert numbers["kolmogorov_smirnov", ("x",)].value == 1.0
    assert numbers["wasserstein", ("x",)].value == pytest.approx((1 + 0 + 4) / 3)


def test_a_constant_variable_has_no_ratio():
    found = one(nominal([0, 0]), nominal([0, 0]))
    assert found["table_pmse_ratio", ("x",)].reason == "all records of both files lie in one cell"
    assert found["total_variation", ("x",)].value == 0.0


def test_classes_are_cut_for_both_files_together():
    # by its own range each file would fill its classes alike
    x = np.arange(100.0)
    found = one(continuous(x), continuous(x + 1000), bins=4)
    assert found["total_variation", ("x",)].value == 1.0


DAMAGE = ("categories", "numbers")


def damaged(kind, random, share):
    """A file of 2,000 records and the same with a share of its values suppressed at random."""
    values = random.permutation(np.repeat(np.arange(5), 400)) if kind == "categories" else random.gamma(2, 10, 2_000)
    kept = values.astype(float)
    order = np.random.default_rng(9).permutation(2_000)
    kept[order[: round(share * 2_000)]] = np.nan
    if kind == "numbers":
        return paired("x", continuous(values), continuous(kept))
    return paired("x", ordinal(values), ordinal(np.where(np.isnan(kept), -1, kept).astype(np.int32), 5))


@pytest.mark.parametrize("kind", DAMAGE)
@pytest.mark.parametrize("measure", [*SHARES, *ORDERED, *MEANS])
def test_suppression_of_one_five_and_twenty_five_per_cent_is_worse_in_this_order(kind, measure):
    target = () if measure in MEANS else ("x",)
    values = [
        measured(pair_of(damaged(kind, np.random.default_rng(2), share)))[measure, target].value
        for share in (0.0, 0.01, 0.05, 0.25)
    ]
    assert values[0] == 0
    assert values == sorted(set(values))


@pytest.mark.parametrize("measure", [*SHARES, *ORDERED, *MEANS])
def test_a_file_shifted_by_one_category_and_a_merged_top_code_are_not_the_same(measure):
    codes = np.repeat(np.arange(5), [50, 40, 30, 20, 10])
    target = () if measure in MEANS else ("x",)
    shifted = one(ordinal(codes, 6), ordinal(codes + 1, 6))[measure, target].value
    merged = one(ordinal(codes, 5), ordinal(np.minimum(codes, 3), 5))[measure, target].value
    assert 0 < merged < shifted


def test_the_values_of_both():
    codes = np.repeat(np.arange(5), [50, 40, 30, 20, 10])
    shifted, merged = (one(ordinal(codes, 6), ordinal(masked, 6)) for masked in (codes + 1, np.minimum(codes, 3)))
    assert shifted["total_variation", ("x",)].value == pytest.approx((50 + 10 + 10 + 10 + 10 + 10) / 300)
    assert shifted["wasserstein", ("x",)].value == pytest.approx(1)
    assert shifted["kolmogorov_smirnov", ("x",)].value == pytest.approx(50 / 150)
    assert merged["total_variation", ("x",)].value == pytest.approx(10 / 150)
    assert merged["wasserstein", ("x",)].value == pytest.approx(10 / 150)


def test_a_recode_is_nothing_apart_at_released_detail_and_has_a_cost():
    codes = np.repeat(np.arange(4), 5)
    recode = CategoryMap({"a": ("a", "b"), "c": ("c", "d")})
    merged = ordinal(codes // 2, 2)
    found = measured(pair_of(paired("x", ordinal(codes, 4), merged, merged, recode)))
    assert found["total_variation", ("x",)].value == 0.0
    # two of four categories are left: 2 1 of 4 3 comparisons
    assert found["total_variation", ("x",)].detail["recode_cost"] == pytest.approx(1 - 2 / 12)
    assert found["total_variation_mean", ()].detail["recode_cost"] == {"x": pytest.approx(1 - 2 / 12)}


def file_of(n, seed=0):
    random = np.random.default_rng(seed)
    base = random.integers(0, 4, n)
    return [nominal((base + random.integers(0, 2, n)) % 4, 4) for _ in range(4)]


def test_a_subsample_is_recognised_for_what_it_is():
    columns = file_of(3_000)
    rows = np.random.default_rng(5).choice(3_000, 900, replace=False)
    pair = pair_of(*(paired(f"v{i}", c, c.take(rows)) for i, c in enumerate(columns)), n_masked=900)
    (found,) = k_marginal.compute(compare_marginals(pair, TableParameters()))
    by_k = found.detail["by_k"]
    assert [each["k"] for each in by_k] == [2, 3]
    assert by_k[0]["subsample"] == pytest.approx(0.3, abs=0.06)
    assert by_k[1]["subsample"] == pytest.approx(0.3, abs=0.06)
    assert "% subsample of the original" in by_k[1]["sentence"]
    assert found.value == 500 * (2 - by_k[0]["mean_distance"])


def test_tables_beyond_the_budget_are_drawn_and_said(monkeypatch):
    monkeypatch.setattr(module, "BUDGET", 400.0)
    columns = file_of(50)
    pair = pair_of(*(paired(f"v{i}", c, c) for i, c in enumerate(columns)))
    (found,) = k_marginal.compute(compare_marginals(pair, TableParameters()))
    assert (found.detail["tables"] <= 4, found.detail["all_tables"]) == (True, 6)
    assert found.value == 1000.0
    assert found.detail["sentence"].endswith("the same as the original")


def test_more_variables_a_table_than_there_are():
    (found,) = k_marginal.compute(
        compare_marginals(pair_of(paired("x", nominal([0]), nominal([0]))), TableParameters())
    )
    assert found.reason == "fewer than 2 variables are compared"


@given(identical_pairs())
def test_a_copy_has_the_best_value(pair):
    best = {m.id: 1000.0 if m.id == "k_marginal" else 0.0 for m in MEASURES}
    assert all(o.value == best[name] for (name, _), o in measured(pair).items() if isinstance(o, Result))


@given(pairs(), st.integers(0, 2**32 - 1))
def test_order_and_labels_change_nothing_and_values_keep_their_bounds(pair, seed):
    found = measured(pair)
    json.dumps([o.detail for o in found.values()], allow_nan=False)
    bounds = {m.id: m.bounds for m in MEASURES}
    for (name, _), outcome in found.items():
        if isinstance(outcome, Result):
            assert bounds[name][0] <= outcome.value <= bounds[name][1]
    for changed in (
        with_shuffled_rows(pair, seed),
        with_shuffled_columns(pair, seed),
        with_relabelled_categories(pair, seed),
    ):
        other = measured(changed)
        assert other.keys() == found.keys()
        for key, outcome in found.items():
            assert type(outcome) is type(other[key]), key
            if isinstance(outcome, Result):
                assert outcome.value == pytest.approx(other[key].value, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("share", "said"), [(0.01, "like a fresh 1% subsample"), (0.0099, "further from the original")]
)
def test_one_percent_is_the_smallest_subsample_that_is_named(share, said):
    assert said in _sentence(2, 0.5, share)
