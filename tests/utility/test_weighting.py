"""Utility with sampling weights: by hand, against other libraries, and what must hold of every weighted measure."""

from dataclasses import replace

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.weightstats import DescrStatsW

from core.assessment import families, make_plan, measure_all
from core.data import PublishedTable, Uses
from core.measures import Result, Skipped, Subject
from core.utility import MEASURES, with_weights
from core.views import level_lines
from tests.utility.whole_file.pairs import mixed_columns, pair_of

WEIGHTED = tuple(m.id for m in MEASURES if m.weighting and m.family != "gdu" and m.subject is Subject.PAIR)
"""GDU with design-based tests has no unweighted figure to be compared with; a resolution is of no two files."""
SETTINGS = (
    "propensity.model=main",
    "ecdf.replicates=0",
    "cluster.replicates=0",
    "cluster.scaling=range",
    "cluster.groups=4",
)
BY_CHANCE = {"table_pmse_ratio", "table_pmse_ratio_pair", "table_pmse_ratio_mean", "loglinear_deviance"}
"""Measured in units of what chance shows, which goes by the effective number of records."""
OF_SIZE = {"chi_square", "deviance", "aad", "ctbil"}
"""In records: they grow with the file."""


def weighted(pair, original=None, masked=None):
    """The pair with these weights, those of the masked file None where it has none of its own."""
    pair = replace(
        pair,
        original=replace(pair.original, weights={} if original is None else {"w": np.asarray(original, dtype=float)}),
        masked=replace(pair.masked, weights={} if masked is None else {"w": np.asarray(masked, dtype=float)}),
    )
    return pair if original is None else with_weights(pair, "w")


def outcomes(pair, measures=WEIGHTED, settings=SETTINGS):
    plan = make_plan(list(measures), settings)
    found = [o for family in families(plan) for o in measure_all(family.measures, pair, family.parameters)]
    return {(o.measure, o.target): o for o in found}


def values(pair, measures=WEIGHTED, settings=SETTINGS):
    return {key: o.value for key, o in outcomes(pair, measures, settings).items() if isinstance(o, Result)}


def value(pair, measure, *target, settings=SETTINGS):
    return values(pair, (measure,), settings)[measure, target]


def files(n=80, seed=3):
    """A pair that differs in every variable; the masked file has other records."""
    columns, other = mixed_columns(n, seed), mixed_columns(n, seed + 1)
    pair = pair_of(**{name: (level, cells, other[name][1]) for name, (level, cells) in columns.items()})
    return replace(pair, uses=Uses(tables=(PublishedTable("status by region", ("status",), "region"),)))


def repeated(pair, original, masked):
    return pair.take(np.repeat(np.arange(len(original)), original), np.repeat(np.arange(len(masked)), masked))


LETTERS = pair_of(x=("nominal", ["a", "a", "b"], ["a", "b", "b"]))
NUMBERS = pair_of(x=("continuous", [0.0, 0.0, 4.0], [0.0, 4.0, 4.0]))


def test_shares_by_hand():
    pair = weighted(LETTERS, [1, 1, 2], [1, 2, 1])  # a: a half against a quarter
    assert value(pair, "total_variation", "x") == 0.25
    assert value(pair, "hellinger", "x") == pytest.approx(
        np.sqrt(((0.5**0.5 - 0.25**0.5) ** 2 + (0.5**0.5 - 0.75**0.5) ** 2) / 2)
    )
    assert value(LETTERS, "total_variation", "x") == pytest.approx(1 / 3)


def test_ordered_values_by_hand():
    pair = weighted(NUMBERS, [1, 1, 2], [1, 2, 1])
    assert value(pair, "kolmogorov_smirnov", "x") == 0.25
    assert value(pair, "wasserstein", "x") == 1.0  # a quarter moves by 4
    # mean 2 against 3, deviation of the four records 0 0 4 4
    assert value(pair, "mean_difference") == pytest.approx(1 / np.std([0, 0, 4, 4], ddof=1))


