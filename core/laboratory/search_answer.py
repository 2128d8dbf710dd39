"""What is asked of a search for the smallest masking, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

from core.laboratory.sweep import SweepStep
from core.masking import Recipe, StepParameter


@dataclass(frozen=True)
class Question:
    """What is searched for.

    Parameters
    ----------
    recipe : Recipe
    place : StepParameter
        The parameter that is varied.
    low, high : float
        Its range.
    risk : str
        Id of the risk measure.
    target : tuple of str
        Its key set, or () for the file.
    limit : float
        The highest acceptable value of it.
    seed : int
        Of the masking.
    """

    recipe: Recipe
    place: StepParameter
    low: float
    high: float
    risk: str
    target: tuple[str, ...]
    limit: float
    seed: int = 1


@dataclass(frozen=True)
class Answer:
    """What was found.

    Parameters
    ----------
    value : float or None
        The gentlest value tried that meets the limit; None: none does.
    step : SweepStep or None
        The setting with that value.
    monotone : bool
        Whether the risk fell all the way from the gentle to the strong end, as far as it was tried.
    words : str
        The answer in a sentence, with what it does not promise.
    warnings : tuple of str
        Why the risk figure does not hold under this masking.
    nearest : SweepStep or None
        Where no value meets the limit: the one that came nearest.
    """

    value: float | None
    step: SweepStep | None
    monotone: bool
    words: str
    warnings: tuple[str, ...] = ()
    nearest: SweepStep | None = None


@dataclass(frozen=True)
class SearchStep:
    """One value tried, or the answer at the end; ``done`` and ``most`` count the values tried and at most to try."""

    tried: SweepStep | None
    answer: Answer | None
    done: int
    most: int
