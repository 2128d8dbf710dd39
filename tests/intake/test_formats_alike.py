"""One table in every format is one and the same microdata; a reader's process gives what the reader gives."""

import gzip
import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pyreadstat
import pytest
import xlsxwriter

from core.data import Column, Microdata
from core.intake import ReadChoices, read_file

N = 60
rng = np.random.default_rng(5)
FRAME = pd.DataFrame({
    "AGE": rng.integers(16, 90, N).astype(float),
    "INCOME": np.where(rng.random(N) < 0.1, np.nan, np.round(rng.lognormal(7, 1, N), 2)),
    "SHARE": np.round(rng.random(N), 12),
    "REGION": rng.choice(["North", "South", "Åland"], N),
})  # fmt: skip


def through(write: Callable[..., None], ending: str) -> Callable[[Path], bytes]:
    def made(folder: Path) -> bytes:
        path = folder / f"a.{ending}"
        write(FRAME, str(path))
        return path.read_bytes()

    return made


def sheet(_: Path) -> bytes:
    sink = io.BytesIO()
    book = xlsxwriter.Workbook(sink)
    page = book.add_worksheet()
    for i, row in enumerate([list(FRAME), *FRAME.astype(object).where(FRAME.notna(), None).to_numpy().tolist()]):
        page.write_row(i, 0, row)
    book.close()
    return sink.getvalue()


def arrow(_: Path) -> bytes:
    sink = io.BytesIO()
    feather.write_feather(pa.Table.from_pandas(FRAME, preserve_index=False), sink)
    return sink.getvalue()


def parquet(_: Path) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.Table.from_pandas(FRAME, preserve_index=False), sink)
    return sink.getvalue()


FORMATS = {
    "a.sav": through(pyreadstat.write_sav, "sav"),
    "a.zsav": through(lambda frame, path: pyreadstat.write_sav(frame, path, compress=True), "zsav"),
    "a.dta": through(pyreadstat.write_dta, "dta"),
    "a.xpt": through(pyreadstat.write_xport, "xpt"),
    "a.xlsx": sheet,
    "a.parquet": parquet,
    "a.feather": arrow,
    "a.csv.gz": lambda _: gzip.compress(FRAME.to_csv(index=False).encode()),
}


def same(one: Column, other: Column) -> None:
    assert one.categories()[1] == other.categories()[1]
    np.testing.assert_array_equal(one.categories()[0], other.categories()[0])


@pytest.fixture(scope="module")
def as_text() -> Microdata:
    return read_file("a.csv", FRAME.to_csv(index=False).encode()).microdata


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_table(name: str, tmp_path: Path, as_text: Microdata):
    read = read_file(name, FORMATS[name](tmp_path)).microdata
    assert list(read.columns) == list(as_text.columns)
    assert read.n_records == as_text.n_records
    for column in as_text.columns:
        same(read.columns[column], as_text.columns[column])


def test_what_a_file_says_of_its_codes_comes_through_the_process(tmp_path: Path):
    frame = pd.DataFrame({"sex": [1.0, 2.0, 9.0, np.nan]})
    path = tmp_path / "a.sav"
    labels = {"sex": {1: "Male", 2: "Female"}}
    pyreadstat.write_sav(
        frame, str(path), column_labels=["Sex"], variable_value_labels=labels, missing_ranges={"sex": [9]}
    )
    microdata = read_file("a.sav", path.read_bytes()).microdata
    assert microdata.labels == {"sex": "Sex"}
    assert microdata.value_labels == {"sex": {"1": "Male", "2": "Female"}}
    assert microdata.user_missing == {"sex": ("9",)}


IRIS = {"iris.sav": "SPSS", "iris.dta": "Stata", "iris.sas7bdat": "SAS"}


def test_iris_is_the_same_in_spss_stata_sas_and_text(shared_data: Path):
    folder = shared_data / "labelled" / "haven" / "inst" / "examples"
    files = {name: read_file(name, (folder / name).read_bytes()) for name in IRIS}
    text = shared_data / "messy" / "csvkit" / "examples" / "iris.csv"
    numbers = read_file("iris.csv", text.read_bytes()).microdata
    assert {name: f.report.format for name, f in files.items()} == IRIS
    columns = {name: list(f.microdata.columns.values()) for name, f in files.items()}
    for i, expected in enumerate(list(numbers.columns.values())[:4]):
        for name in IRIS:
            # the copy in text and that of R differ in two records, as is known of this table
            differing = columns[name][i].numbers != expected.numbers
            assert differing.sum() <= 2
            same(columns[name][i], columns["iris.sav"][i])
    species = files["iris.sav"].microdata
    assert species.value_labels == {"Species": {"1": "setosa", "2": "versicolor", "3": "virginica"}}
    # the SAS copy was written with texts of six characters
    assert [t[:6] for t in columns["iris.dta"][4].labels] == list(columns["iris.sas7bdat"][4].labels)
    codes, _ = columns["iris.sav"][4].categories()
    np.testing.assert_array_equal(codes, columns["iris.dta"][4].categories()[0])


def test_the_sheet_of_a_choice_comes_through_the_process():
    sink = io.BytesIO()
    book = xlsxwriter.Workbook(sink)
    for name, value in (("One", 1), ("Two", 2)):
        book.add_worksheet(name).write_column(0, 0, ["x", value])
    book.close()
    reading = read_file("a.xlsx", sink.getvalue(), choices=ReadChoices(sheet="Two"))
    assert reading.report.sheet == "Two"
    assert reading.microdata.columns["x"].categories()[1] == ("2",)
