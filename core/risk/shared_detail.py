"""What may are next to a risk, whichever measure it is of."""

from __future__ import annotations

from typing import NotRequired

from core.risk.key_frequencies import AsCategory, MissingKeysDetail


class RiskDetail(MissingKeysDetail, AsCategory):
    """Keys that a table of several measures reads: of one meaning and type in every detail that has them."""

    basis: NotRequired[str]
    basis_kind: NotRequired[str]
    people: NotRequired[float | None]
    prosecutor: NotRequired[float]
    share_of_original: NotRequired[float]
    max_risk: NotRequired[float]
    threshold: NotRequired[float]
    counts_above: NotRequired[dict[str, int]]
    larger: NotRequired[str]
    how: NotRequired[str]
    share_of_masked_records: NotRequired[float]
    guessed_right: NotRequired[float]
    share_believed: NotRequired[float]
    right_among_believed: NotRequired[float | None]
    worst: NotRequired[str]
    keys: NotRequired[list[str]]
    variables: NotRequired[list[str]]
