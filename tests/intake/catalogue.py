"""The catalogue of difficult files, 1 to 58: each with its bytes, what must come of it and what must be said."""

import codecs
import gzip
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pandas as pd
import pyarrow as pa

from tests.intake import bad_files as make

CLEAN = "name,age,city\nAnna,31,Graz\nBob,42,Linz\n"
TABLE: dict[str, list[float | str | None]] = {"name": ["Anna", "Bob"], "age": [31, 42], "city": ["Graz", "Linz"]}

REFUSED, WARNED, ASKED, SAME, NOTED = "refused", "warned", "asked", "same", "noted"


@dataclass(frozen=True)
class Case:
    """One difficult file.

    Parameters
    ----------
    id : str
        Its number in the catalogue and what it is.
    file : str
    content : bytes or a function that makes them
    outcome : str
        Refused; read with a warning, a question or a note that holds ``words``; or the same as the clean file.
    words : str
    holds : mapping of str to list
        What some columns must hold; of a file that is the same, all of it.
    """

    id: str
    file: str
    content: bytes | Callable[[], bytes]
    outcome: str
    words: str = ""
    holds: dict[str, list[Any]] = field(default_factory=dict)

    def bytes(self) -> "bytes":
        """The file's bytes."""
        return self.content if isinstance(self.content, bytes) else self.content()


def stray_quotes() -> bytes:
    rows = [f"{i},a,b,c\n" for i in range(2_000)]
    rows[500], rows[1_500] = '500,"a,b,c\n', '1500,a",b,c\n'
    return ("id,x,y,z\n" + "".join(rows)).encode()


def same(number: str, what: str, content: bytes, file: str = "file.csv") -> Case:
    return Case(f"case_{number}_{what}", file, content, SAME, holds=TABLE)


CZECH = ["Třebíč", "Břeclav", "Plzeň", "Žďár", "Příbram", "Kroměříž", "Ústí", "Děčín", "Přerov", "Jihlava", "Znojmo"]
REMARK = "Příliš žluťoučký kůň úpěl ďábelské ódy a všichni občané města se tomu velmi divili"

