"""Indicators and regressions of files that were drawn in strata and clusters, or come with replicate weights."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from statsmodels.genmod.families import Binomial, Poisson
from statsmodels.genmod.generalized_linear_model import GLM
from statsmodels.regression.linear_model import WLS

from core.data import (
    Codebook,
    Column,
    Indicator,
    Level,
    Microdata,
    Model,
    Regression,
    ReplicateDeclaration,
    ReplicateMethod,
    ReplicateWeights,
    Role,
    SampleDesign,
    Scenario,
    ScenarioDeclaration,
    Statistic,
    Unit,
    Uses,
    Variable,
)
from core.pairing import pair
from core.utility.analyses import AnalysesParameters, compare_indicators, compare_regressions
from core.utility.analyses.regressions import regression_detail
from tests.utility.analyses.files import labels

PARAMETERS = AnalysesParameters()
ROLES = {"weight": Role.WEIGHT, "cluster": Role.CLUSTER, "stratum": Role.STRATUM, "house": Role.HOUSEHOLD}
DESIGN = {
    "stratum": labels(["a"] * 5 + ["b"] * 3),
    "cluster": labels(["1", "1", "2", "2", "2", "1", "2", "2"]),  # numbered anew in each stratum
}
VALUES = np.array([1.0, 3, 4, 6, 6, 2, 7, 3])
EXAMPLE = {
    "y": Column(VALUES),
    "sex": labels(["f", "m", "f", "f", "m", "f", "f", "m"]),
    "weight": Column(np.array([1.0, 2, 1, 1, 2, 3, 1, 1])),
    **DESIGN,
}


def drawn(uses, file=None, masked=None, population=None):
    """The pair of a file and a copy of it, or a masked version."""
    first = file or EXAMPLE
    second = masked or first
    n = len(first["y"].numbers if first["y"].numbers is not None else first["y"].codes)
    variables = tuple(
        Variable(name, Level.CONTINUOUS if column.numbers is not None else Level.NOMINAL, ROLES.get(name, Role.KEY))
        for name, column in first.items()
    )
    scenario = Scenario(Microdata("m.csv", second, n), ScenarioDeclaration("m.csv", "m", "none"))
    return pair(Microdata("o.csv", first, n), scenario, Codebook(variables, uses=uses, units_of_population=population))


def indicators(*chosen, parameters=PARAMETERS, **files):
    return compare_indicators(drawn(Uses(chosen), **files), parameters).compared


MEAN = Indicator("mean", Statistic.MEAN, "y", weight="weight")


def test_a_mean_over_clusters_in_strata_by_hand():
    (found,) = indicators(MEAN)
    # W = 12, sum w y = 7 + 10 + 12 + 6 + 10 = 45 - 0: 1 + 6 + 4 + 6 + 12 + 6 + 7 + 3 = 45, mean 3.75
    assert found.original.value == 3.75
    # w (y - 3.75) by cluster: -4.25, 7 | -5.25, 2.5; 2 ((11.25 / 2)^2 2 / 2 + ...) = 11.25^2 + 7.75^2, over 12
    error = np.sqrt(11.25**2 + 7.75**2) / 12
    assert found.original.standard_error == pytest.approx(error)
    assert found.original.low == pytest.approx(3.75 - stats.t.ppf(0.975, 2) * error)
    assert found.original.units[:3] == (4, "cluster", 2)
    described = found.original.described()
    assert (described["n"], described["units"], described["unit"]) == (8, 4, "cluster")
    assert found.flags()[-2:] == tuple(
        f"only 2 degrees of freedom from 4 clusters in the {file}: the interval is rough"
        for file in ("original", "masked file")
    )


def test_the_mean_of_a_part_keeps_the_clusters_that_have_none_of_it_in_the_variance():
    found = {c.level: c.original for c in indicators(replace(MEAN, by="sex"))}
    # women: weights 1 1 1 3 1 = 7, sum w y = 1 + 4 + 6 + 6 + 7 = 24
    mean = 24 / 7
    totals = [1 - mean, 10 - 2 * mean, 6 - 3 * mean, 7 - mean]
    error = np.sqrt((totals[0] - totals[1]) ** 2 + (totals[2] - totals[3]) ** 2) / 7
    assert (found["f"].value, found["f"].standard_error) == pytest.approx((mean, error))
    # men are in clusters a1, a2 and b2; b1 counts with 0
    mean = (6 + 12 + 3) / 5
    totals = [6 - 2 * mean, 12 - 2 * mean, 0, 3 - mean]
    error = np.sqrt((totals[0] - totals[1]) ** 2 + (totals[2] - totals[3]) ** 2) / 5
    assert (found["m"].value, found["m"].standard_error) == pytest.approx((mean, error))
    assert found["m"].units[:3] == (3, "cluster", 1)


def test_totals_shares_and_ratios_by_hand():
    total, share, ratio = indicators(
        Indicator("total", Statistic.TOTAL, "y", weight="weight"),
        Indicator("share", Statistic.SHARE, "sex", "f", weight="weight"),
        Indicator("ratio", Statistic.RATIO, "y", denominator="y", weight="weight"),
    )
    # w y by cluster: 7, 22 | 6, 10
    assert (total.original.value, total.original.standard_error) == pytest.approx((45, np.sqrt(15**2 + 4**2)))
    # w (x - 7/12) over 12 by cluster: 1 - 3 p, 2 - 4 p | 3 - 3 p, 1 - 2 p
    p = 7 / 12
    error = np.sqrt((1 - p) ** 2 + (2 - p) ** 2) / 12
    assert (share.original.value, share.original.standard_error) == pytest.approx((p, error))
    assert (ratio.original.value, ratio.original.standard_error) == pytest.approx((1, 0), abs=1e-12)


def test_a_finite_population_takes_its_share_off_by_hand():
    file = {**EXAMPLE, "npsu": Column(np.array([8.0] * 5 + [2.0] * 3))}
    made = drawn(Uses((MEAN,)), file, population="npsu")
    (found,) = compare_indicators(made, PARAMETERS).compared
    # 2 of 8 clusters in stratum a, both of 2 in stratum b
    assert found.original.standard_error == pytest.approx(np.sqrt(0.75 * 11.25**2) / 12)


def test_households_are_units_where_no_cluster_is_tagged():
    file = {**EXAMPLE, "house": DESIGN["cluster"]}
    for name in DESIGN:
        file.pop(name)
    (found,) = indicators(MEAN, file=file)
    # two households 1 and 2: totals -4.25 - 5.25 = -9.5 and 9.5
    assert found.original.standard_error == pytest.approx(19 / 12)
    assert found.original.units[:3] == (2, "household", 1)


def test_units_without_a_weight_do_not_count():
    file = {**EXAMPLE, "weight": Column(np.array([1.0, 2, 0, 0, 0, 3, 1, 1]))}
    (found,) = indicators(MEAN, file=file)
    assert found.original.units[:3] == (3, "cluster", 1)


def test_one_unit_in_every_stratum_leaves_no_interval():
    file = {**EXAMPLE, "cluster": labels(["1"] * 8)}
    (found,) = indicators(MEAN, file=file)
    assert found.original is None
    assert "one cluster of each stratum" in found.reason


def test_a_stratum_of_one_unit_is_said():
    file = {**EXAMPLE, "cluster": labels(["1", "1", "2", "2", "3", "1", "1", "1"])}
    (found,) = indicators(MEAN, file=file)
    # totals -4.25, -.25 + ... : a1 -4.25, a2 2.5, a3 4.5 with mean 2.75 / 3 | b -2.75, centred at 0
    part = np.array([-4.25, 2.5, 4.5])
    assert found.original.standard_error == pytest.approx(np.sqrt(1.5 * 3 * part.var() + 2.75**2) / 12)
    assert any("1 stratum of the original holds a single cluster" in flag for flag in found.flags())


def test_a_file_without_a_design_says_nothing_of_units():
    (found,) = indicators(MEAN, file={name: EXAMPLE[name] for name in ("y", "sex", "weight")})
    assert found.original.units is None
    assert "units" not in found.original.described()


def survey(seed=1, n=1200, clusters=60):
    random = np.random.default_rng(seed)
    cluster = np.sort(random.integers(0, clusters, n))
    stratum = cluster % 6
    x = random.normal(size=n) + random.normal(size=clusters)[cluster]
    y = np.exp(2 + 0.3 * x + 0.5 * random.normal(size=clusters)[cluster] + 0.6 * random.normal(size=n))
    return {
        "y": Column(y),
        "x": Column(x),
        "ill": Column((random.random(n) < 1 / (1 + np.exp(1 - x))).astype(float)),
        "visits": Column(random.poisson(np.exp(0.3 * x)).astype(float)),
        "sex": labels(random.choice(["f", "m"], n)),
        "weight": Column(random.uniform(1, 5, n)),
        "cluster": labels([f"{c:02d}" for c in cluster]),
        "stratum": labels(stratum),
    }


ALL = (
    Indicator("mean", Statistic.MEAN, "y", weight="weight"),
    Indicator("median", Statistic.MEDIAN, "y", by="sex", weight="weight"),
    Indicator("decile", Statistic.QUANTILE, "y", quantile=0.9),
    Indicator("share", Statistic.SHARE, "sex", "f", weight="weight"),
    Indicator("total", Statistic.TOTAL, "y", by="sex", weight="weight"),
    Indicator("ratio", Statistic.RATIO, "y", denominator="visits", weight="weight"),
    Indicator("gini", Statistic.GINI, "y", weight="weight"),
    Indicator("poverty", Statistic.POVERTY_RATE, "y", by="sex", weight="weight"),
)


@pytest.mark.parametrize("chosen", ALL, ids=lambda i: i.name)
@pytest.mark.slow
def test_every_indicator_agrees_with_the_bootstrap_of_clusters_in_strata(chosen):
    linear = indicators(chosen, file=survey())
    drawn_again = indicators(chosen, file=survey(), parameters=AnalysesParameters("bootstrap", 300))
    for one, other in zip(linear, drawn_again, strict=True):
        assert one.original.value == other.original.value
        assert one.original.standard_error == pytest.approx(other.original.standard_error, rel=0.2)
        assert one.original.units == other.original.units
        assert one.original == one.masked


@pytest.mark.parametrize("parameters", [PARAMETERS, AnalysesParameters("bootstrap", 100)], ids=["linear", "bootstrap"])
def test_the_order_of_the_records_changes_nothing(parameters):
    file = survey(n=300)
    order = np.random.default_rng(2).permutation(300)
    moved = {name: column.take(order) for name, column in file.items()}
    for one in indicators(*ALL, file=file, masked=moved, parameters=parameters):
        a, b = one.original, one.masked
        assert (a.value, a.standard_error, a.low, a.high) == pytest.approx(
            (b.value, b.standard_error, b.low, b.high), rel=1e-11
        )


def regression(model, formula, file, weight="weight"):
    (found,) = compare_regressions(drawn(Uses((), (Regression("r", model, formula, weight),)), file), PARAMETERS)
    return found


@pytest.mark.parametrize(
    ("model", "response", "family"),
    [(Model.OLS, "y", None), (Model.LOGIT, "ill", Binomial()), (Model.POISSON, "visits", Poisson())],
)
@pytest.mark.parametrize("weight", ["weight", None])
def test_regressions_against_the_clustered_sandwich_of_statsmodels(model, response, family, weight):
    file = {name: column for name, column in survey().items() if name != "stratum"}
    fitted = regression(model, f"{response} ~ x", file, weight).original
    w = file["weight"].numbers / file["weight"].numbers.mean() if weight else np.ones(1200)
    columns = np.column_stack([np.ones(1200), file["x"].numbers])
    y, groups = file[response].numbers, file["cluster"].codes
    if family is None:
        other = WLS(y, columns, weights=w).fit(cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False})
    else:
        other = GLM(y, columns, family=family, freq_weights=w).fit(tol=1e-12)
        expected = other.fittedvalues
        slope = expected * (1 - expected) if model is Model.LOGIT else expected
        bread = np.linalg.inv(columns.T @ (columns * (w * slope)[:, None]))
        scores = np.stack([np.bincount(groups, w * (y - expected) * c) for c in columns.T], axis=1) @ bread
        other = type("Sandwich", (), {"params": other.params, "bse": np.sqrt(np.diag(scores.T @ scores))})
    assert [c.value for c in fitted.coefficients] == pytest.approx(other.params, rel=1e-8)
    expected = other.bse * np.sqrt(60 / 59)
    assert [c.standard_error for c in fitted.coefficients] == pytest.approx(expected, rel=1e-7)
    low = fitted.coefficients[1].value - stats.t.ppf(0.975, 58) * expected[1]  # 60 clusters, 2 coefficients
    assert fitted.coefficients[1].low == pytest.approx(low, rel=1e-7)
    assert fitted.units[:3] == (60, "cluster", 58)


def test_a_regression_says_its_units():
    detail = regression_detail(regression(Model.OLS, "y ~ x + sex", survey()))
    of_x = detail["original"]["coefficients"]["x"]
    assert (of_x["n"], of_x["units"], of_x["unit"], of_x["degrees_of_freedom"]) == (1200, 60, "cluster", 52)


def with_replicates(made, replicates):
    """The pair with a design that has these replicate weights alone."""
    n = made.original.n_records
    zeros = np.zeros(n, dtype=np.int64)
    design = SampleDesign(np.arange(n), zeros, Unit.RECORD, replicates=replicates)
    return replace(made, original=replace(made.original, drawn=design), masked=replace(made.masked, drawn=design))


def replicates(method, weights, factors=()):
    declared = ReplicateDeclaration(method, tuple(factors))
    return ReplicateWeights(declared, tuple(f"r{k}" for k in range(weights.shape[1])), weights)


def jackknifed(n):
    """JK1 weights of n records of weight 2: each record in turn left out."""
    return 2 * (1 - np.eye(n)) * n / (n - 1)


TINY = {"y": Column(np.array([1.0, 2, 6])), "weight": Column(np.full(3, 2.0))}


@pytest.mark.parametrize(
    ("method", "weights", "factors", "variance"),
    [
        # the jackknife of a mean is exactly its classical variance, 7 / 3
        (ReplicateMethod.JK1, jackknifed(3), (), 7 / 3),
        (ReplicateMethod.JKN, jackknifed(3), (2 / 3,) * 3, 7 / 3),
        # means 1.5 and 6, deviations -1.5 and 3: (2.25 + 9) / 2
        (ReplicateMethod.BRR, np.array([[4.0, 0], [4, 0], [0, 4]]), (), 11.25 / 2),
        (ReplicateMethod.BOOTSTRAP, np.array([[4.0, 0], [4, 0], [0, 4]]), (), 11.25 / 2),
        # weights 3, 3, 1 and 1, 1, 3: means 15/7 and 21/5; over 2 (1 - .5)^2
        (ReplicateMethod.FAY, np.array([[3.0, 1], [3, 1], [1, 3]]), (0.5,), ((6 / 7) ** 2 + 1.2**2) / 0.5),
    ],
)
def test_replicate_weights_by_hand(method, weights, factors, variance):
    made = with_replicates(drawn(Uses((MEAN,)), TINY), replicates(method, weights, factors))
    (found,) = compare_indicators(made, PARAMETERS).compared
    assert found.original.value == 3
    assert found.original.standard_error == pytest.approx(np.sqrt(variance))
    assert found.original.described()["replicates"] == weights.shape[1]
    assert found.original.units.degrees_of_freedom == weights.shape[1] - 1


def test_replicate_weights_do_not_speak_of_unweighted_figures():
    made = with_replicates(
        drawn(Uses((replace(MEAN, weight=None),)), TINY), replicates(ReplicateMethod.JK1, jackknifed(3))
    )
    (found,) = compare_indicators(made, PARAMETERS).compared
    assert found.original.units.replicates == 0
    assert found.original.standard_error == pytest.approx(np.sqrt(7 / 3))


@pytest.mark.slow
def test_the_jackknifes_weights_give_medians_and_regressions_like_the_design():
    file = {name: column for name, column in survey(n=400).items() if name not in ("cluster", "stratum")}
    uses = Uses((replace(ALL[1], by=""), ALL[6]), (Regression("r", Model.LOGIT, "ill ~ x", "weight"),))
    made = drawn(uses, file)
    jackknife = file["weight"].numbers[:, None] * (1 - np.eye(400)) * 400 / 399
    found = with_replicates(made, replicates(ReplicateMethod.JK1, jackknife))
    for one, other in zip(
        compare_indicators(made, PARAMETERS).compared, compare_indicators(found, PARAMETERS).compared, strict=True
    ):
        assert one.original.value == other.original.value
        assert one.original.standard_error == pytest.approx(other.original.standard_error, rel=0.05)
    fits = [compare_regressions(each, PARAMETERS)[0].original for each in (made, found)]
    errors = [[c.standard_error for c in fitted.coefficients] for fitted in fits]
    assert errors[0] == pytest.approx(errors[1], rel=0.03)
    assert fits[1].units.replicates == 400


def test_a_replicate_weight_that_is_missing_is_said():
    weights = jackknifed(3)
    weights[1, 1] = np.nan
    made = with_replicates(drawn(Uses((MEAN,)), TINY), replicates(ReplicateMethod.JK1, weights))
    (found,) = compare_indicators(made, PARAMETERS).compared
    assert "a replicate weight is missing" in found.reason


def test_too_few_clusters_for_the_coefficients_are_refused_in_words():
    file = survey(n=60)
    file["cluster"] = file["cluster"].__class__(np.arange(60) % 2.0)
    found = regression(Model.OLS, "y ~ x", {k: v for k, v in file.items() if k != "stratum"})
    assert found.original is None
    assert "1 degree of freedom of the sample" in found.reason
