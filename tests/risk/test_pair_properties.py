"""What must hold for every measure of a pair of files: any pair, in any order, answers in bounds or with a reason."""

import json
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import Masking, Pair
from core.measures import Measure, Outcome, Requires, Result, Skipped, Subject
from core.risk import MEASURES, RiskParameters
from tests.risk.conftest import pair_of

pytestmark = pytest.mark.slow

PAIR_MEASURES = [m for m in MEASURES if m.subject is Subject.PAIR]
KEYS = ["sex", "grade", "age"]


def outcomes(pair: Pair) -> Iterator[tuple[Measure, list[Outcome]]]:
    """Yield what every measure of a pair answers; what several are computed from is prepared once, as in a run."""
    prepared: dict[object, object] = {}
    for measure in PAIR_MEASURES:
        if measure.prepare not in prepared:
            prepared[measure.prepare] = measure.prepare(pair, RiskParameters())
        yield measure, list(measure.compute(prepared[measure.prepare]))


def table(rng: np.random.Generator, n: int, missing: float) -> pd.DataFrame:
    columns = {
        "sex": rng.integers(0, 2, n) * 1.0,
        "grade": rng.integers(0, 4, n) * 1.0,
        "age": rng.integers(20, 30, n) * 1.0,
        "illness": rng.integers(0, 3, n) * 1.0,
    }
    return pd.DataFrame({name: np.where(rng.random(n) < missing, np.nan, c) for name, c in columns.items()})


def paired(original: pd.DataFrame, masked: pd.DataFrame, links: np.ndarray | None) -> Pair:
    return pair_of(
        original,
        masked,
        KEYS,
        sensitive=("illness",),
        continuous=("age",),
        ordinal=("grade",),
        links=links,
        maskings={"age": Masking.NOISE},
    )


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, missing = draw(st.integers(1, 25)), draw(st.sampled_from([0.0, 0.2, 1.0]))
    original = table(rng, n, missing)
    kept = rng.permutation(n)[: draw(st.integers(1, n))]
    masked = original.iloc[kept].reset_index(drop=True)
    masked["age"] += rng.integers(-2, 3, len(kept))
    links = np.where(rng.random(len(kept)) < draw(st.sampled_from([0.0, 0.3])), -1, kept)
    return paired(original, masked, draw(st.sampled_from([links, None])))


@given(pair=pairs())
def test_answers_in_bounds_or_with_a_reason(pair: Pair) -> None:
    for measure, outcome in ((m, o) for m, answers in outcomes(pair) for o in answers):
        json.dumps(outcome.detail, allow_nan=False)
        if isinstance(outcome, Result):
            assert measure.bounds[0] <= outcome.value <= measure.bounds[1]
            if outcome.interval is not None:
                assert outcome.interval[0] <= outcome.value <= outcome.interval[1]
        else:
            assert isinstance(outcome, Skipped)
            assert outcome.reason


@given(seed=st.integers(0, 2**32 - 1))
def test_the_order_of_both_files_changes_nothing(seed: int) -> None:
    rng = np.random.default_rng(seed)
    original = table(rng, 20, 0.1)
    masked = original.assign(age=original["age"] + rng.integers(-2, 3, 20))
    rows, order = rng.permutation(20), rng.permutation(20)
    place = np.empty(20, np.int64)
    place[rows] = np.arange(20)
    changed = original.iloc[rows].reset_index(drop=True), masked.iloc[order].reset_index(drop=True)
    both = zip(outcomes(paired(original, masked, np.arange(20))), outcomes(paired(*changed, place[order])), strict=True)
    for (measure, before), (_, after) in both:
        assert [o.target for o in before] == [o.target for o in after], measure.id
        for a, b in zip(before, after, strict=True):
            if isinstance(a, Result):
                assert b.value == pytest.approx(a.value, rel=1e-12), measure.id


def test_files_without_records_or_key_sets_are_skipped() -> None:
    pair = paired(table(np.random.default_rng(1), 5, 0.0), table(np.random.default_rng(2), 5, 0.0), np.arange(5))
    nobody = pair.take(np.arange(5), np.zeros(0, np.int64))
    assert not [m.id for m, answers in outcomes(nobody) for o in answers if not isinstance(o, Skipped)]
    keyless = replace(pair, original=replace(pair.original, keysets=()), masked=replace(pair.masked, keysets=()))
    for measure, answers in outcomes(keyless):
        if Requires.KEYS in measure.requires:
            (outcome,) = answers
            assert outcome.reason.startswith("no key variables are tagged"), measure.id


def test_keys_that_cannot_be_compared_are_the_reason() -> None:
    pair = paired(table(np.random.default_rng(1), 5, 0.0), table(np.random.default_rng(2), 5, 0.0), np.arange(5))
    variables = tuple(replace(v, problem="declare the recode") if v.name == "grade" else v for v in pair.variables)
    for measure, answers in outcomes(replace(pair, variables=variables)):
        if Requires.KEYS in measure.requires:
            assert [o.reason for o in answers] == ["declare the recode"], measure.id
