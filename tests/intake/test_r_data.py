"""R files: data frames with factors, labels, dates and R's kinds of missing values; nothing else is read."""

import bz2
import gzip
import lzma
import struct
from pathlib import Path

import numpy as np
import pytest
import rdata

from core.data import Column
from core.errors import LimitExceeded, Malformed, NothingInside, UnknownFormat
from core.intake.formats import recognise
from core.intake.limits import DEFAULT, Limits
from core.intake.parsed import Parsed, Source
from core.intake.r_data import reader
from core.intake.report import ReadChoices, Severity

MADE_BY_R = Path(rdata.__file__).parent / "tests" / "data" / "generated"
HEAD = b"X\n" + struct.pack(">3i", 3, 0x00040302, 0x00030500) + struct.pack(">i", 5) + b"UTF-8"
END = struct.pack(">i", 254)
NA_INTEGER = -(2**31)
NA_REAL = 0x7FF00000000007A2


def char(text: str | None) -> bytes:
    if text is None:
        return struct.pack(">2i", 0x00000009, -1)
    return struct.pack(">2i", 0x00008009, len(text.encode())) + text.encode()


def texts(*values: str | None, **attributes: bytes) -> bytes:
    return vector(16, len(values), b"".join(map(char, values)), attributes)


def integers(*values: int, **attributes: bytes) -> bytes:
    return vector(13, len(values), struct.pack(f">{len(values)}i", *values), attributes)


def truths(*values: int) -> bytes:
    return vector(10, len(values), struct.pack(f">{len(values)}i", *values), {})


def reals(*values: float | int, **attributes: bytes) -> bytes:
    """Real numbers; a whole number is taken as the bits of one."""
    body = b"".join(struct.pack(">q", v) if isinstance(v, int) else struct.pack(">d", v) for v in values)
    return vector(14, len(values), body, attributes)


def vector(kind: int, n: int, body: bytes, attributes: dict[str, bytes]) -> bytes:
    flags = kind | (0x300 if "class" in attributes else 0x200 if attributes else 0)
    return struct.pack(">2i", flags, n) + body + (pairlist(attributes) if attributes else b"")


def pairlist(members: dict[str, bytes]) -> bytes:
    made = b"".join(struct.pack(">2i", 0x402, 1) + char(n.replace("__", ".")) + m for n, m in members.items())
    return made + END


def frame(rows: int, *, row_names: bytes = b"", **columns: bytes) -> bytes:
    attributes = {"names": texts(*columns), "class": texts("tbl_df", "tbl", "data.frame")}
    attributes["row__names"] = row_names or integers(NA_INTEGER, -rows)
    return vector(19, len(columns), b"".join(columns.values()), attributes)


def read(thing: bytes, name: str = "a.rds", limits: Limits = DEFAULT, **choices: str) -> Parsed:
    content = thing if name.endswith(".rda") or thing.startswith((b"\x1f\x8b", b"BZh", b"\xfd7z")) else HEAD + thing
    recognise(name, content)
    return reader.read(Source(name, content, 0, limits, ReadChoices(**choices)))


def cells(column: Column) -> list[float | str | None]:
    codes, labels = column.categories()
    number = column.is_number()
    return [None if c < 0 else float(labels[c]) if n else labels[c] for c, n in zip(codes, number, strict=True)]


ZONE = texts("UTC")
COLUMNS = [
    pytest.param(integers(1, NA_INTEGER, -3), [1, None, -3], id="whole numbers"),
    pytest.param(reals(0.1, NA_REAL, float("nan")), [0.1, None, None], id="real numbers"),
    pytest.param(reals(1.5, float("inf"), -0.0), [1.5, "inf", 0], id="infinite"),
    pytest.param(truths(1, 0, NA_INTEGER), ["true", "false", None], id="truth values"),
    pytest.param(texts("b", None, "00123"), ["b", None, "00123"], id="texts"),
    pytest.param(
        integers(2, NA_INTEGER, 1, levels=texts("low", "high"), **{"class": texts("factor")}), ["high", None, "low"],
        id="factor",
    ),
    pytest.param(reals(18292.0, NA_REAL, -1.0, **{"class": texts("Date")}), ["2020-01-31", None, "1969-12-31"],
                 id="dates"),
    pytest.param(integers(0, 1, NA_INTEGER, **{"class": texts("IDate", "Date")}), ["1970-01-01", "1970-01-02", None],
                 id="whole dates"),
    pytest.param(reals(0.5, 86400.0, NA_REAL, **{"class": texts("POSIXct", "POSIXt"), "tzone": ZONE}),
                 ["1970-01-01 00:00:00.5Z", "1970-01-02 00:00:00Z", None], id="moments"),
    pytest.param(reals(3600.0, 1.0, NA_REAL, **{"class": texts("hms", "difftime"), "units": texts("secs")}),
                 ["01:00:00", "00:00:01", None], id="times"),
    pytest.param(reals(12345678901234567, 5, -(2**63), **{"class": texts("integer64")}),
                 ["12345678901234567", "5", None], id="26 long whole numbers"),
]  # fmt: skip


