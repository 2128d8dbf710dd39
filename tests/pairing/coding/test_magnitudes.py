"""Numbers that are no measurements: asked about where they look like missing codes, refused where they overflow."""

import numpy as np
import pytest

from core.data import Codebook, Column, Level, Microdata, Role, Variable
from core.pairing import cautions, why_not_computable
from core.pairing.coding.columns import observed
from core.pairing.coding.magnitudes import LARGEST, like_missing_codes


def column(*values):
    return Column(np.array(values, dtype=np.float64))


@pytest.mark.parametrize(
    ("values", "codes"),
    [
        ((1, 2, 9e307), [9e307]),
        ((1, 2.0**1023, 2.0**1023 * 1.0002), [2.0**1023, 2.0**1023 * 1.0002]),
        ((-5, 1.7014118346046923e38), [1.7014118346046923e38]),
        ((0, 1, 2147483621), [2147483621]),
        ((12, 99, 32741), [32741]),
        ((12, 9000, 32741), []),
        ((1000, 250_000_000, 2147483621), []),
        ((1, 2, 3), []),
        ((np.nan, np.nan), []),
    ],
)
def test_statas_missing_codes_are_told_from_measurements(values, codes):
    assert like_missing_codes(column(*values)).tolist() == codes


@pytest.mark.parametrize("role", [Role.KEY, Role.ANALYSIS, Role.WEIGHT])
def test_a_number_like_a_missing_code_is_asked_about_until_it_is_declared(role):
    random = np.random.default_rng(1)
    values = np.append(random.integers(20, 25, 97).astype(float), [9e307, 9e307, 8.98846567431158e307])
    original = Microdata("o.csv", {"x": Column(values)}, 100)

    def questions(missing=()):
        asked = cautions(original, Codebook((Variable("x", Level.CONTINUOUS, role, missing=missing),)))
        return [c.count for c in asked if c.is_question]

    assert questions() == [3]
    assert questions(("9e307",)) == [1]
    assert questions(("9e307", "8.98846567431158e+307")) == []


def test_large_missing_codes_are_emptied_wherever_they_are_declared():
    read = observed(column(1, 9e307, 9.1e307), ("9e307",), 3)
    assert np.isnan(read.numbers).tolist() == [False, True, False]


@pytest.mark.parametrize(
    ("values", "computable"),
    [
        ((1, LARGEST), True),
        ((1, -2 * LARGEST), False),
        ((0, 0), True),
        ((0, 1e-200), False),
        ((1, 1e-200), True),
        ((np.nan,), True),
    ],
)
def test_numbers_of_which_squares_overflow_are_not_computed_with(values, computable):
    assert (why_not_computable(np.array(values, dtype=np.float64)) == "") is computable
