"""Microdata as a notebook holds them: read from a file or taken from a frame, and given back as one."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from numbers import Integral
from os import PathLike, fspath
from pathlib import PurePath
from typing import Any, Literal, Self, get_args

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather

from core.data import Column, Microdata
from core.errors import IntakeError, NothingInside
from core.intake import Content, Finding, ReadChoices, Reading, Severity, read_file, refuse_unknown_choice, stored_at
from rumap.arguments import kind_of, one_of, path_in

Backend = Literal["pandas", "polars", "pyarrow"]

FRAME = "data"
"""What a frame is called that nobody named."""

ARROW_FILE = "frame.arrow"
"""What a frame is read as."""

NOTHING_CHOSEN: Mapping[str, object] = {}
NAMED = "make it a frame with a name for each column: pandas.DataFrame(it, columns=[...])"
NO_FRAMES = {
    "LazyFrame": "collect() it first",
    "Series": "to_frame() it first",
    "ndarray": NAMED,
    "list": NAMED,
    "tuple": NAMED,
    "dict": "make it a frame: pandas.DataFrame(it)",
    "generator": "list() it first",
    "bytes": "write it to a file and give its path",
    "TextIOWrapper": "give the path of the file",
    "BufferedReader": "give the path of the file",
    "BytesIO": "write it to a file and give its path",
    "StringIO": "write it to a file and give its path",
}
"""What to do with things that are taken for frames."""
LEFT_OUT = "is in the index of the frame, which is left out; reset_index() makes it a variable"


@dataclass(frozen=True, eq=False)
class Data:
    """One file as it was read.

    Parameters
    ----------
    reading : Reading
    content : bytes, StoredFile or StoredFolder
        As it was written, or where it lies, for reading a masked file as its original was; empty: a frame.
    """

    reading: Reading
    content: Content = b""

    @property
    def microdata(self) -> Microdata:
        """The file as the engine holds it."""
        return self.reading.microdata

    @property
    def name(self) -> str:
        """Name of the file."""
        return self.microdata.name

    @property
    def rows(self) -> int:
        """Number of records."""
        return self.microdata.n_records

    @property
    def variables(self) -> tuple[str, ...]:
        """Names of the variables."""
        return tuple(self.microdata.columns)

    @property
    def findings(self) -> tuple[str, ...]:
        """Questions, warnings and notes about the file, in words; a question with what answers it."""
        findings = self.reading.report.findings
        return tuple(
            f"{f.severity}: {f.column + ': ' if f.column else ''}{f.message}{self._answer(f)}" for f in findings
        )

    def _answer(self, finding: Finding) -> str:
        if not finding.alternatives:
            return ""
        answered = self.reading.choices.with_answer(finding.choice, finding.alternatives[0])
        return f" (choices={ {finding.choice: getattr(answered, finding.choice)} })"

    def named(self, name: str) -> Self:
        """Return the same file under another name."""
        name = name_of(name)
        file = f"{name}{PurePath(self.name).suffix}" if self.content else name
        return replace(self, reading=replace(self.reading, microdata=replace(self.microdata, name=file)))

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """Return the records as a frame of pandas, polars or pyarrow; an empty cell is missing."""
        return frame_of({name: _array(column) for name, column in self.microdata.columns.items()}, backend)

    def _repr_html_(self) -> str:
        said = "".join(f"<li>{escape(line)}</li>" for line in self.findings)
        head = f"<b>{escape(self.name)}</b>: {self.rows:,} records, {len(self.variables)} variables"
        return f"<div>{head}<ul>{said}</ul></div>" if said else f"<div>{head}</div>"

    def __repr__(self) -> str:
        return f"<{self.name}: {self.rows:,} records, {len(self.variables)} variables>"


def read_data(source: Any, name: str = "", choices: Mapping[str, object] = NOTHING_CHOSEN) -> Data:
    """Read a file or take a frame; see ``rumap.read``."""
    name = name_of(name)
    if isinstance(source, str | PathLike):
        return _read_path(source, name, _read_choices(choices))
    if choices:
        raise IntakeError(f"{name or FRAME}: only a file can be read by choices; give its path")
    return source if isinstance(source, Data) else _read_frame(source, name or FRAME)


def name_of(given: Any) -> str:
    """Return the name of a file or frame."""
    if not isinstance(given, str):
        raise IntakeError(f"name: a text is wanted, not {kind_of(given)}")
    return given


def _read_frame(source: Any, name: str) -> Data:
    """Read a frame as the Arrow file that it would be written to; what is said of that is said of the frame."""
    content = _written(source, name)
    try:
        reading = read_file(ARROW_FILE, content)
    except IntakeError as refusal:
        raise type(refusal)(f"{name}: {_of_frame(str(refusal).removeprefix(f'{ARROW_FILE}: '))}") from None
    left_out = [index for index in getattr(getattr(source, "index", None), "names", ()) if index is not None]
    said = [Finding(Severity.WARNING, LEFT_OUT, str(index)) for index in left_out]
    said += [replace(finding, message=_of_frame(finding.message)) for finding in reading.report.findings]
    microdata = replace(reading.microdata, name=name)
    return Data(replace(reading, microdata=microdata, report=replace(reading.report, findings=tuple(said))))


def _read_choices(choices: Mapping[str, Any]) -> ReadChoices:
    """Return answers as the reader takes them; an IntakeError says which is none."""
    given = dict(choices)
    for choice, answer in choices.items():
        refuse_unknown_choice(choice)
        if choice in {"numbers", "texts"}:
            given[choice] = tuple(answer) if isinstance(answer, (list, tuple, set)) else (answer,)
    return ReadChoices(**given)


def _of_frame(message: str) -> str:
    return message.replace("the file", "the frame")


def _read_path(source: str | PathLike[str], name: str, choices: ReadChoices) -> Data:
    given = fspath(source)
    if isinstance(given, str) and any(sign in given for sign in ("\n", "://")):
        kind = "an address; download the file" if "\n" not in given else "text of several lines; write it to a file"
        raise IntakeError(f"{name or 'a file'}: a path or a frame is wanted; this is {kind} and give its path")
    path = path_in(name or FRAME, source)
    try:
        content = stored_at(path) if path.is_file() or path.is_dir() else path.read_bytes()
    except OSError as error:
        raise IntakeError(f"{path.name}: cannot be opened ({error.strerror}); check the path") from None
    except ValueError:
        raise IntakeError(f"{name or FRAME}: no path holds a NUL character; check the path") from None
    return Data(read_file(f"{name}{path.suffix}" if name else path.name, content, choices=choices), content)


def _written(source: Any, name: str) -> bytes:
    """Return a frame as an Arrow file; an IntakeError names the column that cannot be written."""
    if isinstance(source, pa.RecordBatch):
        source = pa.Table.from_batches([source])
    try:
        columns = list(nw.from_native(source, eager_only=True).iter_columns())
    except TypeError:
        kind = type(source).__name__
        instead = f"; {NO_FRAMES[kind]}" if kind in NO_FRAMES else ""
        raise IntakeError(
            f"{name}: {kind_of(source)} is neither a path nor a frame of pandas, polars or Arrow{instead}"
        ) from None
    except nw.exceptions.DuplicateError:
        raise _same_name(name) from None
    if not columns:
        raise NothingInside(f"{name}: the frame has no columns; give one with the variables of the file")
    if not len(columns[0]):
        raise NothingInside(f"{name}: the frame has no rows; give one with the records of the file")
    arrays = {_column_name(column.name, name): _column(column, name) for column in columns}
    if len(arrays) < len(columns):
        raise _same_name(name)
    file = io.BytesIO()
    pa.feather.write_feather(pa.table(arrays), file, compression="uncompressed")
    return file.getvalue()


FLAT = "frame.columns = ['_'.join(map(str, levels)) for levels in frame.columns]"
RENAMED = "frame.columns = frame.columns.astype(str)"


def _same_name(name: str) -> IntakeError:
    return IntakeError(f"{name}: two columns have the same name; rename one")


def _column_name(written: Any, name: str) -> str:
    """Return the name of a column; numbers are names too, as pandas gives them where nobody named any."""
    if not isinstance(written, str | Integral):
        kind = type(written).__name__
        instead = f"give every column a text as its name: {FLAT if kind == 'tuple' else RENAMED}"
        raise IntakeError(f"{name}: a column's name is of type {kind}; {instead}")
    return str(written)


def _column(series: nw.Series[Any], name: str) -> Any:
    """Return a column as Arrow holds it; messages of libraries quote its values, so none of them is passed on."""
    try:
        return _in_words(series).to_arrow()
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        kind = type(error).__name__
        raise IntakeError(
            f"{name}: column {str(series.name)!r} holds values of several kinds, or too large ({kind}); make them all "
            "texts or all numbers"
        ) from None


def _in_words(series: nw.Series[Any]) -> nw.Series[Any]:
    """Return bands and periods of pandas as texts; Arrow would hold pairs of numbers, and numbers since 1970."""
    if not series.implementation.is_pandas():
        return series
    native = series.to_native()
    if isinstance(native.dtype, pd.SparseDtype):
        return nw.from_native(native.sparse.to_dense(), series_only=True)
    values = native.cat.categories if isinstance(native.dtype, pd.CategoricalDtype) else native
    if not isinstance(values.dtype, pd.IntervalDtype | pd.PeriodDtype):
        return series
    coded = native.astype("category")
    texts = coded.cat.rename_categories(coded.cat.categories.astype(str))
    return nw.from_native(texts, series_only=True)


def _array(column: Column) -> pa.Array:
    """Return a variable: whole numbers where all are, else numbers, or texts where any cell is one."""
    if column.codes is None and column.numbers is not None:
        empty = column.is_empty()
        whole = not (np.mod(column.numbers[~empty], 1) != 0).any() and (np.abs(column.numbers[~empty]) < 2**53).all()
        if whole:
            return pa.array(np.where(empty, 0, column.numbers).astype(np.int64), mask=empty)
        return pa.array(column.numbers, mask=empty)
    codes, labels = column.categories()
    texts = pa.array(labels, type=pa.string())
    return pa.DictionaryArray.from_arrays(pa.array(codes, mask=codes < 0), texts).dictionary_decode()


def frame_of(columns: Mapping[str, Any], backend: Backend) -> Any:
    """Return columns as a frame of this library."""
    one_of("backend", backend, get_args(Backend))
    return nw.from_arrow(pa.table(dict(columns)), backend=backend).to_native()
