"""Whatever is done to a file, nobody finds more than the original gives away at the detail that is published."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.measures import Result
from core.risk import RiskParameters, expected_match_risk
from tests.risk.conftest import pair_of

KEYS = ["a", "b", "c"]
NUMERIC = ("c",)
CASES = 40
"""In every run others; 4,000 were tried once."""


@st.composite
def maskings(draw: st.DrawFn) -> tuple:
    """Return people, the same recoded, masked records, the row that each comes from, and whether they are linked."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.integers(1, 40))
    values = draw(st.integers(1, 5))
    people = pd.DataFrame(random.integers(0, values, (n, 3)).astype(float), columns=KEYS)
    people = people.mask(random.random((n, 3)) < draw(st.sampled_from([0, 0.1, 0.5])))
    recoded = people.assign(a=people["a"] // draw(st.integers(1, 3)))
    masked, rows = recoded.copy(), np.arange(n)
    for step in draw(st.lists(st.sampled_from(STEPS), max_size=3)):
        masked, rows = step(masked, rows, random)
    wrong = draw(st.booleans())
    return people, recoded, masked, random.permutation(rows) if wrong else rows, draw(st.booleans())


def _blanked(masked, rows, random):
    return masked.mask(random.random(masked.shape) < random.choice([0.05, 0.5, 1.0])), rows


def _redrawn(masked, rows, random):
    key = random.choice(KEYS)
    changed = random.random(len(masked)) < random.random()
    return masked.assign(**{key: np.where(changed, random.permutation(masked[key]), masked[key])}), rows


def _swapped(masked, rows, random):
    key = random.choice(KEYS)
    return masked.assign(**{key: random.permutation(masked[key])}), rows


def _noisy(masked, rows, random):
    return masked.assign(c=masked["c"] + random.normal(0, 1, len(masked)).round(1)), rows


def _sampled(masked, rows, random):
    kept = np.flatnonzero(random.random(len(masked)) < 0.6)
    return (masked.iloc[kept].reset_index(drop=True), rows[kept]) if len(kept) else (masked, rows)


def _doubled(masked, rows, random):
    again = random.integers(0, len(masked), random.integers(1, 10))
    return pd.concat([masked, masked.iloc[again]], ignore_index=True), np.append(rows, rows[again])


def _with_strangers(masked, rows, random):
    others = random.integers(0, len(masked), random.integers(1, 10))
    return pd.concat([masked, masked.iloc[others]], ignore_index=True), np.append(rows, np.full(len(others), -1))


STEPS = [_blanked, _redrawn, _swapped, _noisy, _sampled, _doubled, _with_strangers]


def _weighed(pair, weights):
    return replace(pair, original=replace(pair.original, weights={"w": weights}))


@settings(max_examples=CASES)
@given(maskings(), st.booleans())
def test_no_masked_file_is_above_its_original(drawn: tuple, weighted: bool) -> None:
    people, recoded, masked, rows, linked = drawn
    pair = pair_of(people, masked, KEYS, continuous=NUMERIC, links=rows if linked else None, recoded=recoded)
    own = pair_of(people, recoded, KEYS, continuous=NUMERIC, links=np.arange(len(people)), recoded=recoded)
    if weighted:
        weights = np.arange(len(people)) % 7 + 1.0
        pair, own = _weighed(pair, weights), _weighed(own, weights)
    answer, before = (
        next(iter(expected_match_risk.compute(expected_match_risk.prepare(p, RiskParameters())))) for p in (pair, own)
    )
    assert isinstance(answer, Result)
    assert isinstance(before, Result)
    assert 0 <= answer.value <= before.value + 1e-12
    cells = len(recoded.drop_duplicates())
    assert before.value == pytest.approx(cells / len(people)) or (weighted and before.value < cells / len(people))
    if individual := answer.detail.get("individual"):
        assert 0 <= individual["largest"] <= 1 + 1e-12
        assert 0 <= individual["alone"] <= 1
        assert (individual["alone"] > 0) == (individual["largest"] > 1 / 2 + 1e-9)
        assert individual["largest_in_population"] <= individual["largest"] + 1e-12
        assert sorted(individual["above"].values()) == [individual["above"][k] for k in ("2", "3", "5")]
