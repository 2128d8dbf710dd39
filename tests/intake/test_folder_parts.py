"""A folder of files read as one: the same as one file, refusals that name the file, nothing that leads out of it."""

import os
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import feather

from core.errors import IntakeError
from core.intake import DEFAULT, FolderFile, Reading, digest_of, list_folder, read_file, stored_at, stored_in_folder
from core.intake.data_folder import parts as folder_parts
from core.intake.folder_parts.alike import of_parts
from core.intake.report import Finding, Severity

FIRST, SECOND = b"id,kind,age\n1,a,30\n2,b,41\n", b"id,kind,age\n3,c,52\n"
TOGETHER = FIRST + b"3,c,52\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "census").mkdir()
    return tmp_path / "census"


def write(folder: Path, **parts: bytes) -> None:
    for name, content in parts.items():
        (folder / name.replace("_csv", ".csv")).write_bytes(content)


def parquet(folder: Path, ending: str = "parquet", **parts: dict) -> None:
    save = pq.write_table if ending == "parquet" else feather.write_feather
    for name, columns in parts.items():
        save(pa.table(columns), str(folder / f"{name}.{ending}"))


def read(folder: Path, limits=DEFAULT) -> Reading:
    return read_file(folder.name, stored_at(folder), limits)


def cells(reading: Reading) -> dict:
    columns = reading.microdata.columns
    return {
        name: (
            None if c.numbers is None else c.numbers.tolist(),
            None if c.codes is None else [c.labels[k] if k >= 0 else None for k in c.codes],
        )
        for name, c in columns.items()
    }


def refusal(folder: Path) -> str:
    with pytest.raises(IntakeError) as refused:
        read(folder)
    return str(refused.value)


def test_texts_are_read_as_if_they_stood_one_below_the_other(folder):
    write(folder, p1_csv=FIRST, p2_csv=SECOND)
    (folder / "_SUCCESS").write_bytes(b"")
    (folder / ".p1.csv.crc").write_bytes(b"crc")
    reading, whole = read(folder), read_file("census.csv", TOGETHER)
    assert cells(reading) == cells(whole)
    assert reading.report == whole.report
    listed = "".join(f"{sha256(c).hexdigest()}  {n}\n" for n, c in (("p1.csv", FIRST), ("p2.csv", SECOND)))
    assert reading.microdata.sha256 == sha256(listed.encode()).hexdigest() == digest_of(stored_at(folder))


@pytest.mark.parametrize("ending", ["parquet", "feather"])
def test_arrow_files_are_read_as_if_they_stood_one_below_the_other(folder, ending):
    texts = pa.array(["b", "a"]).dictionary_encode()
    parquet(folder, ending, p1={"x": [1, 2], "k": texts}, p2={"x": pa.array([None], pa.int64()), "k": ["c"]})
    parquet(
        folder, ending, p3={"x": pa.nulls(1), "k": pa.nulls(1)}, p4={"x": pa.array([], pa.int64()), "k": pa.nulls(0)}
    )
    both = cells(read(folder))
    assert both["k"] == (None, ["b", "a", "c", None])
    assert both["x"][0][:2] == [1, 2]
    assert read(folder).report.n_rows == 4


def test_the_readers_questions_about_a_later_file_are_kept_with_its_name(folder):
    write(folder, p1_csv=b"a,b\n1,2\n", p2_csv=b"a,b\n3,4\n\n")
    assert any("1 blank lines were left out" in f.message for f in read(folder).report.findings)
    write(folder, p2_csv=b"a,b\n3,\xe4\n")
    assert "census: in p2.csv: line 2 is not text in utf-8" in refusal(folder)


def test_a_column_of_another_type_is_refused_with_both_files(folder):
    parquet(folder, p1={"x": [1, 2]}, p2={"x": ["1", "2"]})
    assert refusal(folder) == (
        "census: in p2.parquet: column 'x' is of type string, in p1.parquet of type int64; "
        "write it with one type in all files of the folder"
    )


def test_a_text_column_of_numbers_in_one_file_and_texts_in_another_is_refused_with_the_record(folder):
    write(folder, p1_csv=b"x,y\n1,2\n", p2_csv=b"x,y\nNA,2\nlow,3\n")
    said = refusal(folder)
    assert "column 'x' holds numbers in p1.csv and texts in p2.csv (from its record 2 on)" in said
    assert "write it alike in all files of the folder" in said
    write(folder, p2_csv=b"x,y\n7,2\nlow,3\n")
    assert cells(read(folder))["x"][1] == [None, None, "low"], "both in one file: kept as one file keeps it"


