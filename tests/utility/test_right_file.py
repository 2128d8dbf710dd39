"""Each figure of utility takes the right file's size and the right side: what goes wrong when one of them slips."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import CategoryMap
from core.statistics.tables import count_group, subsample_equivalent, table_distances, table_groups, with_cells_of
from core.utility import clusters, ecdf, propensity
from core.utility.clusters import ClusterParameters
from core.utility.distances import MEASURES as DISTANCES
from core.utility.ecdf import EcdfParameters
from core.utility.gdu import GduParameters, local_utilities
from core.utility.loss import MEASURES as LOSS
from core.utility.loss import LossParameters
from core.utility.propensity import PropensityParameters
from core.utility.propensity.design import Merged
from core.utility.propensity.scores import score_statistics
from core.utility.resampled_null import ResampledNull, draws
from core.utility.tables import TableParameters
from tests.strategies import continuous, nominal, ordinal, pair_of, paired
from tests.utility.outcomes import outcomes_of

NONE = np.nan


def losses(*variables, **settings):
    pair = pair_of(*variables)
    n = min(pair.original.n_records, pair.masked.n_records)
    return outcomes_of(LOSS, replace(pair, links=np.arange(n)), LossParameters(**settings))


def distances(*variables, **settings):
    return outcomes_of(DISTANCES, pair_of(*variables), TableParameters(**settings))


# ---- values filled in, and missing shares by each file's own size


def test_values_filled_in_are_no_gain_and_no_loss():
    filled = paired("a", nominal([0, 1, -1, -1]), nominal([0, 1, 0, 1]))
    found = losses(filled)
    assert [found[name, ("a",)].value for name in ("missing_values", "ncp")] == [0, 0]
    assert [found[name, ()].value for name in ("missing_values_mean", "gcp")] == [0, 0]
    completeness = local_utilities(pair_of(filled), GduParameters(missing="completeness"))
    assert completeness.univariate[0].observed.completeness == 1
    assert completeness.univariate[0].value <= 1


def test_missing_shares_are_of_each_files_own_records():
    """A quarter of 8 records missing, a half of 4."""
    a = paired("a", nominal([0, 0, 0, 1, 1, 1, -1, -1], 2), nominal([0, 1, -1, -1], 2))
    b = paired("b", continuous([1, 2, 3, 4, 5, 6, NONE, 8]), continuous([1, 2, 3, NONE]))
    found = losses(a, b)
    assert found["missing_values", ("a",)].value == pytest.approx(0.25)
    assert found["ncp", ("a",)].value == pytest.approx(0.25)
    tables = distances(a, b)
    assert tables["total_variation", ("a",)].detail["missing_original"] == 0.25
    assert tables["total_variation", ("a",)].detail["missing_masked"] == 0.5
    # either missing: the seventh and the eighth; the third and the fourth
    pair = tables["total_variation_pair", ("a", "b")].detail
    assert (pair["missing_original"], pair["missing_masked"]) == (0.25, 0.5)
    # shares 3/8 3/8 2/8 against 1/4 1/4 2/4
    assert tables["total_variation", ("a",)].value == pytest.approx(0.25)


def test_completeness_of_a_pair_is_a_share_of_each_files_own_records():
    x = np.tile([0, 1], 40)
    half = x[:40].copy()
    half[:20] = -1
    a, b = paired("a", nominal(x), nominal(half)), paired("b", nominal(x), nominal(x[:40]))
    (found,) = local_utilities(pair_of(a, b), GduParameters(missing="completeness")).bivariate
    (plain,) = local_utilities(pair_of(a, b), GduParameters()).bivariate
    assert found.value == pytest.approx(plain.value / 2)


# ---- means over variables


def test_a_mean_over_variables_divides_by_those_that_it_is_of():
    """One is kept, one lost half, one cannot be compared: the mean is of two."""
    kept = paired("a", nominal([0, 0, 1, 1]), nominal([0, 0, 1, 1]))
    lost = paired("b", nominal([0, 0, 1, 1]), nominal([0, 0, 0, 0], 2))
    unknown = replace(paired("c", nominal([0, 0, 1, 1]), nominal([0, 0, 1, 1])), problem="unknown values")
    found = distances(kept, lost, unknown)
    assert found["total_variation_mean", ()].value == pytest.approx(0.25)
    assert found["total_variation_mean", ()].detail["left_out"] == ["c"]
    lossy = losses(kept, lost, unknown)
    assert lossy["records_changed_mean", ()].value == pytest.approx(0.25)
    assert lossy["lambda_distance", ()].value == pytest.approx(0.25)
    assert lossy["missing_values_mean", ()].value == 0


def test_moves_are_added_up_in_standard_deviations():
    x = np.array([0.0, 1, 2, 3])
    found = distances(
        paired("a", continuous(x), continuous(x + 1)), paired("b", continuous(100 * x), continuous(100 * x + 100))
    )
    assert found["wasserstein_mean", ()].value == pytest.approx(1 / x.std(ddof=1))


def test_changes_are_averaged_over_the_values_compared():
    """Three values of one variable and one of the other are known in both files."""
    a = paired("a", continuous([0.0, 1, 2]), continuous([1.0, 2, 3]))
    b = paired("b", continuous([0.0, 1, 2]), continuous([1.0, NONE, NONE]))
    found = losses(a, b)["il1s", ()]
    assert found.detail["compared"] == 4
    assert found.value == pytest.approx(4 / np.sqrt(2) / 4)


def test_ordered_categories_are_as_far_as_they_lie_apart():
    found = losses(paired("a", ordinal([0, 0, 0], 3), ordinal([0, 1, 2], 3)))["lambda_distance", ()]
    assert found.value == pytest.approx((0 + 0.5 + 1) / 3)


def test_a_merged_category_is_a_share_of_the_originals_categories():
    before, after = nominal([0, 1, 2, 3]), nominal([0, 0, 0, 1], 2)
    merged = paired("a", before, after, after, CategoryMap({"a": ("a", "b", "c"), "b": ("d",)}))
    assert losses(merged)["ncp", ("a",)].value == pytest.approx(3 / 4 * 3 / 4)


# ---- whole files: one side alone, and nulls of the right size


def test_the_scores_distance_is_of_either_direction():
    """Masked records with the lower scores differ as much as with the higher ones."""
    row = np.arange(2)
    low = Merged(row, row, np.array([1, 3]), np.array([3, 1]))
    high = Merged(row, row, np.array([3, 1]), np.array([1, 3]))
    scores = np.array([0.2, 0.8])
    assert score_statistics(scores, low).specks == score_statistics(scores, high).specks == 0.5


@pytest.mark.parametrize(
    ("package", "compare", "parameters"),
    [
        (propensity, propensity.compare_propensities, PropensityParameters(model="main", replicates=2)),
        (ecdf, ecdf.compare_ecdfs, EcdfParameters(replicates=2)),
        (clusters, clusters.compare_clusters, ClusterParameters(replicates=2)),
    ],
    ids=["regression", "ecdf", "clusters"],
)
def test_nulls_draw_as_many_records_as_the_masked_file_has_from_the_original(monkeypatch, package, compare, parameters):
    drawn = []

    def watched(seed, measure, n_original, n_masked, replicates):
        for rows in draws(seed, measure, n_original, n_masked, replicates):
            drawn.append((len(rows), int(rows.max())))
            yield rows

    module = package.nulls if package is propensity else package.comparison
    monkeypatch.setattr(module, "draws", watched)
    random = np.random.default_rng(3)
    a, b = random.integers(0, 3, 60), random.normal(size=60).round(1)
    compare(
        pair_of(paired("a", nominal(a), nominal(a[:25])), paired("b", continuous(b), continuous(b[:25]))), parameters
    )
    assert [size for size, _ in drawn] == [25, 25]
    assert 25 <= max(last for _, last in drawn) < 60


def test_a_tree_is_held_against_as_many_records_called_masked_as_the_masked_file_has(monkeypatch):
    dealt = []

    def watched(seed, size, n_masked, replicates):
        dealt.append((int(size.sum()), n_masked))
        return propensity.nulls.permuted_counts(seed, size, n_masked, replicates)

    monkeypatch.setattr(propensity.comparison, "permuted_counts", watched)
    a = np.random.default_rng(3).integers(0, 3, 60)
    pair = pair_of(paired("a", nominal(a), nominal(a[:25])))
    propensity.compare_propensities(pair, PropensityParameters(model="cart", replicates=2))
    assert dealt == [(85, 25)]


def test_the_analytic_null_is_of_the_share_of_masked_records():
    """One term, 60 originals and 20 masked: (1 - 1/4)^2 / 4 / 80, and sqrt 2 times that."""
    x = np.tile([0, 1], 30)
    pair = pair_of(paired("a", nominal(x), nominal(x[:20])))
    found = propensity.compare_propensities(pair, PropensityParameters(model="main"))
    unit = 0.75**2 * 0.25 / 80
    null = found.facts["analytic_null"]
    assert (null["mean"], null["sd"]) == (pytest.approx(unit), pytest.approx(np.sqrt(2) * unit))


def test_the_place_in_a_null_is_the_share_of_it_below():
    null = ResampledNull((4.0, 1.0, 3.0, 2.0))
    assert [null.described(value)["above"] for value in (0.5, 2.5, 9.0)] == [0, 0.5, 1]
    assert [null.described(value)["inside"] for value in (0.5, 2.5, 9.0)] == [True, True, False]
    assert null.described(1.0)["mean"] == 2.5


def test_the_largest_difference_of_the_distribution_functions_is_told_by_each_files_size():
    a = paired("a", continuous([1.0, 2, 3, 4]), continuous([1.0, 1]))
    found = ecdf.compare_ecdfs(pair_of(a), EcdfParameters()).largest()
    assert (found["share_original"], found["share_masked"]) == (0.25, 1)


def test_missing_numbers_lie_above_all_others_and_apart():
    """A missing value takes nothing from the shares below the smallest number."""
    a = paired("a", continuous([1.0, 2, NONE, NONE]), continuous([1.0, 2, 2, 2]))
    for coding in ("onehot", "dummy"):
        found = ecdf.compare_ecdfs(pair_of(a), EcdfParameters(coding=coding))
        assert found.difference.maximum == pytest.approx(0.5), coding
    # three of eight records lie at 1, where the shares differ by a quarter; at the missing ones both files are whole
    b = paired("b", continuous([1.0, 2, NONE, NONE]), continuous([1.0, 1, NONE, NONE]))
    found = ecdf.compare_ecdfs(pair_of(b), EcdfParameters(coding="dummy"))
    assert found.difference.mean_square == pytest.approx(3 / 8 / 16)


# ---- tables


def test_the_worst_tables_come_first_and_the_equal_ones_not_at_all():
    n = 40
    x = np.arange(n) % 2
    kept, little = paired("kept", nominal(x), nominal(x)), x.copy()
    little[:2] = 1 - little[:2]
    much = np.zeros(n, dtype=int)
    found = distances(
        kept,
        paired("little", nominal(x), nominal(little)),
        paired("much", nominal(x), nominal(much, 2)),
        paired("same", nominal(x), nominal(x)),
        marginals=(2,),
    )["k_marginal", ()]
    worst = found.detail["worst"]
    apart = [w["distance"] for w in worst]
    assert apart == sorted(apart, reverse=True)
    assert set(worst[0]["variables"]) & {"much"}
    assert all({"kept", "same"} != set(w["variables"]) for w in worst)
    assert len(worst) == 5


def test_the_subsample_is_one_of_the_originals_records():
    random = np.random.default_rng(5)
    x = random.integers(0, 4, 200).astype(np.int32)
    y = random.integers(0, 3, 200).astype(np.int32)
    half = np.arange(0, 200, 2)
    found = distances(
        paired("a", nominal(x), nominal(x[half])), paired("b", nominal(y), nominal(y[half])), marginals=(2,)
    )["k_marginal", ()]
    group = table_groups(np.array([[0, 1]]), np.array([4, 3]))[0]
    original, masked = (count_group(file, group) for file in (np.array([x, y]), np.array([x[half], y[half]])))
    (apart,) = table_distances(original, masked, group, (200, 100))
    assert found.detail["subsample"] == subsample_equivalent(float(apart), with_cells_of(original), 1, 200)
