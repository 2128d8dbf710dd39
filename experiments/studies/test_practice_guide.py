"""The generated survey and its maskings are what the practice guide names."""

import numpy as np
import pytest

from core.statistics.tables.frequencies import wildcard_frequencies
from experiments.studies.practice_guide import GENDER_GAP, KEYS, VALUE_LABELS, masked_files, original, survey

WANTED = {1: 3, 2: 5, 3: 3, 4: 5, 5: 3}
"""k of each scenario; the sixth redraws a key afterwards."""


@pytest.fixture(scope="module")
def masked():
    return masked_files(original(600))


def test_the_survey_is_drawn_with_the_gap_and_the_categories_it_names():
    file = survey(200_000)
    for name, labels in VALUE_LABELS.items():
        assert {f"{code:g}" for code in np.unique(file[name])} == set(labels)
    columns = [np.ones(200_000), file["gender"] == 2, file["schooling"], file["experience"], file["experience"] ** 2]
    fitted, *_ = np.linalg.lstsq(np.column_stack(columns).astype(float), np.log(file["wage"]), rcond=None)
    # the standard error is about .5 / sqrt(200,000 x .42 x .58) = .0023
    assert fitted[1] == pytest.approx(GENDER_GAP, abs=0.01)


@pytest.mark.parametrize(("scenario", "k"), WANTED.items())
def test_every_record_has_the_look_alikes_that_the_scenario_asks_for(masked, scenario, k):
    columns = masked[f"Scenario {scenario}"].microdata.columns
    codes = np.column_stack([columns[key].categories()[0] for key in KEYS])
    assert wildcard_frequencies(codes).sample.min() >= k


def test_a_scenario_leaves_what_it_does_not_name(masked):
    before, after = original(600).columns, masked["Scenario 1"].microdata.columns
    for name in ("wage", "income", "schooling"):
        assert np.array_equal(before[name].numbers, after[name].numbers)