@pytest.mark.parametrize(("column", "expected"), COLUMNS)
def test_column(column: bytes, expected: list[float | str | None]):
    parsed = read(frame(3, x=column))
    assert cells(parsed.columns["x"]) == expected
    assert parsed.report.n_rows == 3


def test_labels_and_kinds_of_missing_values_of_haven():
    tagged = NA_REAL | (ord("a") << 32)
    labels = reals(1.0, 2.0, tagged, names=texts("Male", "Female", "refused"))
    column = reals(1.0, 2.0, tagged, NA_REAL, **{"class": texts("haven_labelled", "vctrs_vctr", "double"),
                   "labels": labels, "label": texts("Sex of person")})  # fmt: skip
    parsed = read(frame(4, sex=column))
    assert cells(parsed.columns["sex"]) == [1, 2, ".a", None]
    assert parsed.labels == {"sex": "Sex of person"}
    assert parsed.value_labels == {"sex": {"1": "Male", "2": "Female", ".a": "refused"}}
    assert parsed.user_missing == {"sex": (".a",)}


def test_declared_missing_codes_of_spss_files_read_by_haven():
    column = reals(1.0, -99.0, 98.0, 99.0, na_values=reals(-99.0), na_range=reals(98.0, float("inf")))
    parsed = read(frame(4, x=column))
    assert cells(parsed.columns["x"]) == [1, -99, 98, 99]
    assert parsed.user_missing == {"x": ("-99", "98", "99")}


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress], ids=["gzip", "bzip2", "xz"])
def test_every_compression(pack):
    parsed = read(pack(HEAD + frame(2, x=reals(1.0, 2.0))))
    assert cells(parsed.columns["x"]) == [1, 2]


def workspace(**things: bytes) -> bytes:
    return b"RDX3\n" + HEAD + pairlist(things)


def test_a_workspace_with_several_data_frames_is_asked_about():
    content = workspace(n=reals(1.0), one=frame(1, x=reals(1.0)), two=frame(2, y=texts("a", "b")))
    parsed = read(content, "a.rda")
    assert list(parsed.columns) == ["x"]
    assert parsed.report.sheet == "one"
    question = next(f for f in parsed.report.findings if f.choice == "sheet")
    assert question.alternatives == ("two",)
    assert cells(read(content, "a.rda", sheet="two").columns["y"]) == ["a", "b"]
    with pytest.raises(Malformed, match="no data frame of the name chosen; it has 'one', 'two'"):
        read(content, "a.rda", sheet="three")


REFUSED = [
    pytest.param(vector(19, 1, reals(5.0), {}), UnknownFormat, "a list, no data frame", id="58 list"),
    pytest.param(reals(5.0), UnknownFormat, "a vector, no data frame", id="58 vector"),
    pytest.param(integers(1, 2, 3, 4, dim=integers(2, 2)), UnknownFormat, "a matrix", id="58 matrix"),
    pytest.param(frame(1, x=vector(19, 1, reals(5.0), {})), Malformed, "'x' holds a list in its cells", id="48 lists"),
    pytest.param(frame(2, x=integers(1, 2, 3, 4, dim=integers(2, 2))), Malformed, "'x' holds a matrix", id="a matrix"),
    pytest.param(frame(2, x=vector(19, 0, b"", {"class": texts("POSIXlt", "POSIXt")})), Malformed, "dates as lists",
                 id="dates as lists"),
    pytest.param(frame(2, x=reals(1.0), y=reals(1.0, 2.0)), Malformed, "different lengths", id="lengths"),
    pytest.param(frame(0, x=reals()), NothingInside, "no rows", id="3 no rows"),
    pytest.param(frame(0), NothingInside, "no columns", id="no columns"),
    pytest.param(integers(3, levels=texts("a"), **{"class": texts("factor")}), UnknownFormat, "vector", id="a factor"),
    pytest.param(frame(1, x=integers(3, levels=texts("a"), **{"class": texts("factor")})), Malformed, "have no level",
                 id="a factor without levels"),
    pytest.param(frame(2, x=reals(1.0, 2.0))[:-20], Malformed, "damaged", id="53 cut off"),
]  # fmt: skip


@pytest.mark.parametrize(("thing", "error", "words"), REFUSED)
def test_refused(thing: bytes, error: type[Exception], words: str):
    with pytest.raises(error, match=words):
        read(thing)


def test_58_a_bomb_is_refused_before_it_has_grown():
    content = gzip.compress(HEAD + reals(*[0.0] * 2_000_000))
    with pytest.raises(LimitExceeded, match="unpacked it is larger than"):
        read(content, limits=Limits(ratio_free_bytes=1_000_000))


