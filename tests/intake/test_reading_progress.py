"""How far reading a file is: distinguished from nothing to the whole, and never more or less."""

import io
import os
import struct
from collections.abc import Callable

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pytest

from core.intake.arrow import arrow_file, parquet
from core.intake.delimited import reader as delimited
from core.intake.delimited import structure, text_part
from core.intake.limits import DEFAULT
from core.intake.parsed import Parsed, Source
from core.intake.reading_progress import between, progress_writer, read_progress
from core.intake.report import NO_CHOICES

TABLE = pd.DataFrame({"a": np.arange(4_000) % 97, "b": ["yes", "no"] * 2_000})


def csv(**options: int) -> bytes:
    return TABLE.to_csv(index=False, **options).encode()


def columnar(write: Callable[[pa.Table, io.BytesIO], None]) -> bytes:
    file = io.BytesIO()
    write(pa.Table.from_pandas(TABLE), file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("read_parts", "content", "least"),
    [
        (delimited.read_parts, csv(), 9),
        (delimited.read_parts, csv(quoting=1), 12),
        (parquet.read_parts, columnar(pa.parquet.write_table), 4),
        (
            arrow_file.read_parts,
            columnar(lambda t, f: pa.feather.write_feather(t, f, chunksize=1_000)),
            8,
        ),
    ],
    ids=["plain text", "text with quotes", "Parquet", "Feather"],
)
def test_the_share_grows_to_the_whole_over_all_files(
    read_parts: Callable[[list[Source]], Parsed], content: bytes, least: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(text_part, "BLOCK_BYTES", 1 << 13)
    monkeypatch.setattr(structure, "TOLD_ROWS", 1_000)
    told: list[float] = []
    sources = [Source(f"{i}.csv", content, 0, DEFAULT, NO_CHOICES, told.append) for i in range(2)]
    assert read_parts(sources).report.n_rows == 8_000
    assert told == sorted(told)
    assert 0 <= told[0] < 0.3
    assert told[-1] == pytest.approx(1)
    assert len(told) >= least


def test_a_step_tells_its_share_of_the_whole():
    told: list[float] = []
    step = between(between(told.append, 0.5, 1.0), 0.0, 0.5)
    step(0.0)
    step(1.0)
    assert told == [0.5, 0.75]


@pytest.mark.parametrize("share", [-0.1, 1.1, np.nan, np.inf])
def test_what_is_no_share_is_taken_for_none(share: float):
    file = os.memfd_create("share")
    assert read_progress(file) == 0
    progress_writer(file)(0.25)
    assert read_progress(file) == 0.25
    os.pwrite(file, struct.pack("<d", share), 0)
    assert read_progress(file) == 0
    os.close(file)
