"""Measures whose shared step is counted block by block, by any process, and finished where the run was started."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from core.assessment.faults import fault
from core.assessment.work import Family, measure_all
from core.data import Pair, Release
from core.measures import Outcome
from core.tables import Blockwise, Merging, blocks_in


@dataclass
class BlockCounts:
    """One family on a pair of files or a single one, and what was counted so far; states are merged as they come.

    Parameters
    ----------
    family : Family
    subject : Pair or Release
    known : object
        What every block must know.
    step : Blockwise
    expected : int
        Blocks that are still being counted.
    """

    family: Family
    subject: Pair | Release
    known: Any
    step: Blockwise
    expected: int
    broken: Exception | None = None
    merging: Merging = field(init=False)

    def __post_init__(self) -> None:
        self.merging = self.step.merging()

    def take(self, _: int, answer: Any) -> tuple[Outcome, ...] | None:
        """Take the states of one block; return the outcomes once it was the last."""
        self.expected -= 1
        if isinstance(answer, Exception):
            self.broken = answer
        elif self.broken is None:
            try:
                self.merging.take(answer)
            except Exception as error:  # noqa: BLE001 - where memory runs out for one measure, the others go on
                self.merging, self.broken = self.step.merging(), error
        return None if self.expected else self._outcomes()

    def _outcomes(self) -> tuple[Outcome, ...]:
        if self.broken is not None:
            return tuple(fault(m, (), self.broken, self.subject) for m in self.family.measures)
        return measure_all(self.family.measures, self.subject, self.family.parameters, self._finished)

    def _finished(self, subject: Pair | Release, parameters: Any) -> Any:
        return self.step.finish(subject, parameters, self.known, iter(self.merging.result()))


def in_blocks(family: Family, subject: Pair | Release) -> BlockCounts | None:
    """Return what collects the blocks of a family; None where it is better computed in one call.

    That is where the files are one block, as weighted pairs are, and where the states of all its tables would be too
    large to be sent.
    """
    step = family.traits.prepare
    if not isinstance(step, Blockwise) or (blocks := blocks_in(subject)) < 2:
        return None
    try:
        known = step.look(subject, family.parameters)
    except Exception:  # noqa: BLE001 - the same error comes to light where it is computed in one call
        return None
    return BlockCounts(family, subject, known, step, blocks) if step.small(known) else None


def count_block(step: Blockwise, block: Pair | Release, known: Any) -> Any:
    """Count one block; a fault becomes an answer, so that it ends no run."""
    try:
        return step.states(block, known)
    except Exception as error:  # noqa: BLE001 - as in ``measure_all``
        return error
