"""What every measure and masking method promises, for the tests of packages that bring their own."""

from __future__ import annotations

from typing import Any

from core.assessment import broken_promises, declaration_faults
from core.masking import Method
from core.masking import broken_promises as broken_by_method
from core.measures import Measure


def check_measure(measure: Measure) -> None:
    """Try a measure on small files: it declares what it must, and keeps what it declares.

    Its values lie within its bounds and rest on records; the original itself fares best and shuffled columns no
    better; of a risk, a file in which all key values are the same fares no worse than the original; asked twice it
    answers the same; neither the order of the records nor the words for categories change an answer.

    Raises
    ------
    AssertionError
        It does not; the message holds every promise that it breaks.
    """
    _none(measure.id, (*declaration_faults(measure), *broken_promises(measure)))


def check_method(method: Method, parameters: Any = None) -> None:
    """Try a masking method on a small file: repeatable draws, and nothing touched but its variables.

    Parameters
    ----------
    method : Method
    parameters : object
        None: its defaults.

    Raises
    ------
    AssertionError
        It does not; the message holds every promise that it breaks.
    """
    _none(method.id, tuple(broken_by_method(method, parameters)))


def _none(name: str, broken: tuple[str, ...]) -> None:
    if broken:
        raise AssertionError(f"{name}: {'; '.join(broken)}")
