"""SPSS, Stata and SAS files: codes, labels and kinds of missing values all arrive; dates are ISO text."""

import datetime as dt
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from core.data import Column
from core.errors import LimitExceeded, Malformed, NothingInside
from core.intake.formats import Format
from core.intake.labelled import files, reader
from core.intake.labelled.moments import moments_of
from core.intake.limits import DEFAULT, Limits
from core.intake.number_cells import shortest_decimals
from core.intake.parsed import Parsed, Source
from core.intake.report import ReadChoices, Severity

WRITERS = {
    "sav": pyreadstat.write_sav,
    "zsav": lambda frame, path, **options: pyreadstat.write_sav(frame, path, compress=True, **options),
    "dta": pyreadstat.write_dta,
    "por": pyreadstat.write_por,
    "xpt": pyreadstat.write_xport,
}


@pytest.fixture
def written(tmp_path: Path):
    def write(ending: str, frame: pd.DataFrame, **options: Any) -> bytes:
        path = tmp_path / f"a.{ending}"
        WRITERS[ending](frame, str(path), **options)
        return path.read_bytes()

    return write


def read(content: bytes, name: str, limits: Limits = DEFAULT, **choices: Any) -> Parsed:
    return reader.read(Source(name, content, 0, limits, ReadChoices(**choices)))


def cells(column: Column) -> list[float | str | None]:
    codes, labels = column.categories()
    number = column.is_number()
    return [None if c < 0 else float(labels[c]) if n else labels[c] for c, n in zip(codes, number, strict=True)]


SEX = {"sex": {1: "Male", 2: "Female"}}
FRAME = pd.DataFrame({"sex": [1.0, 2.0, 2.0, np.nan], "name": ["a", "b", "", "d"]})


@pytest.mark.parametrize("ending", ["sav", "zsav", "dta"])
def test_labels_go_beside_the_codes(written, ending: str):
    content = written(ending, FRAME, column_labels=["Sex of person", ""], variable_value_labels=SEX)
    parsed = read(content, f"a.{ending}")
    assert {name: cells(c) for name, c in parsed.columns.items()} == {
        "sex": [1, 2, 2, None],
        "name": ["a", "b", None, "d"],
    }
    assert parsed.labels == {"sex": "Sex of person"}
    assert parsed.value_labels == {"sex": {"1": "Male", "2": "Female"}}
    assert parsed.user_missing == {}
    assert parsed.report.findings == ()


def test_55_user_missing_codes_stay_apart_from_empty_cells(written):
    frame = pd.DataFrame({"x": [1.0, -99.0, -98.5, 9.0, np.nan, 7.0], "t": ["a", "zz", "b", "", "a", "b"]})
    content = written("sav", frame, missing_ranges={"x": [{"lo": -99, "hi": -98}, 9], "t": ["zz"]},
                      variable_value_labels={"x": {-99: "refused"}})  # fmt: skip
    parsed = read(content, "a.sav")
    assert cells(parsed.columns["x"]) == [1, -99, -98.5, 9, None, 7]
    assert parsed.user_missing == {"x": ("-99", "-98.5", "9"), "t": ("zz",)}
    assert parsed.value_labels == {"x": {"-99": "refused"}}
    note = next(f for f in parsed.report.findings if f.severity is Severity.NOTE)
    assert note.count == 4


def test_56_two_codes_with_one_label_stay_two(written):
    frame = pd.DataFrame({"job": [1.0, 2.0, 3.0]})
    labels = {"job": {1: "Manager", 2: "Manager", 3: "Clerk", 4: "Clerk"}}
    parsed = read(written("sav", frame, variable_value_labels=labels), "a.sav")
    assert cells(parsed.columns["job"]) == [1, 2, 3]
    assert [(f.column, f.count) for f in parsed.report.findings if f.severity is Severity.WARNING] == [("job", 2)]


def test_57_extended_missing_values_stay_apart(written):
    frame = pd.DataFrame({"x": pd.Series([1.5, "a", "z", None], dtype=object), "y": [1.0, 2.0, 3.0, 4.0]})
    content = written(
        "dta", frame, missing_user_values={"x": ["a", "z"]}, variable_value_labels={"x": {"a": "refused"}}
    )
    parsed = read(content, "a.dta")
    assert cells(parsed.columns["x"]) == [1.5, ".a", ".z", None]
    assert parsed.user_missing == {"x": (".a", ".z")}
    assert parsed.value_labels == {"x": {".a": "refused"}}
    # part-labelled: the codes without a label are numbers as before
    assert cells(parsed.columns["y"]) == [1, 2, 3, 4]


