"""Detail that recoding took away, by hand and on sdcMicro's testdata; no record is linked."""

import numpy as np
import pytest

from core.data import CategoryMap
from core.pairing import draft_codebook, pair
from core.utility.loss import LossParameters
from core.utility.loss.detail_lost import MEASURES
from tests.pairing.builders import codebook, microdata, read_csv, scenario, variable


def measured(both):
    parameters = LossParameters()
    return {(o.measure, o.target): o for m in MEASURES for o in m.compute(m.prepare(both, parameters))}


def test_by_hand():
    original = {"a": list("abcd") * 2, "b": list("wxyz") * 2, "c": [1.0, 2, 3, 4] * 2, "d": ["k"] * 8}
    masked = {"a": ["ab", "ab", "cd", "cd"] * 2, "b": ["x", "w", None, "z"] * 2, "d": ["k"] * 8}
    book = codebook(*(variable(n, "continuous" if n == "c" else "nominal") for n in original))
    recodes = {"a": CategoryMap({"ab": ("a", "b"), "cd": ("c", "d")})}
    found = measured(pair(microdata(**original), scenario(microdata("m.csv", **masked), recodes=recodes), book))
    # four equal values became two: log 2 / log 4; what was swapped or blanked is as detailed as it was
    assert found["detail_lost", ("a",)].value == pytest.approx(0.5)
    assert found["detail_lost", ("a",)].detail["values_left"] == 2
    assert found["detail_lost", ("b",)].value == 0
    assert found["detail_lost", ("b",)].detail["blanks"] == 0.25
    assert found["detail_lost", ("c",)].value == 1
    assert found["detail_lost", ("c",)].detail["removed"]
    assert "no detail to lose" in found["detail_lost", ("d",)].reason
    assert found["detail_lost_mean", ()].value == pytest.approx(0.5)


def test_a_coarser_recode_loses_more_and_says_the_share_of_the_range():
    ages = np.random.default_rng(1).integers(0, 100, 400).tolist()
    lost = []
    for width in (2, 5, 10, 50):
        bands = [f"{age // width * width}-{age // width * width + width - 1}" for age in ages]
        both = pair(microdata(age=ages), scenario(microdata("m.csv", age=bands)), codebook(variable("age")))
        found = measured(both)["detail_lost", ("age",)]
        lost.append(found.value)
        assert found.detail["range_share"] == pytest.approx((width - 1) / 99, abs=0.01)
    assert lost == sorted(lost)
    assert 0 < lost[0] < lost[-1] < 1


def test_age_of_testdata_in_tens(shared_data):
    original = read_csv(shared_data / "sdcmicro/testdata.csv")
    masked = read_csv(shared_data / "sdcmicro/masked/testdata/recode_age10.csv")
    found = measured(pair(original, scenario(masked), draft_codebook(original)))
    assert found["detail_lost", ("age",)].value == pytest.approx(0.551, abs=0.0005)
