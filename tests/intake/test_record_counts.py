"""Files of statistical programs whose header counts other than they hold: nothing is dropped, nothing made up."""

import struct
import tempfile
from pathlib import Path

import pandas as pd
import pyreadstat
import pytest

from core.errors import IntakeError, Malformed
from core.intake.labelled import reader
from core.intake.limits import DEFAULT
from core.intake.parsed import Parsed, Source
from core.intake.report import NO_CHOICES, Severity
from tests.intake import bad_files as make

N = 60
FRAME = pd.DataFrame({"x": [float(i) for i in range(N)], "t": [f"t{i}" for i in range(N)]})
LABELS = {"variable_value_labels": {"x": {1: "one", 2: "two"}}}
KINDS = {"sav": {}, "sav in bytes": {"row_compress": True}, "zsav": {}, "por": {},
         "dta of 2003": {"version": 8}, "dta of 2011": {"version": 12}, "dta": {"version": 15}}  # fmt: skip
MORE, FEWER, OTHER = "records stand behind the", "header counts", "no part of a Stata file"
ANYHOW = "damaged, encrypted"
IRIS, IRIS_ROWS = "labelled/haven/inst/examples/iris.sas7bdat", 150


def read(kind: str, content: bytes) -> Parsed:
    return reader.read(Source(f"a.{kind.partition(' ')[0]}", content, 0, DEFAULT, NO_CHOICES))


def made(kind: str, frame: pd.DataFrame = FRAME, **options: object) -> bytes:
    return make.labelled(kind.partition(" ")[0], frame, **KINDS[kind], **options)


def transport(version: int, frame: pd.DataFrame = FRAME) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.xpt"
        pyreadstat.write_xport(frame, str(path), file_format_version=version)
        return path.read_bytes()


def with_number(content: bytes, at: int, number: int, size: int = 4) -> bytes:
    return content[:at] + number.to_bytes(size, "little", signed=number < 0) + content[at + size :]


def counting(kind: str, n: int) -> bytes:
    """The file, saying that it holds so many records."""
    content = made(kind)
    if kind == "dta":
        return with_number(content, content.index(b"<N>") + 3, n, 8)
    return with_number(content, 80 if "sav" in kind else 6, n)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", [1, 7, N])
def test_good_files_hold_what_they_count(kind: str, rows: int):
    assert read(kind, made(kind, FRAME.head(rows))).report.n_rows == rows
    if "por" not in kind:
        assert read(kind, made(kind, FRAME.head(rows), **LABELS)).value_labels["x"]["2"] == "two"


@pytest.mark.parametrize("kind", ["sav", "sav in bytes", "zsav"])
def test_spss_files_that_count_fewer_records_than_they_hold_are_refused(kind: str):
    for n in (0, 1, N - 1):
        with pytest.raises(Malformed, match=MORE):
            read(kind, counting(kind, n))
    assert read(kind, counting(kind, -1)).report.n_rows == N  # not counted: read to the end
    with pytest.raises(Malformed, match=ANYHOW):
        read(kind, counting(kind, N + 1))


@pytest.mark.parametrize("kind", ["dta of 2003", "dta of 2011"])
def test_old_stata_files_that_count_other_than_they_hold_are_refused(kind: str):
    for n, words in ((N - 1, OTHER), (N + 1, OTHER), (0, OTHER), (2**31 - 1, "more than it has bytes")):
        with pytest.raises(Malformed, match=words):
            read(kind, counting(kind, n))


@pytest.mark.parametrize(
    ("n", "words"), [(0, MORE), (N - 1, ANYHOW), (N + 1, ANYHOW), (2**40, "more than it has bytes")]
)
def test_stata_files_that_count_other_than_they_hold_are_refused(n: int, words: str):
    with pytest.raises(Malformed, match=words):
        read("dta", counting("dta", n))


@pytest.mark.parametrize("kind", KINDS)
def test_what_stands_behind_a_file_is_not_dropped(kind: str):
    for behind in (made(kind, FRAME.head(7)), b"3,4,5\n" * 20 if kind in {"sav", "dta", "por"} else None):
        if behind is not None:
            with pytest.raises(IntakeError):
                read(kind, made(kind) + behind)


@pytest.mark.parametrize("kind", ["sav", "sav in bytes", "zsav"])
def test_nothing_behind_the_end_of_an_spss_file_is_dropped(kind: str):
    content = made(kind)
    for behind in (b"x", b"3,4,5\n" * 20, content[-200:], bytes(8) + content[-8:]):
        with pytest.raises(Malformed, match="would be lost"):
            read(kind, content + behind)
    if kind == "sav in bytes":
        assert read(kind, content + bytes(24)).report.n_rows == N  # padding


def test_cells_behind_the_end_mark_or_between_the_blocks_of_an_spss_file_are_not_dropped():
    content = made("sav in bytes")
    end = content.rindex(b"\xfd\xfc")  # the codes of the last text and of the end
    behind = content[: end + 2] + b"\x65" + content[end + 3 :]
    with pytest.raises(Malformed, match="follows the last record"):
        read("sav in bytes", behind)
    content = made("zsav")
    trailer = len(content) - 48
    assert content[trailer : trailer + 8] == struct.pack("<q", -100)
    apart = bytearray(content[:trailer] + b"3,4,5 " + content[trailer:])
    place = struct.pack("<q", trailer)
    at = apart.index(place)
    apart[at : at + 8] = struct.pack("<q", trailer + 6)
    with pytest.raises(Malformed, match="follows the last record"):
        read("zsav", bytes(apart))


