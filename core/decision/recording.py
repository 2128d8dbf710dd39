"""A decision is written down only with what speaks against it, and never for a file that nothing is known of."""

from __future__ import annotations

from dataclasses import replace

from core.decision.release_record import UNCONFIRMED, ReleaseRecord
from core.decision.verdict import FileVerdict, Guard, GuardKind
from core.decision.verdict_words import drafted_because
from core.errors import ProjectError


def refusal(file: FileVerdict) -> Guard | None:
    """Return why a file can never be decided on: it is no masked version of the original, or a figure is missing."""
    return file.unranked or next(
        (g for g in file.guards if g.kind in (GuardKind.NOT_MEASURED, GuardKind.NO_UTILITY)), None
    )


def against_in_words(file: FileVerdict) -> tuple[str, ...]:
    """Return what speaks against a file, as a decision on it is recorded with."""
    return tuple(guard.clause for guard in file.guards)


def was_confirmed(record: ReleaseRecord, file: FileVerdict) -> bool:
    """Whether the decision on this file was recorded in sight of just what speaks against it now."""
    return record.decision == file.file and record.against == against_in_words(file)


def decided_on(record: ReleaseRecord, file: FileVerdict, reason: str, *, seen: bool) -> ReleaseRecord:
    """Return the record with a decision; the signatures are taken off.

    Parameters
    ----------
    record : ReleaseRecord
    file : FileVerdict
        Of the file that is to be released.
    reason : str
    seen : bool
        Whether the officer has confirmed what speaks against the file.

    Raises
    ------
    ProjectError
        Nobody has confirmed the rules, the file cannot be released, or what speaks against it was not confirmed; it is
        named with its figures.
    """
    open_end = drafted_because().strip()
    against = against_in_words(file)
    if record.purpose is None:
        raise ProjectError(UNCONFIRMED)
    if (guard := refusal(file)) is not None:
        raise ProjectError(f"“{file.scenario}” cannot be released: {guard.clause}")
    if against and not seen:
        raise ProjectError(
            f"“{file.scenario}”: {file.standing}; confirm first what speaks against it: {'; '.join(against)}"
        )
    if against and reason.strip().endswith(open_end):
        raise ProjectError(f"say after “{open_end}” why it is released all the same")
    return replace(record, decision=file.file, reason=reason.strip(), first=None, second=None, against=against)
