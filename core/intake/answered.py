"""Questions about a masked file that its original answers already."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.data import Microdata
from core.intake.report import Finding, Reading
from core.pairing import MISSING_TOKENS


def treats_as_missing(original: Reading, finding: Finding) -> bool:
    """Whether texts of a masked column count as missing anyway: the original has the column, and no such category.

    What the original has as a category is asked about there, once for all files.
    """
    column = original.microdata.columns.get(finding.column or "")
    if not finding.missing_like or column is None:
        return False
    asked = {text for f in original.report.findings if f.column == finding.column for text in f.missing_like}
    return all(text in asked or (text in MISSING_TOKENS - set(column.labels)) for text in finding.missing_like)


def has_its_numbers(original: Microdata, masked: Microdata) -> bool:
    """Whether half of the different numbers in a masked file, in the columns of both, are the original's at least."""
    every, known = 0, 0
    for name in original.columns.keys() & masked.columns.keys():
        own, other = original.columns[name].distinct_numbers(), masked.columns[name].distinct_numbers()
        every, known = every + len(other), known + int(np.isin(other, own).sum())
    return every > 0 and 2 * known >= every


def with_findings(reading: Reading, findings: tuple[Finding, ...]) -> Reading:
    """Return a reading with these findings; the same one where they are its own."""
    if findings == reading.report.findings:
        return reading
    return replace(reading, report=replace(reading.report, findings=findings))
