"""Parquet types: what each becomes, and what is reported."""

import datetime as dt
import io
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.data import Column
from core.errors import Malformed
from core.intake.arrow import parquet
from core.intake.limits import DEFAULT
from core.intake.parsed import Parsed, Source
from core.intake.report import NO_CHOICES, Severity


def read(**columns: pa.Array) -> Parsed:
    sink = io.BytesIO()
    pq.write_table(pa.table(columns), sink)
    return parquet.read(Source("t.parquet", sink.getvalue(), 0, DEFAULT, NO_CHOICES))


def cells(column: Column) -> list[float | str | None]:
    codes, labels = column.categories()
    number = column.is_number()
    return [
        None if c < 0 else float(labels[c]) if is_number else labels[c]
        for c, is_number in zip(codes, number, strict=True)
    ]


def messages(parsed: Parsed) -> list[tuple[str | None, int | None]]:
    return [(f.column, f.count) for f in parsed.report.findings]


TYPES = [
    pytest.param(pa.array([1, None, -3], pa.int8()), [1, None, -3], id="int8 with empty cells"),
    pytest.param(pa.array([1, None, 2**53], pa.int64()), ["1", None, str(2**53)], id="26 int64 beyond a double"),
    pytest.param(pa.array([2**64 - 1, 5, None], pa.uint64()), [str(2**64 - 1), "5", None], id="51 uint64"),
    pytest.param(pa.array([1.5, float("nan"), None]), [1.5, None, None], id="NaN is empty"),
    pytest.param(pa.array([1.5, float("inf"), -float("inf")]), [1.5, "inf", "-inf"], id="28 infinite"),
    pytest.param(pa.array([-0.0, 0.5, 1.0], pa.float32()), [0, 0.5, 1], id="float32"),
    pytest.param(pa.array([True, False, None]), ["true", "false", None], id="bool"),
    pytest.param(pa.array(["00123", "7", None]), ["00123", "7", None], id="25 texts stay texts"),
    pytest.param(pa.array(["b", "", None], pa.large_string()), ["b", None, None], id="empty text"),
    pytest.param(pa.array(["b", "a", None]).dictionary_encode(), ["b", "a", None], id="dictionary of texts"),
    pytest.param(pa.array([20, 10, None]).dictionary_encode(), [20, 10, None], id="dictionary of numbers"),
    pytest.param(pa.array([Decimal("1.10"), Decimal("2.55"), None]), [1.1, 2.55, None], id="51 decimal"),
    pytest.param(
        pa.array([Decimal(12345678901234567890), None, Decimal(1)]),
        ["12345678901234567890", None, "1"],
        id="51 decimal beyond a double",
    ),
    pytest.param(
        pa.array([dt.date(2020, 1, 31), None, dt.date(1900, 3, 1)]),
        ["2020-01-31", None, "1900-03-01"],
        id="51 date32",
    ),
    pytest.param(
        pa.array([dt.datetime(2020, 1, 31, 10, 5), dt.datetime(2020, 1, 1, 0, 0, 0, 250_000), None]),
        ["2020-01-31 10:05:00", "2020-01-01 00:00:00.25", None],
        id="timestamp",
    ),
    pytest.param(
        pa.array([0, 86_400_000, None], pa.timestamp("ms", tz="UTC")),
        ["1970-01-01 00:00:00Z", "1970-01-02 00:00:00Z", None],
        id="52 UTC is kept",
    ),
    pytest.param(pa.array([90, None, 5], pa.duration("s")), [90, None, 5], id="51 duration"),
    pytest.param(pa.nulls(3), [None, None, None], id="nothing but empty cells"),
    pytest.param(pa.array([None, None, None], pa.int64()), [None, None, None], id="no whole number"),
    pytest.param(pa.array([None, None, None], pa.float64()), [None, None, None], id="no real number"),
]  # fmt: skip


@pytest.mark.parametrize(("values", "expected"), TYPES)
def test_type(values: pa.Array, expected: list[float | str | None]):
    assert cells(read(x=values).columns["x"]) == expected


def test_what_is_not_exact_is_reported():
    parsed = read(
        big=pa.array([2**60, 5]), inf=pa.array([1.0, float("inf")]), empty=pa.array(["", "x"]), na=pa.array(["NA", "x"])
    )
    assert messages(parsed) == [("big", 1), ("inf", 1), ("empty", 1), ("na", 1)]


def test_several_row_groups_are_one_column():
    sink = io.BytesIO()
    texts, numbers = [f"w{i % 7}" for i in range(100)], np.arange(100.0)
    pq.write_table(pa.table({"t": texts, "n": numbers}), sink, row_group_size=9)
    parsed = parquet.read(Source("t.parquet", sink.getvalue(), 0, DEFAULT, NO_CHOICES))
    assert cells(parsed.columns["t"]) == texts
    np.testing.assert_array_equal(parsed.columns["n"].numbers, numbers)


def test_an_order_of_numbers_which_parquet_does_not_hold_is_said():
    levels = pa.DictionaryArray.from_arrays(pa.array([0, 1, 0], pa.int8()), pa.array([3, 1]), ordered=True)
    [finding] = read(x=levels, y=levels.cast(pa.int64())).report.findings
    assert (finding.column, finding.severity) == ("x", Severity.WARNING)
    assert "which the file does not hold" in finding.message


def test_lengths_of_time_that_differ_stay_apart_or_it_is_said():
    most = 2**53
    merged = read(x=pa.array([most, most + 1], pa.duration("ns"))).report.findings
    assert [f.count for f in merged if "rounded" in f.message] == [1]
    for sign in ("", "-"):
        texts = [f"{sign}{most}", f"{sign}{most + 1}", "5"]
        assert cells(read(x=pa.array(list(map(int, texts)), pa.duration("s"))).columns["x"]) == texts
    days = [30 * 86_400, None, -100 * 86_400]
    for unit, per_second in (("s", 1), ("ms", 10**3), ("us", 10**6), ("ns", 10**9)):
        parsed = read(x=pa.array([d and d * per_second for d in days], pa.duration(unit)))
        assert cells(parsed.columns["x"]) == days
        assert len(parsed.report.findings) == 1


@pytest.mark.parametrize("kind", [pa.binary(), pa.binary(3)], ids=str)
def test_bytes_are_refused_by_name(kind: pa.DataType):
    with pytest.raises(Malformed, match="column 'x' is of type"):
        read(x=pa.array([b"abc"], kind))


def test_names_with_points_and_hidden_characters():
    parsed = read(**{"a.b": pa.array([1, 2]), "c\u200b": pa.array([3, 4])})
    assert {name: cells(c) for name, c in parsed.columns.items()} == {"a.b": [1, 2], "c\\u200b": [3, 4]}
