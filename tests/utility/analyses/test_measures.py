"""The measures of analyses: traits, file-level figures, details, whole runs."""

import json
from dataclasses import replace

import numpy as np
import pytest

from core.assessment import collect, make_plan, run
from core.data import Column, Indicator, Model, Regression, Scale, Scenario, Statistic, Uses
from core.intake import read_file
from core.measures import Better, Failed, Result, Skipped
from core.pairing import draft_codebook
from core.reports import write_results
from core.utility.analyses import MEASURES, AnalysesParameters
from tests.utility.analyses.files import N, columns, paired, rows

USES = Uses(
    (
        Indicator("mean", Statistic.MEAN, "my income", by="sex"),
        Indicator("gini", Statistic.GINI, "my income", weight="weight"),
    ),
    (Regression("ill", Model.LOGIT, "ill ~ age + C(sex)"), Regression("pay", Model.OLS, "visits ~ age + sex")),
    (),
    (Scale("scale", ("age", "visits")),),
)


def outcomes(uses=USES, **changed):
    pair, found = paired(uses, **changed), []
    for measure in MEASURES:
        found += list(measure.compute(measure.prepare(pair, AnalysesParameters())))
    return {(o.measure, *o.target): o for o in found}


def noisy():
    random = np.random.default_rng(2)
    return {
        "my income": Column(columns()["my income"].numbers * random.uniform(0.2, 4, N)),
        "age": Column(columns()["age"].numbers + random.normal(0, 15, N)),
    }


def test_a_copy_has_the_best_value_of_every_measure():
    found = outcomes()
    assert len(found) == 2 + 3 + 1 + 2 + 1 + 1 + 1
    for measure in MEASURES:
        values = [o.value for o in found.values() if o.measure == measure.id]
        assert values == [measure.bounds[measure.better is Better.HIGHER]] * len(values) != []


def test_damage_lowers_every_measure_that_sees_it():
    copied, masked = outcomes(), outcomes(masked=noisy())
    assert all(masked[key].value < copied[key].value for key in copied)
    for key, outcome in masked.items():
        low, high = next(m.bounds for m in MEASURES if m.id == key[0])
        assert low <= outcome.value <= high


def test_the_order_of_the_records_changes_no_digit():
    masked = {**columns(), **noisy()}
    moved = rows(masked, np.random.default_rng(1).permutation(N))
    assert outcomes(masked=masked) == outcomes(masked=moved)


def test_without_uses_the_file_level_says_what_is_missing():
    found = outcomes(Uses())
    assert {key[0] for key in found} == {"indicators_inside", "interval_overlap", "coefficient_overlap"}
    assert all(isinstance(o, Skipped) and "was chosen before the run" in o.reason for o in found.values())


def test_a_lost_indicator_is_not_inside_and_leaves_no_mean_overlap():
    uses = Uses((*USES.indicators, Indicator("visits", Statistic.MEAN, "visits")))
    found = outcomes(uses, removed=["visits"])
    inside = found["indicators_inside",]
    assert inside.value == 3 / 4
    assert (inside.detail["inside"], inside.detail["outside"], inside.detail["lost"]) == (3, 0, ["visits"])
    overlap = found["interval_overlap",]
    assert isinstance(overlap, Skipped)
    assert overlap.reason == "1 of 4 indicators have no overlap: visits"
    assert overlap.detail["mean_of_the_rest"] == 1.0
    lost = found["indicator", "visits"]
    assert "'visits' is not in the masked file" in lost.reason
    assert lost.detail["original"]["estimate"] == pytest.approx(columns()["visits"].numbers.mean())


def test_an_indicator_that_the_original_does_not_give_does_not_count():
    uses = Uses((*USES.indicators, Indicator("x", Statistic.MEAN, "sex")))
    found = outcomes(uses)
    assert found["indicators_inside",].value == 1.0
    assert found["indicators_inside",].detail["not_in_the_original"] == 1
    only = outcomes(Uses((Indicator("x", Statistic.MEAN, "sex"),)))
    assert "gives none of the 1 chosen indicators" in only["indicators_inside",].reason


def test_a_regression_that_is_lost_leaves_no_mean():
    found = outcomes(removed=["visits"])
    assert found["coefficient_overlap",].reason == "1 of 2 regressions cannot be compared: pay"
    assert "'visits' is not in the masked file" in found["ldu_regression", "pay"].reason
    assert found["ldu_logistic", "ill"].value == 1.0


def test_details_of_a_logistic_regression():
    found = outcomes(masked=noisy())["ldu_logistic", "ill"]
    assert found.value == pytest.approx(found.detail["fit_utility"] / 2 + found.detail["coefficients_utility"] / 2)
    ratio = found.detail["odds_ratios"]["age"]
    detail = outcomes(masked=noisy())["regression", "ill"].detail
    assert ratio["original"] == pytest.approx(np.exp(detail["original"]["coefficients"]["age"]["estimate"]))
    assert detail["coefficients"][0]["overlap"] < 1


def test_details_are_ready_for_json():
    for changed in ({"masked": noisy()}, {"removed": ["visits", "my income"]}):
        for outcome in outcomes(**changed).values():
            json.dumps(outcome.detail, allow_nan=False)


FILES = ("identical", "noise_add10", "noise_add50", "recode_age10", "topcode_income95")
"""Files of testdata: one for each thing that is looked at."""


@pytest.fixture(scope="module")
def testdata(shared_data):
    folder = shared_data / "sdcmicro"
    paths = [folder / "testdata.csv", *(folder / "masked" / "testdata" / f"{name}.csv" for name in FILES)]
    original, *masked = [read_file(p.name, p.read_bytes()).microdata for p in paths]
    uses = Uses(
        (
            Indicator("Income", Statistic.MEAN, "income", by="urbrur", weight="sampling_weight"),
            Indicator("Poverty", Statistic.POVERTY_RATE, "income", by="sex", weight="sampling_weight"),
        ),
        (Regression("Pay", Model.OLS, "log(income) ~ C(sex) + age + C(urbrur)", "sampling_weight"),),
    )
    codebook = replace(draft_codebook(original, masked), uses=uses)
    return original, [Scenario(m, codebook.declaration(m.name)) for m in masked], codebook


def measured(testdata, jobs, *settings):
    original, scenarios, codebook = testdata
    plan = make_plan([m.id for m in MEASURES], settings)
    return collect(plan, run(original, scenarios, codebook, plan, linked="row", jobs=jobs))


@pytest.mark.slow
def test_files_of_testdata(testdata):
    found = measured(testdata, 1)
    assert not [o for s in found.scenarios for o in s.outcomes if isinstance(o, Failed)]
    identical = found.scenario("identical")
    assert all(o.value == 1.0 for o in identical.outcomes if isinstance(o, Result))
    noise = [found.scenario(name).outcome("interval_overlap").value for name in ("noise_add10", "noise_add50")]
    assert 1 > noise[0] > noise[1]
    reason = found.scenario("recode_age10").outcome("regression", ("Pay",))
    assert isinstance(reason, Result)
    assert reason.detail["released_detail"] == [
        "'age' is compared at released detail: the original after the same recode"
    ]
    assert found.scenario("topcode_income95").outcome("indicator", ("Income", "1")).value < 1


@pytest.mark.slow
def test_the_number_of_workers_changes_no_byte(testdata):
    original, scenarios, codebook = testdata
    few = (original, scenarios[1:4], codebook)
    settings = ("analyses.interval=bootstrap", "analyses.resamples=100")
    assert write_results(measured(few, 1, *settings)) == write_results(measured(few, 2, *settings))
