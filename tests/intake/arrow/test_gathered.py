"""Columns read batch by batch are what they are when they are read as a whole, with the same report."""

from io import BytesIO

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.data import Column
from core.intake.arrow import arrow_file, gathered, parquet
from core.intake.arrow.arrow_columns import convert_cells
from core.intake.limits import DEFAULT
from core.intake.parsed import Parsed, Source
from core.intake.report import NO_CHOICES

BATCH = 4
COLUMNS = {
    "plain": pa.array([1.5, None, -0.0, 2.0, 7.25, 1.5, None, 3.0, 1.0, 2.0]),
    "nan_later_than_empty": pa.array([None, 1.0, 2.0, 3.0, float("nan"), 4.0, 5.0, 6.0, 7.0, 8.0], from_pandas=False),
    "infinite_at_last": pa.array([1.0] * 9 + [float("inf")]),
    "no_numbers": pa.array([float("nan")] * 10, from_pandas=False),
    "too_large_for_a_double": pa.array([2.0**54, *[1.0] * 9]),
    "short": pa.array([5.1, 0.1, None, *[2.5] * 7], pa.float32()),
    "short_whole": pa.array([2**24, *[1] * 9], pa.float32()),
    "whole": pa.array([1, None, 3, 4, 5, 6, 7, 8, 9, -10]),
    "code_of_many_digits": pa.array([1] * 9 + [1234567890123456789]),
    "code_without_a_sign": pa.array([1] * 9 + [2**64 - 1], pa.uint64()),
    "empty": pa.array([None] * 10, pa.int32()),
    "text": pa.array(["b", None, "a", "", " ", "b", "NA", "c", "c", "a"]),
    "long_text": pa.array(["b", None, "a", "", " ", "b", "NA", "c", "c", "a"], pa.large_string()),
    "truth": pa.array([True, False, None, True, True, True, True, True, True, False]),
    "categories": pa.array(["b", None, "a", "b", "b", "b", "b", "c", "c", "a"]).dictionary_encode(),
    "unused": pa.DictionaryArray.from_arrays(pa.array([0, 0, None, *[2] * 7]), pa.array(["x", "never", "y"])),
    "day": pa.array([1, 2, None, *[3] * 7], pa.date32()),
}


def source(write) -> Source:
    file = BytesIO()
    write(pa.table(COLUMNS), file)
    return Source("a", file.getvalue(), 0, DEFAULT, NO_CHOICES)


def write_feather(table: pa.Table, file: BytesIO) -> None:
    with pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=7)


def cells(column: Column) -> list[list[object]]:
    codes, labels = column.categories()
    return [np.nan_to_num(column.number_cells(), nan=-1).tolist(), [None if c < 0 else labels[c] for c in codes]]


@pytest.fixture(params=["parquet", "feather"])
def read_in_batches(request, monkeypatch) -> Parsed:
    for module in (parquet, arrow_file, gathered):
        monkeypatch.setattr(module, "BATCH_RECORDS", BATCH)
    if request.param == "feather":
        return arrow_file.read(source(write_feather))
    return parquet.read(source(lambda table, file: pq.write_table(table, file, row_group_size=7)))


def test_every_type_is_what_it_is_as_a_whole(read_in_batches):
    findings = []
    for name, array in COLUMNS.items():
        whole, more = convert_cells(name, pa.chunked_array([array]))
        assert cells(read_in_batches.columns[name]) == cells(whole), name
        findings += more
    assert list(read_in_batches.report.findings) == findings
    assert not np.signbit(read_in_batches.columns["plain"].number_cells()[2])
    assert read_in_batches.columns["unused"].labels == ("x", "y")
