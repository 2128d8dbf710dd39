"""Declared indicators and regressions of both files, checked by what they rest on."""

from dataclasses import replace

import numpy as np

from core.data import Indicator, Level, Model, Regression, Scenario, Statistic, Uses
from core.pairing import draft_codebook, pair
from core.reports import CheckedIndicator, CheckedRegression, checked_estimates
from tests.pairing.builders import microdata


def test_an_estimate_of_few_records_and_a_saturated_regression_are_unsafe():
    staff = np.arange(14.0)
    columns = {"region": ["N"] * 11 + ["S"] * 3, "staff": staff, "turnover": 3 * staff + np.tile([1, -1], 7)}
    original = microdata("original.csv", **columns)
    codebook = draft_codebook(original)
    variables = tuple(v if v.name == "region" else replace(v, level=Level.CONTINUOUS) for v in codebook.variables)
    uses = Uses(
        (Indicator("Middle", Statistic.MEDIAN, "staff", by="region"),),
        (Regression("Turnover", Model.OLS, "turnover ~ staff"),),
    )
    codebook = replace(codebook, variables=variables, uses=uses)
    compared = pair(original, Scenario(original, codebook.declaration("original.csv")), codebook)
    by_region, turnover, *_ = checked_estimates(compared, 13)
    assert isinstance(by_region, CheckedIndicator)
    assert by_region.few == (0, 1)
    assert isinstance(turnover, CheckedRegression)
    assert (turnover.freedom, turnover.is_saturated) == (12, True)
    assert [name for name, _estimate, _p in turnover.coefficients()] == ["Intercept", "staff"]
