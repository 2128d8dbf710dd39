"""The kernels against R's survey package on NHANES II (survey 4.1, nest=TRUE), to 1e-8."""

import json

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from core.statistics.distributions import quantiles_around, weighted_quantile
from core.statistics.estimates import mean, ratio, total
from core.statistics.survey import design_covariance, design_standard_error, first_stage, rao_scott

COLUMNS = ["psu", "strata", "finalwgt", "height", "weight", "bpsystol", "diabetes", "age", "female", "region"]


@pytest.fixture(scope="module")
def survey(shared_data):
    folder = shared_data / "labelled" / "nhanes2"
    file = pd.read_stata(folder / "nhanes2.dta", columns=COLUMNS, convert_categoricals=False).astype(float)
    return file, json.loads((folder / "design_reference.json").read_text())


def stage_of(file):
    return first_stage((file.strata * 10 + file.psu).to_numpy(), file.strata.to_numpy())


def agrees(found, reference, stage, weights):
    error = design_standard_error(weights * found.influence, stage)
    assert [found.value, error] == pytest.approx(reference, rel=1e-8)


def test_means_totals_shares_and_ratios(survey):
    file, reference = survey
    stage, w = stage_of(file), file.finalwgt.to_numpy()
    agrees(mean(file.height.to_numpy(), w), reference["mean_height"], stage, w)
    agrees(mean(file.bpsystol.to_numpy(), w), reference["mean_bpsystol"], stage, w)
    agrees(total(file.height.to_numpy(), w), reference["total_height"], stage, w)
    agrees(ratio(file.weight.to_numpy(), file.height.to_numpy(), w), reference["ratio_weight_height"], stage, w)
    known = np.where(file.diabetes.isna(), 0, w)
    agrees(mean(file.diabetes.fillna(0).to_numpy(), known), reference["share_diabetes"], stage, known)


@pytest.mark.parametrize("region", [1, 2, 3, 4])
def test_means_of_a_part_of_the_sample(survey, region):
    file, reference = survey
    inside = np.where(file.region == region, file.finalwgt, 0)
    agrees(mean(file.bpsystol.to_numpy(), inside), reference[f"mean_bpsystol_region_{region}"], stage_of(file), inside)


def test_a_median_with_woodruffs_interval(survey):
    file, reference = survey
    file = file.sort_values("bpsystol")
    values, w, t = file.bpsystol.to_numpy(), file.finalwgt.to_numpy(), stats.t.ppf(0.975, 31)
    below = mean((values <= weighted_quantile(values, w, 0.5)).astype(float), w)
    reach = t * design_standard_error(w * below.influence, stage_of(file))
    low, high = quantiles_around(values, w, below.value, reach)
    error = (high - low) / (2 * t)
    found = [weighted_quantile(values, w, 0.5), low, high, error]
    assert found == pytest.approx(reference["quantile_bpsystol_50"], rel=1e-8)


def test_a_linear_regression(survey):
    file, reference = survey
    y, w = file.bpsystol.to_numpy(), file.finalwgt.to_numpy()
    x = np.column_stack([np.ones(len(y)), file.age, file.weight, file.female])
    bread = np.linalg.inv(x.T @ (x * w[:, None]))
    beta = bread @ (x.T @ (w * y))
    covariance = design_covariance((x * (w * (y - x @ beta))[:, None]) @ bread, stage_of(file))
    for k, name in enumerate(("(Intercept)", "age", "weight", "female")):
        found = [beta[k], np.sqrt(covariance[k, k])]
        assert found == pytest.approx(reference[f"ols_bpsystol_{name}"], rel=1e-8)


def test_a_table(survey):
    file, reference = survey
    codes = file.diabetes.fillna(-1).to_numpy().astype(int), file.female.to_numpy().astype(int)
    found = rao_scott(*codes, (2, 2), file.finalwgt.to_numpy(), stage_of(file))
    assert [found.statistic, *found.freedom, found.p] == pytest.approx(reference["chisq_diabetes_female_F"], rel=1e-8)
