"""Roughly how long a run will take, from the passes over the records that its measures make."""

from __future__ import annotations

import math
from collections.abc import Sequence

from core.assessment.inputs import Inputs
from core.assessment.plan import Plan
from core.assessment.work import Family, Place, passes
from core.data import Codebook, Microdata, Scenario
from core.measures import Passes, Subject

START_SECONDS = 2.0

PASS_SECONDS = {Passes.PAIRS: (6e-4, 5e-9), Passes.VARIABLES: (5e-5, 2e-8), Passes.KEYS: (5e-3, 3.5e-7)}
"""Of one pass: at the least, and for every record; measured on files of 500 to 30,000 records."""

SHORTEST, VALUE_SECONDS, LONGEST = 0.1, 1e-8, 10.0
"""Comparing whole records once: times (records x variables)^1.5, between ``SHORTEST`` and ``LONGEST`` seconds."""

AT_ONCE = 0.4
"""What a jackknife replicate costs, of one evaluation, where all of them follow from what is counted once."""

PRIOR = 0.05
"""Share of the work that counts as done at the estimated pace before anything is finished."""


def estimated_seconds(
    original: Microdata,
    scenarios: Sequence[Scenario],
    codebook: Codebook,
    plan: Plan,
    jobs: int,
    control: Microdata | None = None,
) -> float:
    """Return roughly how long a run will take, in seconds.

    Parameters
    ----------
    original : Microdata
    scenarios : sequence of Scenario
    codebook : Codebook
    plan : Plan
    jobs : int
        Number of processes.
    control : Microdata or None
        It is measured like a scenario.
    """
    inputs = Inputs(original, scenarios, codebook, plan, None, control=control)
    return START_SECONDS + sum(expected_seconds(inputs).values()) / jobs


def expected_seconds(inputs: Inputs) -> dict[Place, float]:
    """Return how long every family on every file is expected to take, on one process."""
    sizes: set[tuple[int, int]] = set()
    expected: dict[Place, float] = {}
    for (position, index), family in inputs.places.items():
        if family.traits.subject is not Subject.SIZE:
            expected[position, index] = _on_file(inputs, family, position)
            continue
        # files of one size share their samples, but for those that publish less, which only pairing can tell
        size = inputs.records(position), index
        times = 0 if size in sizes else inputs.repetitions(family, position)
        sizes.add(size)
        expected[position, index] = times * _once(family, inputs.records_passed(family, position), inputs.codebook)
    return expected


def seconds_left(estimate: float, left: float, share: float, seconds: float) -> float:
    """Return how long a run goes on, corrected by how long what is finished took beside what was expected of it.

    Parameters
    ----------
    estimate : float
        Seconds that the whole run was expected to take; 0 where nobody knows: some work must then have been timed.
    left : float
        Share of the expected work that is not finished, 0 to 1.
    share, seconds : float
        Share of the work that was timed, and its seconds; both 0 where none was. What comes before the first piece of
        work is finished (processes start, kernels are compiled) is no part of it: it comes once.
    """
    prior = PRIOR if estimate else 0.0
    return (prior * estimate + seconds) / (prior + share) * left


def _on_file(inputs: Inputs, family: Family, position: int) -> float:
    """Return the time of a family on one file, the original alone at 0."""
    names = inputs.measured_files[position - 1].columns if position else None
    once = _once(family, inputs.records_passed(family, position), inputs.codebook, names)
    if family.traits.compares_sets and position:
        once *= 1 + inputs.earlier_sets(position)
    replicates = once * inputs.replicates(family, position) * (AT_ONCE if family.traits.by_group else 1)
    return once + replicates


def _once(family: Family, n: int, codebook: Codebook, names: frozenset[str] | None = None) -> float:
    """Return the time of one evaluation on n records of the variables with these names."""
    count = passes(family.traits.passes, codebook, names)
    if family.traits.passes is Passes.RECORDS:
        return family.traits.cost * min(SHORTEST + VALUE_SECONDS * math.pow(n * count, 1.5), LONGEST)
    least, each = PASS_SECONDS[family.traits.passes]
    return family.traits.cost * count * (least + each * n)
