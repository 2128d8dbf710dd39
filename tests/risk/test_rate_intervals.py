"""How much attacks on persons of whole households tell, and how often the interval net of a control holds."""

import numpy as np
import pytest

from core.data import SampleDesign, Unit
from core.risk.rate_intervals import effective_attacks
from core.statistics.attacks import Rate, net_of

HOMES, SIZE = 50, 4
ROWS = np.arange(HOMES * SIZE)
NO_STRATA = np.zeros(len(ROWS), dtype=np.int64)
AT_HOME = SampleDesign(ROWS // SIZE, NO_STRATA, Unit.HOUSEHOLD, "hid")


def succeeded(chance, random):
    """Attacks on the persons of 50 households of four: of half the households all or none succeed."""
    of_home = np.repeat(random.random(HOMES) < chance, SIZE)
    alike = np.repeat(random.random(HOMES) < 0.5, SIZE)
    return np.where(alike, of_home, random.random(len(ROWS)) < chance).astype(float)


def test_intervals_net_of_a_control_hold_where_households_are_found_together():
    random, samples, (a, c) = np.random.default_rng(3), 250, (0.4, 0.15)
    held = {"households": 0, "one by one": 0}
    for _ in range(samples):
        both = succeeded(a, random), succeeded(c, random)
        for name, drawn in (("households", AT_HOME), ("one by one", None)):
            rates = [Rate(float(v.sum()), len(v), effective_attacks(v, ROWS, drawn)) for v in both]
            low, high = net_of(*rates).interval
            held[name] += low <= (a - c) / (1 - c) <= high
    # four alike in half of the households: variance 2.5 times that of persons, 1.96 / sqrt(2.5) covers 78%
    assert held["households"] / samples == pytest.approx(0.95, abs=0.03)
    assert held["one by one"] / samples == pytest.approx(0.785, abs=0.05)


def test_records_drawn_one_by_one_tell_what_they_are():
    values = succeeded(0.3, np.random.default_rng(1))
    assert effective_attacks(values, ROWS, None) is None
    assert effective_attacks(values, ROWS, SampleDesign(ROWS, NO_STRATA, Unit.CLUSTER, "id")) == len(ROWS)
    # replicate weights alone do not say what was drawn
    assert effective_attacks(values, ROWS, SampleDesign(ROWS, NO_STRATA, Unit.RECORD)) is None


def test_strangers_are_units_of_their_own():
    values, rows = np.array([1.0, 1, 0, 0, 1, 0]), np.array([0, 1, -1, -1, 4, 5])
    alone = SampleDesign(np.arange(len(ROWS)), NO_STRATA, Unit.HOUSEHOLD, "hid")
    assert effective_attacks(values, rows, alone) == len(values)
