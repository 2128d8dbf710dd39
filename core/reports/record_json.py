"""The record of a release as JSON-ready mappings, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from core.decision import (
    AuditEntry,
    Check,
    Purpose,
    ReleaseRecord,
    ReleaseType,
    Requirement,
    RuledFiles,
    ScenarioNote,
    SignOff,
    Status,
    broken_at,
    refuse_circles,
)
from core.errors import ProjectError


def record_as_json(record: ReleaseRecord) -> dict[str, Any]:
    """Return a record as JSON-ready mappings."""
    return asdict(record)


def record_from_json(content: Mapping[str, Any]) -> ReleaseRecord:
    """Return the record that ``record_as_json`` described.

    Raises
    ------
    ProjectError
        An entry of the trail was changed, or files were made from each other in a circle.
    KeyError, TypeError, ValueError
        Something is missing or of another kind.
    """
    purpose = content["purpose"]
    record = ReleaseRecord(
        None if purpose is None else _purpose(purpose),
        tuple(ScenarioNote(**n) for n in content["notes"]),
        content["decision"],
        content["reason"],
        _signoff(content["first"]),
        _signoff(content["second"]),
        tuple(Check(**{**c, "status": Status(c["status"])}) for c in content["checks"]),
        tuple(AuditEntry(**e) for e in content["trail"]),
        content.get("threshold_reason", ""),
        tuple(content.get("against", ())),
        content.get("look_again", ""),
    )
    if (place := broken_at(record.trail)) is not None:
        raise ProjectError(f"entry {place + 1} of the audit trail was changed after it was written")
    refuse_circles(record)
    return record


def _purpose(content: Mapping[str, Any]) -> Purpose:
    requirements = tuple(
        Requirement(**{**r, "files": RuledFiles(r.get("files", RuledFiles.ALL))}) for r in content["requirements"]
    )
    keysets = tuple((str(name), tuple(map(str, variables))) for name, variables in content.get("keysets", ()))
    about = str(content.get("signed_by", "")), str(content.get("valid_until", ""))
    return Purpose(ReleaseType(content["release"]), requirements, keysets, *about)


def _signoff(content: Mapping[str, Any] | None) -> SignOff | None:
    return None if content is None else SignOff(**content)
