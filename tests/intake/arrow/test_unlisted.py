"""Parquet and Arrow files with records that no footer lists, or with another file behind: nothing is lost."""

import io

import pyarrow as pa
import pytest

from core.errors import Malformed
from core.intake.arrow import arrow_file, parquet
from core.intake.arrow.page_headers import count_cells
from core.intake.limits import DEFAULT
from core.intake.parsed import Source
from core.intake.report import NO_CHOICES
from tests.intake import bad_files as make

TABLE = pa.table({"x": list(range(60)), "t": [f"t{i}" for i in range(60)]})


def arrow(table: pa.Table) -> bytes:
    sink = io.BytesIO()
    with pa.ipc.new_file(sink, table.schema) as file:
        for batch in table.to_batches(max_chunksize=30):
            file.write_batch(batch)
    return sink.getvalue()


def in_two(table: pa.Table) -> bytes:
    return make.parquet_table(table, row_group_size=30)


KINDS = {"parquet": (parquet.read, in_two, 4), "feather": (arrow_file.read, arrow, 6)}


def footer(content: bytes, mark: int) -> int:
    """Where it begins."""
    end = len(content) - mark - 4
    return end - int.from_bytes(content[end : end + 4], "little")


@pytest.mark.parametrize("kind", KINDS)
def test_records_that_the_footer_does_not_list_are_not_dropped(kind: str):
    read, write, mark = KINDS[kind]
    whole, half = write(TABLE), write(TABLE.slice(0, 30))
    forged = whole[: footer(whole, mark)] + half[footer(half, mark) :]
    for content, words in ((forged, "more records than its footer lists"), (whole + whole, "one behind the other")):
        with pytest.raises(Malformed, match=words):
            read(Source(f"a.{kind}", content, 0, DEFAULT, NO_CHOICES))
    for content, rows in ((whole, 60), (half, 30)):
        assert read(Source(f"a.{kind}", content, 0, DEFAULT, NO_CHOICES)).report.n_rows == rows


@pytest.mark.parametrize(
    "options", [{"write_page_index": True}, {"data_page_version": "2.0"}, {"use_dictionary": False}]
)
def test_what_other_writers_put_behind_the_cells_is_no_reason_to_refuse(options: dict):
    content = make.parquet_table(TABLE, row_group_size=30, **options)
    assert parquet.read(Source("a.parquet", content, 0, DEFAULT, NO_CHOICES)).report.n_rows == 60


SIXTY, THIRTY = b"\x16\x78", b"\x16\x3c"
"""How a footer writes a number of sixty, and of thirty: of the cells of a column, the records of a group or of all."""


@pytest.mark.parametrize(
    "options",
    [{}, {"data_page_version": "2.0"}, {"use_dictionary": False, "data_page_size": 8}, {"compression": "NONE"}],
)
def test_records_that_the_whole_footer_leaves_out_are_not_dropped(options: dict):
    content = make.parquet_table(TABLE, **options)
    place = footer(content, 4)
    assert content.count(SIXTY, place) == 4
    forged = content[:place] + content[place:].replace(SIXTY, THIRTY)
    with pytest.raises(Malformed, match="more records than its footer lists"):
        parquet.read(Source("a.parquet", forged, 0, DEFAULT, NO_CHOICES))
    assert parquet.read(Source("a.parquet", content, 0, DEFAULT, NO_CHOICES)).report.n_rows == 60


def test_headers_of_pages_that_are_none_are_refused():
    for content in (b"\x15\x00\x15", b"\xff" * 9, b"\x1c" * 30, b"\x19\x00\x00"):
        with pytest.raises(Malformed, match="a page of its cells cannot be found"):
            count_cells(pa.py_buffer(content), 0, len(content))


@pytest.mark.parametrize("kind", KINDS)
def test_a_column_that_is_more_than_what_it_stores_says_so(kind: str):
    read, write, _ = KINDS[kind]
    # pandas follows the description of its own kinds once it has registered them (never in the reader's process)
    described = {"ARROW:extension:name": "pandas.period", "ARROW:extension:metadata": '{"freq": "M"}'}
    month = pa.field("x", pa.int64(), metadata=described)
    unknown = pa.field("x", pa.int64(), metadata={"ARROW:extension:name": "an office's own"})
    truth = pa.array([1, 0, 1], pa.int8()).cast(pa.bool8())
    numbers = [pa.table([pa.array([600, 601, 602])], pa.schema([field])) for field in (month, unknown)]
    for table in (*numbers, pa.table({"x": truth})):
        parsed = read(Source(f"a.{kind}", write(table), 0, DEFAULT, NO_CHOICES))
        (finding,) = [f for f in parsed.report.findings if f.column == "x"]
        assert "whose meaning is not read" in finding.message
