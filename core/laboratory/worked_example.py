"""The worked example measured: what is shipped, so that its map opens at once."""

from __future__ import annotations

from collections.abc import Iterable

from core.assessment import Comparison, collect, make_plan, run
from core.masking import WorkedExample


def assess_example(example: WorkedExample, settings: Iterable[str] = (), jobs: int = 1) -> Comparison:
    """Measure every scenario of a worked example with the quick plan and seed 1."""
    plan = make_plan("quick", settings)
    files = example.original, example.scenarios, example.codebook
    return collect(plan, run(*files, plan, jobs=jobs, control=example.control))
