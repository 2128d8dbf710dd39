"""What a sheet's XML says beyond its values: errors, formulas never computed, rows and columns that are hidden.

calamine hands errors and such formulas over as empty cells; here they are counted, so that none is lost silently.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from core.intake.workbook.number_formats import Template, template_of
from core.intake.workbook.sheet_scan import column_number

CHUNK = 1 << 22
# Possessive throughout (*+): what is read is never given back, so that no sheet makes the search go back and forth.
CELL = rb"<(?:\w++:)?c\s"
REFERENCE = re.compile(rb"\br=[\"']([A-Z]{1,3})(\d{1,9})[\"']")
ERROR = re.compile(CELL + rb"[^<>]*?\bt=[\"']e[\"'][^<>]*+")
FORMULA = rb"<(?:\w++:)?f(?:\s[^<>]*+|/)?(?:(?<=/)>|>[^<]*+</(?:\w++:)?f>)"
VALUE = rb"(?:<(?:\w++:)?v\s*+/>|<(?:\w++:)?v(?:\s[^<>]*+)?></(?:\w++:)?v>)"
UNCOMPUTED = re.compile(
    CELL + rb"(?![^<>]*?\bt=[\"']e[\"'])[^<>]*+>\s*+" + FORMULA + rb"\s*+(?:" + VALUE + rb"\s*+)?</(?:\w++:)?c>"
)
COMPUTED = re.compile(CELL + rb"(?![^<>]*?\bt=[\"']e[\"'])[^<>]*+>\s*+" + FORMULA)
CONTENT = re.compile(rb"<(?:\w++:)?(?:v|is)[\s>/]")
PLACE = re.compile(CELL + rb"[^<>]*?\br=[\"']([A-Z]{1,3})(\d{1,7})[\"']")
STYLED = re.compile(CELL + rb"[^<>]*+")
STYLE = re.compile(rb"\bs=[\"'](\d{1,9})[\"']")
TAG = rb"(?:\w++:)?"
HIDDEN = re.compile(rb"\b(?:hidden=[\"'](?:1|true)|(?:ht|width)=[\"']0(?:\.0*+)?)[\"']")
ROW, COLUMNS = re.compile(rb"<" + TAG + rb"row\s[^<>]*+>"), re.compile(rb"<" + TAG + rb"col\s[^<>]*+>")
FIRST, LAST = re.compile(rb"\bmin=[\"'](\d{1,5})[\"']"), re.compile(rb"\bmax=[\"'](\d{1,5})[\"']")
OTHER_TEXT = re.compile(CELL + rb"(?=[^<>]*?\bt=[\"']s[\"'])[^<>]*+>\s*+<" + TAG + rb"v(?:\s[^<>]*+)?>(?!\d++</)")
"""A text that is named by anything else than its plain number: another text is read."""
TWO_VALUES = re.compile(rb"</" + TAG + rb"(?:v>\s*+<" + TAG + rb"v|is>\s*+<" + TAG + rb"(?:v|is))[\s>/]")
"""Two values in one cell: the last is read. Where a text stands behind a number, it is the one that is meant."""
CUT_SHORT = re.compile(
    # markup inside a value, or a digit that is written by its number: what is read ends there
    rb"<" + TAG + rb"v(?:\s[^<>]*+)?>[^<]*+<[!?]"
    rb"|" + CELL + rb"(?![^<>]*?\bt=[\"'](?:s|str|inlineStr)[\"'])[^<>]*+>\s*+(?:" + FORMULA + rb"\s*+)?+"
    rb"<" + TAG + rb"v(?:\s[^<>]*+)?>[^<&]*+&"
)
MARKS = (b"<!", b"<?", b"&")
"""Without one of them nothing is cut short."""
TRUE, FALSE = frozenset({"1", "true"}), frozenset({"0", "false"})
MOST_COLUMNS = 16_384
WORKBOOK = "xl/workbook.xml"
STYLES = "xl/styles.xml"
RELATIONS = "xl/_rels/workbook.xml.rels"


@dataclass
class Uncomputed:
    """Cells without a value that look empty, as (column letters, row from 1) -> how many."""

    errors: Counter[tuple[bytes, int]] = field(default_factory=Counter)
    formulas: Counter[tuple[bytes, int]] = field(default_factory=Counter)
    computed: int = 0


@dataclass
class HiddenParts:
    """What a sheet does not show: how many rows with a value, and which columns, from 0."""

    rows: int = 0
    columns: set[int] = field(default_factory=set)


def sheet_members(archive: zipfile.ZipFile) -> dict[str, str]:
    """Return the archive's member of every sheet, by the sheet's name; those that cannot be found are left out."""
    try:
        book = _parsed(archive, WORKBOOK)
        relations = {r.get("Id"): r.get("Target") or "" for r in _parsed(archive, RELATIONS)}
    except (KeyError, ElementTree.ParseError):
        return {}
    members = {}
    for sheet in book.iter():
        if sheet.tag.rpartition("}")[2] != "sheet":
            continue
        key = next((value for name, value in sheet.attrib.items() if name.endswith("}id")), "")
        member = posixpath.normpath(posixpath.join("xl", relations.get(key, ""))).lstrip("/")
        if member in archive.namelist():
            members[sheet.get("name", "")] = member
    return members


def _parsed(archive: zipfile.ZipFile, member: str) -> Any:
    # expat fetches nothing from outside and bounds the growth of entities; memory is bounded for the process.
    return ElementTree.fromstring(archive.read(member))  # noqa: S314


def has_content(archive: zipfile.ZipFile, member: str) -> bool:
    """Tell whether any cell of a sheet holds a value."""
    with archive.open(member) as stream:
        return any(CONTENT.search(part) for part in _parts(stream))


def count_uncomputed(archive: zipfile.ZipFile, member: str) -> Uncomputed:
    """Count a sheet's cells with an error, and its formulas without and with a value."""
    uncomputed = Uncomputed()
    with archive.open(member) as stream:
        for part in _parts(stream):
            uncomputed.errors.update(_reference(cell[0]) for cell in ERROR.finditer(part))
            if b"f>" in part or b"f/>" in part:
                uncomputed.formulas.update(_reference(cell[0]) for cell in UNCOMPUTED.finditer(part))
                uncomputed.computed += sum(1 for _ in COMPUTED.finditer(part))
    uncomputed.computed -= uncomputed.formulas.total()
    return uncomputed


