"""Files read through the public face, and what came of them in plain lists."""

import io

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from core.data import Column
from core.intake import ReadChoices, Reading, Severity, read_file

CLEAN = "name,age,city\nAnna,31,Graz\nBob,42,Linz\n"


def read(content: bytes | str, name: str = "file.csv", **choices) -> Reading:
    data = content.encode() if isinstance(content, str) else content
    return read_file(name, data, choices=ReadChoices(**choices))


def cells(column: Column) -> list[float | str | None]:
    """Every cell as a number, a label or None, so that tests can compare with what was written."""
    out: list[float | str | None] = []
    for i in range(len(column)):
        if column.numbers is not None and not np.isnan(column.numbers[i]):
            out.append(float(column.numbers[i]))
        else:
            out.append(None if column.codes is None or column.codes[i] < 0 else column.labels[column.codes[i]])
    return out


def table(reading: Reading) -> dict[str, list[float | str | None]]:
    return {name: cells(column) for name, column in reading.microdata.columns.items()}


def found(reading: Reading, severity: Severity, words: str) -> list[tuple[str | None, int | None]]:
    return [(f.column, f.count) for f in reading.report.findings if f.severity is severity and words in f.message]


def parquet(**columns: pa.Array) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table(columns), sink)
    return sink.getvalue()


EXPECTED = {"name": ["Anna", "Bob"], "age": [31, 42], "city": ["Graz", "Linz"]}
