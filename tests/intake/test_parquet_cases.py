"""The catalogue's cases of Parquet (47 to 53); the test ids carry the numbers."""

import io

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.errors import Malformed
from tests.intake.readings import parquet, read, table


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
    with pytest.raises(Malformed, match="damaged: column 'a' cannot be read in records 1 to 1,000; write or copy"):
        read(damaged, "a.parquet")


def in_groups(**how) -> tuple[bytes, int]:
    """Return a file of three row groups of 1,000 records, and where the second one's cells of 'b' begin."""
    sink = io.BytesIO()
    random = np.random.default_rng(1)
    pq.write_table(
        pa.table({"a": range(3_000), "b": random.normal(size=3_000)}),
        sink,
        row_group_size=1_000,
        use_dictionary=False,
        compression="none",
        **how,
    )
    return sink.getvalue(), pq.ParquetFile(sink).metadata.row_group(1).column(1).data_page_offset


def test_bytes_that_are_missing_in_the_middle_are_noticed():
    whole, at = in_groups()
    for n in (1, 200, 5_000):
        words = r"(cut off: bytes are missing in its middle|damaged: column '[ab]' cannot be read in records)"
        with pytest.raises(Malformed, match=f"^a.parquet: the Parquet file is {words}"):
            read(whole[:at] + whole[at + n :], "a.parquet")


@pytest.mark.parametrize("filled", [bytes(200), b"\xff" * 200], ids=["zeros", "ones"])
def test_damage_in_the_middle_names_the_column_and_the_records(filled):
    whole, at = in_groups()
    words = "a.parquet: the Parquet file is damaged: column 'b' cannot be read in records 1,001 to 2,000; write"
    with pytest.raises(Malformed) as refused:
        read(whole[:at] + filled + whole[at + 200 :], "a.parquet")
    assert str(refused.value).startswith(words)


def test_one_wrong_byte_is_noticed_where_checksums_were_written():
    whole, at = in_groups(write_page_checksum=True)
    wrong = whole[: at + 2_000] + bytes([whole[at + 2_000] ^ 1]) + whole[at + 2_001 :]
    with pytest.raises(Malformed, match="column 'b' cannot be read in records 1,001 to 2,000"):
        read(wrong, "a.parquet")
    assert read(whole, "a.parquet").microdata.n_records == 3_000
