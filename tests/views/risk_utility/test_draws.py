"""Draws of several files' values: each varies as its own replicates say."""

import numpy as np
import pytest

from core.measures import Jackknife, Result
from core.views.risk_utility.draws import normal_draws


@pytest.mark.parametrize("common", [True, False])
def test_files_that_were_dealt_into_other_numbers_of_groups_are_drawn_together(common: bool):
    # delete-a-group variance (g - 1) / g * sum of squared deviations: 3/4 * 4 = 3, and 1/2 * 2 = 1
    four = Result("gdu", (), 0.0, 100, jackknife=Jackknife((1.0, -1.0, 1.0, -1.0), common))
    two = Result("gdu", (), 5.0, 100, jackknife=Jackknife((4.0, 6.0), common))
    drawn = normal_draws([four, two], 1, "test")
    assert drawn.mean(axis=0) == pytest.approx([0, 5], abs=0.2)
    assert drawn.var(axis=0) == pytest.approx([3, 1], rel=0.15)
    assert bool(abs(np.corrcoef(drawn.T)[0, 1]) > 0.3) is common  # what is assigned alike goes together
