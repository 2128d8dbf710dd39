"""The settings of GDU: their ranges, and that each reaches the engine from FAMILY.parameter=value."""

import pytest

from core.assessment.plan import make_plan
from core.errors import PlanError
from core.utility.gdu import GduParameters


@pytest.mark.parametrize(
    "wrong", [{"alpha": 0.0}, {"alpha": 1.0}, {"univariate_share": -0.1}, {"univariate_share": 1.1}]
)
def test_values_outside_their_range_are_refused(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        GduParameters(**wrong)


def test_a_variable_cannot_be_both_normal_and_not():
    with pytest.raises(ValueError, match="'age' is declared both"):
        GduParameters(normal=("age", "income"), not_normal=("age",))


def test_a_variable_has_one_recode_measure():
    with pytest.raises(ValueError, match="two recode measures are named for 'age'"):
        GduParameters(recode_pairs=("age",), recode_allocation=("income", "age"))


@pytest.mark.parametrize(
    ("setting", "name", "value"),
    [
        ("gdu.alpha=0.01", "alpha", 0.01),
        ("gdu.p_form=published", "p_form", "published"),
        ("gdu.direction=cosine", "direction", "cosine"),
        ("gdu.missing=category", "missing", "category"),
        ("gdu.normality=lilliefors", "normality", "lilliefors"),
        ("gdu.normal=age,income", "normal", ("age", "income")),
        ("gdu.not_normal=age", "not_normal", ("age",)),
        ("gdu.basis=harmonised", "basis", "harmonised"),
        ("gdu.significance=common_n", "significance", "common_n"),
        ("gdu.recode_pairs=age", "recode_pairs", ("age",)),
        ("gdu.recode=allocation", "recode", "allocation"),
        ("gdu.univariate_share=0.25", "univariate_share", 0.25),
        ("gdu.subgroup=region", "subgroup", "region"),
    ],
)
def test_every_setting_can_be_given_as_text(setting, name, value):
    plan = make_plan(settings=[setting])
    assert getattr(plan.of("gdu"), name) == value
    assert isinstance(hash(plan), int)


@pytest.mark.parametrize("setting", ["gdu.alpha=2", "gdu.alpha=x", "gdu.recode=median", "gdu.univariate_share=-1"])
def test_wrong_values_are_named(setting):
    with pytest.raises(PlanError, match="gdu"):
        make_plan(settings=[setting])
