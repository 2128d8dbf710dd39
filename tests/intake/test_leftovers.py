"""What a file carries beside its records: authors, comments, copies, metadata."""

import io
import json

import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import feather

from core.intake import Severity, read_file
from core.intake.leftovers import _columns_of_pandas
from tests.intake import bad_files as make
from tests.intake.test_r_data import HEAD, NA_INTEGER, integers, texts
from tests.intake.test_r_data import frame as r_frame

SHEET = make.sheet('<row r="1">' + make.cell("A1", "x") + "</row>", '<row r="2">' + make.cell("A2", "u") + "</row>")
CORE = "<cp:coreProperties xmlns:dc='d' xmlns:cp='c'><dc:creator>{}</dc:creator></cp:coreProperties>"


def left(name: str, content: bytes) -> list[str]:
    findings = read_file(name, content).report.findings
    assert all(f.severity is Severity.NOTE for f in findings if f.leftover)
    return [f.message for f in findings if f.leftover]


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("xl/comments1.xml", "comments, with the names of those who wrote them"),
        ("xl/persons/person.xml", "comments, with the names of those who wrote them"),
        ("xl/pivotCache/pivotCacheRecords1.xml", "a pivot table cache with a copy of records"),
        ("xl/externalLinks/externalLink1.xml", "links to other workbooks"),
        ("xl/media/image1.png", "pictures"),
        ("docProps/custom.xml", "custom XML"),
    ],
)
def test_parts_of_a_workbook(part: str, words: str):
    found = left("a.xlsx", make.workbook(SHEET, **{part: "<x/>"}))
    assert len(found) == 1
    assert words in found[0]


def test_the_author_of_a_workbook_is_told_and_not_named():
    found = left("a.xlsx", make.workbook(SHEET, **{"docProps/core.xml": CORE.format("CANARY")}))
    assert found == ["the workbook's properties name the person who wrote or last saved it; remove them"]
    assert left("a.xlsx", make.workbook(SHEET, **{"docProps/core.xml": CORE.format("")})) == []
    assert left("a.xlsx", make.workbook(SHEET)) == []


def test_metadata_of_parquet_and_arrow():
    plain = pa.table({"x": [1, 2]})
    own = plain.replace_schema_metadata({"author": "CANARY", "source": "/home/CANARY"})
    sink = io.BytesIO()
    feather.write_feather(own, sink)
    for name, content in (("a.parquet", make.parquet_table(own)), ("a.feather", sink.getvalue())):
        assert left(name, content) == ["the file holds additional metadata (author, source); check it before release"]
    assert left("a.parquet", make.parquet_table(plain)) == []


def test_pandas_metadata_that_name_columns_which_are_gone():
    whole = pa.Table.from_pandas(pd.DataFrame({"x": [1, 2], "surname": ["a", "b"]}))
    assert left("a.parquet", make.parquet_table(whole)) == []
    rest = whole.drop_columns(["surname"])
    assert "surname" in json.dumps(rest.schema.pandas_metadata)
    found = left("a.parquet", make.parquet_table(rest))
    assert found == [
        "the metadata that pandas wrote still names 1 column that were dropped from the file; "
        "write the file again without the old metadata"
    ]


def test_metadata_of_single_columns():
    field = pa.field("x", pa.int64(), metadata={"note": "CANARY"})
    table = pa.table([pa.array([1, 2])], schema=pa.schema([field]))
    assert "1 column has metadata attached" in left("a.parquet", make.parquet_table(table))[0]


def test_a_text_file_carries_nothing():
    assert left("a.csv", b"a,b\n1,2\n3,4\n") == []


def test_pandas_writes_a_column_under_its_field_name():
    said = {"columns": [{"name": None, "field_name": "index_0"}, {"name": "label", "field_name": "2"}, {"name": "old"}]}
    assert _columns_of_pandas({"pandas": json.dumps(said)}) == {"index_0", "2", "old"}


def unused(name: str, content: bytes) -> list[tuple[str | None, int | None]]:
    findings = read_file(name, content).report.findings
    return [(f.column, f.count) for f in findings if f.leftover and "no record has" in f.message]


@pytest.mark.parametrize("levels", [["x", "y", "CANARY", "CANARY 2"], [3, 5, 7, 9], [1.5, 2.5, 3.5, 4.5]])
@pytest.mark.parametrize("ordered", [False, True])
def test_categories_that_no_record_has(levels: list, ordered: bool):
    frame = pd.DataFrame({"a": pd.Categorical.from_codes([0, 1, 0, -1], levels, ordered=ordered), "b": list("uvwu")})
    sink = io.BytesIO()
    feather.write_feather(frame, sink, compression="uncompressed")
    assert unused("a.feather", sink.getvalue()) == [("a", 2)]
    frame["a"] = frame["a"].cat.remove_unused_categories()
    sink = io.BytesIO()
    feather.write_feather(frame, sink, compression="uncompressed")
    assert unused("a.feather", sink.getvalue()) == []


def test_categories_of_parquet_that_no_record_has():
    frame = pd.DataFrame({"a": pd.Categorical.from_codes([0, 1, 0], ["x", "y", "CANARY"]), "b": list("uvw")})
    assert unused("a.parquet", make.parquet_table(pa.Table.from_pandas(frame))) == [("a", 1)]
    several = pa.concat_tables([pa.Table.from_pandas(frame.iloc[[i]]) for i in range(3)])
    assert unused("a.parquet", make.parquet_table(several)) == [("a", 1)]


def test_levels_of_r_that_no_record_has():
    factor = integers(1, 2, NA_INTEGER, **{"levels": texts("x", "y", "CANARY"), "class": texts("factor")})
    assert unused("a.rds", HEAD + r_frame(3, a=factor)) == [("a", 1)]
