"""Microdata made of plain lists or of a CSV file, the way a reader makes it."""

from pathlib import Path

import numpy as np
import pandas as pd

from core.data import Codebook, Column, Level, Microdata, Role, Scenario, ScenarioDeclaration, Variable
from core.pairing import Leftover, leftovers, relation
from core.pairing.coding.columns import number_of


def column(cells) -> Column:
    """Numbers stay numbers, texts labels, None is empty."""
    texts = [cell if isinstance(cell, str) else None for cell in cells]
    numbers = [np.nan if cell is None or isinstance(cell, str) else float(cell) for cell in cells]
    labels = tuple(sorted({text for text in texts if text is not None}))
    codes = np.array([-1 if text is None else labels.index(text) for text in texts], dtype=np.int32)
    return Column(
        np.array(numbers) if not np.isnan(numbers).all() or not labels else None, codes if labels else None, labels
    )


def microdata(name="original.csv", /, **columns) -> Microdata:
    made = {key: column(cells) for key, cells in columns.items()}
    return Microdata(name, made, len(next(iter(columns.values()))))


def read_csv(path: Path) -> Microdata:
    """Every cell is a number, a label (also 'NA', and numbers with leading zeros) or empty."""
    frame = pd.read_csv(path, dtype=str, keep_default_na=False)
    columns = {str(name): _read(frame[name]) for name in frame}
    return Microdata(path.name, columns, len(frame))


def _read(series: pd.Series) -> Column:
    codes, distinct = pd.factorize(series)
    cells = [_cell(text) for text in distinct]
    numbers = np.array([np.nan if cell is None or isinstance(cell, str) else cell for cell in cells])
    labels = tuple(sorted(cell for cell in cells if isinstance(cell, str)))
    index = np.array([labels.index(cell) if isinstance(cell, str) else -1 for cell in cells], dtype=np.int32)
    return Column(numbers[codes], index[codes] if labels else None, labels)


def _cell(text: str) -> float | str | None:
    if text == "":
        return None
    padded = len(text) > 1 and text[0] == "0" and text[1].isdigit()
    number = None if padded else number_of(text)
    return text if number is None else number


def variable(name="x", level="continuous", role="analysis", **more) -> Variable:
    return Variable(name, Level(level), Role(role), **more)


def codebook(*variables: Variable, **more) -> Codebook:
    return Codebook(variables, **more)


def scenario(masked: Microdata, **declared) -> Scenario:
    return Scenario(masked, ScenarioDeclaration(masked.name, **declared))


def left_in(original: Microdata, masked: Scenario, book: Codebook) -> tuple[Leftover, ...]:
    """Return what a masked file still carries, with its relation as it is judged."""
    return leftovers(original, masked, book, relation(original, masked, book))
