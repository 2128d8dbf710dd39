"""Projects, codebooks, recipes and study documents opened by the reader's process; what comes back is small."""

from __future__ import annotations

from typing import Any

from core.data import StudyDocument, study_of
from core.errors import Malformed
from core.intake.checks.zip_checks import ZIP
from core.intake.document_parts import PROJECT_DAMAGED, Document, DocumentKind, refuse_large
from core.intake.limits import Limits, limits_in_force
from core.intake.sandbox import run_document


def open_archive(content: bytes, limits: Limits | None = None) -> Document:
    """Take a project file apart in a child process.

    Parameters
    ----------
    content : bytes
    limits : Limits or None
        None: the limits in force.

    Raises
    ------
    LimitExceeded, Malformed
        Too large, too many values, damaged or no archive; the message says what to do and quotes no value.
    """
    if not content.startswith(ZIP):
        raise Malformed(PROJECT_DAMAGED)
    return _opened(DocumentKind.PROJECT, content, limits)


def open_toml(content: bytes, limits: Limits | None = None) -> dict[str, Any]:
    """Return the tables of a TOML file, such as a codebook or a recipe, parsed in a child process.

    Raises
    ------
    LimitExceeded, Malformed
        As `open_archive`.
    """
    tables: dict[str, Any] = _opened(DocumentKind.TOML, content, limits).tables[""]
    return tables


def open_study(content: bytes, limits: Limits | None = None) -> StudyDocument:
    """Return what a document about a study says: DDI Codebook 1.2.2 to 2.5, or an SDMX structure file.

    Parsed in a child process, with entities refused and nothing fetched.

    Raises
    ------
    LimitExceeded, Malformed
        As `open_archive`; or it is another kind of document.
    """
    return study_of(_opened(DocumentKind.STUDY, content, limits).tables[""])


def _opened(kind: DocumentKind, content: bytes, limits: Limits | None) -> Document:
    limits = limits_in_force() if limits is None else limits
    refuse_large(len(content), limits)
    return run_document(kind, content, limits)