def test_a_record_of_another_width_is_refused_with_file_and_line(folder):
    write(folder, p1_csv=FIRST, p2_csv=SECOND + b"4,d,1\n" * 200 + b"5,e,1,9\n")
    assert "census: in p2.csv: every record should have 3 cells, but line 203 has 4" in refusal(folder)


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (b"id,sort,age\n3,c,52\n", "column 2 is called 'sort', in p1.csv 'kind'"),
        (b"id,kind\n3,c\n", "it has 2 columns, p1.csv has 3"),
        (b"", "the file is empty"),
    ],
)
def test_files_that_are_not_alike_are_refused(folder, second, words):
    write(folder, p1_csv=FIRST, p2_csv=second)
    assert f"in p2.csv: {words}" in refusal(folder)


def test_a_parquet_file_damaged_in_the_middle_is_refused_with_file_column_and_records(folder):
    parquet(folder, p1={"x": [1, 2]}, p2={"x": list(range(999)), "y": list(range(999))}, p3={"x": [1], "y": [2]})
    parquet(folder, p1={"x": [1, 2], "y": [1, 2]})
    whole = (folder / "p2.parquet").read_bytes()
    (folder / "p2.parquet").write_bytes(whole[:4] + bytes(300) + whole[304:])
    assert "in p2.parquet: the Parquet file is damaged: column 'x' cannot be read in records 1 to 999" in refusal(
        folder
    )
    (folder / "p2.parquet").write_bytes(whole[:400] + whole[900:])
    assert "census: in p2.parquet: " in refusal(folder)
    (folder / "p2.parquet").write_bytes(whole[:-100])
    assert "in p2.parquet: the Parquet file is cut off" in refusal(folder)


def test_several_formats_and_those_read_whole_are_refused(folder):
    write(folder, p1_csv=FIRST)
    parquet(folder, p2={"x": [1]})
    assert "p2.parquet is Parquet, p1.csv is delimited text" in refusal(folder)
    for name in ("p1.csv", "p2.parquet"):
        (folder / name).unlink()
    (folder / "a.sav").write_bytes(b"$FL2" + bytes(200))
    assert "not SPSS" in refusal(folder)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (Path.mkdir, "it is no file"),
        (lambda at: at.symlink_to(at.parent / "p1.csv"), "it is a link"),
        (lambda at: os.link(at.parent / "p1.csv", at), "it is linked under a second name"),
        (lambda at: at.with_name(".hidden").write_bytes(b"x"), "its name is hidden"),
    ],
    ids=["folder", "link", "hard link", "hidden"],
)
def test_what_is_no_part_is_refused_and_not_offered(folder, make, words):
    write(folder, p1_csv=FIRST, p2_csv=SECOND)
    assert list_folder(folder.parent).files == (FolderFile("census", len(FIRST + SECOND), 2),)
    make(folder / "p3.csv")
    assert words in refusal(folder)
    assert list_folder(folder.parent) == ((), 1)


def test_an_empty_folder_and_one_of_too_many_files_are_refused(folder, monkeypatch):
    assert "the folder holds no file" in refusal(folder)
    write(folder, p1_csv=FIRST, p2_csv=SECOND)
    monkeypatch.setattr(folder_parts, "MOST_PARTS", 1)
    assert "more than the 1 files allowed" in refusal(folder)


def test_from_the_data_folder_it_is_read_by_its_name_and_never_through_a_link(folder):
    write(folder, p1_csv=FIRST, p2_csv=SECOND)
    assert read_file("census", stored_in_folder(folder.parent, "census")).report.n_rows == 3
    (folder.parent / "other").symlink_to(folder)
    with pytest.raises(IntakeError, match="it is a link"):
        read_file("other", stored_in_folder(folder.parent, "other"))


def test_a_file_that_changes_meanwhile_is_refused_by_name(folder, monkeypatch):
    write(folder, p1_csv=FIRST, p2_csv=SECOND)
    stored = stored_at(folder)
    with pytest.raises(IntakeError, match=r"in p2\.csv: it changed while it was read"), stored.opened():
        write(folder, p2_csv=SECOND + b"4,d,1\n")


@pytest.mark.own_process
@pytest.mark.slow
def test_the_readers_process_is_given_all_files_of_a_folder(folder):
    write(folder, p1_csv=FIRST, p2_csv=SECOND)
    assert cells(read(folder)) == cells(read_file("census.csv", TOGETHER))


def test_what_is_found_in_another_column_of_a_later_file_is_kept():
    first, later = (Finding(Severity.WARNING, "told", column) for column in ("x", "y"))
    assert of_parts([("p1", [first]), ("p2", [first, later])]) == [first, replace(later, message="in p2: told")]
