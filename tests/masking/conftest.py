"""Small files for masking tests."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from core.data import Microdata, number_label
from core.masking.columns import column_of

Cell = float | str | None


def microdata(**columns: Sequence[Cell]) -> Microdata:
    """Return a file of cells: numbers, texts, or None where empty."""
    made = {}
    for name, cells in columns.items():
        texts = [None if c is None else c if isinstance(c, str) else number_label(float(c)) for c in cells]
        labels = sorted({t for t in texts if t is not None})
        code = {None: -1, **{label: i for i, label in enumerate(labels)}}
        made[name] = column_of(np.array([code[t] for t in texts], dtype=np.int32), labels)
    return Microdata("small.csv", made, len(next(iter(columns.values()))))


def cells(file: Microdata, name: str) -> list[str]:
    """Return a column as labels, empty cells as ''."""
    codes, labels = file.columns[name].categories()
    return [labels[code] if code >= 0 else "" for code in codes]


@pytest.fixture(scope="session")
def file_of() -> Callable[..., Microdata]:
    return microdata


@pytest.fixture(scope="session")
def cells_of() -> Callable[[Microdata, str], list[str]]:
    return cells
