"""Random tables written and read again: every cell comes back, from text and from Parquet alike."""

import csv
import io
import math
import re
from contextlib import suppress
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.data import Column
from core.errors import IntakeError
from core.intake.arrow import parquet
from core.intake.delimited import reader as delimited
from core.intake.delimited import text_part
from core.intake.limits import DEFAULT
from core.intake.parsed import Parsed, Source
from core.intake.report import ReadChoices

pytestmark = pytest.mark.slow

KNOWN = ReadChoices(encoding="utf-8", delimiter=",", quote='"', decimal=".", thousands="", header=True, multiline=True)

readable = st.characters(exclude_categories=("Cs",), exclude_characters="\0")
words = st.text(readable, max_size=8).map(lambda t: "w" + t)
whole = st.integers(-(10**15) + 1, 10**15 - 1)
real = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, list[float | str | None]]:
    n = draw(st.integers(1, 12))
    kinds = draw(st.lists(st.sampled_from([words, whole, real]), min_size=1, max_size=4))
    columns = {}
    for i, kind in enumerate(kinds):
        cell = st.one_of(st.none(), kind)
        columns[f"v{i}"] = draw(st.lists(cell, min_size=n, max_size=n))
    return columns


def as_csv(table: dict[str, list[float | str | None]], delimiter: str = ",", quoting: int = csv.QUOTE_MINIMAL) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, quoting=quoting)
    writer.writerow(table)
    for row in zip(*table.values(), strict=True):
        writer.writerow(["" if c is None else c if isinstance(c, str) else repr(c) for c in row])
    return out.getvalue().encode()


def as_parquet(table: dict[str, list[float | str | None]]) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table({name: pa.array(cells) for name, cells in table.items()}), sink)
    return sink.getvalue()


def read_text(content: bytes, choices: ReadChoices = KNOWN) -> Parsed:
    return delimited.read(Source("t.csv", content, 0, DEFAULT, choices))


def read_parquet(content: bytes) -> Parsed:
    return parquet.read(Source("t.parquet", content, 0, DEFAULT, KNOWN))


def cells(column: Column) -> list[float | str | None]:
    number = column.is_number()
    codes, labels = column.codes, column.labels
    return [
        float(column.numbers[i])  # type: ignore[index]
        if number[i]
        else (None if codes is None or codes[i] < 0 else labels[codes[i]])
        for i in range(len(column))
    ]


@given(tables(), st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]))
def test_text_gives_back_every_cell(table: dict[str, list[float | str | None]], quoting: int):
    parsed = read_text(as_csv(table, quoting=quoting))
    assert {name: cells(column) for name, column in parsed.columns.items()} == table


@given(tables())
def test_parquet_gives_back_every_cell(table: dict[str, list[float | str | None]]):
    parsed = read_parquet(as_parquet(table))
    assert {name: cells(column) for name, column in parsed.columns.items()} == table


@given(tables())
def test_text_and_parquet_give_the_same_columns(table: dict[str, list[float | str | None]]):
    one, other = read_text(as_csv(table)).columns, read_parquet(as_parquet(table)).columns
    for name in table:
        np.testing.assert_array_equal(one[name].categories()[0], other[name].categories()[0])
        assert one[name].categories()[1] == other[name].categories()[1]


@given(
    st.lists(
        st.tuples(words.filter(lambda w: w.isprintable() and not set(w) & set(" '")), whole), min_size=2, max_size=9
    ),
    st.sampled_from(",;\t|"),
)
def test_the_delimiter_is_found(rows: list[tuple[str, int]], delimiter: str):
    safe = [(word.translate({ord(c): "_" for c in ',;|"'}), number) for word, number in rows]
    table = {"name": [w for w, _ in safe], "n": [n for _, n in safe], "last": [w for w, _ in safe]}
    parsed = delimited.read(Source("t.txt", as_csv(table, delimiter), 0, DEFAULT, ReadChoices()))
    assert parsed.report.delimiter == delimiter
    assert cells(parsed.columns["name"]) == table["name"]


any_cell = st.one_of(
    st.text(readable, max_size=6),
    st.text("0123456789.-+eE ", max_size=22),
    st.decimals(allow_nan=False, allow_infinity=False).map(str),
    st.sampled_from(["NA", ".", "1e400", "-0.0", "007", "12345678901234567", "inf", "1e-400", " 5 ", "1,234"]),
)


@settings(max_examples=60)
@given(st.lists(any_cell, min_size=1, max_size=8))
def test_no_cell_changes_silently(texts: list[str]):
    """A cell is its text, or exactly the number that its text says; or the report says that it is not."""
    parsed = read_text(as_csv({"x": texts, "id": [1.0] * len(texts)}, quoting=csv.QUOTE_ALL))
    reported = any("rounded" in f.message for f in parsed.report.findings)
    for text, cell in zip(texts, cells(parsed.columns["x"]), strict=True):
        if isinstance(cell, float):
            assert math.isfinite(cell)
            marked = any("cells are written with" in f.message for f in parsed.report.findings)
            number = re.sub(r"^[^-+.\d]+|[^.\d]+$", "", text) if marked else text.strip()  # without unit or currency
            exact = Decimal(number) in (Decimal(repr(cell)), Decimal(f"{cell:.16e}"))
            assert exact or reported
        else:
            assert cell == (text if text.strip(" \t\n\v\f\r") else None)


@given(st.binary(max_size=300))
@settings(max_examples=40)
def test_noise_is_read_or_refused_in_words(noise: bytes):
    for read in (read_text, lambda c: read_text(c, ReadChoices()), read_parquet):
        # Any other error than a refusal fails the test.
        with suppress(IntakeError):
            parsed = read(noise)
            assert all(len(c) == parsed.report.n_rows for c in parsed.columns.values())


@given(st.data())
@settings(max_examples=30)
def test_a_damaged_parquet_file_is_read_or_refused(data: st.DataObject):
    whole_file = bytearray(as_parquet({"a": [1.5, 2.5, None] * 20, "b": ["x", "y", None] * 20}))
    for _ in range(3):
        at = data.draw(st.integers(0, len(whole_file) - 1))
        whole_file[at] ^= 1 << data.draw(st.integers(0, 7))
    with suppress(IntakeError):
        read_parquet(bytes(whole_file))


def test_rows_beyond_one_block_share_one_dictionary(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(text_part, "BLOCK_BYTES", 2_000)
    monkeypatch.setattr(text_part, "CHUNK", 777)
    rng = np.random.default_rng(4)
    table = {"x": [f"w{i}" for i in rng.integers(0, 500, 3_000)], "y": [float(i) for i in rng.integers(0, 900, 3_000)]}
    content = as_csv(table, quoting=csv.QUOTE_NONNUMERIC)
    parsed = read_text(content)
    assert {name: cells(column) for name, column in parsed.columns.items()} == table
    assert parsed.report.findings == ()