def test_sas_transport_keeps_numbers_exactly(written):
    values = [0.1, 1 / 3, 5.1, -1e10, 123456789012345.0, 2.0**-40]
    parsed = read(written("xpt", pd.DataFrame({"X": values})), "a.xpt")
    assert cells(parsed.columns["X"]) == values


def test_short_floats_are_read_as_they_were_meant():
    short = np.array([5.1, 0.2, -1000.3, 16777216.0, np.nan, np.inf], dtype=np.float32)
    np.testing.assert_array_equal(shortest_decimals(short), [5.1, 0.2, -1000.3, 16777216.0, np.nan, np.inf])


MOMENTS = [
    (Format.SPSS, "DATE11", 13744944000.0, "2018-05-06"),
    (Format.SPSS, "EDATE10", 6825600.0, "1583-01-01"),
    (Format.SPSS, "DATETIME20", 13744980610.5, "2018-05-06 10:10:10.5"),
    (Format.SPSS, "TIME11.2", 43870.09, "12:11:10.09"),
    (Format.SPSS, "DTIME", 100_000.0, "27:46:40"),
    (Format.SPSS, "QYR8", 13631500800.0, "2014-10-01"),
    (Format.SAS, "YYMMDD10", 21310.0, "2018-05-06"),
    (Format.SAS, "DATE9", -1.0, "1959-12-31"),
    (Format.SAS, "E8601DA", 0.0, "1960-01-01"),
    (Format.SAS, "DDMMYYP10", 21310.0, "2018-05-06"),
    (Format.SAS, "DATETIME20.3", 1841220610.0, "2018-05-06 10:10:10"),
    (Format.SAS_TRANSPORT, "TIME8", 36610.0, "10:10:10"),
    (Format.STATA, "%td", 21310.0, "2018-05-06"),
    (Format.STATA, "%d", 20394.0, "2015-11-02"),
    (Format.STATA, "%tdCCYY-NN-DD", 0.0, "1960-01-01"),
    (Format.STATA, "%tc", 1841220610000.0, "2018-05-06 10:10:10"),
    (Format.STATA, "%tcHH:MM:SS", 36610000.0, "10:10:10"),
    (Format.STATA, "%tw", 53.0, "1961-W02"),
    (Format.STATA, "%tm", -1.0, "1959-12"),
    (Format.STATA, "%tq", 5.0, "1961-Q2"),
    (Format.STATA, "%th", 1.0, "1960-H2"),
    (Format.STATA, "%ty", 2020.0, "2020"),
]


@pytest.mark.parametrize(("form", "storage", "value", "text"), MOMENTS, ids=[f"{m[0]} {m[1]}" for m in MOMENTS])
def test_dates_and_times(form: Format, storage: str, value: float, text: str):
    moments = moments_of(form, storage)
    assert moments is not None
    assert moments.written(np.array([value])) == [text]


@pytest.mark.parametrize(
    ("form", "storage"),
    [(Format.SPSS, "F8.2"), (Format.SPSS, "WKDAY9"), (Format.SAS, "BEST12"), (Format.SAS, "DOLLAR8.2"),
     (Format.SAS, "WORKSHOP"), (Format.STATA, "%9.0g"), (Format.STATA, "%tC"), (Format.STATA, "%-10s")],
)  # fmt: skip
def test_no_dates(form: Format, storage: str):
    assert moments_of(form, storage) is None