TEXT = [
    Case("case_01_empty_file", "file.csv", b"", REFUSED, "the file is empty"),
    Case("case_02_mark_only", "file.csv", codecs.BOM_UTF8, REFUSED, "the file is empty"),
    Case("case_03_header_only", "file.csv", b"a,b,c\n", REFUSED, "no rows"),
    Case("case_04_one_row", "file.csv", b"a,b\n1,2\n", WARNED, "one row only", {"a": [1]}),
    same("05", "utf8_mark", make.marked(CLEAN, "utf-8")),
    same("06", "utf16_with_mark", make.marked(CLEAN, "utf-16-le")),
    same("06", "utf16_big_with_mark", make.marked(CLEAN, "utf-16-be")),
    Case("case_06_utf16_without_mark", "file.csv", CLEAN.encode("utf-16-le"), ASKED, "read as utf-16-le", TABLE),
    Case("case_07_cp1252", "file.csv", "Ort,n\nKöln,1\nZürich Süd,2\nGroßweil,3\n".encode("cp1252"), ASKED,
         "read as cp1252, with characters such as", {"Ort": ["Köln", "Zürich Süd", "Großweil"]}),
    Case("case_08_latin1_against_cp1250", "file.csv",
         ("město,poznámka\n" + "".join(f"{t},{REMARK}\n" for t in CZECH)).encode("cp1250"), ASKED, "read as cp1250",
         {"město": CZECH}),
    Case("case_09_nul_bytes", "file.csv", CLEAN.encode().replace(b"Anna", b"An\0na\0"), WARNED,
         "2 NUL characters were left out", TABLE),
    same("10", "carriage_returns", CLEAN.replace("\n", "\r").encode()),
    same("10", "mixed_line_ends", CLEAN.replace("\n", "\r\n", 1).encode()),
    same("11", "semicolon", CLEAN.replace(",", ";").encode()),
    same("11", "tab", CLEAN.replace(",", "\t").encode()),
    same("11", "bar", CLEAN.replace(",", "|").encode()),
    Case("case_12_decimal_comma", "file.csv", b"x;n\n1,5;1\n-0,25;2\n10,125;3\n", ASKED,
         "decimal mark is read as a comma", {"x": [1.5, -0.25, 10.125]}),
    Case("case_13_thousands_ambiguous", "file.csv", b"x;n\n1.234;1\n56.789;2\n", ASKED, "exactly three digits",
         {"x": [1.234, 56.789]}),
    Case("case_14_spare_trailing_delimiter", "file.csv", b"id,x\n1,7,\n2,8,\n", WARNED, "without a cell behind",
         {"id": [1, 2], "x": [7, 8]}),
    Case("case_15_short_and_long_rows", "file.csv", b"a,b\n1,2\n3\n4,5,6\n", REFUSED, "line 3 has 1, line 4 has 3"),
    Case("case_16_stray_quotes", "file.csv", stray_quotes, REFUSED, "lines 2,000, rows 1,000"),
    Case("case_17_unclosed_quote", "file.csv", b'a,b\n1,2\n3,"x\n4,5\n', REFUSED, "line 3 is never closed"),
    Case("case_18_endless_line", "file.csv", lambda: b"a,b\n" + b"x" * 40_000_000, REFUSED, "line 2 is longer"),
    Case("case_19_many_columns", "file.csv",
         (",".join(["a"] * 20_000) + "\n" + ",".join(["1"] * 20_000) + "\n").encode(), REFUSED,
         "20,000 columns, 10,000 are allowed"),
    Case("case_20_equal_names", "file.csv", b"a,a\n1,2\n3,4\n", ASKED, "same name as a column before it",
         {"a": [1, 3], "a (2)": [2, 4]}),
    Case("case_21_empty_names", "file.csv", b",x\n1,2\n3,4\n", ASKED, "column 1 has no name", {"column 1": [1, 3]}),
    Case("case_22_names_alike", "file.csv", "é,e\u0301,Age,age \n1,2,3,4\n5,6,7,8\n".encode(), ASKED,
         "differ only in spelling", {"é": [1, 5], "é (2)": [2, 6]}),
    Case("case_23_endless_name", "file.csv", b"n" * 100_000 + b",b\n1,2\n3,4\n", WARNED,
         "100,000 characters was cut to 200", {"n" * 200: [1, 3]}),
    Case("case_24_hidden_characters", "file.csv", "a\u202eb,c\nx\u200b,1\nx,2\n".encode(), WARNED,
         "do not show or that turn", {"a\\u202eb": ["x\u200b", "x"]}),
    Case("case_25_leading_zeros", "file.csv", b"zip,n\n00123,1\n10115,2\n", WARNED, "1 with leading zeros",
         {"zip": ["00123", "10115"]}),
    Case("case_26_long_identifiers", "file.csv", b"id,n\n12345678901234993,1\n1234567890123456789012345,2\n,3\n",
         WARNED, "2 of more than 15 digits", {"id": ["12345678901234993", "1234567890123456789012345", None]}),
    Case("case_27_na_as_a_code", "file.csv", b"land,n\nNA,1\nDE,2\nSI,3\n", ASKED, "stand for a missing value",
         {"land": ["NA", "DE", "SI"]}),
    Case("case_28_out_of_range", "file.csv", b"x,n\n1e400,1\ninf,2\n2.5,3\n", WARNED, "no computer number holds",
         {"x": ["1e400", "inf", 2.5]}),
    Case("case_29_minus_zero", "file.csv", b"x,y\n-0.0,1\n0,2\n1,3\n", SAME, holds={"x": [0, 0, 1], "y": [1, 2, 3]}),
    Case("case_30_large_numbers", "file.csv", b"x,y\n1e308,1\n-1.7976931348623157e308,2\n", SAME,
         holds={"x": [1e308, -1.7976931348623157e308], "y": [1, 2]}),
    Case("case_31_mixed_types", "file.csv", b"x,n\n1,1\n2,2\nrefused,3\n", WARNED,
         "numbers (2 cells) and text (1 cell", {"x": [1, 2, "refused"]}),
    Case("case_32_ambiguous_dates", "file.csv", b"d,n\n01/02/2020,1\n03/04/2021,2\n", ASKED, "order of day and month",
         {"d": ["01/02/2020", "03/04/2021"]}),
    Case("case_33_gzip_renamed", "file.csv", gzip.compress(CLEAN.encode()), REFUSED, "a gzip archive"),
    Case("case_33_zip_renamed", "file.csv", make.archive({"a.csv": CLEAN}), REFUSED, "a zip archive"),
    Case("case_34_another_content", "file.parquet", CLEAN.encode(), REFUSED, "says Parquet"),
    Case("case_34_a_workbook_called_text", "file.csv", lambda: make.excel([["a"], [1]]), REFUSED, "says text"),
    Case("case_35_password", "file.xlsx", make.protected(), REFUSED, "password"),
    same("36", "address_as_a_name", CLEAN.encode(), "https://elsewhere.example/file.csv"),
    same("36", "path_as_a_name", CLEAN.encode(), "../../etc/file.csv"),
]  # fmt: skip

