"""Files in folders called by a variable and its value (``year=2019/``), as Hive, Spark and Arrow write them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import unquote

import numpy as np
import pyarrow as pa

from core.errors import Malformed
from core.intake.limits import Limits, refuse_cells
from core.intake.names import escape_hidden, settle_names
from core.intake.number_texts.numerals import Marks
from core.intake.parsed import Parsed
from core.intake.report import Finding, ReadChoices, Severity
from core.intake.text_cells import Texts, convert_texts
from core.wording import first_of

NO_VALUE = "__HIVE_DEFAULT_PARTITION__"
"""Under which records without a value of the variable lie."""

MARKS = Marks(".", "")
"""Programs that write partitions write numbers with a decimal point."""


def is_partition(folder: str) -> bool:
    """Whether a folder is called by a variable and its value."""
    name, _sign, value = folder.partition("=")
    return bool(name and value)


def with_partitions(parsed: Parsed, parts: Sequence[str], limits: Limits, choices: ReadChoices) -> Parsed:
    """Return a table with the variables that are in the names of folders as its last columns.

    Parameters
    ----------
    parsed : Parsed
        All files together, with the records of each.
    parts : sequence of str
        Name of each file, behind those of its folders.
    limits : Limits
    choices : ReadChoices

    Raises
    ------
    Malformed
        The files lie in folders of other variables, or hold a column of that name themselves.
    """
    pairs = [_pairs(part) for part in parts]
    _refuse_unlike(parts, [[name for name, _ in of_part] for of_part in pairs])
    if not pairs[0]:
        return parsed
    names, findings = settle_names([name for name, _ in pairs[0]], limits.name_characters)
    for name in names:
        if name in parsed.columns:
            raise Malformed(f"column {name!r} is in the files and in the names of their folders; keep one of them")
    refuse_cells(parsed.report.n_rows * (len(parsed.columns) + len(names)), limits)
    columns = dict(parsed.columns)
    for i, name in enumerate(names):
        texts = _texts([of_part[i][1] for of_part in pairs], parsed.part_rows)
        columns[name], more = convert_texts(name, texts, MARKS, choices)
        findings += [*more, Finding(Severity.NOTE, "is in the names of the folders of the files", name)]
    report = replace(parsed.report, n_columns=len(columns), findings=(*parsed.report.findings, *findings))
    return replace(parsed, columns=columns, report=report)


def _pairs(part: str) -> list[tuple[str, str]]:
    """Return variable and value of each folder that a file lies in."""
    try:
        halves = [folder.partition("=")[::2] for folder in part.split("/")[:-1]]
        return [(unquote(name, errors="strict"), unquote(value, errors="strict")) for name, value in halves]
    except UnicodeDecodeError:
        raise Malformed(f"in {part}: the name of a folder is no text in utf-8; call it anew") from None


def _refuse_unlike(parts: Sequence[str], names: Sequence[Sequence[str]]) -> None:
    for part, own in zip(parts, names, strict=True):
        if own != names[0]:
            raise Malformed(
                f"{part} lies in folders by {_listed(own)}, {parts[0]} by {_listed(names[0])}; "
                "leave nothing in the folder but the files of one table, all in folders of the same variables"
            )


def _listed(names: Sequence[str]) -> str:
    return first_of([escape_hidden(name) for name in names]) if names else "no variable"


def _texts(values: Sequence[str], part_rows: Sequence[int]) -> Texts:
    """Return the value of each record, as if it stood in the file."""
    distinct = sorted({*values} - {NO_VALUE})
    codes = [-1 if value == NO_VALUE else distinct.index(value) for value in values]
    return Texts.of(pa.array(distinct, pa.string()), np.repeat(np.array(codes, dtype=np.int32), part_rows))
