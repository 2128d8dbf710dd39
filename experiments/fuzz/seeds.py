"""One sound file of every format, to be spoilt."""

import gzip
import io
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
from pyarrow import feather

from tests.intake import bad_files as make

ROWS = 60
RANDOM = np.random.default_rng(5)
FRAME = pd.DataFrame({
    "id": [f"{i:05}" for i in range(ROWS)],
    "age": RANDOM.integers(18, 90, ROWS).astype(float),
    "income": np.round(RANDOM.lognormal(7, 1, ROWS), 2),
    "region": RANDOM.choice(["North", "South", "Östlich"], ROWS),
    "remark": RANDOM.choice(["", "said, once", 'he "did"'], ROWS),
})  # fmt: skip
NUMBERS = FRAME[["age", "income"]]
LABELS = {"age": {18.0: "youngest", 89.0: "oldest"}}
SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"


def _csv(**options: object) -> bytes:
    return FRAME.to_csv(index=False, **options).encode()


def _feather() -> bytes:
    sink = io.BytesIO()
    feather.write_feather(pa.Table.from_pandas(FRAME), sink, compression="lz4")
    return sink.getvalue()


def _rows() -> list[list[object]]:
    return [list(FRAME), *FRAME.to_numpy().tolist()]


MADE: Mapping[str, Callable[[], bytes]] = {
    "a.csv": _csv,
    "b.csv": lambda: FRAME.to_csv(index=False, sep=";", decimal=",", lineterminator="\r\n").encode("utf-16"),
    "a.tsv": lambda: _csv(sep="\t", quoting=1),
    "a.xlsx": lambda: make.excel(_rows()),
    "a.parquet": lambda: make.parquet_table(pa.Table.from_pandas(FRAME)),
    "b.parquet": lambda: make.parquet_table(pa.Table.from_pandas(FRAME), compression="none", use_dictionary=False),
    "a.feather": _feather,
    "a.sav": lambda: make.labelled("sav", FRAME, variable_value_labels=LABELS),
    "a.zsav": lambda: make.labelled("zsav", FRAME, variable_value_labels=LABELS),
    "a.por": lambda: make.labelled("por", NUMBERS),
    "a.dta": lambda: make.labelled("dta", FRAME, variable_value_labels=LABELS),
    "a.xpt": lambda: make.labelled("xpt", FRAME),
    "a.rds": lambda: make.r_frame(FRAME["age"].tolist(), FRAME["region"].tolist()),
    "a.csv.gz": lambda: gzip.compress(_csv()),
    "a.zip": lambda: make.archive({"a.csv": _csv()}),
}
"""Name of a file -> how it is made."""

FOUND = {
    "a.xls": "messy/readxl/tests/testthat/sheets/iris-excel-xls.xls",
    "a.sas7bdat": "labelled/haven/inst/examples/iris.sas7bdat",
}
"""Formats that nothing here writes: real files, where they lie beside the project."""


def sound_file(name: str) -> bytes | None:
    """Return a sound file of this name; None where it would have to lie beside the project and does not."""
    if name in MADE:
        return MADE[name]()
    path = SHARED / FOUND[name]
    return path.read_bytes() if path.is_file() else None


NAMES = (*MADE, *FOUND)
