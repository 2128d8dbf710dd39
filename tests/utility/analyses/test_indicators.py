"""Indicators of both files: values by hand, what masking does to them, and why some cannot be estimated."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import Bands, Cap, CategoryMap, Column, Indicator, Masking, Statistic, Uses
from core.utility.analyses import AnalysesParameters, compare_indicators
from core.utility.analyses.indicators import indicator_detail
from tests.utility.analyses.files import N, columns, labels, paired, rows

PARAMETERS = AnalysesParameters()
BOOTSTRAP = AnalysesParameters("bootstrap", 200)
MEAN = Indicator("mean", Statistic.MEAN, "my income")
ALL = (
    MEAN,
    Indicator("median", Statistic.MEDIAN, "my income", by="sex"),
    Indicator("decile", Statistic.QUANTILE, "my income", quantile=0.9),
    Indicator("ill", Statistic.SHARE, "ill", "yes", by="school", weight="weight"),
    Indicator("total", Statistic.TOTAL, "my income", by="sex", weight="weight"),
    Indicator("ratio", Statistic.RATIO, "my income", denominator="age"),
    Indicator("gini", Statistic.GINI, "my income", weight="weight"),
    Indicator("poverty", Statistic.POVERTY_RATE, "my income", by="sex", weight="weight"),
)


def compare(*indicators, parameters=PARAMETERS, **changed):
    return compare_indicators(paired(Uses(indicators), **changed), parameters).compared


def tiny(**values):
    return {
        name: labels(v) if isinstance(v[0], str) else Column(np.array(v, dtype=float)) for name, v in values.items()
    }


def test_a_mean_by_hand():
    (found,) = compare(replace(MEAN, variable="age"), original=tiny(age=[1, 2, 6]), masked=tiny(age=[1, 2, 9]))
    # se sqrt(7/3) = 1.527525, t(2) = 4.302653
    assert found.original.standard_error == pytest.approx(1.5275252)
    assert (found.original.low, found.original.high) == pytest.approx((-3.5724114, 9.5724114))
    assert found.masked.value == 4
    assert found.compared().inside
    assert found.compared().difference_in_se == pytest.approx(1 / 1.5275252)
    assert [flag.split(":")[0] for flag in found.flags()] == [
        "only 3 records in the original",
        "only 3 records in the masked file",
    ]


def test_the_difference_is_the_masked_figure_less_the_original_one():
    age = replace(MEAN, variable="age")
    (found,) = compare(age, original=tiny(age=[1, 2, 6]), masked=tiny(age=[1, 2, 9]))
    assert indicator_detail(found, PARAMETERS)["difference"] == pytest.approx(4 - 3)
    (lost,) = compare(age, removed=["age"])
    assert indicator_detail(lost, PARAMETERS)["difference"] is None


def test_groups_are_in_the_order_of_the_original_and_shares_by_hand():
    files = tiny(sex=["f", "f", "f", "f", "m", "m"], ill=["yes", "no", "no", "no", "yes", "yes"])
    found = compare(Indicator("ill", Statistic.SHARE, "ill", "yes", by="sex"), original=files)
    assert [c.target for c in found] == [("ill", "f"), ("ill", "m")]
    assert [c.original.value for c in found] == [0.25, 1.0]
    assert found[0].original.standard_error == pytest.approx(0.25)  # sqrt(4/3 (.75^2 + 3 .25^2)) / 4
    assert found[1].original.standard_error == 0


def test_groups_are_called_by_what_their_codes_mean_and_their_figures_stay():
    made = paired(Uses((ALL[1],)))
    told = replace(made, original=replace(made.original, value_labels={"sex": {"f": "women"}}))
    plain, named = (compare_indicators(each, BOOTSTRAP).compared for each in (made, told))
    assert [c.target for c in named] == [("median", "f · women"), ("median", "m")]
    assert [c.original for c in named] == [c.original for c in plain]


@pytest.mark.parametrize("parameters", [PARAMETERS, BOOTSTRAP], ids=["linearised", "bootstrap"])
def test_a_copy_has_every_interval_of_the_original(parameters):
    found = compare(*ALL, parameters=parameters)
    assert len(found) == 1 + 2 + 1 + 3 + 2 + 1 + 1 + 2
    for each in found:
        assert each.original == each.masked
        assert each.compared().overlap == 1.0
        assert each.compared().difference_in_se == 0
        assert each.original.low <= each.original.value <= each.original.high


@pytest.mark.parametrize("parameters", [PARAMETERS, BOOTSTRAP], ids=["linearised", "bootstrap"])
@pytest.mark.slow
def test_the_order_of_the_records_changes_no_digit(parameters):
    moved = rows(columns(), np.random.default_rng(1).permutation(N))
    for one, other in zip(
        compare(*ALL, parameters=parameters), compare(*ALL, parameters=parameters, masked=moved), strict=True
    ):
        assert one.original == other.masked


def test_bootstrap_and_linearised_errors_agree():
    for one, other in zip(compare(*ALL), compare(*ALL, parameters=BOOTSTRAP), strict=True):
        assert one.original.value == other.original.value
        assert other.original.standard_error == pytest.approx(one.original.standard_error, rel=0.35)


def test_another_seed_draws_other_samples():
    one, other = (compare(MEAN, parameters=replace(BOOTSTRAP, seed=seed))[0].original for seed in (1, 2))
    assert one.value == other.value
    assert one.low != other.low


def test_more_noise_moves_a_gini_further():
    income, random = columns()["my income"].numbers, np.random.default_rng(2)
    overlaps = []
    for sd in (200, 1500, 6000):
        noisy = np.abs(income + random.normal(0, sd, N))
        (found,) = compare(ALL[6], masked={"my income": Column(noisy)})
        overlaps.append(found.compared().overlap)
    assert overlaps == sorted(overlaps, reverse=True)
    assert overlaps[-1] < 0
    assert not found.compared().inside


def test_a_top_code_counts_though_the_recode_is_known():
    income = columns()["my income"].numbers
    capped = {"my income": Column(np.minimum(income, 2500))}
    (found,) = compare(MEAN, masked=capped, recodes={"my income": Cap(above=2500)})
    assert found.masked.value < found.original.value


@pytest.mark.parametrize(
    ("indicator", "changed", "said"),
    [
        (MEAN, {"removed": ["my income"]}, "'my income' is not in the masked file"),
        (replace(MEAN, by="sex"), {"removed": ["sex"]}, "'sex' is not in the masked file"),
        (replace(MEAN, weight="weight"), {"removed": ["weight"]}, "the weight 'weight' is not in this file"),
    ],
)
def test_what_is_removed_cannot_be_estimated(indicator, changed, said):
    for found in compare(indicator, **changed):
        assert found.original is not None
        assert found.masked is None
        assert "cannot be estimated from the masked file" in found.reason
        assert said in found.reason


def test_a_banded_variable_has_no_mean():
    age = columns()["age"].numbers
    bands = labels(np.where(age < 40, "20-39", "40-59"))
    (found,) = compare(
        replace(MEAN, variable="age"), masked={"age": bands}, recodes={"age": Bands(((20, 39), (40, 59)))}
    )
    assert "holds categories such as '20-39' there, which are no numbers" in found.reason


def test_merged_groups_are_lost_and_the_others_stay():
    merged = CategoryMap({"low or middle": ("low", "middle"), "high": ("high",)})
    school = columns()["school"]
    named = [school.labels[c] for c in school.codes]
    masked = labels(["high" if s == "high" else "low or middle" for s in named])
    found = compare(replace(MEAN, by="school"), masked={"school": masked}, recodes={"school": merged})
    assert [c.level for c in found] == ["low", "middle", "high"]
    assert [c.masked is None for c in found] == [True, True, False]
    assert found[2].compared().overlap == 1.0
    assert "'low' is no category of its own" in found[0].reason
    (share,) = compare(
        Indicator("s", Statistic.SHARE, "school", "middle"), masked={"school": masked}, recodes={"school": merged}
    )
    assert "'middle' is no category of its own" in share.reason


def test_a_group_that_the_masked_file_has_no_record_of():
    kept = np.flatnonzero(columns()["sex"].codes == 0)
    found = compare(replace(MEAN, by="sex"), masked=rows(columns(), kept))
    assert found[0].masked is not None
    assert "no records to estimate it from" in found[1].reason


def test_a_share_of_a_number():
    (found,) = compare(Indicator("none", Statistic.SHARE, "visits", "0"))
    assert found.original.value == (columns()["visits"].numbers == 0).mean()


def test_numbers_that_were_declared_as_categories_have_a_mean():
    (found,) = compare(
        Indicator("mean", Statistic.MEAN, "school"),
        original={"school": Column(np.array([1.0, 2.0, 2.0, 3.0]))},
        masked={"school": Column(np.array([1.0, 2.0, 3.0, 3.0]))},
    )
    assert (found.original.value, found.masked.value) == (2.0, 2.25)


RATIO = Indicator("r", Statistic.RATIO, "age", denominator="visits")
BY_AGE = Indicator("m", Statistic.MEAN, "visits", by="age")


@pytest.mark.parametrize(
    ("indicator", "original", "said"),
    [
        (Indicator("g", Statistic.GINI, "age"), {"age": [-1, 0, 0]}, "the total is not positive"),
        (RATIO, {"age": [1, 2], "visits": [0, 0]}, "denominator is 0"),
        (Indicator("p", Statistic.POVERTY_RATE, "age"), {"age": [3, 3, 3]}, "all values are the same"),
        (Indicator("m", Statistic.MEAN, "age"), {"age": [3, np.nan]}, "1 record to estimate it from"),
        (Indicator("m", Statistic.MEAN, "sex"), {"sex": ["f", "m"]}, "which are no numbers"),
        (Indicator("m", Statistic.MEAN, "age", weight="weight"), {"age": [1, 2], "weight": [0, 0]}, "add up to 0"),
        (Indicator("m", Statistic.MEAN, "age", weight="weight"), {"age": [1, 2], "weight": [-1, 2]}, "negative values"),
        (Indicator("m", Statistic.MEAN, "weight"), {"age": [1, 2], "weight": [1, 2]}, "is not compared"),
        (BY_AGE, {"age": range(60), "visits": range(60)}, "too many for groups"),
    ],
)
def test_what_the_original_does_not_give(indicator, original, said):
    (found,) = compare(indicator, original=tiny(**{name: list(values) for name, values in original.items()}))
    assert found.original is None
    assert said in found.reason


def test_pram_of_the_groups_moves_records_between_them():
    sex = columns()["sex"].codes.copy()
    sex[:60] = 1 - sex[:60]
    found = compare(
        replace(MEAN, by="sex"), masked={"sex": replace(columns()["sex"], codes=sex)}, masking={"sex": Masking.PRAM}
    )
    assert all(c.masked is not None for c in found)
    assert found[0].masked != found[0].original