def test_tables_by_hand():
    pair = weighted(replace(LETTERS, uses=Uses(tables=(PublishedTable("t", ("x",)),))), [1, 1, 2], [1, 2, 1])
    found = outcomes(pair, ("effective_swap_rate", "chi_square", "aad"))
    assert found["effective_swap_rate", ("t",)].value == 0.25
    # weights scaled to 3 records: 1.5 and 1.5 against .75 and 2.25
    assert found["chi_square", ("t",)].value == pytest.approx(2 * 0.75**2 / 1.5)
    assert found["aad", ("t",)].value == pytest.approx(0.75)
    assert [row["n_original"] for row in found["chi_square", ("t",)].detail["areas"]] == [3]


def test_k_marginals_and_all_tables_by_hand():
    pair = weighted(LETTERS, [1, 1, 2], [1, 2, 1])
    found = outcomes(pair, ("k_marginal", "ctbil"), ("tables.marginals=1", "loss.order=1"))
    assert found["k_marginal", ()].value == (2 - 0.5) * 500
    assert found["k_marginal", ()].detail["subsample"] is None
    assert found["ctbil", ()].value == pytest.approx(3 * 0.5)


def test_cramers_v_by_hand():
    a, b, c = ["x", "x", "y", "y"], ["u", "v", "u", "v"], ["u", "u", "v", "v"]
    pair = weighted(pair_of(a=("nominal", a, a), b=("nominal", c, b)), [1, 1, 1, 1], [3, 1, 1, 3])
    assert value(pair, "rcv", "a", "b") == pytest.approx(-50)  # V = 1 against (9 - 1) / 16


def test_distribution_functions_by_hand():
    pair = weighted(pair_of(x=("continuous", [1.0, 2.0, 3.0], [1.0, 2.0, 3.0])), [1, 2, 1], [2, 1, 1])
    # at 1: 1/4 against 1/2; equal at 2 and 3. Weight at 1: 3/4 + 3/2 of 6
    assert value(pair, "ecdf_maximum") == 0.25
    assert value(pair, "ecdf_mean_square") == pytest.approx((0.75 + 1.5) / 6 * 0.25**2)


def test_propensity_and_clusters_by_hand():
    pair = weighted(LETTERS, [1, 1, 2], [1, 2, 1])
    # scaled to 3 and 3: a holds 1.5 and .75, b 1.5 and 2.25; scores 1/3 and 3/5
    by_hand = (2.25 * (1 / 3 - 0.5) ** 2 + 3.75 * (0.6 - 0.5) ** 2) / 6
    assert value(pair, "propensity") == pytest.approx(by_hand, rel=1e-6)
    assert value(pair, "cluster", settings=("cluster.groups=2", "cluster.replicates=0")) == pytest.approx(3 * by_hand)


def test_wasserstein_is_scipys():
    random = np.random.default_rng(1)
    x, y, w, v = random.normal(size=60), random.normal(0.3, 1.2, 50), random.gamma(2, 1, 60), random.gamma(2, 3, 50)
    pair = weighted(pair_of(x=("continuous", x, y)), w, v)
    assert value(pair, "wasserstein", "x") == pytest.approx(stats.wasserstein_distance(x, y, w, v))


def test_moments_are_those_of_statsmodels_and_numpy():
    random = np.random.default_rng(2)
    x, y, w, v = (
        random.normal(size=(60, 2)),
        random.normal(0.3, 1.2, (50, 2)),
        random.gamma(2, 1, 60),
        random.gamma(2, 3, 50),
    )
    pair = weighted(pair_of(a=("continuous", x[:, 0], y[:, 0]), b=("continuous", x[:, 1], y[:, 1])), w, v)
    found = outcomes(pair, ("mean_difference", "covariance_mae", "correlation_mae"))
    before, after = DescrStatsW(x, w), DescrStatsW(y, v)
    row = found["mean_difference", ()].detail["by_variable"]["a"]
    assert row["original"] == pytest.approx(np.average(x[:, 0], weights=w)) == pytest.approx(before.mean[0])
    assert row["original_sd"] == pytest.approx(before.std[0] * np.sqrt(60 / 59))
    assert found["correlation_mae", ()].value == pytest.approx(abs(before.corrcoef[0, 1] - after.corrcoef[0, 1]))
    upper = np.triu_indices(2)
    apart = np.abs(before.cov * 60 / 59 - after.cov * 50 / 49)[upper]
    # statsmodels' covariances have the divisor W, its variances too
    assert found["covariance_mae", ()].value == pytest.approx(apart.mean())