def computed_on_opening(archive: zipfile.ZipFile) -> bool:
    """Tell whether the values of formulas may be no results yet: the workbook is to be computed when it is opened."""
    try:
        book = _parsed(archive, WORKBOOK)
    except (KeyError, ElementTree.ParseError):
        return False
    settings = next((dict(e.attrib) for e in book.iter() if e.tag.rpartition("}")[2] == "calcPr"), {})
    return settings.get("fullCalcOnLoad") in TRUE or settings.get("calcCompleted") in FALSE


def hidden_parts(archive: zipfile.ZipFile, member: str) -> HiddenParts:
    """Return the rows and columns of a sheet that are hidden, by hand, by a filter or by a closed group."""
    hidden = HiddenParts()
    with archive.open(member) as stream:
        for part in _parts(stream):
            for row in ROW.finditer(part):
                end = part.find(b"row>", row.end())
                if HIDDEN.search(row[0]) and not row[0].endswith(b"/>") and CONTENT.search(part, row.end(), end):
                    hidden.rows += 1
            for column in filter(HIDDEN.search, (found[0] for found in COLUMNS.finditer(part))):
                first, last = FIRST.search(column), LAST.search(column)
                if first and last:
                    hidden.columns |= set(range(int(first[1]) - 1, min(int(last[1]), MOST_COLUMNS)))
    return hidden


def count_unread(archive: zipfile.ZipFile, member: str) -> int:
    """Count the cells of a sheet of which calamine reads something else than is there; Excel writes none."""
    unread = 0
    with archive.open(member) as stream:
        for part in _parts(stream):
            patterns = (OTHER_TEXT, TWO_VALUES, *([CUT_SHORT] if any(mark in part for mark in MARKS) else []))
            unread += sum(1 for pattern in patterns for _ in pattern.finditer(part))
    return unread


def count_repeated(archive: zipfile.ZipFile, member: str) -> int:
    """Count the cells of a sheet that are there more than once: a reader takes the last of them silently."""
    columns: dict[bytes, int] = {}
    parts: list[NDArray[np.int64]] = []
    with archive.open(member) as stream:
        for part in _parts(stream):
            references = PLACE.findall(part)
            columns |= {letters: column_number(letters) for letters, _ in references if letters not in columns}
            parts.append(
                np.array([int(row) * MOST_COLUMNS + columns[letters] for letters, row in references], np.int64)
            )
    places = np.concatenate(parts) if parts else np.empty(0, np.int64)
    in_order = bool((np.diff(places) > 0).all())
    return 0 if in_order else len(places) - len(np.unique(places))


def zero_templates(archive: zipfile.ZipFile, member: str) -> dict[int, Template]:
    """Return column (from 0) -> the number format that shows codes, where all its cells with one have the same."""
    templates = _templates(archive)
    if not templates:
        return {}
    by_column: dict[bytes, set[Template]] = {}
    with archive.open(member) as stream:
        for part in _parts(stream):
            for cell in STYLED.finditer(part):
                style = STYLE.search(cell[0])
                if style and (template := templates.get(int(style[1]))):
                    by_column.setdefault(_reference(cell[0])[0], set()).add(template)
    return {column_number(c) - 1: next(iter(formats)) for c, formats in by_column.items() if c and len(formats) == 1}


def _templates(archive: zipfile.ZipFile) -> dict[int, Template]:
    """Return number of a style -> its template of zeros; none for all other styles."""
    try:
        styles = _parsed(archive, STYLES)
    except (KeyError, ElementTree.ParseError):
        return {}
    codes: dict[str, str] = {}
    formats: list[str] = []
    for element in styles.iter():
        tag = element.tag.rpartition("}")[2]
        if tag == "numFmt":
            codes[element.get("numFmtId", "")] = element.get("formatCode", "")
        elif tag == "cellXfs":
            formats = [style.get("numFmtId", "") for style in element]
    templates = {number: template for number, code in codes.items() if (template := template_of(code))}
    return {i: templates[number] for i, number in enumerate(formats) if number in templates}


def _reference(cell: bytes) -> tuple[bytes, int]:
    """Return the letters of a cell's column and its row; nothing where it names no place."""
    reference = REFERENCE.search(cell)
    return (reference.group(1), int(reference.group(2))) if reference else (b"", 0)


def _parts(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the XML in parts that end behind a row."""
    left = b""
    while chunk := stream.read(CHUNK):
        part = left + chunk
        end = part.rfind(b"row>") + len(b"row>")
        if end < len(b"row>"):
            left = part
            continue
        yield part[:end]
        left = part[end:]
    if left:
        yield left
