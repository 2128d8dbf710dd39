"""Arguments of the face: what is none that a function takes is refused in words, with what is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import signature
from operator import index
from os import PathLike, fspath
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from core.errors import PlanError
from core.wording import did_you_mean

P = ParamSpec("P")
T = TypeVar("T")

OTHER_WORDS = {
    "n_jobs": "jobs",
    "workers": "jobs",
    "cores": "jobs",
    "random_state": "seed",
    "rng": "seed",
    "link": "linked",
    "linkage": "linked",
    "verbose": "progress",
    "metrics": "measures",
    "params": "settings",
    "parameters": "settings",
    "quasi_identifiers": "keys",
    "qi": "keys",
    "confidential": "sensitive",
    "dtypes": "levels",
    "fmt": "format",
}
"""What other libraries call an argument."""


def arguments_in_words(function: Callable[P, T]) -> Callable[P, T]:
    """Say of an argument that the function does not take which one may be meant."""
    known = list(signature(function).parameters)

    @wraps(function)
    def called(*given: P.args, **named: P.kwargs) -> T:
        for name in named:
            if name not in known:
                meant = did_you_mean(name, known, OTHER_WORDS)
                raise PlanError(f"{function.__name__} takes no {name!r}{meant}; it takes {', '.join(known)}")
        return function(*given, **named)

    return called


def whole_number(argument: str, given: Any, least: int, otherwise: str = "") -> int:
    """Return a whole number as Python's own; numpy's are such too."""
    wanted = f"{argument}: a whole number from {least} is wanted{otherwise}"
    try:
        number = index(given)
    except TypeError:
        raise PlanError(f"{wanted}, not {kind_of(given)}") from None
    if isinstance(given, bool) or number < least:
        raise PlanError(f"{wanted}, not {given}")
    return number


def one_of(argument: str, given: Any, choices: Iterable[str], hint: str = "") -> str:
    """Return a word that is one of some."""
    words = [str(choice) for choice in choices]
    if not isinstance(given, str):
        raise PlanError(f"{argument}: one of {', '.join(words)} is wanted, not {kind_of(given)}{hint}")
    if given not in words:
        raise PlanError(f"{argument}: there is no {given!r}{did_you_mean(given, words)}; say {', '.join(words)}{hint}")
    return str(given)


def names_in(argument: str, given: Any) -> tuple[str, ...]:
    """Return one name, or several, as texts."""
    names = (given,) if isinstance(given, str) else given
    if isinstance(names, Mapping | bytes) or not hasattr(names, "__iter__"):
        raise PlanError(f"{argument}: a name or a list of names is wanted, not {kind_of(given)}")
    listed = tuple(names)
    for name in listed:
        if not isinstance(name, str):
            raise PlanError(f"{argument}: names are texts, not {kind_of(name)}")
    return tuple(map(str, listed))


def mapping_in(argument: str, given: Any, example: str) -> Mapping[Any, Any]:
    """Return a mapping, such as the example."""
    if not isinstance(given, Mapping):
        raise PlanError(f"{argument}: a dict is wanted, such as {example}, not {kind_of(given)}")
    return given


def path_in(argument: str, given: Any) -> Path:
    """Return a path."""
    if not isinstance(given, str | PathLike) or isinstance(fspath(given), bytes):
        wanted = "what assess returned, or the path of results," if argument == "results" else "a path"
        raise PlanError(f"{argument}: {wanted} is wanted, not {kind_of(given)}")
    return Path(fspath(given)).expanduser()


def kind_of(given: Any) -> str:
    """Return what something is; of a value that may be of the data, its type alone."""
    return str(given) if given is None or isinstance(given, bool) else type(given).__name__
