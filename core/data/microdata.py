"""A file as read: columns of numbers and labels, without a string per record."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.data.numbers import number_label
from core.data.study_document import DocumentedFile

TEXT_BYTES = 60
"""What a text costs in memory beside its characters."""


@dataclass(frozen=True, eq=False)
class Column:
    """One variable as read: every cell is a number, a label or empty.

    Parameters
    ----------
    numbers : float64 array (n,) or None
        The cell's number, NaN where the cell is a label or empty; None: no cell is a number.
    codes : int32 array (n,) or None
        The cell's index into ``labels``, -1 where it is a number or empty; None: no cell is a label.
    labels : tuple of str
        The distinct labels, sorted.
    """

    numbers: NDArray[np.float64] | None = None
    codes: NDArray[np.int32] | None = None
    labels: tuple[str, ...] = ()

    def __len__(self) -> int:
        array = self.numbers if self.numbers is not None else self.codes
        return 0 if array is None else len(array)

    @property
    def n_bytes(self) -> int:
        """Bytes in memory of the cells and the labels, as good as it can be told."""
        arrays = sum(array.nbytes for array in (self.numbers, self.codes) if array is not None)
        return arrays + _text_bytes(self.labels)

    def number_cells(self) -> NDArray[np.float64]:
        """Return (n,) the numbers, NaN where the cell is a label or empty."""
        return np.full(len(self), np.nan) if self.numbers is None else self.numbers

    def is_number(self) -> NDArray[np.bool_]:
        """Return (n,) true where the cell holds a number."""
        if self.numbers is None:
            return np.zeros(len(self), dtype=bool)
        return ~np.isnan(self.numbers)

    def is_empty(self) -> NDArray[np.bool_]:
        """Return (n,) true where the cell holds nothing."""
        if self.codes is None:
            return ~self.is_number()
        return (self.codes < 0) & ~self.is_number()

    def categories(self) -> tuple[NDArray[np.int32], tuple[str, ...]]:
        """Return every cell as a category.

        Returns
        -------
        codes : int32 array (n,)
            Index into the labels, -1 where the cell is empty.
        labels : tuple of str
            Numbers first, ascending, as ``number_label``; then the texts, sorted.
        """
        codes = np.full(len(self), -1, dtype=np.int32)
        labels: tuple[str, ...] = ()
        number = self.is_number()
        if self.numbers is not None:
            distinct, inverse = np.unique(self.numbers[number] + 0.0, return_inverse=True)
            codes[number] = inverse
            labels = tuple(number_label(x) for x in distinct)
        if self.codes is not None:
            text = self.codes >= 0
            codes[text] = self.codes[text] + len(labels)
        return codes, labels + self.labels

    def take(self, rows: NDArray[np.int64]) -> Column:
        """Return the column with only these rows, in this order."""
        return Column(
            None if self.numbers is None else self.numbers[rows],
            None if self.codes is None else self.codes[rows],
            self.labels,
        )


def _text_bytes(texts: Collection[str]) -> int:
    return sum(map(len, texts)) + TEXT_BYTES * len(texts)


def codes_among(labels: Sequence[str], categories: Sequence[str]) -> NDArray[np.int32]:
    """Return the code of each label among the categories, -1 where it is none of them; last, -1 for a missing one.

    Indexed by codes into the labels, -1 for missing, it gives those into the categories.
    """
    index = {label: code for code, label in enumerate(categories)}
    return np.array([index.get(label, -1) for label in labels] + [-1], dtype=np.int32)


def category_text(code: str, value_labels: Mapping[str, str]) -> str:
    """Return a category as people read it: its code and what it means (``1 · Male``), or the code alone.

    The code stays in sight, so that two codes with the same label stay two categories.
    """
    label = value_labels.get(code, "")
    return code if label in {"", code} else f"{code} · {label}"


@dataclass(frozen=True, eq=False)
class Microdata:
    """One microdata file.

    Parameters
    ----------
    name : str
        File name, without its path.
    columns : mapping of str to Column
        In file order; all of length ``n_records``.
    n_records : int
    sha256 : str
        Of the file's bytes; empty for data that did not come from a file.
    labels : mapping of str to str
        Variable labels, where the format has them.
    value_labels : mapping of str to mapping of str to str
        By variable: code (``number_label`` of numbers) -> what it means, where the format has them.
    user_missing : mapping of str to tuple of str
        By variable: codes that occur and that the file itself declares missing (user-missing values of SPSS,
        ``.a`` to ``.z`` of Stata and SAS), and those that a document about the study declares, occurring or not;
        they stand in the column as they are, apart from empty cells.
    document : DocumentedFile or None
        What a document about the study says of this file, where somebody brought one.
    """

    name: str
    columns: Mapping[str, Column]
    n_records: int
    sha256: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    value_labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    user_missing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    document: DocumentedFile | None = None

    @property
    def n_bytes(self) -> int:
        """Bytes in memory of all columns and of what is said about them, as good as it can be told."""
        said = (self.columns, self.labels.values(), *self.user_missing.values())
        meanings = (part for labels in self.value_labels.values() for part in (labels, labels.values()))
        return sum(column.n_bytes for column in self.columns.values()) + sum(map(_text_bytes, (*said, *meanings)))