def test_the_propensity_model_is_that_of_statsmodels():
    random = np.random.default_rng(4)
    x, y, w, v = random.normal(size=90), random.normal(0.4, 1, 80), random.gamma(2, 1, 90), random.gamma(2, 3, 80)
    pair = weighted(pair_of(x=("continuous", x, y)), w, v)
    weights = np.concatenate([w * 90 / w.sum(), v * 80 / v.sum()])
    is_masked = np.arange(170) >= 90
    fit = sm.GLM(is_masked, sm.add_constant(np.concatenate([x, y])), sm.families.Binomial(), freq_weights=weights).fit()
    expected = np.average((fit.fittedvalues - 80 / 170) ** 2, weights=weights)
    assert value(pair, "propensity") == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("weight", [1.0, 2.0, 0.1, 1234.567])
def test_equal_weights_change_no_figure(weight):
    pair = files()
    plain = values(pair)
    assert {measure for measure, _ in plain} == set(WEIGHTED)
    assert values(weighted(pair, np.full(80, weight), np.full(80, weight))) == pytest.approx(plain, rel=1e-9, abs=1e-12)


def test_a_weight_of_two_is_the_record_twice():
    pair, random = files(), np.random.default_rng(5)
    first = random.integers(1, 4, 80)
    second = random.permutation(first)  # as many records in both files, so that the share of masked ones stays
    measures = [m for m in WEIGHTED if m not in BY_CHANCE | OF_SIZE | {"subdomain_means", "subdomain_covariances"}]
    by_weight = values(weighted(pair, first, second), measures)
    twice = values(repeated(pair, first, second), measures)
    # U_c and U_s are in records of the files as they are
    by_weight["cluster", ()] *= first.sum() / 80
    assert by_weight == pytest.approx(twice, rel=1e-6, abs=1e-12)
    exact = [key for key in twice if key[0] in ("total_variation", "hellinger", "kolmogorov_smirnov", "ecdf_maximum")]
    assert all(by_weight[key] == pytest.approx(twice[key], rel=1e-15) for key in exact)
    assert len(exact) > 8


def test_the_same_records_in_another_order_are_the_best_there_is():
    pair, random = files(), np.random.default_rng(6)
    weights, order = random.gamma(2, 1, 80), random.permutation(80)
    same = replace(pair, variables=tuple(replace(v, masked=v.original.take(order)) for v in pair.variables))
    found = values(weighted(same, weights, weights[order]))
    assert found.pop(("k_marginal", ())) == 1000
    assert {key: v for key, v in found.items() if v != 0} == {}


def test_the_order_of_records_changes_nothing():
    pair, random = files(), np.random.default_rng(7)
    pair = weighted(pair, random.gamma(2, 1, 80), random.gamma(2, 1, 80))
    other = pair.take(random.permutation(80), random.permutation(80))
    assert values(other) == pytest.approx(values(pair), rel=1e-9, abs=1e-12)


def test_weights_calibrated_anew_are_seen():
    pair, random = files(), np.random.default_rng(8)
    same = replace(pair, variables=tuple(replace(v, masked=v.original) for v in pair.variables))
    weights = random.gamma(2, 1, 80)
    found = values(weighted(same, weights, weights * (1 + 0.5 * (np.arange(80) < 40))))
    # gamma of two variables is 0 whatever they are
    assert {measure for (measure, _), v in found.items() if v == 0} <= {"gamma_distance", "loglinear_deviance"}
    assert found["total_variation_mean", ()] > 0.005
    assert found["propensity", ()] > 0


def test_what_weights_were_used_stands_beside_the_figure():
    weights = [1.0, 3.0, np.nan, 0.0]
    pair = pair_of(x=("nominal", ["a", "b", "b", "b"], ["a", "a", "b", "b"]))
    found = outcomes(weighted(pair, weights, [1, 1, 1, 1]), ("total_variation",))["total_variation", ("x",)]
    assert found.value == 0.25  # of the two records with a weight
    assert (found.n, found.detail["n_original"]) == (2, 2)
    said = found.weighting
    assert (said.variable, said.borrowed) == ("w", False)
    assert (said.original.total, said.original.records, said.original.without) == (4, 2, 2)
    assert said.original.effective == pytest.approx(16 / 10)
    assert (said.masked.total, said.masked.effective, said.masked.without) == (4, 4, 0)


