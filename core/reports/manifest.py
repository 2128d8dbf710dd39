"""The manifest of a ``.rumap`` file: what kind it is, its version, and the SHA-256 of every part and its own.

A hash is no signature: it shows that a file was damaged or edited, not that a person who recomputes every hash did so.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from core.assessment import computing_versions
from core.errors import ProjectError, RUMapError
from core.intake import Document, limits_in_force, open_archive
from core.reports.zip_archive import packed

Content = TypeVar("Content")

MANIFEST = "manifest.json"
MANIFEST_BYTES = 10_000
"""What the manifest takes at most."""

KINDS = {"ru-map-project": "a project file", "ru-map-register": "a register of releases"}
"""What a file that ends in .rumap may be, by the name of its format."""


@dataclass(frozen=True)
class FileForm:
    """One kind of ``.rumap`` file.

    Parameters
    ----------
    name : str
        Of its format, one of ``KINDS``.
    version : int
        Of the format: the only one that is read and written.
    parts : tuple of str
        Names of its parts, without the manifest.
    remedy : str
        What to do where a file was changed.
    too_large : str
        What to do where it would hold more than may be opened.
    """

    name: str
    version: int
    parts: tuple[str, ...]
    remedy: str
    too_large: str

    @property
    def noun(self) -> str:
        """What such a file is called."""
        return KINDS[self.name].partition(" ")[2]


def with_manifest(form: FileForm, parts: Mapping[str, bytes]) -> bytes:
    """Return the archive of these parts and their manifest; the same parts give the same bytes.

    Parameters
    ----------
    form : FileForm
    parts : mapping of str to bytes

    Raises
    ------
    ProjectError
        It would be larger than a file that can be opened again.
    """
    size, most = sum(map(len, parts.values())), limits_in_force().document_bytes
    if size + MANIFEST_BYTES > most:
        raise ProjectError(
            f"the {form.noun} would hold {size:,} bytes, {most:,} are allowed (document_bytes in the limits): "
            f"{form.too_large}"
        )
    manifest = {
        "format": f"{form.name}/{form.version}",
        "parts": {name: _sha256(part) for name, part in parts.items()},
        "versions": dict(computing_versions()),
    }
    manifest["sha256"] = _sha256(json_bytes(manifest))
    return packed({MANIFEST: json_bytes(manifest), **parts}.items())


def read_form(form: FileForm, content: bytes, name: str, read: Callable[[Document], Content]) -> Content:
    """Return what a file of this kind holds; its parts are opened in the reader's process.

    Parameters
    ----------
    form : FileForm
    content : bytes
    name : str
        The file's name, for messages.
    read : callable
        Makes of the opened parts what they hold.

    Raises
    ------
    ProjectError
        No file of this kind, one of another version, one that was changed after it was saved, or a damaged part.
    """
    try:
        if not content.startswith(b"PK"):
            raise ProjectError(_other_kind(form))
        opened = open_archive(content)
        check_manifest(form, opened.parts)
        return read(opened)
    except RUMapError as error:
        raise ProjectError(f"{name}: {error}") from None
    except TypeError as error:
        raise ProjectError(f"{name}: a part of it is damaged ({str(error)[:200]}): {form.remedy}") from None
    except (LookupError, ValueError, AttributeError, RecursionError, OverflowError) as error:
        raise ProjectError(f"{name}: a part of it is damaged ({type(error).__name__}): {form.remedy}") from None


def check_manifest(form: FileForm, parts: Mapping[str, bytes]) -> None:
    """Refuse what is no file of this kind, is of another version, or was changed after it was saved.

    Raises
    ------
    ProjectError
        With what it is and what to do.
    LookupError, TypeError, ValueError, AttributeError, RecursionError
        The manifest is damaged.
    """
    if MANIFEST not in parts:
        raise ProjectError(_other_kind(form))
    # a newer format may hold other parts: its version is looked at before they are
    _check_version(form, parts[MANIFEST])
    if sorted(parts) != sorted((MANIFEST, *form.parts)):
        raise ProjectError(f"its parts are not those that were saved: {form.remedy}")
    _check_hashes(form, parts)


def _other_kind(form: FileForm, kind: str = "") -> str:
    what = f"; it is {KINDS[kind]}" if kind in KINDS else ": choose a file that ends in .rumap"
    return f"this is no {form.noun} of R-U Map{what}"


def _check_version(form: FileForm, manifest: bytes) -> None:
    described = json.loads(manifest)
    kind, _slash, digits = str(described["format"])[:100].partition("/")
    if kind != form.name or not (digits.isdecimal() and digits.isascii() and len(digits) <= 9):
        raise ProjectError(_other_kind(form, kind))
    version = int(digits)
    if version > form.version:
        by = str(described.get("versions", {}).get("ru-map", "unknown"))[:20]
        word = form.name.rpartition("-")[2]
        raise ProjectError(
            f"saved by a newer R-U Map (version {by}, {word} format {version}; this one reads format "
            f"{form.version}): open it with that version"
        )
    if version < form.version:
        raise ProjectError(f"its format {version} was never released: {form.remedy}")


def _check_hashes(form: FileForm, parts: Mapping[str, bytes]) -> None:
    manifest = json.loads(parts[MANIFEST])
    own = manifest.pop("sha256")
    if _sha256(json_bytes(manifest)) != own:
        raise ProjectError(f"{MANIFEST} in it was changed after it was saved: {form.remedy}")
    if sorted(manifest["parts"]) != sorted(form.parts):
        raise ProjectError(f"{MANIFEST} in it does not list every part with its hash: {form.remedy}")
    for name, saved in manifest["parts"].items():
        if _sha256(parts[name]) != saved:
            raise ProjectError(f"{name} in it was changed after it was saved: {form.remedy}")


def json_bytes(content: Mapping[str, Any]) -> bytes:
    """Return JSON whose bytes depend on its content alone."""
    text = json.dumps(content, sort_keys=True, allow_nan=False, ensure_ascii=False, indent=1)
    return (text + "\n").encode()


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
