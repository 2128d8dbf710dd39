"""The published pattern of GDU holds on a generated population."""

import pytest

from experiments.studies.gdu_behaviour import EARLIER, study


@pytest.fixture(scope="module")
def found():
    return {n: study(n) for n in (1000, 10_000)}


def test_identity_is_one_and_removal_is_linear(found):
    for utilities in found.values():
        assert utilities["identity"].value == 1.0
        for count in (1, 2, 4):
            assert utilities[f"drop {count}"].value == pytest.approx(1 - count / 11, abs=1e-12)


def test_the_univariate_half_saturates_at_the_share_of_variables_without_noise(found):
    # five of eleven variables are continuous: once they are lost, more noise changes nothing
    assert found[10_000]["noise 1 SD"].univariate == pytest.approx(6 / 11, abs=0.05)
    assert found[1000]["noise .1 SD"].univariate > found[10_000]["noise .1 SD"].univariate


def test_a_fresh_sample_scores_well_below_one_and_shuffling_is_far_below_every_masked_file(found):
    for utilities in found.values():
        assert 0.8 < utilities["fresh sample"].value < 0.98
        others = [u.bivariate for name, u in utilities.items() if name not in ("shuffled columns", "drop 4", "drop 2")]
        assert utilities["shuffled columns"].bivariate < min(others)


def test_every_row_of_the_earlier_study_is_here(found):
    assert set(found[1000]) == set(EARLIER)
