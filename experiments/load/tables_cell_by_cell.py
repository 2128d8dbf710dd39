"""Tables of large Parquet files, cell by cell by pandas: ``python -m experiments.load.tables_cell_by_cell 5000000``.

Ten categorical variables, texts and numbers with missing cells, are made batch by batch from seeds, written, read,
paired and counted in blocks as a run does it. Beside that, pandas counts the same batches by itself, with ``crosstab``
of the values as they were made. Every cell of the tables of one and of two variables of both files is compared.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from core.data import Codebook, Level, Role, Scenario, ScenarioDeclaration, Variable
from core.intake import read_file, stored_at
from core.pairing import pair
from core.statistics.tables import filled_cells, tables_of
from core.tables import blocks_of
from core.utility.distances.two_way import two_way_differences
from core.utility.tables import TableParameters

SIZES = {"a": 2, "b": 3, "c": 5, "d": 8, "e": 20, "f": 50, "g": 300, "h": 4, "i": 12, "j": 90}
NUMBERS = "hij"
BATCH = 200_000
CHANGED, MISSING = 0.05, 0.02
FILES = ("original.parquet", "masked.parquet")
Cells = Counter[tuple[str, ...]]


def batches(n: int, file: int) -> Iterator[pd.DataFrame]:
    """Yield the records of one file; the second one has some values of each variable drawn anew."""
    for start in range(0, n, BATCH):
        size = min(BATCH, n - start)
        random, other = np.random.default_rng([start, 1]), np.random.default_rng([start, 2])
        frame = {}
        for name, k in SIZES.items():
            codes = (random.random(size) ** 2 * k).astype(int)
            drawn = other.random(size) < CHANGED
            codes = np.where(drawn & bool(file), other.integers(0, k, size), codes)
            gone = random.random(size) < MISSING
            cells = pd.Series(codes, dtype="float64") if name in NUMBERS else pd.Series([f"{name}{c}" for c in codes])
            frame[name] = cells.mask(gone)
        yield pd.DataFrame(frame)


def write(path: Path, n: int, file: int) -> None:
    """Write one file, a row group a batch."""
    kinds = pa.schema([(name, pa.float64() if name in NUMBERS else pa.string()) for name in SIZES])
    with pq.ParquetWriter(path, kinds) as writer:
        for frame in batches(n, file):
            writer.write_table(pa.Table.from_pandas(frame, schema=kinds, preserve_index=False))


def label(value: object) -> str:
    """Return a value as the program writes its category."""
    return "" if pd.isna(value) else f"{value:g}" if isinstance(value, float) else str(value)


def by_pandas(n: int, file: int) -> Cells:
    """Count the cells of all tables by crosstab."""
    cells: Cells = Counter()
    for frame in batches(n, file):
        filled = frame.apply(lambda column: column.map(label))
        for a, b in combinations(SIZES, 2):
            table = pd.crosstab(filled[a], filled[b]).stack()
            cells.update({(a, b, *at): int(count) for at, count in table[table > 0].items()})
        for a in SIZES:
            cells.update({(a, value): int(count) for value, count in filled[a].value_counts().items()})
    return cells


def by_blocks(folder: Path) -> tuple[Cells, Cells]:
    """Count the cells of all tables of both files as a run does."""
    original, masked = (read_file(name, stored_at(folder / name)).microdata for name in FILES)
    book = Codebook(tuple(Variable(name, Level.NOMINAL, Role.ANALYSIS) for name in SIZES))
    paired = pair(original, Scenario(masked, ScenarioDeclaration(masked.name)), book)
    step = two_way_differences
    known = step.look(paired, TableParameters())
    tables = reduce(step.merged, (step.states(block, known) for block in blocks_of(paired)))
    labels = {v.name: (*v.recoded.categories, "") for v in paired.variables}
    names, files = [name for name, _ in known.variables], ({}, {})
    for group, both in zip(known.groups, tables, strict=True):
        for counted, of_file in zip(both, files, strict=True):
            for (a, b), table in zip(group.tables, tables_of(counted, group), strict=True):
                of_file[names[a], names[b]] = filled_cells(table.ravel())
    return _labelled(files[0], labels), _labelled(files[1], labels)


def _labelled(tables: dict, labels: dict[str, tuple[str, ...]]) -> Cells:
    """Return the cells by their labels, with those of one variable: the sums of its first table with another."""
    cells: Cells = Counter()
    seen = set()
    for (a, b), filled in tables.items():
        for cell, count in zip(filled.cells.tolist(), filled.counts.tolist(), strict=True):
            at = labels[a][cell // len(labels[b])], labels[b][cell % len(labels[b])]
            cells[a, b, *at] += count
            for name, value in ((a, at[0]), (b, at[1])):
                if (name, (a, b)) in seen or name not in {s[0] for s in seen}:
                    seen.add((name, (a, b)))
                    cells[name, value] += count
    return cells


def main(n: int) -> None:
    """Compare, and end with an error where a cell differs."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for file, name in enumerate(FILES):
            write(folder / name, n, file)
        ours = by_blocks(folder)
    for file, name in enumerate(FILES):
        theirs = by_pandas(n, file)
        different = [at for at in {*theirs, *ours[file]} if theirs[at] != ours[file][at]]
        sys.stdout.write(f"{name}: {n:,} records, {len(theirs):,} cells, {len(different):,} differ {different[:5]}\n")
        if different:
            sys.exit(1)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5_000_000)
