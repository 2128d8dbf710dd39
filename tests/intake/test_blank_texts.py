"""An empty text, spaces alone and an empty cell mean the same in every format: a missing value; and that is said."""

import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.intake import read_file

CELLS = ["x", "", None, "  ", "y"]


def as_parquet():
    file = io.BytesIO()
    pq.write_table(pa.table({"a": CELLS, "b": pa.array(CELLS).dictionary_encode()}), file)
    return file.getvalue()


CSV = b'a,b\nx,x\n"",""\n,\n"  ","  "\ny,y\n'


@pytest.mark.parametrize(("name", "content"), [("f.csv", CSV), ("f.parquet", as_parquet())])
def test_nothing_visible_is_a_missing_value_and_said(name, content):
    reading = read_file(name, content)
    for column in reading.microdata.columns.values():
        assert column.labels == ("x", "y")
        assert column.is_empty().tolist() == [False, True, True, True, False]
    said = [f.column for f in reading.report.findings if "missing values" in f.message]
    assert said == ["a", "b"]
