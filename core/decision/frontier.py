"""Files than which no other keeps more at less risk, and which of them lies next to a file."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.decision.verdict import FileVerdict
from core.statistics.reproducible import comparable
from core.views import pareto_set


def neighbour(named: FileVerdict | None, others: Sequence[FileVerdict]) -> FileVerdict | None:
    """Return what a file is worth comparing with: its neighbour on the frontier of risk and utility.

    Of the one that keeps less and the one that keeps more it is that which comes first in the order given.

    Parameters
    ----------
    named : FileVerdict or None
    others : sequence of FileVerdict
        The files that are masked versions of use, the best first; the named one may be among them.

    Returns
    -------
    FileVerdict or None
        None where no other file is on the frontier, or the named one has no figures to be placed by.
    """
    if named is None or not _is_placed(named, named):
        return None
    placed = [f for f in others if f is not named and _is_placed(f, named)]
    ends = np.array([_place(f) for f in (named, *placed)]).T
    utility, safety = comparable(ends[0]), -comparable(ends[1])
    on_it = [(f, u) for f, u, best in zip(placed, utility[1:], pareto_set(utility, safety)[1:], strict=True) if best]
    less = sorted((u for _f, u in on_it if u <= utility[0]), reverse=True)[:1]
    more = sorted(u for _f, u in on_it if u > utility[0])[:1]
    return next((f for f, u in on_it if u in (*less, *more)), None)


def _is_placed(file: FileVerdict, named: FileVerdict) -> bool:
    """Whether a file has both figures, known as those of the named file are."""
    risk = file.risk
    if file.utility is None or risk is None or named.risk is None:
        return False
    return risk.holds and risk.comparable_with_original and not risk.at_most and risk.measure == named.risk.measure


def _place(file: FileVerdict) -> tuple[float, float]:
    assert file.risk is not None
    return file.usefulness, file.risk.value
