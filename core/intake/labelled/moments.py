"""Dates and times that files store as numbers -> ISO text.

Origins: SPSS counts seconds from 1582-10-14, SAS and Stata days, seconds or milliseconds from 1960-01-01
(Stata also weeks, months, quarters, half-years and years); their formats say which.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.data import Column
from core.intake.formats import Format
from core.intake.number_cells import Converted
from core.intake.report import Finding, Severity
from core.intake.text_cells import encode_texts, keep_texts

SPSS_DATE = re.compile(r"(A|E|J|S)?DATE\d|MOYR|QYR|WKYR")
SPSS_MOMENT = re.compile(r"DATETIME|YMDHMS")
SPSS_TIME = re.compile(r"D?TIME|MTIME")
SAS_DATE = re.compile(
    r"(DATE|DAY|E8601DA|B8601DA|IS8601DA|(DD|MM)?(MM|DD)YY|YYMM|YYMMDD|YYQ|MMYY|MONYY|JULIAN|JULDAY|WEEKDAT[EX]|WORDDAT[EX]|"
    r"NENGO|EURDF(DD|DE|DT|MN|MY|WD))"
)
SAS_MOMENT = re.compile(
    r"DATETIME|DATEAMPM|MDYAMPM|DTDATE|DTMONYY|DTWKDATX|DTYEAR|DTYYQC|[EB]8601D[TNZX]|IS8601D[TNZ]|EURDFDT"
)
SAS_TIME = re.compile(r"TIME|HHMM|HOUR|MMSS|TOD|[EB]8601T[MZX]|IS8601T[MZ]")
SAS_VARIANT = re.compile(r"(?<=YY|MM|DD)[BCDNPS]$")
STATA_OF_DAY = re.compile(r"%-?tc(HH|hh)")
STATA_UNITS = {"w": "week", "m": "M", "q": "quarter", "h": "half", "y": "Y"}
STATA = re.compile(r"%-?(?:t([cdwmqhy])|d)")
"""Not %tC, which counts leap seconds, and no business calendars: their numbers are kept."""
LARGEST_DAYS = 3_652_059
"""Days from year 1 to year 9999."""
SECOND = 1_000
DAY = 86_400 * SECOND
AS_STORED = 0.05
"""Milliseconds by which a time that a file stores as seconds can differ from the one that was meant."""


@dataclass(frozen=True)
class DateScale:
    """How the numbers of a variable say dates or times.

    Parameters
    ----------
    kind : str
        "date", "moment" (date and time), "time" (of day, or a length of time) or a unit of Stata's periods.
    per_unit : int
        Milliseconds of one unit.
    origin : str
        ISO date that zero stands for.
    """

    kind: str
    per_unit: int = 1
    origin: str = "1960-01-01"

    def convert(self, name: str, values: NDArray[np.float64]) -> Converted:
        """Return a column of dates or times as labels; numbers that are no date stay numbers, and are reported."""
        number = ~np.isnan(values)
        distinct, inverse = np.unique(values[number], return_inverse=True)
        written = np.array([*self.written(distinct), None], dtype=object)[:-1]
        texts, numbers = np.full(len(values), None, dtype=object), np.full(len(values), np.nan)
        texts[number] = written[inverse]
        strange = np.array([text is None for text in written], dtype=bool)[inverse]
        numbers[np.flatnonzero(number)[strange]] = values[number][strange]
        column, findings = keep_texts(name, encode_texts(pa.array(texts.tolist(), pa.string())))
        if left_out := int(self._is_left_out(distinct)[inverse].sum()):
            what = "a time of day" if self.kind == "date" else "part of a millisecond or period"
            message = f"cells hold {what}, which is left out: values that differ only there are equal"
            findings.append(Finding(Severity.WARNING, message, name, left_out))
        if not strange.any():
            return column, findings
        message = "cells hold a date that no calendar has; kept as the number that the file stores"
        findings.append(Finding(Severity.WARNING, message, name, int(strange.sum())))
        return Column(numbers, column.codes, column.labels), findings

    def written(self, values: NDArray[np.float64]) -> list[str | None]:
        """Return each number as ISO text; None where it is no date that a calendar has."""
        return [self._one(float(value)) for value in values]

    def _is_left_out(self, values: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Tell numbers of which a part is not written: what is finer than a day, a period or a millisecond."""
        if self.kind in STATA_UNITS.values():
            return np.asarray(np.isfinite(values) & (values != np.round(values)))
        unit = DAY if self.kind == "date" else 1
        with np.errstate(over="ignore", invalid="ignore"):
            rest = values * self.per_unit / unit
            return np.asarray(np.isfinite(rest) & (np.abs(rest - np.round(rest)) * unit > AS_STORED))

    def _one(self, value: float) -> str | None:
        if not np.isfinite(value * self.per_unit):
            return None
        if self.kind in STATA_UNITS.values():
            return _period(value, self.kind)
        milliseconds = round(value * self.per_unit)
        if self.kind == "time":
            return _time(milliseconds)
        moment = int(np.datetime64(self.origin, "ms").astype(np.int64)) + milliseconds
        year_one = int(np.datetime64("0001-01-01", "ms").astype(np.int64))
        if not year_one <= moment < year_one + LARGEST_DAYS * DAY:
            return None
        text = str(np.datetime64(moment, "ms"))
        if self.kind == "date":
            return text[:10]
        return text.replace("T", " ").rstrip("0").rstrip(".") if "." in text else text.replace("T", " ")