@pytest.mark.parametrize(
    ("form", "storage", "whole", "cut"),
    [
        (Format.SPSS, "DATE11", 13_800_000_000 // 86_400 * 86_400, 13_800_000_123),
        (Format.SAS, "DATETIME", 1_900_000_000.123, 1_900_000_000.1234),
        (Format.STATA, "%td", 20_000, 20_000.25),
        (Format.STATA, "%tm", 600, 600.5),
    ],
)
def test_what_of_a_time_is_not_written_is_said(form: Format, storage: str, whole: float, cut: float):
    moments = moments_of(form, storage)
    assert moments is not None
    assert moments.convert("x", np.array([whole, np.nan]))[1] == []
    (finding,) = moments.convert("x", np.array([whole, cut, cut, np.inf]))[1][:1]
    assert (finding.count, "left out" in finding.message) == (2, True)


def test_a_date_that_no_calendar_has_stays_a_number():
    moments = moments_of(Format.SPSS, "DATETIME20")
    assert moments is not None
    column, findings = moments.convert("x", np.array([6306150067200000.0, 13630867160.0, np.nan]))
    assert cells(column) == [6306150067200000.0, "2014-09-23 15:59:20", None]
    assert [f.count for f in findings] == [1]


def test_variables_are_read_a_few_at_a_time(written, monkeypatch: pytest.MonkeyPatch):
    frame = pd.DataFrame({f"v{i}": np.arange(10.0) + i for i in range(7)})
    content = written("sav", frame)
    whole = read(content, "a.sav")
    monkeypatch.setattr(files, "CELLS_AT_ONCE", 20)
    parts = read(content, "a.sav")
    assert list(whole.columns) == list(parts.columns)
    for name in frame:
        np.testing.assert_array_equal(parts.columns[name].numbers, frame[name])
        np.testing.assert_array_equal(whole.columns[name].numbers, frame[name])


def test_limits_and_damage(written):
    content = written("sav", FRAME)
    with pytest.raises(LimitExceeded, match="4 rows times 2 columns, 5 cells"):
        read(content, "a.sav", Limits(text_cells=5))
    with pytest.raises(LimitExceeded, match="2 columns, 1 are allowed"):
        read(content, "a.sav", Limits(columns=1))
    with pytest.raises(Malformed, match="damaged, encrypted or of a kind"):
        read(content[:200], "a.sav")
    with pytest.raises(NothingInside, match="no records"):
        read(written("sav", FRAME.head(0)), "a.sav")


def test_texts_in_another_encoding_are_asked_about(written):
    content = written("dta", pd.DataFrame({"t": ["Koeln", "x"]}))
    assert content.count(b"Koeln") == 1
    spoilt = content.replace(b"Koeln", "Köln\0".encode("cp1252"))
    parsed = read(spoilt, "a.dta")
    assert cells(parsed.columns["t"]) == ["Köln", "x"]
    assert [f.choice for f in parsed.report.findings if f.severity is Severity.QUESTION] == ["encoding"]
    assert read(spoilt, "a.dta", encoding="cp1252").report.findings == ()
    with pytest.raises(Malformed, match="not in the encoding chosen"):
        read(spoilt, "a.dta", encoding="utf-8")


@pytest.mark.parametrize("storage", ["YYMMDDD10", "MMDDYYP8", "DDMMYYB10", "YYMMDDN8"])
def test_dates_of_sas_with_another_separator_are_dates(storage: str):
    moments = moments_of(Format.SAS, storage)
    assert moments is not None
    assert moments.written(np.array([0.0])) == ["1960-01-01"]


def test_labels_of_codes_that_do_not_occur_are_not_called_equal(written):
    frame, labels = pd.DataFrame({"x": [1.0, 3.0, 3.0]}), {"x": {1: "yes", 2: "yes", 3: "no"}}
    assert read(written("sav", frame, variable_value_labels=labels), "a.sav").report.findings == ()
    twice = read(written("sav", frame, variable_value_labels={"x": {1: "yes", 3: "yes"}}), "a.sav").report.findings
    assert [(f.column, f.count) for f in twice] == [("x", 2)]


def test_a_range_of_missing_dates_may_be_open_at_its_end(written):
    days = [dt.date(2020, 1, 1), dt.date(9998, 12, 31), dt.date(2021, 1, 1)]
    start = (dt.date(9000, 1, 1) - dt.date(1582, 10, 14)).days * 86_400.0
    for end in (start * 2, 1.7976931348623157e308, np.inf):
        content = written("sav", pd.DataFrame({"d": days}), missing_ranges={"d": [{"lo": start, "hi": end}]})
        assert read(content, "a.sav").user_missing == {"d": ("9998-12-31",)}
