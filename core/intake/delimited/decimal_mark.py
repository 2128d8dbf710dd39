"""Whether a file writes its decimals with a point or a comma."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.intake.label_checks import is_missing_like
from core.intake.number_texts.numerals import Marks, matches, plain_pattern
from core.intake.number_texts.written_numbers import bodies, grouped_pattern, shapes_of
from core.intake.report import Finding, ReadChoices, Severity
from core.wording import counted

COMMA_CERTAIN = (
    r"^[+-]?(\d+,(\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+|\d{1,3}(\.\d{3})+,\d*|\d*,\d+[eE][+-]?\d+"
    r"|[1-9]\d{0,2}(\.\d{3}){2,})$"
)
"""Numbers in which the comma cannot separate thousands, or the point must."""
POINT_CERTAIN = (
    r"^[+-]?(\d+\.(\d{1,2}|\d{4,})|0\.\d+|\d{4,}\.\d+|\d{1,3}(,\d{3})+\.\d*|\d*\.\d+[eE][+-]?\d+"
    r"|[1-9]\d{0,2}(,\d{2,3})+,\d{3})$"
)


def find_marks(columns: Sequence[Any], delimiter: str, choices: ReadChoices) -> tuple[Marks, list[Finding]]:
    """Return the decimal mark of a file, and the question about it where a comma is possible.

    Parameters
    ----------
    columns : sequence of pyarrow string array
        The distinct texts of every column.
    delimiter : str
    choices : ReadChoices
    """
    if choices.decimal is not None:
        return Marks(choices.decimal, choices.thousands), []
    if choices.thousands in {".", ","}:
        return Marks("," if choices.thousands == "." else ".", choices.thousands), []
    marked = _counted_bodies([c for c in columns if _has(c, ",") or _has(c, ".")])
    certain = [c for c, n in marked if _is_numeric(c, n, ",") and matches(c, COMMA_CERTAIN).any()]
    comma = [c for c, n in marked if _has(c, ",") and _is_numeric(c, n, ",")]
    if not comma and not certain:
        return Marks(".", choices.thousands), []
    n_comma = len(certain)
    n_point = sum(_is_numeric(c, n, ".") and bool(matches(c, POINT_CERTAIN).any()) for c, n in marked)
    # Where neither is certain: who writes decimal commas separates cells by something else.
    decimal = "," if n_comma > n_point or (n_comma == n_point == 0 and delimiter != ",") else "."
    if n_comma == 0 and decimal == ".":
        return Marks(".", choices.thousands), []
    return Marks(decimal, choices.thousands), [_question(decimal, max(len(comma), n_comma), n_point)]


def _has(distinct: Any, mark: str) -> bool:
    return bool(pc.any(pc.match_substring(distinct, mark)).as_py())


def _counted_bodies(columns: Sequence[Any]) -> list[tuple[Any, NDArray[np.int64]]]:
    """Return each column's texts without signs and units, one of each shape, and how many texts have it."""
    if not columns:
        return []
    shaped = [shapes_of(pc.ascii_trim_whitespace(column)) for column in columns]
    every = bodies(pa.concat_arrays([shapes for shapes, _ in shaped]))  # at once: the pattern is dear, texts are not
    ends = np.cumsum([len(shapes) for shapes, _ in shaped])
    return [
        (every[int(end) - len(shapes) : int(end)], np.bincount(shape, minlength=len(shapes)))
        for end, (shapes, shape) in zip(ends, shaped, strict=True)
    ]


def _is_numeric(shapes: Any, counts: NDArray[np.int64], decimal: str) -> bool:
    """Tell whether at least half of a column's texts are numbers under a decimal mark."""
    value = ~is_missing_like(shapes)
    number = matches(shapes, plain_pattern(decimal)) | matches(shapes, grouped_pattern(Marks(decimal)))
    return bool(value.any()) and bool(2 * counts[number & value].sum() >= counts[value].sum())


def _question(decimal: str, n_comma: int, n_point: int) -> Finding:
    other = "." if decimal == "," else ","
    names = {",": "comma", ".": "point"}
    message = (
        f"the decimal mark is read as a {names[decimal]}; {counted(n_comma, 'column', 'columns')} could hold decimal "
        f"commas, {n_point:,} hold decimal points. Otherwise choose the {names[other]}"
    )
    return Finding(Severity.QUESTION, message, None, None, "decimal", (other,))
