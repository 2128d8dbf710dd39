"""Per-record values as Parquet: what is not known is missing, not a number."""

import io

import numpy as np
import pyarrow.parquet as pq

from core.reports import write_records


def test_nan_becomes_a_missing_value_and_whole_numbers_stay():
    table = pq.read_table(io.BytesIO(write_records({"risk": np.array([0.5, np.nan]), "row": np.array([1, 2])})))
    assert table.column("risk").to_pylist() == [0.5, None]
    assert table.column("risk").null_count == 1
    assert table.column("row").to_pylist() == [1, 2]
