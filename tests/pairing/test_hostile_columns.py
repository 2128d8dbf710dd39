"""Columns made to cost time: drafting and pairing take time that grows with the labels, and no faster."""

import time

import numpy as np
import pytest

from core.data import Codebook, Column, Microdata
from core.errors import RUMapError
from core.pairing import draft_codebook, pair, relation
from core.pairing.coding import cells, columns, notation
from core.pairing.coding.value_labels import same_codes
from tests.pairing.builders import scenario

N = 20_000
MOST_SECONDS = 3.0
"""What takes half a second here takes minutes where it grows with the square."""

LABELS = {
    "bands": [f"{i}-{i + 1} years old" for i in range(N)],
    "nearly bands": [*(f"{i}-{i + 1}" for i in range(N - 1)), "x"],
    "texts": [f"text number {i}" for i in range(N)],
    "spaces": [" " * 1000 + str(i) for i in range(N)],
    "digits": ["9" * 1000 + str(i) for i in range(N)],
    "years": ["year " * 19 + str(i) for i in range(N)],
}


def column(labels: list[str]) -> Column:
    ordered = tuple(sorted(labels))
    return Column(None, np.arange(len(ordered), dtype=np.int32), ordered)


@pytest.mark.parametrize("kind", LABELS)
@pytest.mark.parametrize("other", ["itself", "bands"])
@pytest.mark.slow
def test_drafting_and_pairing_end_soon(kind: str, other: str):
    codes = Column(np.arange(N) % 7.0)
    files = [
        Microdata(name, {"t": column(labels), "n": codes}, N)
        for name, labels in (("o.csv", LABELS[kind]), ("m.csv", LABELS[kind if other == "itself" else other]))
    ]
    start = time.process_time()
    book = draft_codebook(files[0], files[1:])
    for linked in ("row", "none"):
        try:
            pair(files[0], scenario(files[1], linked=linked), book)
        except RUMapError:
            continue
    relation(files[0], scenario(files[1], linked="none"), book)
    assert time.process_time() - start < MOST_SECONDS


def test_the_same_texts_in_both_files_cost_no_square():
    """Each text of the one file was looked for among all of the other's: five seconds for these."""
    ours, theirs = (column([f"text number {i}" for i in range(100_000)]) for _ in range(2))
    start = time.process_time()
    same, flags = same_codes(ours, theirs, {}, {})
    assert time.process_time() - start < 1
    assert same is theirs
    assert not flags


def test_labels_are_not_read_as_numbers_where_the_other_file_holds_none(monkeypatch: pytest.MonkeyPatch):
    """All labels of both files were, six times each: most of what it took to judge how two files are related."""
    read: list[str] = []
    for module in (cells, columns, notation):
        monkeypatch.setattr(module, "number_of", read.append)
    files = [
        Microdata(name, {"t": column([f"{i} to {i + 1}" for i in range(1000)])}, 1000) for name in ("o.csv", "m.csv")
    ]
    relation(files[0], scenario(files[1], linked="none"), Codebook(()))
    assert not read
