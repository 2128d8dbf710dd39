"""Words and numbers of other rooms that the options name.

Those rooms take seconds to load, and somebody who asks for help, mistyped a word or opens a shell waits for none of
them. A test compares each with its definition.
"""

from __future__ import annotations

RELEASES = ("public", "scientific", "secure")
"""Types of release whose thresholds the program proposes."""

SYNTHESIS_RULES = ("complete", "complete-between", "proper", "partial")
SWEPT_UTILITY, SWEPT_RISK = "gdu", "expected_match_risk"

KINDS = ("internal", "shareable")
REPORT_FORMATS = ("html", "docx", "pdf", "xlsx", "json", "zip")
SHARED_THRESHOLD = 10
"""Records behind a figure of a shareable report."""

DOCUMENTS = ("codebook", "recipe", "policy", "project", "register", "results")
"""Documents that have a schema."""

FEWEST_CONTRIBUTORS, LARGEST, SHARE_OF_LARGEST, CLOSENESS = 10, 2, 0.9, 0.1
"""When a cell of a table of sums is unsafe."""
