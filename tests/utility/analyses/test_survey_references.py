"""Indicators and a regression of NHANES II, from the file's bytes, against R's survey package (survey 4.1) to 1e-8."""

import json
from dataclasses import replace

import pandas as pd
import pytest
from scipy import stats

from core.data import (
    Codebook,
    Column,
    Indicator,
    Model,
    Regression,
    Role,
    Scenario,
    ScenarioDeclaration,
    Statistic,
    Uses,
)
from core.intake import read_file
from core.pairing import draft_codebook, pair
from core.utility.analyses import AnalysesParameters, compare_indicators, compare_regressions

ROLES = {
    "psu": Role.CLUSTER,
    "strata": Role.STRATUM,
    "finalwgt": Role.WEIGHT,
    "weight": Role.ANALYSIS,
    "height": Role.ANALYSIS,
}
USED = (*ROLES, "bpsystol", "diabetes", "age", "female", "region")
W = "finalwgt"
INDICATORS = (
    Indicator("mean_height", Statistic.MEAN, "height", weight=W),
    Indicator("mean_bpsystol", Statistic.MEAN, "bpsystol", weight=W),
    Indicator("total_height", Statistic.TOTAL, "height", weight=W),
    Indicator("share_diabetes", Statistic.SHARE, "diabetes", "1", weight=W),
    Indicator("ratio_weight_height", Statistic.RATIO, "weight", denominator="height", weight=W),
    Indicator("quantile_bpsystol_50", Statistic.MEDIAN, "bpsystol", weight=W),
    Indicator("mean_bpsystol_region", Statistic.MEAN, "bpsystol", by="region", weight=W),
)
FORMULA = "bpsystol ~ age + weight + female"


@pytest.fixture(scope="module", params=["as R reads it", "as it is read here"])
def survey(shared_data, request):
    """The pair of the file and itself, the reference, and how near they must be.

    Heights and weights are stored with 7 digits: R takes 62.48 for 62.4799995, which is read here as 62.48.
    """
    folder = shared_data / "labelled" / "nhanes2"
    whole = read_file("nhanes2.dta", (folder / "nhanes2.dta").read_bytes()).microdata
    file, near = replace(whole, columns={name: whole.columns[name] for name in USED}), 5e-7
    if request.param == "as R reads it":
        stored = pd.read_stata(folder / "nhanes2.dta", columns=["height", "weight"]).astype(float)
        file, near = replace(file, columns={**file.columns, **{n: Column(stored[n].to_numpy()) for n in stored}}), 1e-8
    variables = [replace(v, role=ROLES.get(v.name, Role.KEY)) for v in draft_codebook(file, []).variables]
    uses = Uses(INDICATORS, (Regression("ols", Model.OLS, FORMULA, W),))
    made = pair(file, Scenario(file, ScenarioDeclaration("m", "m", "row")), Codebook(tuple(variables), uses=uses))
    return made, json.loads((folder / "design_reference.json").read_text()), near


def test_indicators(survey):
    made, reference, near = survey
    compared = compare_indicators(made, AnalysesParameters()).compared
    found = {"_".join(filter(None, (c.indicator.name, c.level))): c.original for c in compared}
    assert len(found) == 10
    for name, figure in found.items():
        expected = reference[name]
        low_and_high = [figure.low, figure.high] if len(expected) == 4 else []
        assert [figure.value, *low_and_high, figure.standard_error] == pytest.approx(expected, rel=near), name
    whole = found["mean_bpsystol"]
    assert (whole.n, *whole.units) == (10351, 62, "cluster", 31, 0, 0)
    # a region is some of the strata, and its degrees of freedom are theirs
    assert sum(found[f"mean_bpsystol_region_{k}"].units.n for k in (1, 2, 3, 4)) == 62
    assert all(c.original == c.masked for c in compared)


def test_a_regression(survey):
    made, reference, near = survey
    (found,) = compare_regressions(made, AnalysesParameters())
    assert len(found.original.names) == 4
    for name, figure in zip(found.original.names, found.original.coefficients, strict=True):
        expected = reference[f"ols_bpsystol_{'(Intercept)' if name == 'Intercept' else name}"]
        assert [figure.value, figure.standard_error] == pytest.approx(expected, rel=near)
    # R's summary.svyglm: degf(design) + 1 - length(coef) = 62 - 31 + 1 - 4, and confint takes Student's t with them
    assert found.original.units[:3] == (62, "cluster", 28)
    for figure in found.original.coefficients:
        assert figure.high - figure.value == pytest.approx(stats.t.ppf(0.975, 28) * figure.standard_error, rel=1e-12)
