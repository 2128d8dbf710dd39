"""The data folder: what lies in it is listed and read, and nothing leads out of it."""

import os
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from core.errors import IntakeError, LimitExceeded
from core.intake import (
    DEFAULT,
    FolderFile,
    Reading,
    digest_of,
    is_plain_name,
    list_folder,
    read_file,
    sandbox,
    stored_in_folder,
)
from core.intake.data_folder import listing, opening
from core.intake.stored import stored_file as of_stored

MARKUP = "<b>:red[**a**]_$x$.csv"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one file, and a file outside of it."""
    inside = tmp_path / "data"
    inside.mkdir()
    (inside / "a.csv").write_bytes(b"x\n1\n")
    (tmp_path / "secret.csv").write_bytes(b"hush\n")
    return inside


@pytest.fixture(params=["copied", "where it lies"], autouse=True)
def how(request, monkeypatch) -> str:
    """A small file is copied to the reader, a large one is read where it lies."""
    if request.param != "copied":
        monkeypatch.setattr(of_stored, "COPIED", 0)
    return request.param


def read(folder: Path, name: str, limits=DEFAULT) -> Reading:
    return read_file(name, stored_in_folder(folder, name), limits)


def refusal(folder: Path, name: str) -> str:
    with pytest.raises(IntakeError) as refused:
        read(folder, name)
    assert "hush" not in str(refused.value)
    return str(refused.value)


def test_files_are_listed_by_name_and_size_and_read_as_they_are(folder):
    (folder / MARKUP).write_bytes(b"yy\n2\n")
    listed = list_folder(folder)
    assert listed.files == (FolderFile(MARKUP, 5), FolderFile("a.csv", 4))
    assert listed.others == 0
    for name, column, digest in (("a.csv", "x", sha256(b"x\n1\n")), (MARKUP, "yy", sha256(b"yy\n2\n"))):
        microdata = read(folder, name).microdata
        assert (list(microdata.columns), microdata.sha256) == ([column], digest.hexdigest())
        assert digest_of(stored_in_folder(folder, name)) == microdata.sha256


def test_nothing_but_files_of_its_own_is_listed(folder):
    (folder / "below").mkdir()
    (folder / "link.csv").symlink_to(folder / "a.csv")
    (folder / "gone.csv").symlink_to(folder / "nowhere")
    os.mkfifo(folder / "pipe.csv")
    os.link(folder.parent / "secret.csv", folder / "second.csv")
    for name in (".hidden.csv", "in\u200bvisible.csv", "two\nlines.csv", os.fsdecode(b"no\xfftext.csv")):
        (folder / name).write_bytes(b"")
    listed = list_folder(folder)
    assert [file.name for file in listed.files] == ["a.csv"]
    assert listed.others == 9


def test_a_long_list_is_cut_and_says_so(folder, monkeypatch):
    monkeypatch.setattr(listing, "LISTED", 2)
    for i in range(4):
        (folder / f"b{i}.csv").write_bytes(b"")
    assert [file.name for file in list_folder(folder).files] == ["a.csv", "b0.csv"]
    assert list_folder(folder).others == 3


@pytest.mark.parametrize(
    "name", ["../secret.csv", "..", ".", "", "below/../../secret.csv", "..\\secret.csv", "a.csv\0", "a.csv/", "\ud800"]
)
def test_a_path_is_no_name(folder, name):
    assert not is_plain_name(name)
    assert "is no name of a file in the data folder" in refusal(folder, name)


def test_a_whole_path_is_no_name(folder):
    assert "is no name of a file" in refusal(folder, str(folder.parent / "secret.csv"))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda at: at.symlink_to(at.parent.parent / "secret.csv"), "it is a link"),
        (lambda at: at.symlink_to(at.parent / "a.csv"), "it is a link"),
        (os.mkfifo, "it is no file"),
        (Path.mkdir, "the folder holds no file"),
        (lambda at: os.link(at.parent.parent / "secret.csv", at), "it is linked under a second name"),
        (lambda at: None, "it is no longer in the data folder"),
    ],
    ids=["link", "link inside", "pipe", "folder", "hard link", "vanished"],
)
def test_what_is_no_file_of_its_own_is_refused(folder, make, words):
    make(folder / "odd.csv")
    assert refusal(folder, "odd.csv").startswith(f"odd.csv: {words}")


def test_a_device_is_not_opened():
    assert "it is no file" in refusal(Path("/dev"), "zero")


def test_a_folder_that_is_a_link_or_gone_is_refused(folder):
    (folder.parent / "other").symlink_to(folder)
    for name in ("other", "nowhere", "secret.csv"):
        with pytest.raises(IntakeError, match="the data folder cannot be opened"):
            list_folder(folder.parent / name)


def meanwhile(monkeypatch, call, happens):
    """Let something happen after a file was looked at for the n-th time."""
    looked, calls = opening.fault_of, []

    def look(status):
        fault = looked(status)
        calls.append(status)
        if len(calls) == call:
            happens()
        return fault

    monkeypatch.setattr(opening, "fault_of", look)


def test_a_link_that_takes_the_files_place_meanwhile_is_not_followed(folder, monkeypatch):
    def swap():
        (folder / "a.csv").unlink()
        (folder / "a.csv").symlink_to(folder.parent / "secret.csv")

    meanwhile(monkeypatch, 1, swap)
    assert "it cannot be opened" in refusal(folder, "a.csv")


@pytest.mark.parametrize("content", [b"", b"x\n", b"x\n1\n2\n"], ids=["emptied", "cut", "longer"])
def test_a_file_that_changes_while_it_is_read_is_refused(folder, monkeypatch, content):
    meanwhile(monkeypatch, 2, lambda: (folder / "a.csv").write_bytes(content))
    assert "changed while it was read" in refusal(folder, "a.csv")


def test_a_file_written_anew_with_as_many_bytes_is_noticed(folder, monkeypatch):
    def write():
        (folder / "a.csv").write_bytes(b"y\n2\n")
        os.utime(folder / "a.csv", ns=(1, 1))

    meanwhile(monkeypatch, 2, write)
    assert "changed while it was read" in refusal(folder, "a.csv")


def test_a_file_beyond_the_limit_is_refused_before_it_is_read(folder):
    with (folder / "large.csv").open("wb") as file:
        file.truncate(2**40)
    with pytest.raises(LimitExceeded, match=r"^large.csv: 1,099,511,627,776 bytes, 2,500,000,000 are allowed"):
        read(folder, "large.csv")
    assert read(folder, "a.csv", replace(DEFAULT, file_bytes=4, stored_bytes=4))
    with pytest.raises(LimitExceeded, match=r"^a.csv: 4 bytes, 3 are allowed"):
        read(folder, "a.csv", replace(DEFAULT, file_bytes=3, stored_bytes=3))


def test_only_what_is_read_by_blocks_may_be_larger_than_an_upload(folder, how):
    limits = replace(DEFAULT, file_bytes=3)
    if how == "copied":
        with pytest.raises(LimitExceeded, match="4 bytes, 3 are allowed"):
            read(folder, "a.csv", limits)
        return
    assert read(folder, "a.csv", limits).report.n_rows == 1
    (folder / "a.sav").write_bytes(b"$FL2" + bytes(9))
    with pytest.raises(LimitExceeded, match="13 bytes, 3 are allowed"):
        read(folder, "a.sav", limits)


def test_time_grows_with_the_size_of_a_file_beyond_that_of_an_upload():
    large = sandbox.limits_of_stored([("a.csv", DEFAULT.file_bytes), ("b.csv", DEFAULT.file_bytes)], DEFAULT)
    assert (large.cpu_seconds, large.wall_seconds) == (2 * DEFAULT.cpu_seconds, 2 * DEFAULT.wall_seconds)
    assert sandbox.limits_of_stored([("a.csv", 1)], DEFAULT).cpu_seconds == DEFAULT.cpu_seconds
    dense = sandbox.limits_of_stored([("a.parquet", DEFAULT.file_bytes)], DEFAULT)
    assert (dense.cpu_seconds, dense.parquet_cells) == (4 * DEFAULT.cpu_seconds, 4 * DEFAULT.parquet_cells)
    mixed = sandbox.limits_of_stored([("a.parquet", DEFAULT.file_bytes), ("b.csv", 0)], DEFAULT)
    assert mixed.cpu_seconds == DEFAULT.cpu_seconds


@pytest.mark.own_process
@pytest.mark.slow
def test_the_readers_process_reads_a_file_where_it_lies(folder, how):
    content = b"x,y\n" + b"1,a\n2,b\n" * 50
    (folder / "b.csv").write_bytes(content)
    stored, uploaded = read(folder, "b.csv"), read_file("b.csv", content)
    assert stored.report == uploaded.report
    assert stored.microdata.sha256 == uploaded.microdata.sha256
    assert stored.microdata.columns["x"].numbers.tolist() == uploaded.microdata.columns["x"].numbers.tolist()
