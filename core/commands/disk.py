"""Files of the command line: read with their findings said, written whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
import stat
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from core.commands.terminal import put, say
from core.errors import CodebookError, OutputError
from core.intake import NO_CHOICES, Content, Finding, ReadChoices, Reading, read_alike, read_file, stored_at

READERS = 2
"""Files read at the same time, each in a process of its own."""

STANDARD_OUTPUT = Path("-")


def read_all(paths: Sequence[Path]) -> list[Reading]:
    """Read microdata files side by side, the others as the first one was read; say what was found in them."""
    names = [p.name for p in paths]
    for name in names:
        same = [p for p in paths if p.name == name]
        if len(same) > len({p.resolve() for p in same}):
            raise CodebookError(f"{name} is named twice; an original and its masked files are different files")
        if len(same) > 1:
            raise CodebookError(f"two files are called {name}; a codebook could not tell them apart: rename one")
    _refuse_own_folder(paths)
    with ThreadPoolExecutor(READERS) as pool:
        first, *others = pool.map(read_one, paths)
        alike = pool.map(lambda path, other: read_alike(first, other, stored(path)), paths[1:], others)
        readings = [first, *alike]
    for reading in readings:
        say_findings(reading)
    return readings


def _refuse_own_folder(paths: Sequence[Path]) -> None:
    """Refuse a folder as one file of many parts where another file that is read lies in it."""
    for folder in paths:
        for inside in paths:
            if folder.is_dir() and folder.resolve() in inside.resolve().parents:
                raise CodebookError(f"{folder.name}: is the folder of {inside.name}; name the file that is meant")


def read_one(path: Path, name: str = "", choices: ReadChoices = NO_CHOICES) -> Reading:
    """Read one microdata file, under its own name or another one."""
    return read_file(name or path.name, stored(path), choices=choices)


def say_findings(reading: Reading) -> None:
    """Say the warnings and questions about a file, and what it carries beside its records."""
    for finding in reading.report.findings:
        if finding.severity != "note" or finding.leftover:
            say_finding(reading, finding)


def say_finding(reading: Reading, finding: Finding) -> None:
    """Say one finding about a file."""
    say(f"{reading.microdata.name}: {in_words(finding)}")


def in_words(finding: Finding) -> str:
    """Return how bad a finding is, where, and what was found."""
    place = f"{finding.column}: " if finding.column else ""
    return f"{finding.severity}: {place}{finding.message}"


def stored(path: Path) -> Content:
    """Return a file, or a folder, to be read where it lies; the bytes of what is neither, as of a pipe."""
    return stored_at(path) if path.is_file() or path.is_dir() else content_of(path)


def content_of(path: Path) -> bytes:
    """Return the bytes of a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise CodebookError(f"{path.name}: cannot be opened ({error.strerror})") from None


def text_of(path: Path) -> str:
    """Return the text of a UTF-8 file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise CodebookError(f"{path.name}: cannot be opened ({error.strerror})") from None
    except UnicodeDecodeError:
        raise CodebookError(f"{path.name}: is no text in UTF-8; save it as such") from None


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a whole file or none: a full disk must not leave half a result; ``-`` is standard output."""
    written = content.encode() if isinstance(content, str) else content
    if path == STANDARD_OUTPUT:
        put(written)
        return
    partial = None
    try:
        # through a link, so that it stays one
        place = Path(os.path.realpath(path))
        partial = partial_beside(place)
        with partial.open("wb") as file:
            file.write(written)
            file.flush()
            os.fsync(file.fileno())
        if place.exists():
            shutil.copymode(place, partial)
        partial.replace(place)
    except OSError as error:
        raise OutputError(f"{path.name}: cannot be written ({error.strerror})") from None
    finally:
        if partial is not None:
            partial.unlink(missing_ok=True)


def partial_beside(place: Path) -> Path:
    """Make an empty file of a new name beside the one that it is to become, which no more people may read."""
    partial = place.with_name(f".{secrets.token_hex(8)}.part")
    partial.touch(place.stat().st_mode & 0o777 | stat.S_IWUSR if place.exists() else 0o666, exist_ok=False)
    return partial
