"""What shows that a masked file was made of the control's people as well, and what does not."""

import numpy as np

from core.assessment import control_seen
from core.data import FileKind
from tests.pairing.builders import codebook, microdata, scenario, variable

BOOK = codebook(variable("age"), variable("sex", "nominal"), variable("town", "nominal"))
EVERYBODY = np.random.default_rng(4)
"""500 people of whom most are alone: 900 ages, two sexes, five towns."""
CELLS = np.column_stack([EVERYBODY.integers(0, size, 500) for size in (900, 2, 5)])


def file(rows, name="masked.csv"):
    age, sex, town = np.asarray(rows).T
    return microdata(name, age=age.tolist(), sex=[f"s{x}" for x in sex], town=[f"t{x}" for x in town])


ORIGINAL, CONTROL = file(CELLS[:400], "original.csv"), file(CELLS[400:], "control.csv")


def said(rows, **declared):
    return control_seen(ORIGINAL, scenario(file(rows), **declared), CONTROL, BOOK)


def test_true_records_that_the_original_lacks_and_the_control_has_are_the_controls():
    # a file of everybody: those of the control who equal nobody of the original are the 100 less their twins
    assert said(CELLS).startswith("of 100 complete records of the file that the original lacks, compared in 3")
    assert "100 are equal to one of the control's 100" in said(CELLS)
    assert said(CELLS[:400]) == ""
    assert said(CELLS[:400][::2]) == ""


def test_false_values_hide_some_of_them_but_not_all():
    changed, twins = CELLS.copy(), _alone()
    changed[::3, 2] = (changed[::3, 2] + 1) % 5
    text = said(changed, kind=FileKind.MASKED)
    found, n, share, most = _counts(changed, twins)
    assert text.startswith(f"{found} of {n} people of the control who are alone with their values of 3 variables")
    assert f"({share:.1%}; of people whom no masking saw at most {most:.1%} would)" in text
    assert said(changed[:400]) == ""


def _alone():
    _, of, counts = np.unique(CELLS, axis=0, return_inverse=True, return_counts=True)
    return counts[of.ravel()] == 1


def _counts(masked, alone):
    """Count by hand: of 500 people f1 are alone and f2 are in twos; 500 records meet 500 * 2 (f2 + 1) / (500 f1)."""
    _, counts = np.unique(CELLS, axis=0, return_counts=True)
    here = {tuple(row) for row in masked.tolist()}
    people = [tuple(row) for row in CELLS[400:][alone[400:]].tolist()]
    found = sum(person in here for person in people)
    return found, len(people), found / len(people), 2 * (int((counts == 2).sum()) + 1) / int((counts == 1).sum())


def test_other_people_of_the_same_population_are_met_by_chance_alone():
    random = np.random.default_rng(9)
    for size in (100, 500, 1000):
        assert said(np.column_stack([random.integers(0, s, size) for s in (900, 2, 5)]), kind=FileKind.SYNTHETIC) == ""


def test_records_of_the_original_and_of_declared_other_people_are_not_looked_at():
    assert said(CELLS[:400], linked="row") == ""
    assert said(CELLS, kind=FileKind.OTHER_PEOPLE) == ""


def test_a_variable_with_noise_is_left_out_of_what_is_compared():
    noisy = CELLS.astype(float)
    noisy[:, 1] = 0
    assert said(noisy.astype(int), masking={"sex": "noise"}).startswith("of ")
    noisy[:, 0] += 0.5
    assert said(noisy, masking={"age": "noise"}) == ""  # sex and town tell nobody apart
