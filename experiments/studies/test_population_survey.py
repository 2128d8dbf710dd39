"""The order of Figure 1 of Woo et al. (2009), on a smaller generated population."""

import pytest

from experiments.studies.population_survey import broken_arrows, distances, maskings, population, propensities


@pytest.fixture(scope="module")
def files():
    data = population(6_000, seed=1)
    return data, maskings(data, seed=1)


def test_up_keeps_the_order_of_figure_1(files):
    values = propensities(*files, "spline")
    assert broken_arrows(values) == []
    # tax noise shows, and swaps of 30 % are far worse than those of 10 %
    assert values["Age+Race30+Mar30"] > 3 * values["Age+Race10+Mar10"]


def test_um_hardly_tells_the_maskings_apart(files):
    data, masked = files
    maxima = [distances(data, masked[name])[2] for name in ("Age", "Age+Race10", "Age+Race10+Mar10")]
    assert max(maxima) < 1.5 * min(maxima)
