"""Projects, codebooks, recipes and study documents taken apart and counted, inside the reader's process."""

from __future__ import annotations

import datetime as dt
import json
import re
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from core.errors import LimitExceeded, Malformed
from core.intake.limits import MEGABYTE, Limits
from core.intake.parsed import Source
from core.intake.study.study import study_tables
from core.intake.unpacking import unzipped
from core.wording import is_text

PROJECT_DAMAGED = (
    "this is no project file, or it was damaged: open the copy that was saved, or make a new project from the files"
)
LARGEST_NUMBER = 2**63
TOO_LARGE_NUMBER = "it holds a whole number that no setting needs: write a smaller one"
RESULTS = "results.json"
"""The part of a project that a run has written; the others are what a person declared and chose."""
DEEPEST = 50
"""Tables within tables; settings have fewer than ten."""
DOTTED = re.compile(rf"(?<![\w-])(?:[\"']?[\w-]++[\"']?[ \t]*+\.[ \t]*+){{{DEEPEST}}}")
"""A name of so many parts: for each of them Python's reader keeps all before it."""


class DocumentKind(StrEnum):
    """What a document is."""

    PROJECT = "project"
    TOML = "toml"
    STUDY = "study"


@dataclass(frozen=True)
class Document:
    """A document taken apart.

    Parameters
    ----------
    parts : mapping of str to bytes
        Files of a project as they are; its JSON parts hold no more than the limits allow.
    tables : mapping of str to mapping
        Content of each TOML part, by its name; "" of a document that is TOML itself or about a study.
    """

    parts: Mapping[str, bytes] = field(default_factory=dict)
    tables: Mapping[str, Any] = field(default_factory=dict)


def read_document(kind: DocumentKind, source: Source) -> Document:
    """Take a document apart.

    Raises
    ------
    LimitExceeded
        It is larger, holds more values or is nested deeper than allowed.
    Malformed
        It is damaged, or no document of this kind.
    """
    content = bytes(source.content[source.start :])
    if kind is DocumentKind.TOML:
        return Document({}, {"": _toml(content, source.limits)})
    if kind is DocumentKind.STUDY:
        study = study_tables(content)
        _refuse_many(study, source.limits.document_values)
        return Document({}, {"": study})
    parts = _parts(content, source.limits)
    tables = {}
    for name, part in parts.items():
        if name.endswith(".json") and part:
            most = source.limits.result_values if name == RESULTS else source.limits.document_values
            _refuse_many(_json(name, part), most)
        elif name.endswith(".toml"):
            tables[name] = _toml(part, source.limits)
    return Document(parts, tables)


def refuse_large(size: int, limits: Limits) -> None:
    """Refuse a document that is larger than allowed."""
    if size > limits.document_bytes:
        raise LimitExceeded(
            f"it holds more than the {limits.document_bytes // MEGABYTE:,} MB allowed (document_bytes in the limits)"
        )


def _parts(content: bytes, limits: Limits) -> dict[str, bytes]:
    def all_of(listed: Sequence[zipfile.ZipInfo]) -> Sequence[zipfile.ZipInfo]:
        if len(listed) > limits.members:
            raise LimitExceeded(f"it holds {len(listed):,} parts, {limits.members:,} are allowed")
        refuse_large(sum(member.file_size for member in listed), limits)
        return listed

    parts, comment = unzipped(content, PROJECT_DAMAGED, all_of, limits.document_bytes)
    if comment:
        raise Malformed("somebody wrote a comment into it, which no hash covers: open the copy that was saved")
    return parts


def _json(name: str, part: bytes) -> Any:
    try:
        content = json.loads(part)
        written = is_text(content)
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise Malformed(f"{name} in it is damaged ({type(error).__name__})") from None
    if not written:
        raise Malformed(f"{name} in it is damaged (half a character)")
    return content


def _toml(content: bytes, limits: Limits) -> dict[str, Any]:
    try:
        text = content.decode("utf-8")
        if DOTTED.search(text):
            raise _too_deep()
        tables = tomllib.loads(text)
    except UnicodeDecodeError:
        raise Malformed("it is no UTF-8 text; save it as UTF-8") from None
    except RecursionError:
        raise _too_deep() from None
    except tomllib.TOMLDecodeError as error:
        raise Malformed(f"it is not valid TOML: {str(error)[:200]}") from None
    except ValueError:  # Python reads no number of so many digits
        raise Malformed(TOO_LARGE_NUMBER) from None
    _refuse_many(tables, limits.document_values)
    return tables


def _refuse_many(content: Any, most: int) -> None:
    """Count values, names and depth, without recursion: what is let through, the program's own process goes through."""
    level, values = [content], 1
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for thing in level:
            if isinstance(thing, dict):
                inner += thing.values()
                values += len(thing)
            elif isinstance(thing, list):
                inner += thing
            elif isinstance(thing, (dt.date, dt.time)):
                raise Malformed("it holds a date that is no text; write it in quotation marks")
            elif isinstance(thing, int) and abs(thing) >= LARGEST_NUMBER:
                raise Malformed(TOO_LARGE_NUMBER)
        values += len(inner)
        if values > most:
            raise LimitExceeded(f"it holds more than the {most:,} values and names allowed")
        if not inner:
            return
        level = inner
    raise _too_deep()


def _too_deep() -> LimitExceeded:
    return LimitExceeded(f"it is nested deeper than the {DEEPEST} levels allowed")