def test_transport_files_cut_off_or_with_more_behind_are_refused():
    for version in (5, 8):
        content = transport(version)
        for rows in (7, N):
            assert read("xpt", transport(version, FRAME.head(rows))).report.n_rows == rows
        with pytest.raises(Malformed, match="cut off in the middle"):
            read("xpt", content[:-85])
        with pytest.raises(Malformed, match="several data sets"):
            read("xpt", content + bytes(-len(content) % 80) + content[240:])
    place = content.index(b"OBSV8") + 28
    for n, words in ((7, MORE), (N + 8, FEWER)):
        with pytest.raises(Malformed, match=words):
            read("xpt", content[:place] + f"{n:15d}".encode() + content[place + 15 :])


@pytest.mark.parametrize("version", [5, 8])
def test_whole_records_cut_off_a_transport_file_are_missed_only_where_it_still_ends_with_a_record_of_80_bytes(version):
    content = transport(version)
    start, width = content.index(b"HEADER RECORD*******OBS") + 80, 8 + 3
    for kept in range(1, N):
        cut = content[: start + kept * width]
        if (len(cut) - start) % 80:
            with pytest.raises(Malformed, match="cut off"):
                read("xpt", cut)


@pytest.mark.parametrize(
    ("width", "certain", "possible"), [(16, 1, 4), (30, 3, 2), (80, 5, 0), (100, 5, 0), (200, 5, 0)]
)
def test_records_of_blanks_at_the_end_of_a_transport_file_are_kept_or_said(width: int, certain: int, possible: int):
    frame = pd.DataFrame({"t": ["a" * width, "", "", "", ""]})
    parsed = read("xpt", transport(5, frame))
    assert parsed.report.n_rows == len(parsed.columns["t"]) == certain
    assert [f.count for f in parsed.report.findings if "possible" in f.message] == ([possible] if possible else [])
    counted = read("xpt", transport(8, frame))
    assert counted.report.n_rows == 5
    assert counted.report.findings == ()


def test_the_possible_number_of_blank_records_is_said():
    parsed = read("xpt", transport(5, pd.DataFrame({"t": ["abc", "", "d", "", ""]})))
    assert parsed.report.n_rows == 3
    [warning] = parsed.report.findings
    assert (warning.severity, warning.count) == (Severity.WARNING, 80 // 3 - 3)
    assert "3 records are read, and 23 more records of blanks are possible" in warning.message


def test_numbers_are_never_blank_so_no_record_of_a_transport_file_is_in_doubt():
    frame = pd.DataFrame({"x": [1.0, None, None], "t": ["a", "", ""]})
    parsed = read("xpt", transport(5, frame))
    assert parsed.report.n_rows == 3
    assert parsed.report.findings == ()


def test_the_transport_file_whose_last_records_vanished(shared_data: Path):
    parsed = read("xpt", (shared_data / "found" / "xport" / "p02_trailblank.xpt").read_bytes())
    assert parsed.report.n_rows == 4
    assert [f.count for f in parsed.report.findings] == [76]


def test_sas_files_that_count_other_than_their_pages_hold_are_refused(shared_data: Path):
    content = (shared_data / IRIS).read_bytes()
    place = content.index(struct.pack("<i", IRIS_ROWS), content.index(b"\xf7" * 4))
    assert read("sas7bdat", content).report.n_rows == IRIS_ROWS
    # one more than there are was read from what stood beside the records of the page
    for n, words in (
        (1, MORE),
        (IRIS_ROWS - 1, MORE),
        (IRIS_ROWS + 1, "and it holds 150"),
        (10**6, "and it holds 150"),
    ):
        with pytest.raises(Malformed, match=words):
            read("sas7bdat", with_number(content, place, n))
    with pytest.raises(Malformed, match="1 page and it holds more"):
        read("sas7bdat", content + content)


@pytest.mark.parametrize(("rows", "told"), [(0, 0), (5, 1)])
def test_a_sas_file_of_several_pages_that_count_otherwise_is_read_and_it_is_said(shared_data: Path, rows, told):
    content = (shared_data / IRIS).read_bytes()
    page = bytes(16) + struct.pack("<3H", 0x100, rows, 0)
    two = with_number(content, 208, 2) + page.ljust(len(content) // 2, b"\0")  # its header is as long as its page
    parsed = read("sas7bdat", two)
    assert parsed.report.n_rows == IRIS_ROWS
    assert len([f for f in parsed.report.findings if "its pages 155" in f.message]) == told


def test_a_text_that_reads_like_a_header_of_a_transport_file_is_a_text():
    text = "HEADER RECORD*******MEMBER  HEADER RECORD!!!!!!!"
    parsed = read("xpt", transport(5, pd.DataFrame({"n": [1.0, 2.0], "x": [text, "y"]})))
    assert parsed.columns["x"].labels == (text, "y")
