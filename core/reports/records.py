"""Per-record values as Parquet: confidential, written only when asked for."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

FORMAT = "ru-map-records/1"
"""Stands in the metadata of the file."""


def write_records(columns: Mapping[str, NDArray[Any]]) -> bytes:
    """Write columns as Parquet; NaN becomes a missing value."""
    arrays = {
        name: pa.array(values, mask=np.isnan(values) if values.dtype.kind == "f" else None)
        for name, values in columns.items()
    }
    buffer = io.BytesIO()
    pq.write_table(pa.table(arrays).replace_schema_metadata({"format": FORMAT}), buffer)
    return buffer.getvalue()
