"""How a field is written in documents, where that is another form than its type: named tables, own forms.

pydantic asks these annotations for their schema when a document is read or described; nothing here imports it before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, get_args

from core.errors import RUMapError

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema

ALWAYS_WRITTEN = {"always written": True}
"""Metadata of a field that has a default, and that no version has left out where it is written."""


def written_as(name: str) -> dict[str, str]:
    """Return the metadata of a field that is written under another name than its own."""
    return {"written as": name}


@dataclass(frozen=True)
class FieldLimits:
    """Limits of a number or a text, as pydantic's core names them: ge, gt, le, lt, min_length, pattern."""

    limits: tuple[tuple[str, Any], ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        """Return the schema of the field with its limits."""
        return {**handler(source), **dict(self.limits)}


def limits(**named: Any) -> FieldLimits:
    """Return the limits of a field: ``Annotated[int, limits(ge=0)]``."""
    return FieldLimits(tuple(named.items()))


@dataclass(frozen=True)
class DescribedAs:
    """What the JSON Schema says of a field whose class checks it in words of its own."""

    more: tuple[tuple[str, Any], ...]

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Return the JSON Schema of the field with what is said of it."""
        return handler(schema) | dict(self.more)


def described_as(**more: Any) -> DescribedAs:
    """Return what the JSON Schema says of a field: ``Annotated[float, described_as(minimum=0)]``."""
    return DescribedAs(tuple(more.items()))


Count = Annotated[int, limits(ge=0)]
OpenEnd = Annotated[float, limits(allow_inf_nan=True)]
"""A number that may be infinite: the open end of a band."""
Digest = Annotated[str, described_as(pattern="^[0-9a-f]{64}$")]
"""A SHA-256."""
OptionalDigest = Annotated[str, described_as(pattern="^([0-9a-f]{64})?$")]
"""A SHA-256; empty: not known."""
Day = Annotated[str, described_as(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class NamedTable(dict[str, Any]):
    """A table that is under its name, with the name as the entry that the dataclass calls it by."""

    def __init__(self, name: str, entry: str, written: Mapping[str, Any]) -> None:
        super().__init__(written)
        self.unknown = set(written) & {entry}
        self.entry = entry
        self[entry] = name


@dataclass(frozen=True)
class ByName:
    """A tuple of dataclasses, each written as a table under its name; ``entry`` is the field that holds the name."""

    entry: str = "name"

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Return the schema of a mapping of names to tables."""
        from pydantic_core import core_schema  # noqa: PLC0415 - only where documents are read

        tables = core_schema.dict_schema(core_schema.str_schema(), handler.generate_schema(get_args(source)[0]))
        named = core_schema.no_info_before_validator_function(self._named, tables)
        return core_schema.no_info_after_validator_function(lambda made: tuple(made.values()), named)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Return the JSON Schema: the name is no entry of its table."""
        described = handler(schema)
        table = handler.resolve_ref_schema(described["additionalProperties"])
        table["properties"].pop(self.entry, None)
        if needed := [name for name in table.pop("required", ()) if name != self.entry]:
            table["required"] = needed
        return described

    def _named(self, written: Any) -> Any:
        if not isinstance(written, Mapping):
            return written
        return {
            name: NamedTable(name, self.entry, table) if isinstance(table, Mapping) else table
            for name, table in written.items()
        }


@dataclass(frozen=True)
class WrittenAs:
    """A field that is made of what another type reads.

    Parameters
    ----------
    form : type
        What is read.
    make : callable
        Makes the field's value of it; an RUMapError is the fault of the document.
    """

    form: Any
    make: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Return the schema of the form, and what makes the value of it."""
        from pydantic_core import core_schema  # noqa: PLC0415 - only where documents are read

        return core_schema.no_info_after_validator_function(self._made, handler.generate_schema(self.form))

    def _made(self, read: Any) -> Any:
        try:
            return self.make(read)
        except RUMapError as error:
            raise refusal(str(error)) from None


def refusal(words: str) -> Exception:
    """Return what pydantic takes for a fault of the document at this place, in these words."""
    from pydantic_core import PydanticCustomError  # noqa: PLC0415 - only where documents are read

    return PydanticCustomError("refused", "{words}", {"words": words})
