"""What the practice guide warns about stands where it applies, and only there."""

import pytest

from core.assessment import Assessment
from core.assessment.comparison import VariableRecord
from core.views.methods.guide_warnings import interchanged, is_warned


def file(*maskings: str) -> Assessment:
    variables = tuple(VariableRecord(f"v{i}", "nominal", "analysis", "kept", masking=m) for i, m in enumerate(maskings))
    return Assessment("a", "a.csv", "", 10, len(variables), variables=variables)


@pytest.mark.parametrize(
    ("maskings", "warned"), [((), False), (("noise", "recode"), False), (("", "swap"), True), (("pram",), True)]
)
def test_values_compared_one_by_one_are_warned_about_after_interchange_alone(maskings, warned) -> None:
    assert is_warned(file(*maskings), "il1s") is warned
    assert not is_warned(file(*maskings), "covariance_mae")


def test_the_variables_are_named() -> None:
    assert interchanged(file("swap", "", "noise", "pram")) == ("v0", "v3")
