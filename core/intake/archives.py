"""Archives that hold one file: unpacked in memory, then read as what the file inside is."""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import replace
from pathlib import PurePosixPath

from core.errors import Malformed, NothingInside, UnknownFormat
from core.intake.checks.before_reading import check_before_reading
from core.intake.checks.zip_checks import ENCRYPTED, inflated, refuse_unlisted
from core.intake.formats import ENDINGS, Format, display_name, ending_of
from core.intake.limits import Limits
from core.intake.parsed import Parsed, Source
from core.intake.readers import reader_of
from core.intake.unpacking import allowed_size, too_large, unpack

ARCHIVES = (Format.GZIP, Format.ZIP)
IGNORED_FOLDER, IGNORED_FILES = "__MACOSX", (".DS_Store", "Thumbs.db", "desktop.ini")


def read(source: Source) -> Parsed:
    """Read the one file of an archive; raise an IntakeError that says what to mend."""
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
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = [m for m in archive.infolist() if _is_file(m)]
            refuse_unlisted(content, archive)
            return _only(members), _member(content, members[0], limits)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, ValueError):
        raise Malformed("the zip archive is damaged or cut off; copy it again") from None


def _is_file(member: zipfile.ZipInfo) -> bool:
    path = PurePosixPath(member.filename)
    is_folder = member.filename.endswith("/") and not member.file_size  # is_dir() fails on an empty name
    return not is_folder and IGNORED_FOLDER not in path.parts and path.name not in IGNORED_FILES


def _only(members: list[zipfile.ZipInfo]) -> str:
    if not members:
        raise NothingInside("the zip archive holds no file; choose another file")
    if len(members) > 1:
        raise UnknownFormat(f"the zip archive holds {len(members):,} files; unpack it and choose the data file itself")
    return display_name(members[0].filename)


def _member(content: bytes, member: zipfile.ZipInfo, limits: Limits) -> bytes:
    most = allowed_size(len(content), limits)
    if member.file_size > most:
        raise too_large(most)
    if member.flag_bits & ENCRYPTED:
        raise Malformed("the zip archive is protected by a password; unpack it and choose the file itself")
    return b"".join(inflated(content, member))
