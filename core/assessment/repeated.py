"""Measures that need the original and a size alone: repeated on samples, once for all files of one size.

A file that publishes less detail is compared with samples of the same detail: its repetitions are its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from core.assessment.faults import computed, fault
from core.assessment.plan import NullParameters, Plan
from core.assessment.work import Family, passes
from core.data import Codebook, Coded, Level, Pair, PairedVariable, Release, Variable
from core.measures import Failed, Measure, Outcome, Skipped
from core.pairing import why_not_computable
from core.statistics.reproducible import above, generator
from core.utility import is_removed

MOST_BY_CHANCE = 0.01
"""A share of blanks that samples of one file differ by: a file with more has repetitions of its own."""


@dataclass
class Repetitions:
    """The repetitions of a measure that came back; its outcomes follow from all in their order."""

    measure: Measure
    expected: int
    answers: dict[int, Any] = field(default_factory=dict)

    def take(self, number: int, answer: Any) -> tuple[Outcome, ...] | None:
        """Take one repetition; return the outcomes once it was the last."""
        self.answers[number] = answer
        if len(self.answers) < self.expected:
            return None
        answers = tuple(self.answers[i] for i in sorted(self.answers))
        without_value = [a for a in answers if isinstance(a, Failed | Skipped)]
        return tuple(without_value[:1]) or computed(self.measure, answers)


def repetition_count(family: Family, n: int, size: int, codebook: Codebook, plan: Plan) -> int:
    """Return how many repetitions a family takes at this size: as many as the budget holds.

    Never fewer than a quick run takes, or than were asked for; 0 where these would be too costly.
    """
    parameters, measure = plan.of("null"), family.traits
    if not measure.repetitions:
        return 0
    wanted, quick = measure.repetitions(parameters.replicates), measure.repetitions(NullParameters().replicates)
    affordable = int(parameters.budget * 1e9 // max((n + size) * passes(family.traits.passes, codebook), 1))
    return min(wanted, affordable) if affordable >= min(wanted, quick) else 0


def original_twice(release: Release, codebook: Codebook) -> Pair:
    """Return the original beside itself: the pair that samples are drawn from."""
    variables = tuple(_twice(v, release.columns[v.name]) for v in codebook.compared() if v.name in release.columns)
    return Pair("original", variables, release, release)


def publishes_less(pair: Pair, measure: Measure) -> bool:
    """Whether a masked file lacks variables, detail or values of the original, as far as a measure sees it."""
    less = any(v.recode is not None or is_removed(v) or _only_here(v) for v in pair.variables)
    return less or (measure.sees_suppression and bool(suppressed_shares(pair)))


def suppressed_shares(pair: Pair) -> dict[str, float]:
    """Return the shares of the original's values that are blank in a masked file, where more than a hundredth."""
    shares = {v.name: _suppressed_share(v) for v in pair.variables if not is_removed(v)}
    return {name: share for name, share in shares.items() if above(share, MOST_BY_CHANCE)}


def _suppressed_share(v: PairedVariable) -> float:
    before, after = (float(c.is_missing().mean()) if c is not None and len(c) else 0.0 for c in (v.recoded, v.masked))
    return (after - before) / (1 - before) if before < 1 else 0.0


def _only_here(v: PairedVariable) -> bool:
    """Whether it is the masked file that makes a variable one that cannot be compared."""
    return bool(v.problem) and not _twice(v.variable, v.original).problem


def published_twice(pair: Pair) -> Pair:
    """Return the original coded like a masked file, without the variables that this lacks, as both files of a pair."""
    kept = (v for v in pair.variables if not is_removed(v))
    variables = (PairedVariable(v.variable, v.recoded, v.recoded, v.recoded, problem=v.problem) for v in kept)
    return Pair("original", tuple(variables), pair.original, pair.original, suppressed=suppressed_shares(pair))


def _twice(variable: Variable, coded: Coded) -> PairedVariable:
    problem = ""
    if coded.level is Level.CONTINUOUS and (reason := why_not_computable(coded.values.astype(np.float64))):
        problem = f"variable {variable.name!r}: {reason}"
    return PairedVariable(variable, coded, coded, coded, problem=problem)


def repetition(family: Family, pair: Pair, size: int, seed: int, index: int) -> Any:
    """Perform one repetition; a fault of the program becomes ``Failed``."""
    measure = family.traits
    try:
        return measure.prepare(pair, size, family.parameters, generator(seed, f"{measure.id}||{index}"))
    except Exception as error:  # noqa: BLE001 - a bad measure must not end the run
        return fault(measure, (), error, pair)
