"""What lies on the laboratory's bench: the recipe, the scenarios that were made, the work that goes on, its results."""

from dataclasses import dataclass
from typing import Any

from core.assessment import Plan
from core.data import Scenario
from core.execution import Job
from core.laboratory import Answer, Question, SearchStep, Sweep, SweepStep, Vary
from core.masking import Masked, Recipe

RUN, SWEEP, SEARCH = "run", "sweep", "search"


@dataclass(frozen=True)
class Task:
    """Work that was started.

    Parameters
    ----------
    kind : str
        RUN, SWEEP or SEARCH.
    job : Job
    recipe : Recipe
    plan : Plan or None
        None: the file is only masked.
    seed : int
    varied : tuple of Vary
        Of a sweep.
    question : Question or None
        Of a search.
    """

    kind: str
    job: Job
    recipe: Recipe
    plan: Plan | None
    seed: int
    varied: tuple[Vary, ...] = ()
    question: Question | None = None


@dataclass(frozen=True)
class Bench:
    """Everything of the laboratory.

    Parameters
    ----------
    original : str
        SHA-256 of the original that it belongs to.
    recipe : Recipe
    edition : int
        Goes up whenever steps come, go or move: the widgets of a step are made anew.
    seed : int
    made : tuple of Masked
        The scenarios that were made, in the order of their making.
    task : Task or None
        What goes on.
    notice : str
        How the last task ended, where it did not simply finish.
    sweep : Sweep or None
    tried : tuple of SweepStep
        Of the last search.
    question : Question or None
    answer : Answer or None
    """

    original: str = ""
    recipe: Recipe = Recipe(())  # noqa: RUF009 - frozen
    edition: int = 0
    seed: int = 1
    made: tuple[Masked, ...] = ()
    task: Task | None = None
    notice: str = ""
    sweep: Sweep | None = None
    tried: tuple[SweepStep, ...] = ()
    question: Question | None = None
    answer: Answer | None = None

    @property
    def working(self) -> bool:
        """Whether a task goes on, or waits for its turn."""
        return self.task is not None and self.task.job.active

    def scenarios(self, original: str) -> tuple[Scenario, ...]:
        """Return the scenarios that were made of this original (its SHA-256)."""
        return tuple(m.scenario for m in self.made if m.original == original)


def tried_and_answer(received: tuple[Any, ...]) -> tuple[tuple[SweepStep, ...], Answer | None]:
    """Return the values that a search has tried and its answer, where it has one."""
    steps = [item for item in received if isinstance(item, SearchStep)]
    answer = next((s.answer for s in steps if s.answer is not None), None)
    return tuple(s.tried for s in steps if s.tried is not None), answer
