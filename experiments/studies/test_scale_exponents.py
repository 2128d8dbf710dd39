"""The powers by which costs grow: hand-worked."""

from collections import Counter

import pytest

from experiments.studies.scale_exponents import BESIDE, RECORDS, VARIABLES, exponent, table


def test_the_power_of_a_cost():
    assert exponent(1.0, 4.0, 4.0) == pytest.approx(1)
    assert exponent(0.5, 8.0, 4.0) == pytest.approx(2)
    assert exponent(0.01, 0.09, 4.0) is None
    assert exponent(0.0, 1.0, 4.0) is None


def test_what_takes_no_time_has_no_line():
    sizes = [*((n, BESIDE) for n in RECORDS), *((RECORDS[0], k) for k in VARIABLES)]
    seconds = [(1.0, 0.01), (4.0, 0.02), (0.5, 0.0), (8.0, 0.03)]
    spent = {size: Counter({"gdu": a, "cluster": b}) for size, (a, b) in zip(sizes, seconds, strict=True)}
    lines = table(spent)[2:]
    assert len(lines) == 1
    assert lines[0].endswith(" | 1.00 | 4.00 | 1.0 | 0.50 | 8.00 | 2.0 |")
