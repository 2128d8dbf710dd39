"""A folder of partitions (``year=2019/part.parquet``): one table, with what the folders are called by as variables."""

from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds
import pytest

from core.errors import IntakeError
from core.intake import DEFAULT, FolderFile, Reading, list_folder, read_file, stored_at, stored_in_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "census").mkdir()
    return tmp_path / "census"


def write(folder: Path, **parts: str) -> None:
    for path, content in parts.items():
        at = folder / path.replace("__", "/").replace("_is_", "=")
        at.parent.mkdir(parents=True, exist_ok=True)
        at.with_suffix(".csv").write_text(content)


def read(folder: Path) -> Reading:
    return read_file(folder.name, stored_at(folder), DEFAULT)


def refusal(folder: Path) -> str:
    with pytest.raises(IntakeError) as refused:
        read(folder)
    return str(refused.value)


def texts(reading: Reading, name: str) -> list[str | None]:
    column = reading.microdata.columns[name]
    assert column.codes is not None
    return [column.labels[code] if code >= 0 else None for code in column.codes]


@pytest.mark.parametrize("form", ["parquet", "feather", "csv"])
def test_what_arrow_writes_by_partitions_is_read_with_the_variables_of_the_folders(folder, form):
    table = pa.table({"x": [1, 2, 3, 4], "year": [2020, 2019, 2019, None], "city": ["Bonn", "New York", "é=/", "Bonn"]})
    parts = ds.partitioning(table.select(["year", "city"]).schema, flavor="hive")
    ds.write_dataset(table, folder, format=form, partitioning=parts)
    reading = read(folder)
    columns = reading.microdata.columns
    assert list(columns) == ["x", "year", "city"]
    assert reading.report.n_columns == 3
    rows = zip(columns["x"].numbers, columns["year"].numbers, texts(reading, "city"), strict=True)
    assert sorted((x, str(year), city) for x, year, city in rows) == [
        (1, "2020.0", "Bonn"),
        (2, "2019.0", "New York"),
        (3, "2019.0", "é=/"),
        (4, "nan", "Bonn"),
    ]
    said = [finding.column for finding in reading.report.findings if "names of the folders" in finding.message]
    assert said == ["year", "city"]


def test_it_is_offered_and_read_as_one_file_of_the_data_folder_with_the_digest_of_its_list(folder):
    write(folder, year_is_2019__a="x,y\n1,2\n", year_is_2020__a="x,y\n3,4\n5,6\n")
    assert list_folder(folder.parent).files == (FolderFile("census", 20, 2),)
    reading = read_file("census", stored_in_folder(folder.parent, "census"), DEFAULT)
    assert reading.microdata.columns["year"].numbers.tolist() == [2019, 2020, 2020]
    contents = {"year=2019/a.csv": b"x,y\n1,2\n", "year=2020/a.csv": b"x,y\n3,4\n5,6\n"}
    listed = "".join(f"{sha256(content).hexdigest()}  {name}\n" for name, content in contents.items())
    assert reading.microdata.sha256 == sha256(listed.encode()).hexdigest()


def test_values_with_leading_zeros_stay_codes(folder):
    write(folder, month_is_01__a="x,y\n1,2\n", month_is_12__a="x,y\n3,4\n")
    assert texts(read(folder), "month") == ["01", "12"]


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (
            {"year_is_1__a": "x,y\n1,2\n", "b": "x,y\n1,2\n"},
            "year=1/a.csv lies in folders by year, b.csv by no variable",
        ),
        ({"year_is_1__a": "x,y\n1,2\n", "sex_is_1__a": "x,y\n1,2\n"}, "by year, sex=1/a.csv by sex"),
        ({"x_is_1__a": "x,y\n1,2\n"}, "column 'x' is in the files and in the names of their folders"),
        ({"year_is_1__a": "x,y\n1,2\n", "year_is_2__a": "x,z\n1,2\n"}, "in year=2/a.csv: column 2 is called 'z'"),
        ({"year_is_%ff__a": "x,y\n1,2\n"}, "the name of a folder is no text in utf-8"),
        ({"year__a": "x,y\n1,2\n"}, "in year: it is no file"),
        ({"k_is_1__" * 9 + "a": "x,y\n1,2\n"}, "more than 8 deep"),
    ],
    ids=["file beside", "other variable", "column too", "other columns", "no text", "no partition", "deep"],
)
def test_what_is_no_table_in_partitions_is_refused_in_words(folder, parts, words):
    write(folder, **parts)
    assert words in refusal(folder)


def test_a_partition_without_a_file_and_one_behind_a_link_are_refused_by_name(folder):
    write(folder, year_is_1__a="x,y\n1,2\n")
    (folder / "year=2").mkdir()
    assert "in year=2/: the folder holds no file" in refusal(folder)
    (folder / "year=2").rmdir()
    (folder / "year=2").symlink_to(folder / "year=1")
    assert "in year=2: it is a link" in refusal(folder)
    assert list_folder(folder.parent) == ((), 1)