def test_names_of_rows_are_told():
    parsed = read(frame(2, x=reals(1.0, 2.0), row_names=texts("Mazda", "Fiat")))
    assert [(f.severity, f.count) for f in parsed.report.findings] == [(Severity.WARNING, 2)]


@pytest.mark.skipif(not MADE_BY_R.is_dir(), reason="rdata was installed without its own test files")
@pytest.mark.parametrize("kind", ["xdr__version_2", "xdr__version_3", "ascii__version_3", "binary__version_3"])
def test_files_made_by_r(kind: str):
    content = (MADE_BY_R / f"test_dataframe_dtypes_with_na__{kind}.rds").read_bytes()
    with pytest.raises(Malformed, match="column 'complex' holds complex numbers"):
        read_as_made(content)
    parsed = read_as_made((MADE_BY_R / f"test_dataframe__{kind}.rds").read_bytes())
    assert {name: cells(c) for name, c in parsed.columns.items()} == {"class": ["a", "b", "b"], "value": [1, 2, 3]}
    parsed = read_as_made((MADE_BY_R / f"test_dataframe_float_with_na_nan__{kind}.rds").read_bytes())
    assert cells(parsed.columns["float"]) == [1.1, 2.2, 3.3, None, None, "inf", "-inf"]


def read_as_made(content: bytes) -> Parsed:
    recognise("a.rds", content)
    return reader.read(Source("a.rds", content, 0, DEFAULT, ReadChoices()))


def test_every_file_made_by_r_is_read_or_refused():
    for path in sorted(MADE_BY_R.glob("*.rd[as]")):
        try:
            parsed = reader.read(Source(path.name, path.read_bytes(), 0, DEFAULT, ReadChoices()))
        except (UnknownFormat, Malformed, NothingInside):
            continue
        assert np.all([len(c) == parsed.report.n_rows for c in parsed.columns.values()])


def test_a_data_frame_that_counts_other_rows_than_its_columns_have_is_refused():
    for rows in (2, 5):
        with pytest.raises(Malformed, match=f"says that it has {rows} rows, and its columns have 3"):
            read(frame(rows, x=integers(1, 2, 3)))
    named = frame(0, row_names=texts("a", "b"), x=integers(1, 2, 3))
    with pytest.raises(Malformed, match="says that it has 2 rows"):
        read(named)
    assert read(frame(3, x=integers(1, 2, 3))).report.n_rows == 3
    assert read(frame(0, row_names=integers(NA_INTEGER, 3), x=integers(1, 2, 3))).report.n_rows == 3


@pytest.mark.parametrize("column", [vector(16, 1, struct.pack(">2i", 9 | 2 << 12, 1) + b"\xff", {}),
                                    vector(16, 1, struct.pack(">2i", 9, 1) + b"\xe4", {})])  # fmt: skip
def test_a_text_that_nothing_says_how_to_read_does_not_become_a_missing_value(column: bytes):
    old = b"X\n" + struct.pack(">3i", 2, 0x00030400, 0x00020300)  # the second version states no encoding
    with pytest.raises(Malformed, match="save the data frame anew in UTF-8"):
        reader.read(Source("a.rds", old + frame(1, x=column), 0, DEFAULT, ReadChoices()))


def test_a_class_that_gives_cells_another_meaning_is_said():
    for name in ("units", "yearmon", "a\u202eb"):
        parsed = read(frame(2, x=reals(1.0, 2.0, **{"class": texts(name)})))
        (finding,) = [f for f in parsed.report.findings if "whose meaning is not read" in f.message]
        assert finding.column == "x"
        assert "\u202e" not in finding.message
    known = frame(2, x=reals(1.0, 2.0, **{"class": texts("haven_labelled", "vctrs_vctr", "double")}))
    assert not [f for f in read(known).report.findings if f.column]


def test_lengths_of_time_of_another_unit_are_no_seconds():
    hours = reals(1.0, 2.0, **{"class": texts("hms", "difftime"), "units": texts("hours")})
    parsed = read(frame(2, x=hours))
    assert cells(parsed.columns["x"]) == [1.0, 2.0]
    assert "numbers of hours" in parsed.report.findings[0].message


def test_times_that_differ_in_what_is_not_written_are_said():
    moments = reals(0.1234567, 0.1234568, 5.0, **{"class": texts("POSIXct", "POSIXt"), "tzone": ZONE})
    (finding,) = read(frame(3, x=moments)).report.findings
    assert (finding.count, finding.severity) == (2, Severity.WARNING)
    days = reals(1.0, 1.5, NA_REAL, **{"class": texts("Date")})
    (finding,) = read(frame(3, x=days)).report.findings
    assert finding.count == 1
    assert "a time of day" in finding.message


def test_a_factor_without_whole_numbers_is_refused():
    with pytest.raises(Malformed, match="a factor without whole numbers"):
        read(frame(1, x=reals(1.0, levels=texts("a"), **{"class": texts("factor")})))
