"""Tables of four and six people: the chance P of each to be found, and the individual risk r, written out."""

import numpy as np
import pandas as pd
import pytest

from core.risk import RiskParameters, expected_match_risk
from tests.risk.conftest import pair_of

N = np.nan
FOUR = [(1, 0), (1, 0), (2, 0), (3, 1)]
"""Two people alike, and two alone."""
SIX = [(1, 0), (1, 0), (1, 1), (2, 1), (2, 1), (3, N)]
"""Two pairs, one alone, and one whose second key is missing in the original."""


def chances(people: list, records: list, links: list | None, recoded: list | None = None, **given) -> tuple:
    """Return P against the exact intruder, P against the nearest one, and r, of each person."""
    frames = [None if rows is None else pd.DataFrame(rows, columns=["a", "b"]) for rows in (people, records, recoded)]
    numbered = None if links is None else np.array(links)
    pair = pair_of(*frames[:2], ["a", "b"], links=numbered, recoded=frames[2], **given)
    (keys,) = expected_match_risk.prepare(pair, RiskParameters())
    exact, nearest = (intruder.claims.chances[keys.cell_of] for intruder in keys.whole)
    r, _ = keys.individual
    return exact, nearest, r[keys.cell_of]


THIRD = 1 / 3


@pytest.mark.parametrize(
    ("people", "records", "links", "exact", "nearest", "r"),
    [
        pytest.param(FOUR, FOUR, [0, 1, 2, 3], *[[1 / 2, 1 / 2, 1, 1]] * 3, id="copy of four"),
        # one of two alike is in it: of the two the mean P is 1/2, and neither is known to be in it: r = 1/2
        pytest.param(
            FOUR, [FOUR[0], FOUR[3]], [0, 3], *[[1 / 2, 1 / 2, 0, 1]] * 2, [1 / 2, 1 / 2, 0, 1], id="sample of four"
        ),
        # the blank fits the first three: three fit the two alike, two the third, whose own the blank is not
        pytest.param(
            FOUR,
            [(1, 0), (N, 0), (2, 0), (3, 1)],
            [0, 1, 2, 3],
            [1 / 2, 1 / 2, 1 / 2, 1],
            # nearest: the blank is 1 away, so that one of the two alike is found for both
            [1 / 2, 1 / 2, 1, 1],
            [1 / 2, 1 / 2, 1 / 2, 1],
            id="masked blank of four",
        ),
        # moved between the first and the third: one of two claims about the pair is right, the third's is wrong.
        # All four claims look alike (fewer than 30): 2 of 4 are right, r = 1/2 / |C|. The second key alone is true
        # (the more reliable one): three fit the first three, and the fourth is found
        pytest.param(
            FOUR,
            [(2, 0), (1, 0), (1, 0), (3, 1)],
            [0, 1, 2, 3],
            *[[1 / 4, 1 / 4, 0, 1]] * 2,
            [THIRD, THIRD, 1 / 2, 1],
            id="swap of four",
        ),
        pytest.param(SIX, SIX, range(6), *[[1 / 2, 1 / 2, 1, 1 / 2, 1 / 2, 1]] * 3, id="copy of six with a blank"),
        # without the second and the last
        pytest.param(
            SIX,
            [SIX[0], *SIX[2:5]],
            [0, 2, 3, 4],
            *[[1 / 2, 1 / 2, 1, 1 / 2, 1 / 2, 0]] * 3,
            id="sample of six with a blank",
        ),
        # the third's second key is emptied: it fits the first three. The last, blank in the original, is met by a
        # blank alone: by its own
        pytest.param(
            SIX,
            [SIX[0], SIX[1], (1, N), *SIX[3:]],
            range(6),
            [THIRD, THIRD, 1, 1 / 2, 1 / 2, 1],
            # nearest: of the third its own is 1 away, as both pairs are: one of five
            [1 / 2, 1 / 2, 1 / 5, 1 / 2, 1 / 2, 1],
            [THIRD, THIRD, 1, 1 / 2, 1 / 2, 1],
            id="blank in either file of six",
        ),
    ],
)
def test_each_person_by_hand(people, records, links, exact, nearest, r) -> None:
    found = chances(people, records, list(links))
    assert [list(each) for each in found] == [pytest.approx(each) for each in (exact, nearest, r)]


def test_a_recode_makes_more_people_alike() -> None:
    # 1 and 2 become one value: three alike, and one alone; of six: two, three, and the last
    for people, expected in ((FOUR, [THIRD, THIRD, THIRD, 1]), (SIX, [1 / 2, 1 / 2, THIRD, THIRD, THIRD, 1])):
        coarse = [(min(a, 2) if a > 2 else 1, b) for a, b in people]
        found = chances(people, coarse, list(range(len(people))), recoded=coarse)
        assert [list(each) for each in found] == [pytest.approx(expected)] * 3


def test_without_links_people_of_a_sample_hide_among_those_alike_in_the_original() -> None:
    _, _, r = chances(SIX, [SIX[0], SIX[2], SIX[3]], None)
    assert list(r) == pytest.approx([1 / 2, 1 / 2, 1, 1 / 2, 1 / 2, 0])
