"""Where results go: every path is checked before anything is computed, and nothing of other making is overwritten."""

from __future__ import annotations

import os
import stat
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryFile

from core.commands.disk import STANDARD_OUTPUT, write_whole
from core.commands.own_files import RECOGNISED, OutputKind, is_own
from core.errors import CodebookError, OutputError
from core.execution import Version, locked, version_of

SETTINGS = ("RUMAP_LIMITS",)
"""Variables that name files which every command reads."""

Identity = tuple[int, int]


@dataclass(frozen=True)
class Outputs:
    """Paths that may be written, with what there was when they were checked; made by ``checked_outputs``."""

    versions: Mapping[Path, Version]
    force: bool

    def write(self, path: Path, content: str | bytes) -> None:
        """Write one of them whole or not at all.

        Raises
        ------
        OutputError
            It cannot be written, or something else was put there meanwhile: what was computed then is next to it.
        """
        if path == STANDARD_OUTPUT:
            write_whole(path, content)
            return
        others = (path.with_name(f"{path.stem}-{i}{path.suffix}") for i in count(2))
        place = next(p for p in chain([path], others) if self._is_written(path, p, content))
        if place != path:
            raise OutputError(f"{path.name}: something else was put there meanwhile; the output is in {place.name}")

    def _is_written(self, path: Path, place: Path, content: str | bytes) -> bool:
        """Write an output to its place or to another one, if nothing would be lost there; return whether it was."""
        if place != path and os.path.lexists(place):
            return False
        with locked(place) as file:
            mine = place == path and (self.force or file.version == self.versions[path])
            if mine or not file.content():
                file.replace(content.encode() if isinstance(content, str) else content)
                return True
        return False


def checked_outputs(outputs: Sequence[tuple[Path, OutputKind]], inputs: Iterable[Path], *, force: bool) -> Outputs:
    """Check all outputs of a command.

    Parameters
    ----------
    outputs : sequence of (Path, OutputKind)
        Where to write what; ``-`` is standard output.
    inputs : iterable of Path
        Files that the command reads.
    force : bool
        Overwrite what this program has not written; never an input, nor what is no regular file.

    Raises
    ------
    CodebookError
        There is no such input.
    OutputError
        A path is an input, another output, no regular file, write-protected, of other making, or in no folder.
    """
    inputs = list(inputs)
    for path in inputs:
        _check_there(path)
    read = _identities([*inputs, *(Path(os.environ[name]) for name in SETTINGS if os.environ.get(name))])
    taken: set[object] = set()
    for path, kind in outputs:
        keys = _check_standard_output(kind, read) if path == STANDARD_OUTPUT else _check(path, kind, read, force)
        if not taken.isdisjoint(keys):
            raise OutputError(f"{path}: two outputs would go there; give each a place of its own")
        taken.update(keys)
    versions = {path: version_of(path) for path, _ in outputs if path != STANDARD_OUTPUT}
    return Outputs(versions, force)


def _check(path: Path, kind: OutputKind, read: set[Identity], force: bool) -> set[object]:
    """Check one file; return what names and links have in common that lead to it."""
    place = Path(os.path.realpath(path))
    status = _status_of(path)
    if status is not None:
        _check_regular(path, place, status)
        if _identity(status) in read:
            raise OutputError(f"{path}: is also read by this command; write to another file")
        if not (force or _is_free(path, kind)):
            raise OutputError(_of_other_making(path, kind))
    _check_folder(path, place)
    # as a file system sees the name that ignores case and composition
    folded = unicodedata.normalize("NFC", str(place)).casefold()
    return {folded} if status is None else {folded, _identity(status)}


def _check_there(path: Path) -> None:
    """Check that there is what is to be read, which is said before anything of where it goes."""
    try:
        path.stat()
    except OSError as error:
        raise CodebookError(f"{path.name or path}: cannot be opened ({error.strerror})") from None


def _identity(status: os.stat_result) -> Identity:
    """Return what names and links have in common that lead to one file."""
    return status.st_dev, status.st_ino


def _identities(paths: Iterable[Path]) -> set[Identity]:
    """Return those of the files that there are; the reader of a setting says which are not."""
    return {_identity(path.stat()) for path in paths if path.exists()}


def _status_of(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror})") from None


def _check_regular(path: Path, place: Path, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise OutputError(f"{path}: is a folder; name a file in it")
    # a descriptor of a deleted file is a link to a name that there is not
    if not stat.S_ISREG(status.st_mode) or _identity(status) in _streams() or not place.exists():
        raise OutputError(f"{path}: is no file that could be replaced; write - for standard output")
    if status.st_dev != place.parent.stat().st_dev:
        raise OutputError(f"{path}: is mounted by itself and cannot be replaced; mount its folder, or write elsewhere")
    if not os.access(path, os.W_OK):
        raise OutputError(f"{path}: is write-protected")


def _streams() -> set[Identity]:
    """Return where standard input, output and error lead: replacing such a file would cut the stream off."""
    identities: set[Identity] = set()
    for descriptor in (0, 1, 2):
        try:
            identities.add(_identity(os.fstat(descriptor)))
        except OSError:
            continue
    return identities


def _check_standard_output(kind: OutputKind, read: set[Identity]) -> set[object]:
    try:
        leads_to = os.fstat(1)
    except OSError:
        raise OutputError("standard output is closed") from None
    if _identity(leads_to) in read:
        raise OutputError("standard output leads to a file that is also read by this command; send it elsewhere")
    if not kind.is_text and sys.stdout.isatty():
        raise OutputError("standard output is a terminal, which cannot show this; send it to a file or a program")
    return {_identity(leads_to)}


def _is_free(path: Path, kind: OutputKind) -> bool:
    """Whether nothing would be lost: nothing there, an empty file, or one of this kind that this program wrote."""
    try:
        return not path.exists() or path.stat().st_size == 0 or is_own(path, kind)
    except OSError as error:
        raise OutputError(f"{path}: cannot be read to see what it holds ({error.strerror})") from None


def _of_other_making(path: Path, kind: OutputKind) -> str:
    known = f"only {kind.value} would be replaced" if kind in RECOGNISED else "this kind of file is never recognised"
    return (
        f"{path}: is there already, and R-U Map does not know it as its own ({known}); choose another, or say --force"
    )


def _check_folder(path: Path, place: Path) -> None:
    """Check that a file can be made where the output goes: by making one."""
    try:
        with TemporaryFile(dir=place.parent):
            pass
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror})") from None
