"""Records of other people in the codes of the original, after the recodes of the masked file."""

import numpy as np
import pytest

from core.data import Bands, CategoryMap
from core.errors import PairingError
from core.pairing import pair, with_control
from tests.pairing.builders import codebook, microdata, scenario, variable

ORIGINAL = microdata(age=[20, 30, 40], sex=["m", "f", "m"], health=[1, 2, 3])
BOOK = codebook(variable("age"), variable("sex", "nominal"), variable("health", "ordinal"))


def beside(control, original=ORIGINAL, book=BOOK, **declared):
    masked = declared.pop("masked", original)
    return with_control(pair(original, scenario(masked, **declared), book), original, control, book).control


def test_the_control_has_the_codes_of_the_original():
    control = beside(microdata("c.csv", sex=["f", "m"], age=[21, None], health=[3, 1]))
    assert (control.name, control.n_records) == ("c.csv", 2)
    np.testing.assert_array_equal(control.columns["age"].values, [21, np.nan])
    assert control.columns["sex"].values.tolist() == [0, 1]
    assert control.columns["health"].values.tolist() == [2, 0]


def test_new_nominal_categories_stand_behind_and_ordinal_ones_are_missing():
    control = beside(microdata(sex=["a", "f"], health=[4, 2]))
    assert control.columns["sex"].categories == ("f", "m", "a")
    assert control.columns["sex"].values.tolist() == [2, 0]
    assert control.columns["health"].values.tolist() == [-1, 1]
    assert "age" not in control.columns


def test_a_recode_of_the_masked_file_recodes_the_control():
    bands = Bands(((20, 29), (30, 40)), ("young", "old"))
    masked = microdata("m.csv", age=["young", "old"], sex=["all", "all"], health=[1, 2])
    merged = CategoryMap({"all": ("f", "m")})
    control = beside(
        microdata(age=[25, 33, 99], sex=["m", "x", "f"]), masked=masked, recodes={"age": bands, "sex": merged}
    )
    assert control.columns["age"].values.tolist() == [0, 1, -1]  # 99 lies in no band
    assert control.columns["sex"].values.tolist() == [0, 1, 0]


def test_numbers_written_with_zeros_are_the_numbers_of_the_original():
    original = microdata(region=[1, 2, 10])
    book = codebook(variable("region", "nominal"))
    assert beside(microdata(region=["02", "10"]), original, book).columns["region"].values.tolist() == [1, 2]


def test_missing_codes_and_text_among_numbers_are_missing():
    book = codebook(variable("age", missing=("-9",)), variable("sex", "nominal"), variable("health", "ordinal"))
    control = beside(microdata(age=[-9, "?", 20], sex=["f", "f", "f"], health=[1, 1, 1]), book=book)
    np.testing.assert_array_equal(control.columns["age"].values, [np.nan, np.nan, 20])


def test_the_control_stays_when_records_are_left_out():
    paired = with_control(pair(ORIGINAL, scenario(ORIGINAL), BOOK), ORIGINAL, ORIGINAL, BOOK)
    assert paired.take(np.array([0]), np.array([1])).control is paired.control


@pytest.mark.parametrize(
    ("control", "words"),
    [(microdata(other=[1]), "no variable in common"), (microdata(age=[]), "has no records")],
)
def test_a_file_that_is_no_control_is_refused_by_name(control, words):
    with pytest.raises(PairingError, match=f"control file 'original.csv'.*{words}"):
        beside(control)
