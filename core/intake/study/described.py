"""A reading with what a document says of its file: what was taken from it, and where the two do not agree."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.data import StudyDocument
from core.intake.report import Finding, Reading, Severity

if TYPE_CHECKING:
    from core.pairing import Disagreement

SHOWN = 20
"""Disagreements that are told one by one; a document of another version has them everywhere."""


def described(reading: Reading, study: StudyDocument) -> Reading:
    """Return a reading whose data carry what a document says of them, with findings about it.

    Raises
    ------
    CodebookError
        The document is about other data.
    """
    # a second that every reader's process would take for what only the program needs
    from core.pairing import describe, disagreements  # noqa: PLC0415

    microdata = describe(reading.microdata, study)
    if microdata.document is None:
        return reading
    n, total = len(microdata.document.variables), len(microdata.columns)
    stated = sum(len(v.statistics) for v in microdata.document.variables)
    checked = f"; {stated:,} statistics that it states were compared with the data" if stated else ""
    differing = disagreements(microdata)
    note = Finding(Severity.NOTE, f"{study.standard} describes {n:,} of {total:,} variables{checked}")
    findings = [note, *map(_finding, differing[:SHOWN])]
    if len(differing) > SHOWN:
        more = len(differing) - SHOWN
        findings.append(Finding(Severity.WARNING, f"{more:,} more figures of the document are not those of the data"))
    report = replace(reading.report, findings=(*reading.report.findings, *findings))
    return replace(reading, microdata=microdata, report=report)


def _finding(disagreement: Disagreement) -> Finding:
    message = (
        f"the document states {disagreement.stated} as {disagreement.statistic}, the data have {disagreement.found}"
    )
    return Finding(Severity.WARNING, message, disagreement.variable or None)
