"""A microdata file written as CSV: the bytes of a masked file, and what identifies them."""

from __future__ import annotations

import csv
import hashlib
import io
from dataclasses import replace

import numpy as np

from core.data import Column, Microdata


def csv_bytes(microdata: Microdata) -> bytes:
    """Write a file as CSV (RFC 4180).

    UTF-8 without byte order mark, comma, CRLF, quotes only where needed, a header line; numbers in their shortest
    exact form with a decimal point, empty cells as nothing. The same data give the same bytes. These are data for
    programs, which read back what was written: texts that a spreadsheet would take for a formula stay as they are.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(microdata.columns)
    cells = [_cells(column) for column in microdata.columns.values()]
    writer.writerows(zip(*cells, strict=True))
    return text.getvalue().encode()


def as_file(microdata: Microdata, name: str) -> Microdata:
    """Return the data as the CSV file ``name``: with that name and the SHA-256 of its bytes."""
    return replace(microdata, name=name, sha256=hashlib.sha256(csv_bytes(microdata)).hexdigest())


def _cells(column: Column) -> list[str]:
    codes, labels = column.categories()
    return list(np.array([*labels, ""], dtype=object)[codes])
