"""Archives that hold one file: unpacked in memory, then read as what the file inside is."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from core.errors import NothingInside, UnknownFormat
from core.intake.checks.before_reading import check_before_reading
from core.intake.formats import ENDINGS, Format, display_name, ending_of
from core.intake.limits import Limits
from core.intake.parsed import Parsed, Source
from core.intake.readers import reader_of
from core.intake.unpacking import allowed_size, unpack, unzipped

ARCHIVES = (Format.GZIP, Format.ZIP)
IGNORED_FOLDER, IGNORED_FILES = "__MACOSX", (".DS_Store", "Thumbs.db", "desktop.ini")


def read(source: Source) -> Parsed:
    """Read the one file of an archive; raise an IntakeError that says what to correct."""
    content = source.content[source.start :]
    archive = ENDINGS[ending_of(source.name)]
    name, inner = _gzipped(source, content) if archive is Format.GZIP else _zipped(content, source.limits)
    form = check_before_reading(name, inner, source.limits)
    if form in ARCHIVES:
        raise UnknownFormat("the archive holds another archive; unpack it and choose the file itself")
    parsed = reader_of(form, source.choices).read(replace(source, name=name, content=inner, start=0))
    report = replace(parsed.report, format=f"{parsed.report.format} in a {archive}")
    return replace(parsed, report=report)


def _gzipped(source: Source, content: bytes) -> tuple[str, bytes]:
    """Return name (without .gz) and content of a gzip file."""
    return source.name[: -len(".gz")], unpack(content, source.limits)


def _zipped(content: bytes, limits: Limits) -> tuple[str, bytes]:
    """Return name and content of the one file in a zip archive."""
    most = allowed_size(len(content), limits)
    parts, _comment = unzipped(content, "the zip archive is damaged or cut off; copy it again", _the_only, most)
    ((name, inner),) = parts.items()
    return display_name(name), inner


def _the_only(listed: Sequence[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    members = [member for member in listed if _is_file(member)]
    if not members:
        raise NothingInside("the zip archive holds no file; choose another file")
    if len(members) > 1:
        raise UnknownFormat(f"the zip archive holds {len(members):,} files; unpack it and choose the data file itself")
    return members


def _is_file(member: zipfile.ZipInfo) -> bool:
    path = PurePosixPath(member.filename)
    is_folder = member.filename.endswith("/") and not member.file_size  # is_dir() fails on an empty name
    return not is_folder and IGNORED_FOLDER not in path.parts and path.name not in IGNORED_FILES
