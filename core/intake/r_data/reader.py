"""An R file -> the columns of one data frame."""

from __future__ import annotations

import numpy as np
from rdata.parser import RData, RObject, RObjectType

from core.errors import Malformed, NothingInside, UnknownFormat
from core.intake.formats import Format
from core.intake.limits import refuse_table
from core.intake.names import escape_hidden, settle_names
from core.intake.parsed import Parsed, Source
from core.intake.r_data.objects import attributes_of, classes_of, damage_in_words, pairs_of, parse, spoken, texts_of
from core.intake.r_data.vectors import NA_INTEGER, read_vector
from core.intake.report import Finding, ReadChoices, ReadReport, Severity
from core.intake.unpacking import is_compressed, unpack
from core.wording import counted

SHOWN_TABLES = 5


def read(source: Source) -> Parsed:
    """Read a data frame of an R file; raise an IntakeError that says what to correct."""
    content = source.content[source.start :]
    parsed = parse(unpack(content, source.limits) if is_compressed(content) else content)
    with damage_in_words():
        return _read(parsed, source)


def _read(parsed: RData, source: Source) -> Parsed:
    encoding = parsed.extra.encoding
    findings: list[Finding] = []
    table, frame = _choose(parsed.object, source.choices, findings)
    stated = texts_of(attributes_of(frame)["names"], encoding) if "names" in attributes_of(frame) else []
    _refuse_size(frame, len(stated), source)
    names, name_findings = settle_names([text or "" for text in stated], source.limits.name_characters)
    findings += name_findings
    vectors = {
        name: read_vector(name, thing, encoding, source.choices) for name, thing in zip(names, frame.value, strict=True)
    }
    lengths = {len(vector.column) for vector in vectors.values()}
    if len(lengths) > 1:
        raise Malformed("the columns of the data frame have different lengths; write it anew")
    n_rows = lengths.pop()
    if not n_rows:
        raise NothingInside("the data frame has no rows; save the records too")
    _refuse_other_count(frame, n_rows)
    findings += [finding for vector in vectors.values() for finding in vector.findings]
    findings += _row_names(frame, n_rows)
    return Parsed(
        {name: vector.column for name, vector in vectors.items()},
        ReadReport(Format.R.value, n_rows, len(names), tuple(findings), sheet=table),
        {name: escape_hidden(vector.label) for name, vector in vectors.items() if vector.label},
        {name: vector.value_labels for name, vector in vectors.items() if vector.value_labels},
        {name: vector.missing for name, vector in vectors.items() if vector.missing},
    )


def _choose(thing: RObject, choices: ReadChoices, findings: list[Finding]) -> tuple[str | None, RObject]:
    """Return the data frame to read and its name; a workspace may hold several."""
    if thing.info.type is not RObjectType.LIST:
        if not _is_frame(thing):
            raise UnknownFormat(f"the R file holds {spoken(thing)}, no data frame; save a data frame or tibble")
        if choices.sheet is not None:
            raise Malformed("the R file holds one data frame without a name; leave out the choice of a sheet")
        return None, thing
    objects = [(escape_hidden(name), member) for name, member in pairs_of(thing)]
    frames = {name: member for name, member in objects if _is_frame(member)}
    if not frames:
        kinds = ", ".join(dict.fromkeys(spoken(member) for _, member in objects)) or "nothing"
        raise UnknownFormat(f"the R workspace holds {kinds}, no data frame; save a data frame or tibble")
    chosen = choices.sheet or next(iter(frames))
    if chosen not in frames:
        listed = ", ".join(repr(name) for name in list(frames)[:SHOWN_TABLES])
        raise Malformed(f"the R workspace has no data frame of the name chosen; it has {listed}")
    others = tuple(name for name in frames if name != chosen)
    if others and choices.sheet is None:
        message = f"the R workspace has {len(frames):,} data frames; {chosen!r} is read"
        findings.append(Finding(Severity.QUESTION, message, None, len(frames), "sheet", others))
    if len(objects) > len(frames):
        message = f"{len(objects) - len(frames):,} objects of the R workspace are no data frames; left out"
        findings.append(Finding(Severity.NOTE, message, None, len(objects) - len(frames)))
    return chosen, frames[chosen]


def _is_frame(thing: RObject) -> bool:
    return thing.info.type is RObjectType.VEC and "data.frame" in classes_of(thing)


def _refuse_size(frame: RObject, n_columns: int, source: Source) -> None:
    if not n_columns or len(frame.value) != n_columns:
        raise NothingInside("the data frame has no columns, or columns without names; save it anew")
    refuse_table(source.limits, n_columns)


def _refuse_other_count(frame: RObject, n_rows: int) -> None:
    """Refuse a data frame that says of itself that it has another number of rows than its columns have."""
    rows = attributes_of(frame).get("row.names")
    if rows is None:
        return
    stated = len(rows.value)
    if rows.info.type in {RObjectType.INT, RObjectType.REAL}:
        numbers = np.ma.getdata(rows.value).astype(np.float64).tolist()
        if len(numbers) > 1 and (numbers[0] == NA_INTEGER or np.isnan(numbers[0])):
            stated = int(abs(numbers[1]))  # rows without names: a missing number, then how many, often negative
    if stated != n_rows:
        raise Malformed(
            f"the data frame says that it has {counted(stated, 'row', 'rows')}, and its columns have {n_rows:,}; "
            "write it anew"
        )


def _row_names(frame: RObject, n_rows: int) -> list[Finding]:
    rows = attributes_of(frame).get("row.names")
    if rows is None or rows.info.type is not RObjectType.STR:
        return []
    message = "the rows have names, which are left out; make them a column of the data frame if they are wanted"
    return [Finding(Severity.WARNING, message, None, n_rows)]
