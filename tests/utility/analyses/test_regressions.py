"""Regressions of both files: the figures of statsmodels' own formulas, and what masking does to them."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf

from core.data import Bands, Cap, CategoryMap, Column, Model, Regression, Uses
from core.utility.analyses import AnalysesParameters, compare_regressions
from core.utility.analyses.regressions import regression_detail, regression_notices
from tests.utility.analyses.files import N, columns, labels, paired, rows

MINCER = Regression(
    "pay", Model.OLS, 'log(Q("my income")) ~ C(sex) + age + I(age**2) + school', coefficient="C(sex)[T.m]"
)
ILL = Regression("ill", Model.LOGIT, "ill ~ age + C(sex)")
VISITS = Regression("visits", Model.POISSON, "visits ~ age + sex")
ALL = (MINCER, ILL, VISITS, replace(MINCER, name="weighted", weight="weight"))


def compare(*regressions, alpha=0.05, **changed):
    return compare_regressions(paired(Uses((), regressions), **changed), AnalysesParameters(alpha=alpha))


def frame():
    found = {}
    for name, column in columns().items():
        found[name] = column.numbers if column.codes is None else [column.labels[c] for c in column.codes]
    data = pd.DataFrame(found)
    data["school"] = pd.Categorical(data["school"], ["low", "middle", "high"])
    data["sick"] = (data["ill"] == "yes").astype(float)
    return data


def same_as(found, expected, *, errors=True):
    fitted = found.original
    assert list(fitted.names) == list(expected.params.index)
    for name, estimate in zip(fitted.names, fitted.coefficients, strict=True):
        assert estimate.value == pytest.approx(expected.params[name], rel=1e-7, abs=1e-10)
        if errors:
            assert estimate.standard_error == pytest.approx(expected.bse[name], rel=1e-6)
            assert (estimate.low, estimate.high) == pytest.approx(tuple(expected.conf_int().loc[name]), rel=1e-6)
    assert fitted.p_values == pytest.approx(expected.pvalues.to_numpy(), rel=1e-5, abs=1e-12)
    assert fitted.n == int(expected.nobs)


def test_a_linear_regression_is_that_of_statsmodels():
    (found,) = compare(MINCER)
    expected = smf.ols('np.log(Q("my income")) ~ C(sex) + age + I(age**2) + school', frame()).fit()
    same_as(found, expected)
    assert found.original.r_squared == pytest.approx(expected.rsquared_adj)
    assert found.original.model_p == pytest.approx(expected.f_pvalue, rel=1e-8)
    assert found.original.missing == frame()["my income"].isna().sum()
    z = frame().dropna()
    z = pd.DataFrame({"y": np.log(z["my income"]), "m": (z["sex"] == "m").astype(float), "age": z["age"],
                      "squared": z["age"] ** 2, "middle": (z["school"] == "middle").astype(float),
                      "high": (z["school"] == "high").astype(float)})  # fmt: skip
    scaled = (z - z.mean()) / z.std()
    betas = smf.ols("y ~ m + age + squared + middle + high", scaled).fit().params
    by_name = dict(zip(found.original.names, found.original.standardised, strict=True))
    assert by_name["C(sex)[T.m]"] == pytest.approx(betas["m"])
    assert by_name["I(age ** 2)"] == pytest.approx(betas["squared"])
    assert by_name["Intercept"] == 0


def test_a_weighted_regression_has_the_sandwich_variance():
    (found,) = compare(replace(MINCER, weight="weight"))
    data = frame().dropna()
    model = smf.wls('np.log(Q("my income")) ~ C(sex) + age + I(age**2) + school', data, weights=data["weight"])
    same_as(found, model.fit(cov_type="HC1", use_t=True))


def test_a_logit_model_is_that_of_statsmodels():
    (found,) = compare(ILL)
    expected = smf.logit("sick ~ age + C(sex)", frame()).fit(disp=False)
    same_as(found, expected)
    assert found.original.r_squared == pytest.approx(1 - np.exp(-expected.llr / N))
    assert "'yes' counts as 1" in found.notices[0]


def test_a_poisson_model_is_that_of_statsmodels():
    (found,) = compare(VISITS)
    same_as(found, smf.poisson("visits ~ age + sex", frame()).fit(disp=False))


def test_a_copy_keeps_everything():
    for found in compare(*ALL):
        assert found.mean_overlap() == 1.0
        assert found.utility()[0] == 1.0
        assert not found.lost()


def test_the_order_of_the_records_changes_no_digit():
    moved = rows(columns(), np.random.default_rng(1).permutation(N))
    for found in compare(*ALL, masked=moved):
        assert found.masked.coefficients == found.original.coefficients


def test_noise_lowers_overlap_and_local_utility():
    age, random = columns()["age"].numbers, np.random.default_rng(2)
    found = [compare(MINCER, masked={"age": Column(age + random.normal(0, sd, N))})[0] for sd in (0.5, 60)]
    assert 1 > found[0].mean_overlap() > found[1].mean_overlap()
    assert found[0].utility()[0] > found[1].utility()[0]


def test_bands_are_compared_at_released_detail_and_the_published_fit_stays():
    age = columns()["age"].numbers
    bands, recode = labels(np.where(age < 40, "20-39", "40-59")), {"age": Bands(((20, 39), (40, 59)))}
    (found,) = compare(ILL, masked={"age": bands}, recodes=recode)
    assert found.names() == ("age[T.40-59]", "C(sex)[T.m]")
    assert found.mean_overlap() == 1.0
    assert found.published.names == ("Intercept", "C(sex)[T.m]", "age")
    detail = regression_detail(found)
    assert detail["released_detail"] == ["'age' is compared at released detail: the original after the same recode"]
    assert "age" in detail["published"]["coefficients"]
    (inside,) = compare(MINCER, masked={"age": bands}, recodes=recode)
    assert inside.published is not None
    assert "it cannot be compared at the masked file's detail: 'age' holds categories" in inside.reason


def test_a_top_code_is_compared_with_what_is_published():
    capped = {"visits": Column(np.minimum(columns()["visits"].numbers, 2))}
    (found,) = compare(VISITS, masked=capped, recodes={"visits": Cap(above=2)})
    assert found.original.coefficients == found.published.coefficients
    assert found.mean_overlap() < 1


def test_merged_categories_are_compared_at_released_detail():
    school = columns()["school"]
    named = ["high" if school.labels[c] == "high" else "other" for c in school.codes]
    recode = {"school": CategoryMap({"other": ("low", "middle"), "high": ("high",)})}
    (found,) = compare(MINCER, masked={"school": labels(named)}, recodes=recode)
    assert "school[T.high]" in found.names()
    assert "school[T.middle]" not in found.names()
    assert found.mean_overlap() == 1.0


def test_a_suppressed_category_is_a_lost_coefficient():
    codes = columns()["school"].codes.copy()
    codes[codes == columns()["school"].labels.index("high")] = -1
    (found,) = compare(MINCER, masked={"school": replace(columns()["school"], codes=codes)})
    assert found.lost() == ("school[T.high]",)
    assert found.mean_overlap() is None
    assert found.coefficient_utility("school[T.high]") == 0
    assert 0 < found.utility()[0] < 1


@pytest.mark.parametrize(
    ("regression", "changed", "said"),
    [
        (MINCER, {"removed": ["school"]}, "'school' is not in the masked file"),
        (ILL, {"masked": {"ill": labels(["yes"] * N)}}, "is the same in every record"),
        (ILL, {"masked": {"age": Column(np.full(N, 3.0))}}, "depend on one another"),
        (MINCER, {"masked": {"sex": labels(["m"] * N)}}, "depend on one another"),
        (VISITS, {"masked": {"visits": Column(columns()["visits"].numbers - 1)}}, "negative values"),
        (MINCER, {"masked": rows(columns(), range(5))}, "too many for"),
        (MINCER, {"masked": {"my income": Column(np.zeros(N))}}, "no coefficient|too few|no record"),
        (replace(ILL, weight="weight"), {"removed": ["weight"]}, "the weight 'weight' is not in this file"),
    ],
)
def test_what_cannot_be_fitted_to_the_masked_file(regression, changed, said):
    (found,) = compare(regression, **changed)
    assert found.published is not None
    assert found.masked is None
    assert found.utility() is None
    assert any(part in found.reason for part in said.split("|")), found.reason


def test_separation_is_named():
    age = columns()["age"].numbers
    (found,) = compare(ILL, masked={"ill": labels(np.where(age > 40, "yes", "no"))})
    assert "separation" in found.reason


def test_quasi_separation_is_named():
    sex = columns()["sex"]
    ill = ["no" if sex.labels[c] == "f" else "yes" if i % 2 else "no" for i, c in enumerate(sex.codes)]
    (found,) = compare(Regression("ill", Model.LOGIT, "ill ~ C(sex)"), masked={"ill": labels(ill)})
    assert "separation" in found.reason


@pytest.mark.parametrize(
    ("regression", "said"),
    [
        (Regression("r", Model.OLS, "log(school) ~ age"), "'school' holds categories"),
        (Regression("r", Model.OLS, "sex ~ age"), "'sex' holds categories"),
        (Regression("r", Model.LOGIT, "school ~ age"), "explains two values, and 'school' has 3"),
        (Regression("r", Model.LOGIT, "log(age) ~ sex"), "a logit model explains 0 and 1"),
        (Regression("r", Model.OLS, "age ~ age"), "explains every record exactly"),
        (Regression("r", Model.OLS, 'age ~ C(Q("my income"))'), "more than 50 categories"),
        (Regression("r", Model.OLS, "age ~ weight"), "'weight' is not compared"),
        (Regression("r", Model.OLS, "age ~ visits + I(2 * visits)"), "depend on one another"),
    ],
)
def test_what_the_original_does_not_give(regression, said):
    (found,) = compare(regression)
    assert found.published is None
    assert said in found.reason


def test_a_logarithm_of_nothing_is_left_out_and_counted():
    (found,) = compare(Regression("r", Model.OLS, "age ~ log(visits)"))
    zeros = int((columns()["visits"].numbers == 0).sum())
    assert found.original.undefined == zeros > 0
    assert any(f"{zeros:,} records of the original are left out: a function" in n for n in regression_notices(found))


def test_the_coefficient_of_interest():
    assert [regression_detail(f)["main"] for f in compare(MINCER, ILL)] == ["C(sex)[T.m]", "C(sex)[T.m]"]
    (spaced,) = compare(replace(MINCER, coefficient="I(age**2)"))
    assert regression_detail(spaced)["main"] == "I(age ** 2)"


def test_interactions_and_no_intercept():
    data = frame()
    for formula in (
        "visits ~ age * C(sex)",
        "visits ~ 0 + school + age:sex",
        "visits ~ (age + sex + school)**2 - age:sex",
    ):
        (found,) = compare(Regression("r", Model.OLS, formula))
        same_as(found, smf.ols(formula, data).fit())