def test_without_weights_nothing_is_said_of_them():
    assert outcomes(files(), ("total_variation_mean",))["total_variation_mean", ()].weighting is None


def test_measures_that_weights_do_not_enter_count_every_record():
    plain, pair = files(), weighted(files(), np.arange(80) % 3, np.arange(80) % 3)
    found = outcomes(pair, ("gdu", "gcp", "missing_values_mean"))
    assert all(o.weighting is None for o in found.values())
    assert values(pair, ("gdu", "gcp", "missing_values_mean")) == values(plain, ("gdu", "gcp", "missing_values_mean"))


def test_a_masked_file_without_the_weight_takes_it_along_its_links():
    pair = replace(LETTERS, links=np.array([2, 0, -1]))
    found = outcomes(weighted(pair, [1, 1, 2], None), ("total_variation",))["total_variation", ("x",)]
    assert found.value == pytest.approx(abs(2 / 3 - 1 / 2))  # a weighs 2 of 3; the record without a link nothing
    assert (found.weighting.borrowed, found.weighting.masked.without) == (True, 1)


@pytest.mark.parametrize(
    ("original", "masked", "reason"),
    [
        ([1, 1, 2], None, "not linked"),
        ([1, -1, 2], [1, 1, 1], "of the original is negative in 1 record"),
        ([1, 1, 2], [0, np.nan, 0], "of the masked file is above 0 in no record"),
    ],
)
def test_what_cannot_be_weighted_is_skipped_and_never_unweighted(original, masked, reason):
    found = outcomes(weighted(LETTERS, original, masked))
    assert {measure for measure, _ in found} == set(WEIGHTED)
    assert all(isinstance(o, Skipped) and reason in o.reason for o in found.values())


def test_a_tree_and_plain_average_linkage_say_that_they_have_no_weighted_form():
    pair = weighted(files(), np.arange(80) + 1, np.arange(80) + 1)
    settings = ("propensity.model=cart", "cluster.linkage=average_plain")
    found = outcomes(pair, ("propensity", "cluster"), settings)
    assert all("weighted form" in o.reason for o in found.values())


def test_samples_for_the_null_keep_the_weights_of_their_records():
    pair, random = files(400), np.random.default_rng(9)
    weights = random.gamma(1, 1, 400)  # a coefficient of variation of 1: half the effective number of records
    settings = ("propensity.model=main", "propensity.replicates=40", "ecdf.replicates=20")
    plain = outcomes(pair, ("propensity", "ecdf_maximum"), settings)
    found = outcomes(weighted(pair, weights, weights), ("propensity", "ecdf_maximum"), settings)
    for key, outcome in found.items():
        assert outcome.detail["null"]["mean"] > 1.2 * plain[key].detail["null"]["mean"]
    up = found["propensity", ()]
    assert up.detail["null"]["mean"] == pytest.approx(up.detail["analytic_null"]["mean"], rel=0.2)


def test_a_measure_within_levels_is_weighted_as_the_run_was():
    random = np.random.default_rng(11)
    pair, weights = files(200), random.gamma(2, 1, 200)
    plan = make_plan(["total_variation_mean"], ["utility.weighted=true", "utility.weight=w"])
    tagged = replace(weighted(pair, weights, weights), weights=None)  # as files stand before a run
    by_level = {line["Level"]: line["Value"] for line in level_lines(tagged, "status", plan)}
    rows = [np.flatnonzero(c.values == 0) for c in (pair.variables[4].recoded, pair.variables[4].masked)]
    first = weighted(pair, weights, weights).take(*rows)
    first = replace(first, variables=first.variables[:4])
    assert by_level["a"] == value(first, "total_variation_mean")
    assert by_level != {o["Level"]: o["Value"] for o in level_lines(pair, "status", make_plan(plan.measures))}
