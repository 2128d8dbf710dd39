"""A file as read: columns of numbers and labels, without a string per record."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.data.numbers import number_label
from core.data.packed import (
    PackedCodes,
    PackedNumbers,
    Store,
    cells_of,
    distinct_numbers,
    length,
    missing_in,
    packed_codes,
    packed_numbers,
    store_of,
    stored_packed,
    taken,
    unpacked,
)
from core.data.study_document import DocumentedFile

MISSING_TOKENS = frozenset(
    {"NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NAN", "NULL", "null", ".", "..", "-", "*", "?"}
    | {"missing", "Missing", "MISSING"}
)
"""Written for "no value" by R, pandas, SQL, Stata and SAS, or by hand; ``None`` is too often an answer."""


TEXT_BYTES = 60
"""What a text costs in memory beside its characters."""


@stored_packed(numbers=lambda store: store, codes=packed_codes)
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

    @classmethod
    def of(cls, numbers: Store = None, codes: Store = None, labels: tuple[str, ...] = ()) -> Column:
        """Return a column whose cells may be packed already."""
        return cls(numbers, codes, labels)

    def packed(self) -> Column:
        """Return the same column in as few bytes as its cells need."""
        numbers = self.number_store
        return Column.of(None if numbers is None else packed_numbers(numbers), self.code_store, self.labels)

    @property
    def number_store(self) -> Store:
        """The numbers as they are held; None: no cell is a number."""
        return store_of(self, "numbers")

    @property
    def code_store(self) -> Store:
        """The codes as they are held; None: no cell is a label."""
        return store_of(self, "codes")

    @property
    def stores(self) -> tuple[Store, ...]:
        """What holds the cells."""
        return tuple(store for store in (self.number_store, self.code_store) if store is not None)

    def __len__(self) -> int:
        return length(self.stores[0]) if self.stores else 0

    @property
    def n_bytes(self) -> int:
        """Bytes in memory of the cells and the labels, as good as it can be told."""
        return sum(cells_of(store).nbytes for store in self.stores) + _text_bytes(self.labels)

    def number_cells(self) -> NDArray[np.float64]:
        """Return (n,) the numbers, NaN where the cell is a label or empty."""
        return np.full(len(self), np.nan) if self.numbers is None else self.numbers

    def is_number(self) -> NDArray[np.bool_]:
        """Return (n,) true where the cell holds a number."""
        if self.number_store is None:
            return np.zeros(len(self), dtype=bool)
        return ~missing_in(self.number_store)

    def is_empty(self) -> NDArray[np.bool_]:
        """Return (n,) true where the cell holds nothing."""
        if self.code_store is None:
            return ~self.is_number()
        return missing_in(self.code_store) & ~self.is_number()

    def distinct_numbers(self) -> NDArray[np.float64]:
        """Return the numbers that occur, ascending."""
        return np.empty(0) if self.number_store is None else distinct_numbers(self.number_store)

    def categories(self) -> tuple[NDArray[np.int32], tuple[str, ...]]:
        """Return every cell as a category.

        Returns
        -------
        codes : int32 array (n,)
            Index into the labels, -1 where the cell is empty.
        labels : tuple of str
            Numbers first, ascending, as ``number_label``; then the texts, sorted.
        """
        store, labels = self.category_store()
        return unpacked(store), labels

    def category_store(self) -> tuple[Store, tuple[str, ...]]:
        """Return every cell as a category, as `categories` does, the codes packed where they can be."""
        if self.code_store is not None and not len(self.distinct_numbers()):
            return self.code_store, self.labels
        store, labels = self._number_categories()
        if self.code_store is None:
            return store, labels
        codes, text_codes = unpacked(store).copy(), unpacked(self.code_store)
        text = text_codes >= 0
        codes[text] = text_codes[text] + len(labels)
        return codes, labels + self.labels

    def _number_categories(self) -> tuple[Store, tuple[str, ...]]:
        """Return the categories of the numbers, -1 elsewhere, and their labels."""
        store = self.number_store
        if isinstance(store, PackedNumbers):
            distinct, codes = store.codes_of_distinct()
            labels = tuple(number_label(x) for x in distinct)
            return codes if codes.dtype == np.int32 else PackedCodes(codes), labels
        codes = np.full(len(self), -1, dtype=np.int32)
        number, numbers = self.is_number(), self.number_cells()
        distinct, inverse = np.unique(numbers[number] + 0.0, return_inverse=True)
        codes[number] = inverse
        return codes, tuple(number_label(x) for x in distinct)

    def take(self, rows: NDArray[np.int64] | slice) -> Column:
        """Return the column with only these rows, in this order; those of a slice share its memory."""
        numbers, codes = self.number_store, self.code_store
        return Column.of(
            None if numbers is None else taken(numbers, rows),
            None if codes is None else taken(codes, rows),
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
        they are in the column as they are, except empty cells.
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
