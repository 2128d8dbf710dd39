"""The catalogue's cases of Parquet (47 to 53); the test ids carry the numbers."""

import io

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.errors import LimitExceeded, Malformed
from tests.intake.readings import parquet, read, table


@pytest.mark.slow
def test_47_a_row_bomb_is_refused():
    rows = 51_000_000
    sink = io.BytesIO()
    constant = pa.DictionaryArray.from_arrays(pa.array(np.zeros(rows, dtype=np.int8)), pa.array(["x"]))
    pq.write_table(pa.table({f"c{i}": constant for i in range(10)}), sink, compression="zstd")
    assert len(sink.getvalue()) < 2_000_000
    with pytest.raises(LimitExceeded, match="51,000,000 rows times 10 columns, 500,000,000 cells are allowed"):
        read(sink.getvalue(), "bomb.parquet")


def test_49_duplicate_names_in_parquet_are_refused_in_words():
    sink = io.BytesIO()
    pq.write_table(pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"]), sink)
    with pytest.raises(Malformed, match="two columns are called 'a'; rename one"):
        read(sink.getvalue(), "a.parquet")


def test_50_a_pandas_index_is_kept():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"x": [5, 6]}, index=pandas.Index([11, 12], name="pid"))
    sink = io.BytesIO()
    frame.to_parquet(sink)
    assert table(read(sink.getvalue(), "a.parquet")) == {"x": [5, 6], "pid": [11, 12]}


def test_53_a_damaged_page_is_refused_or_read_never_fatal():
    whole = parquet(a=pa.array(range(1_000)), b=pa.array(["x"] * 1_000))
    damaged = whole[:30] + bytes(200) + whole[230:]
    with pytest.raises(Malformed, match="damaged"):
        read(damaged, "a.parquet")
