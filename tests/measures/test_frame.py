"""Outcomes as rows of one frame, and back."""

from dataclasses import fields

import pytest

from core.assessment import CATALOGUE, Assessment, Comparison
from core.data import Unit
from core.measures import (
    FAULT,
    OF_FIGURE,
    Failed,
    FrameRow,
    Jackknife,
    JackknifeDesign,
    JackknifeUnits,
    Result,
    Skipped,
    WeightedRecords,
    Weighting,
    detail_types,
    outcome_of,
    row_of,
)

DESIGN = JackknifeDesign((JackknifeUnits(Unit.HOUSEHOLD, "hh", 36, 1),), (1.0,))
RECORDS = WeightedRecords(100.0, 80.5, 90, 10)
FULL = Result(
    "gdu",
    ("a", "b, c"),
    0.5,
    90,
    (0.4, 0.6),
    {"p": None},
    ("a: rare",),
    (),
    ("links are doubted",),
    Jackknife((0.4, 0.6), common=True, design=DESIGN),
    weighting=Weighting("w", RECORDS, RECORDS),
)
OUTCOMES = [
    FULL,
    Result("gdu", (), 1, 9, interval_reason="too costly"),
    Skipped("gdu", (), "nothing is compared", {"n_original": 3}, notices=("as asked",)),
    Skipped("gdu", ("a",), "a is gone"),
    Failed("gdu", (), "KeyError in gdu.py, line 3"),
]


def test_the_columns_are_those_of_the_documents():
    names = ["scenario", "measure", "target", "value", "low", "high", "n", "reason", "flags", "detail"]
    assert [f.name for f in fields(FrameRow)] == names


def test_a_row_holds_all_that_a_result_says():
    row = row_of(FULL, "masked")
    assert (row.scenario, row.measure, row.target) == ("masked", "gdu", ("a", "b, c"))
    assert (row.value, row.low, row.high, row.n, row.reason) == (0.5, 0.4, 0.6, 90, None)
    assert row.flags == {"validity": ("links are doubted",), "flags": ("a: rare",), "notices": ()}
    assert row.detail.keys() == {"p", "jackknife", "weighting"}
    assert row.detail["jackknife"]["design"]["files"][0]["n"] == 36


@pytest.mark.parametrize("outcome", OUTCOMES, ids=lambda o: f"{type(o).__name__} {o.target}")
def test_an_outcome_comes_back_from_its_row(outcome):
    row = row_of(outcome, None)
    assert (row.value is None) == bool(row.reason) == (not isinstance(outcome, Result))
    assert outcome_of(row, "results") == outcome


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({}, "either a value and n, or a reason"),
        ({"value": 0.5}, "either a value and n, or a reason"),
        ({"value": 0.5, "n": 3, "reason": "none"}, "either a value and n, or a reason"),
        ({"value": 0.5, "n": 3, "low": 0.4}, "an interval is low and high of a value"),
        ({"reason": "gone", "low": 0.4, "high": 0.5}, "an interval is low and high of a value"),
        ({"reason": "gone", "detail": {FAULT: 3}}, "error must be a text"),
        ({"value": 0.5, "n": 3, "detail": {"jackknife": [0.4]}}, "jackknife must be a table"),
    ],
)
def test_a_row_that_says_two_things_or_none_is_refused(parts, said):
    with pytest.raises(TypeError, match=f"^here.*{said}"):
        outcome_of(FrameRow(measure="gdu", target=(), **parts), "here")


def test_the_frame_has_original_masked_files_and_control_in_their_order():
    files = [Assessment(name, name, "", 9, 2, (FULL,)) for name in ("Original", "a", "b", "others")]
    compared = Comparison({}, {}, files[0], tuple(files[1:3]), control=files[3])
    assert [row.scenario for row in compared.frame] == [None, "a", "b", "others"]


@pytest.mark.parametrize("measure", CATALOGUE, ids=lambda m: m.id)
def test_no_measure_calls_a_fact_by_a_name_that_rows_use(measure):
    of_result, of_skipped = (
        getattr(detail_types(measure).get(kind), "__annotations__", {}) for kind in (Result, Skipped)
    )
    assert {FAULT, *OF_FIGURE}.isdisjoint(of_result)
    assert FAULT not in of_skipped
