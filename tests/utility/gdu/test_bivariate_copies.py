"""LDUbiv of a file beside exact copies of its records."""

import numpy as np
import pytest

from core.utility.gdu.bivariate import DecidingStep
from tests.strategies import continuous, copies, nominal, ordinal
from tests.utility.gdu.two_variables import LEFT, RIGHT, grouped, tables, utility


@pytest.mark.parametrize(("times", "changed"), [(2, False), (4, False), (5, True)])
def test_chi_squared_of_copies_as_published_is_flagged_beyond_four(times, changed):
    # SR grows with sqrt k: sqrt k - 1 > 1
    original, masked = np.array([[40, 10], [10, 40]]), times * np.array([[40, 10], [10, 40]])
    assert (tables(original, masked, direction="published").step is DecidingStep.DIRECTION) is changed
    assert tables(original, masked).value == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize(("times", "changed"), [(2, False), (3, True)])
def test_anova_of_copies_as_published_is_flagged_beyond_two(times, changed):
    # SSB grows with k: k - 1 > 1
    files = ([1.0, 2, 3], [4.0, 5, 6]), (np.tile([1.0, 2, 3], times), np.tile([4.0, 5, 6], times))
    assert (grouped(*files, normal=("b",), direction="published").step is DecidingStep.DIRECTION) is changed
    assert grouped(*files, normal=("b",)).value == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize(("before", "after", "changed"), [(4, 5, False), (3, 4, True), (1, 2, True)])
def test_kruskal_wallis_of_copies_as_published_is_flagged_beyond_the_cube_root_of_two(before, after, changed):
    # rank SSB grows with k^3: 1.25^3 - 1 = .95, (4/3)^3 - 1 = 1.37
    files = [(np.tile(LEFT, times), np.tile(RIGHT, times)) for times in (before, after)]
    assert (grouped(*files, direction="published").step is DecidingStep.DIRECTION) is changed
    assert grouped(*files).value == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize("direction", ["normalised", "cosine"])
@pytest.mark.parametrize("times", [2, 3, 7])
def test_copies_keep_every_pair_at_a_common_n(direction, times):
    settings = {"significance": "common_n", "direction": direction}
    random = np.random.default_rng(1)
    groups, second = nominal(random.integers(0, 3, 30)), nominal(random.integers(0, 4, 30))
    x, y = continuous(random.normal(size=30)), ordinal(random.integers(0, 5, 30))
    for a, b in ((groups, second), (groups, x), (x, y)):
        found = utility((a, copies(a, times)), (b, copies(b, times)), **settings)
        assert found.value == pytest.approx(1.0, abs=1e-12)


def test_the_published_direction_is_the_normalised_one_at_equal_n():
    for seed in range(30):
        random = np.random.default_rng(seed)
        files = [tuple(random.normal(loc, size=20) for loc in random.normal(size=3)) for _ in range(2)]
        assert grouped(*files).step is grouped(*files, direction="published").step
