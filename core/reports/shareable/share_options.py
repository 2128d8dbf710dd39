"""What the shareable report says beyond the accuracy of variables and pairs, and from how many records on."""

from __future__ import annotations

from dataclasses import dataclass

from core.decision import ReleaseRecord
from core.errors import ReportError

THRESHOLD = 10
"""Records below which nothing is said, unless the officer sets another number."""

LOWEST = 3
"""Records below which nothing is ever said."""

CLASSES = (LOWEST, 5)
"""Numbers of records below ten that a report may rest on; from ten on, whole tens."""


@dataclass(frozen=True)
class ShareOptions:
    """What the shareable report says beyond the accuracy of variables and pairs.

    Parameters
    ----------
    scenario : str
        Name or file of the released scenario; empty: the decided one.
    threshold : int
        Records behind a figure, and in each cell of a small table, below which it is not told; 3 or more,
        and below 10 only with a reason on record. What counts is the next of 3, 5, 10, 20, 30 ... (``fewest``).
    masking_kinds : bool
        Say in general how each variable was masked.
    file_name : bool
        Name the released file.

    Raises
    ------
    ReportError
        A threshold below 3 records.
    """

    scenario: str = ""
    threshold: int = THRESHOLD
    masking_kinds: bool = False
    file_name: bool = False

    def __post_init__(self) -> None:
        if self.threshold < LOWEST:
            raise ReportError("the threshold for small cells must be 3 or more records")

    @property
    def fewest(self) -> int:
        """The threshold in classes, rounded up: two reports with thresholds of 12 and 13 would tell a cell of 12."""
        tens = -(-self.threshold // THRESHOLD) * THRESHOLD
        return next((records for records in CLASSES if self.threshold <= records), tens)

    def check(self, record: ReleaseRecord) -> None:
        """Refuse a threshold below 10 for which the release's record holds no reason.

        Raises
        ------
        ReportError
            There is none.
        """
        if self.threshold < THRESHOLD and not record.threshold_reason.strip():
            raise ReportError(
                f"a threshold below {THRESHOLD} records needs a reason on record: give it on the Decide page and save "
                f"the project, or leave the threshold at {THRESHOLD}"
            )
