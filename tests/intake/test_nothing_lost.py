"""What a format says beside its cells is kept or told: units of time, order of categories, kinds of empty."""

import datetime as dt
import struct

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from core.errors import Malformed
from core.intake.arrow import parquet
from core.intake.labelled import reader as labelled
from core.intake.limits import DEFAULT
from core.intake.parsed import Source
from core.intake.report import NO_CHOICES
from tests.intake import bad_files as make
from tests.intake import test_r_data as r
from tests.intake.readings import cells
from tests.intake.readings import parquet as written

MOMENT = dt.datetime(2020, 1, 31, 10, 3, 20, tzinfo=dt.UTC)
PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}


def read(**columns: pa.Array):
    return parquet.read(Source("t.parquet", written(**columns), 0, DEFAULT, NO_CHOICES))


def messages(parsed) -> list[str]:
    return [finding.message for finding in parsed.report.findings]


@pytest.mark.parametrize("zone", ["UTC", "Europe/Vienna", "America/New_York", "+02:00"])
@pytest.mark.parametrize("unit", ["ms", "us", "ns"])
def test_a_moment_has_one_label_in_every_unit_and_zone(unit: str, zone: str):
    parsed = read(x=pa.array([int(MOMENT.timestamp()) * PER_SECOND[unit]], pa.timestamp(unit, tz=zone)))
    assert cells(parsed.columns["x"]) == ["2020-01-31 10:03:20Z"]
    assert any("written in UTC" in message for message in messages(parsed)) is (zone != "UTC")


@pytest.mark.parametrize("unit", PER_SECOND)
def test_a_length_of_time_is_one_number_in_every_unit(unit: str):
    parsed = read(x=pa.array([90 * PER_SECOND[unit], None, 10**9 * PER_SECOND[unit]], pa.duration(unit)))
    assert cells(parsed.columns["x"]) == [90, None, 10**9]


def test_half_precision_is_read_as_it_was_meant():
    parsed = read(x=pa.array(np.array([0.1, 2.5, 1000, 0.1], dtype=np.float16)))
    assert cells(parsed.columns["x"]) == [0.1, 2.5, 1000, 0.1]


@pytest.mark.parametrize(
    ("kind", "numbers", "told"),
    [
        (np.float16, [10008, 2047, 0.5], 1),
        (np.float16, [65504, 2050, 0.5], 2),
        (np.float32, [123456792, 16777215, 0.1], 1),
        (np.float32, [987654336, -33554436, 5.1], 2),
        (np.float32, [4021, 7, 5.1], 0),
    ],
)
def test_whole_numbers_of_few_bits_stay_as_they_are_stored(kind: type, numbers: list[float], told: int):
    """As the shortest decimal of its precision, 123456792 was read as 123456790, and 10008 as 10010."""
    parsed = read(x=pa.array(np.array(numbers, dtype=kind)))
    assert cells(parsed.columns["x"]) == numbers
    asked = [f for f in parsed.report.findings if "neighbours cannot be distinguished" in f.message]
    assert [f.count for f in asked] == ([told] if told else [])


def test_nan_beside_empty_is_told():
    assert messages(read(x=pa.array([1.0, float("nan"), None]))) == [
        "cells hold NaN, which is read as empty like the 1 cell that holds nothing"
    ]
    assert messages(read(x=pa.array([1.0, float("nan"), 2.0]), y=pa.array([1.0, None, 2.0]))) == []
    parsed = r.read(r.frame(3, x=r.reals(1.0, float("nan"), r.NA_REAL)))
    assert cells(parsed.columns["x"]) == [1, None, None]
    assert messages(parsed) == ["cells hold NaN, which is read as empty like the 1 cell that holds NA"]


def test_the_order_of_categories_is_told():
    grades = pa.DictionaryArray.from_arrays([1, 0, 2], ["low", "middle", "high"], ordered=True)
    factor = r.integers(2, 1, 3, levels=r.texts("low", "middle", "high"), **{"class": r.texts("ordered", "factor")})
    for parsed in (read(x=grades), r.read(r.frame(3, x=factor))):
        assert cells(parsed.columns["x"]) == ["middle", "low", "high"]
        [told] = parsed.report.findings
        assert "low < middle < high" in told.message
    assert messages(read(x=grades.cast(pa.string()).dictionary_encode())) == []


@pytest.mark.parametrize("ending", ["sav", "zsav"])
def test_an_spss_file_with_another_offset_is_refused(ending: str):
    content = bytearray(make.labelled(ending, pd.DataFrame({"x": [1.0, 2.0, 3.0]})))
    source = Source(f"a.{ending}", bytes(content), 0, DEFAULT, NO_CHOICES)
    assert cells(labelled.read(source).columns["x"]) == [1, 2, 3]
    content[72:76] = struct.pack("<i", max(1, struct.unpack("<i", content[72:76])[0]))
    content[84:92] = struct.pack("<d", 90.0)
    with pytest.raises(Malformed, match="an offset of 90"):
        labelled.read(Source(f"a.{ending}", bytes(content), 0, DEFAULT, NO_CHOICES))


def test_negative_numbers_whose_neighbours_cannot_be_told_apart_are_told():
    parsed = read(x=pa.array([-(2.0**53), -(2.0**54), 1.5]))
    assert [f.count for f in parsed.report.findings if "neighbours cannot be distinguished" in f.message] == [2]
