"""Predicates found in the masked file and put to the others: one file's records are laid out at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats, Integers
from core.statistics.attacks import (
    Predicates,
    SearchedFile,
    alone_in_their_place,
    first_matches,
    matches,
    multivariate_predicates,
    random_predicates,
    univariate_predicates,
)
from core.statistics.reproducible import generator

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Asked:
    """What predicates that one masked record meets find elsewhere.

    Parameters
    ----------
    made_of : int64 array (p,)
        Row of the masked file that meets each.
    alone, by_guess : bool arrays (p,)
        Whether one person of the original meets it; the same of as many predicates that are guessed.
    others : float64 array (p,) or None
        The chance that one of the control's people does, in the place of an original; None without a control.
    places : float
        The share of the original's places that the control's people take.
    """

    made_of: Integers
    alone: Flags
    by_guess: Flags
    others: Floats | None = None
    places: float = 1.0

    def __len__(self) -> int:
        return len(self.made_of)


@dataclass(frozen=True, eq=False)
class _Found:
    predicates: Predicates
    guessed: Predicates
    made_of: Integers


def ask(
    masked: Callable[[], SearchedFile],
    original: Callable[[], SearchedFile],
    control: Callable[[], SearchedFile | None],
    variables: Mapping[str, int],
    most: int,
    seed: int,
) -> dict[str, Asked]:
    """Search predicates in the masked file, and put them to the original and the control.

    Parameters
    ----------
    masked, original, control : callables
        Lay out the records to search in; each is let go before the next one is asked for.
    variables : mapping of str to int
        By the name of the attack: variables of a predicate.
    most : int
        How many predicates are wanted; 0: as many as the masked file has different records.
    seed : int
    """
    searched, people = _search(masked(), variables, most, seed), original()
    met = {name: matches(people, each.predicates) for name, each in searched.items()}
    guessed = {name: matches(people, each.guessed, 2) for name, each in searched.items()}
    asked = {name: Asked(each.made_of, met[name] == 1, guessed[name] == 1) for name, each in searched.items()}
    n = len(people)
    del people
    others = control() if any(map(len, asked.values())) else None
    if others is None:
        return asked
    places = min(len(others), n) / n
    return {
        name: replace(
            each,
            others=alone_in_their_place(matches(others, searched[name].predicates), met[name], len(others), n),
            places=places,
        )
        for name, each in asked.items()
    }


def _search(file: SearchedFile, variables: Mapping[str, int], most: int, seed: int) -> dict[str, _Found]:
    most, random, results = most or len(file), partial(generator, seed), {}
    for name, n_columns in variables.items():
        if n_columns > 1:
            predicates = multivariate_predicates(file, most, n_columns, random(f"{name}||0"))
        else:
            predicates = univariate_predicates(file, most, random(f"{name}||0"))
        guessed = random_predicates(file, len(predicates), n_columns, random(f"{name}|baseline|0"))
        results[name] = _Found(predicates, guessed, file.rows[first_matches(file, predicates)])
    return results
