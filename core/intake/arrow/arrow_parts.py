"""Arrow's columns of the files of one folder: of one type in all of them, put one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from core.errors import Malformed
from core.intake.arrow.arrow_columns import plain_type
from core.intake.folder_parts.alike import in_part, refuse_other_names


def refuse_unlike_schemas(schemas: Sequence[tuple[str, Any]]) -> None:
    """Refuse a folder whose files have other columns, or a column of another type; one without a value has none.

    Parameters
    ----------
    schemas : sequence of (str, pyarrow schema)
        With the name of each file.
    """
    first, expected = schemas[0]
    typed: dict[str, tuple[str, Any]] = {}
    for part, schema in schemas:
        with in_part(part):
            refuse_other_names(schema.names, expected.names, first)
            for field in schema:
                kind = plain_type(field.type)
                if pa.types.is_null(kind):
                    continue
                other, known = typed.setdefault(field.name, (part, kind))
                if kind != known:
                    raise Malformed(
                        f"column {field.name!r} is of type {kind}, in {other} of type {known}; "
                        "write it with one type in all files of the folder"
                    )


def one_below_the_other(columns: Sequence[Any]) -> Any:
    """Return the cells of a column of all files; those of several files as plain values, without dictionaries."""
    if len(columns) == 1:
        return columns[0]
    kinds = [plain_type(column.type) for column in columns]
    kind = next((kind for kind in kinds if not pa.types.is_null(kind)), kinds[0])
    return pa.chunked_array([chunk for column in columns for chunk in _plain(column).cast(kind).chunks], kind)


def _plain(column: Any) -> Any:
    return column.cast(column.type.storage_type) if isinstance(column.type, pa.BaseExtensionType) else column
