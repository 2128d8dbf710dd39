"""Arrow files, Feather among them."""

import io

import pyarrow as pa
import pyarrow.feather as feather
import pytest

from core.errors import LimitExceeded, Malformed, NothingInside, UnknownFormat
from core.intake.arrow import arrow_file
from core.intake.formats import recognise
from core.intake.limits import DEFAULT, Limits
from core.intake.parsed import Parsed, Source
from core.intake.report import NO_CHOICES

TABLE = pa.table({"n": [1, None, 3], "t": ["x", "00123", None], "f": pa.array([5.1, 0.2, None], pa.float32())})


def written(table: pa.Table, **options: object) -> bytes:
    sink = io.BytesIO()
    feather.write_feather(table, sink, **options)
    return sink.getvalue()


def read(content: bytes, limits: Limits = DEFAULT) -> Parsed:
    recognise("a.feather", content)
    return arrow_file.read(Source("a.feather", content, 0, limits, NO_CHOICES))


@pytest.mark.parametrize("compression", ["uncompressed", "lz4", "zstd"])
def test_columns(compression: str):
    parsed = read(written(TABLE, compression=compression))
    assert {name: column.categories()[1] for name, column in parsed.columns.items()} == {
        "n": ("1", "3"),
        "t": ("00123", "x"),
        "f": ("0.2", "5.1"),
    }
    assert (parsed.report.format, parsed.report.n_rows) == ("Arrow", 3)


def test_several_batches_are_one_column():
    parsed = read(written(TABLE, chunksize=1))
    assert parsed.columns["t"].labels == ("00123", "x")


def test_times_outside_of_the_years_that_can_be_written_are_said():
    parsed = read(written(pa.table({"t": pa.array([0, 2**62, -(2**62)], pa.timestamp("s"))})))
    assert [(f.column, f.count) for f in parsed.report.findings] == [("t", 2)]
    assert len(parsed.columns["t"].labels) == 3


REFUSED = [
    pytest.param(written(TABLE)[:-8], Malformed, "cut off", id="53 cut off"),
    pytest.param(written(TABLE)[:300] + b"\xff" * 300 + written(TABLE)[600:], Malformed, "damaged", id="53 damaged"),
    pytest.param(written(pa.table({"x": [[1, 2]]})), Malformed, "'x' holds lists", id="48 lists"),
    pytest.param(written(TABLE.slice(0, 0)), NothingInside, "no rows", id="3 no rows"),
    pytest.param(b"FEA1" + bytes(60), UnknownFormat, "first version", id="34 first version"),
    pytest.param(b"a,b\n1,2\n", UnknownFormat, "says Arrow", id="34 text"),
]


@pytest.mark.parametrize(("content", "error", "words"), REFUSED)
def test_refused(content: bytes, error: type[Exception], words: str):
    with pytest.raises(error, match=words):
        read(content)


def test_cells_are_limited():
    with pytest.raises(LimitExceeded, match="8 cells"):
        read(written(TABLE), Limits(parquet_cells=8))