BOOK = [["name", "age", "city"], ["Anna", 31, "Graz"], ["Bob", 42, "Linz"]]
LAUGHS = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
STEAL = '<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
ONE = '<row r="1">' + make.cell("A1", "a") + "</row>"
GRADES = pd.DataFrame({"answer": [1.0, 2.0, -99.0, 9.0], "grade": [1.0, 2.0, 2.0, 1.0]})
MOMENTS = pa.table({
    "big": pa.array([2**64 - 1, 5], pa.uint64()),
    "day": pa.array([0, 18_292], pa.date32()),
    "length": pa.array([90, 5], pa.duration("s")),
    "utc": pa.array([0, 86_400_000], pa.timestamp("ms", tz="UTC")),
})  # fmt: skip


def duplicate_names() -> bytes:
    return make.parquet_table(pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"]))


def pandas_index() -> bytes:
    frame = pd.DataFrame({"x": [5, 6]}, index=pd.Index([11, 12], name="pid"))
    return make.parquet_table(pa.Table.from_pandas(frame))


def user_missing() -> bytes:
    return make.labelled("sav", GRADES, missing_ranges={"answer": [{"lo": -99, "hi": -98}, 9]})


def equal_labels() -> bytes:
    return make.labelled("sav", GRADES, variable_value_labels={"grade": {1: "Manager", 2: "Manager"}})


def extended_missing() -> bytes:
    frame = pd.DataFrame({"x": pd.Series([1.0, "a", "b", None], dtype=object), "y": [1.0, 2.0, 3.0, 4.0]})
    return make.labelled("dta", frame, missing_user_values={"x": ["a", "b"]})


def damaged_parquet() -> bytes:
    whole = make.parquet(a=pa.array(range(1_000)), b=pa.array(["x"] * 1_000))
    return whole[:30] + bytes(200) + whole[230:]


BINARY = [
    Case("case_37_far_cell", "file.xlsx",
         lambda: make.workbook(make.sheet(ONE, '<row r="1048576">' + make.cell("XFD1048576", "z") + "</row>")), REFUSED,
         "row 1,048,576 and column 16,384"),
    Case("case_37_far_row", "file.xlsx",
         lambda: make.workbook(make.sheet(ONE, '<row r="200000">' + make.cell("ZZ200000", "z") + "</row>")), REFUSED,
         "row 200,000 and column 702"),
    Case("case_38_zip_bomb", "file.xlsx", lambda: make.workbook(make.sheet(ONE), xl__x=b" " * 60_000_000), REFUSED,
         "times as large, 100 times is allowed"),
    Case("case_38_zip_of_many_files", "file.zip", lambda: make.archive({f"{i}.csv": "a\n1\n" for i in range(300)}),
         REFUSED, "300 files, 200 are allowed"),
    Case("case_38_zip_that_lies", "file.xlsx",
         lambda: make.lying(make.workbook(make.sheet(ONE, " " * 3_000_000)), "xl/worksheets/sheet1.xml", 500), REFUSED,
         "unpacks to more than the"),
    Case("case_39_one_gigabyte_string", "file.xlsx",
         lambda: make.lying(make.workbook(make.sheet(ONE)), "xl/worksheets/sheet1.xml", 1_000_000_000), REFUSED,
         "would be 1,000,000,000 bytes when unpacked"),
    Case("case_40_billion_laughs", "file.xlsx", lambda: make.workbook(make.sheet(ONE, declaration=LAUGHS)), REFUSED,
         "declares a document type"),
    Case("case_41_foreign_entity", "file.xlsx", lambda: make.workbook(make.sheet(ONE, declaration=STEAL)), REFUSED,
         "declares a document type"),
    Case("case_42_formulas_without_values", "file.xlsx",
         lambda: make.excel([["a", "b"], [1, "=A2+1"], [2, "=A3+1"], [3, 7]]), WARNED, "formula"),
    Case("case_43_error_cells", "file.xlsx", lambda: make.excel([["a", "b"], [1, "#DIV/0!"], [2, 5], [3, "#N/A"]]),
         WARNED, "error"),
    Case("case_44_several_sheets", "file.xlsx", lambda: make.excel_sheets({"Data": BOOK, "More": BOOK}), ASKED,
         "2 sheets with content", TABLE),
    Case("case_44_hidden_sheet", "file.xlsx", lambda: make.excel_sheets({"Data": BOOK, "Secret": BOOK}, "Secret"),
         WARNED, "hidden sheets", TABLE),
    Case("case_45_title_rows", "file.xlsx", lambda: make.excel([["Survey of 2024"], [], *BOOK]), ASKED, "row 3", TABLE),
    Case("case_46_dates_of_1904", "file.xlsx",
         lambda: make.excel([["d", "n"], [pd.Timestamp("2020-01-31"), 1], [pd.Timestamp("1999-12-01"), 2]],
                            date_1904=True), SAME, holds={"d": ["2020-01-31", "1999-12-01"], "n": [1, 2]}),
    Case("case_47_row_bomb", "file.parquet", make.row_bomb, REFUSED, "51,000,000 rows times 10 columns"),
    Case("case_48_nested", "file.parquet", make.parquet(ok=[1], bad=[[1, 2]]), REFUSED, "'bad' holds lists"),
    Case("case_49_duplicate_names", "file.parquet", duplicate_names, REFUSED, "two columns are called 'a'"),
    Case("case_50_pandas_index", "file.parquet", pandas_index, SAME, holds={"x": [5, 6], "pid": [11, 12]}),
    Case("case_51_stored_types", "file.parquet", make.parquet_table(MOMENTS), WARNED, "more than 15 digits",
         {"big": ["18446744073709551615", "5"], "day": ["1970-01-01", "2020-01-31"], "length": [90, 5]}),
    Case("case_52_time_zones", "file.parquet", make.parquet_table(MOMENTS.select(["utc"])), SAME,
         holds={"utc": ["1970-01-01 00:00:00Z", "1970-01-02 00:00:00Z"]}),
    Case("case_53_footer_cut_off", "file.parquet", make.parquet(a=[1])[:-9], REFUSED, "cut off"),
    Case("case_53_page_damaged", "file.parquet", damaged_parquet, REFUSED, "damaged"),
    Case("case_53_workbook_cut_off", "file.xlsx", lambda: make.excel(BOOK)[:-200], REFUSED, "damaged"),
    Case("case_53_spss_cut_off", "file.sav", lambda: make.labelled("sav", GRADES)[:-40], REFUSED, ""),
    Case("case_55_user_missing", "file.sav", user_missing, NOTED, "", {"answer": [1, 2, -99, 9]}),
    Case("case_56_equal_labels", "file.sav", equal_labels, WARNED, "share their label", {"grade": [1, 2, 2, 1]}),
    Case("case_57_extended_missing", "file.dta", extended_missing, NOTED, "", {"x": [1, ".a", ".b", None]}),
    Case("case_58_list", "file.rds", make.r_list, REFUSED, "list"),
    Case("case_58_function", "file.rds", make.r_function, REFUSED, "of a kind that is not read"),
    Case("case_58_bomb", "file.rds", make.r_bomb, REFUSED, "unpacked it is larger than"),
]  # fmt: skip

CASES = [*TEXT, *BINARY]
