"""Archives that hold one file: unpacked in memory, then read as what the file inside is."""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import replace
from pathlib import PurePosixPath

from core.errors import Malformed, NothingInside, UnknownFormat
from core.intake.checks.before_reading import check_before_reading
from core.intake.checks.zip_checks import ENCRYPTED, inflated, packed_end
from core.intake.formats import ENDINGS, Format, display_name, ending_of
from core.intake.limits import Limits
from core.intake.parsed import Parsed, Source
from core.intake.readers import reader_of
from core.intake.unpacking import allowed_size, too_large, unpack

ARCHIVES = (Format.GZIP, Format.ZIP)
END, END_BYTES = b"PK\x05\x06", 22
"""How the end of a zip archive begins, and how long it is without a comment."""
DESCRIPTOR_BYTES, DESCRIBED = 24, 0x8
"""What may stand behind a packed file that says so: its sizes and checksum."""
IGNORED_FOLDER, IGNORED_FILES = "__MACOSX", (".DS_Store", "Thumbs.db", "desktop.ini")


def read(source: Source) -> Parsed:
    """Read the one file of an archive; raise an IntakeError that says what to mend."""
    content = source.content[source.start :]
    archive = ENDINGS[ending_of(source.name)]
    name, inner = _gzipped(source, content) if archive is Format.GZIP else _zipped(content, source.limits)
    form = check_before_reading(name, inner, source.limits)
    if form in ARCHIVES:
        raise UnknownFormat("the archive holds another archive; unpack it and choose the file itself")
    parsed = reader_of(form).read(replace(source, name=name, content=inner, start=0))
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
            _refuse_unlisted(content, archive)
            return _only(members), _member(content, members[0], limits)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, ValueError):
        raise Malformed("the zip archive is damaged or cut off; copy it again") from None


def _refuse_unlisted(content: bytes, archive: zipfile.ZipFile) -> None:
    """Refuse bytes before, between and behind what the archive lists: another file may stand there."""
    end = content.rfind(END) + END_BYTES + len(archive.comment)
    listed = sorted(archive.infolist(), key=lambda member: member.header_offset)
    ends = [(0, 0), *((packed_end(content, m), DESCRIPTOR_BYTES * bool(m.flag_bits & DESCRIBED)) for m in listed)]
    starts = [*(member.header_offset for member in listed), archive.start_dir]
    gaps = [(start - before, allowed) for (before, allowed), start in zip(ends, starts, strict=True)]
    unlisted = len(content) - end + sum(gap for gap, allowed in gaps if gap > allowed)
    if unlisted:
        raise Malformed(f"{unlisted:,} bytes of the zip archive are not in its list, and would be lost; pack it again")


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
