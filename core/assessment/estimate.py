"""Roughly how long a run will take, from the passes over the records that its measures make."""

from __future__ import annotations

import math
from collections.abc import Sequence

from core.assessment.inputs import Inputs
from core.assessment.plan import Plan
from core.assessment.work import Family, families, passes
from core.data import Codebook, Microdata, Scenario
from core.measures import Passes, Subject

START_SECONDS = 2.0

PASS_SECONDS = {Passes.PAIRS: (2e-4, 8e-9), Passes.VARIABLES: (2e-4, 2e-8), Passes.KEYS: (1e-3, 3.5e-7)}
"""Of one pass: at the least, and for every record; measured on files of 1,000 to 27,000 records."""

VALUE_SECONDS, LONGEST = 1e-8, 10.0
"""Comparing whole records once: times (records x variables)^1.5, and at most ``LONGEST`` seconds."""

FEW, REPEATED = 20, 2.0
"""Nulls are resampled where one evaluation takes no more seconds; a quarter of them for few replicates."""


def estimated_seconds(
    original: Microdata, scenarios: Sequence[Scenario], codebook: Codebook, plan: Plan, jobs: int
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
    """
    inputs = Inputs(original, scenarios, codebook, plan, None, families(plan))
    by_file = sum(_file_seconds(inputs, position) for position in range(len(scenarios) + 1))
    by_size = sum(
        _once(work.family, original.n_records + work.size, codebook) * work.expected
        for work in inputs.repeated().values()
    )
    return START_SECONDS + (by_file + by_size) / jobs


def _file_seconds(inputs: Inputs, position: int) -> float:
    """Return the time of all families on one file, the original alone at 0."""
    scenario = inputs.scenarios[position - 1] if position else None
    masked = scenario.microdata.n_records if scenario else inputs.original.n_records
    names = None if scenario is None else _names(scenario)
    seconds = 0.0
    for family in inputs.families:
        if family.subject is Subject.SIZE or not (position or family.of_original):
            continue
        n = masked if family.subject is Subject.RELEASE else inputs.original.n_records + masked
        once = _once(family, n, inputs.codebook, names)
        seconds += _with_null(once, family, inputs.plan) + once * inputs.replicates(family, position)
    return seconds


def _names(scenario: Scenario) -> frozenset[str]:
    """Return the columns of a masked file by the original's names."""
    renamed = scenario.declaration.renamed
    return frozenset(renamed.get(name, name) for name in scenario.microdata.columns)


def _once(family: Family, n: int, codebook: Codebook, names: frozenset[str] | None = None) -> float:
    """Return the time of one evaluation on n records of the variables with these names."""
    count = passes(family.passes, codebook, names)
    if family.passes is Passes.RECORDS:
        return min(VALUE_SECONDS * math.pow(n * count, 1.5), LONGEST)
    least, each = PASS_SECONDS[family.passes]
    return count * (least + each * n)


def _with_null(once: float, family: Family, plan: Plan) -> float:
    """Return the time of an evaluation and of the samples that it is judged by."""
    replicates = getattr(family.parameters(plan), "replicates", 0)
    affordable = REPEATED if replicates > FEW else REPEATED / 4
    return once * (1 + replicates) if once <= affordable else once