def moments_of(form: Format, storage: str | None) -> DateScale | None:
    """Return how a variable's numbers say dates or times, by its display format; None: they are numbers."""
    if not storage:
        return None
    if form in {Format.SPSS, Format.SPSS_PORTABLE}:
        return _spss(storage)
    return _stata(storage) if form is Format.STATA else _sas(storage)


def _spss(storage: str) -> DateScale | None:
    if SPSS_MOMENT.match(storage):
        return DateScale("moment", SECOND, "1582-10-14")
    if SPSS_TIME.match(storage):
        return DateScale("time", SECOND)
    return DateScale("date", SECOND, "1582-10-14") if SPSS_DATE.match(storage) else None


def _sas(storage: str) -> DateScale | None:
    name = storage.upper().rstrip("0123456789.")
    if SAS_MOMENT.fullmatch(name):
        return DateScale("moment", SECOND)
    if SAS_TIME.fullmatch(name) or name == "TIMEAMPM":
        return DateScale("time", SECOND)
    if SAS_DATE.fullmatch(SAS_VARIANT.sub("", name)) or name in {"YEAR", "MONTH", "QTR"}:
        return DateScale("date", DAY)
    return None


def _stata(storage: str) -> DateScale | None:
    matched = STATA.match(storage)
    if not matched:
        return None
    unit = matched.group(1) or "d"
    if unit == "d":
        return DateScale("date", DAY)
    if unit == "c":
        of_day = STATA_OF_DAY.match(storage)
        return DateScale("time" if of_day else "moment")
    return DateScale(STATA_UNITS[unit])


def _period(value: float, unit: str) -> str | None:
    """Write Stata's periods: 2015-W07, 2015-03, 2015-Q1, 2015-H1, 2015."""
    number = round(value)
    if unit == "Y":
        return f"{number:04d}" if 0 < number < 10_000 else None
    in_year = {"week": 52, "M": 12, "quarter": 4, "half": 2}[unit]
    year, place = 1960 + number // in_year, number % in_year + 1
    if not 0 < year < 10_000:
        return None
    shown = {"week": f"W{place:02d}", "M": f"{place:02d}", "quarter": f"Q{place}", "half": f"H{place}"}[unit]
    return f"{year:04d}-{shown}"


def _time(milliseconds: int) -> str:
    sign, left = ("-", -milliseconds) if milliseconds < 0 else ("", milliseconds)
    seconds, rest = divmod(left, SECOND)
    text = f"{sign}{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return text + (f".{rest:03d}".rstrip("0") if rest else "")
