"""Which column of the masked file is which variable of the original: by name, then as declared renamed."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from core.data import Microdata, Scenario
from core.errors import PairingError
from core.pairing.coding.columns import listed


@dataclass(frozen=True)
class Match:
    """Columns matched.

    Parameters
    ----------
    names : mapping of str to str
        Original name -> name in the masked file.
    similar : mapping of str to str
        Unmatched original name -> an unmatched masked name that differs in case, spaces or spelling of accents only.
    added : tuple of str
        Names that only the masked file has, in its order.
    """

    names: Mapping[str, str]
    similar: Mapping[str, str]
    added: tuple[str, ...]


def match_columns(original: Microdata, scenario: Scenario) -> Match:
    """Match the columns of a masked file to those of the original.

    Raises
    ------
    PairingError
        A declared renaming names a column that is not there, or gives one variable two columns.
    """
    masked = scenario.microdata
    renamed = scenario.declaration.renamed
    place = f"masked file {masked.name!r}: renamed {{"
    for new, old in renamed.items():
        if new not in masked.columns:
            raise PairingError(f"{place} {new!r} = {old!r} }} names {new!r}, which is no column of the masked file")
        if old not in original.columns:
            raise PairingError(f"{place} {new!r} = {old!r} }} names {old!r}, which is no variable of the original")
    names: dict[str, str] = {}
    for column in masked.columns:
        name = renamed.get(column, column)
        if name in names:
            raise PairingError(
                f"{masked.name!r}: {names[name]!r} and {column!r} both are named {name!r}; correct 'renamed'"
            )
        if name in original.columns:
            names[name] = column
    taken = set(names.values())
    added = tuple(column for column in masked.columns if column not in taken)
    return Match(names, _similar([name for name in original.columns if name not in names], added), added)


def _similar(unmatched: list[str], added: tuple[str, ...]) -> dict[str, str]:
    folded = {_folded(name): name for name in reversed(added)}
    return {name: folded[_folded(name)] for name in unmatched if _folded(name) in folded}


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def similar_names(original: Microdata, scenario: Scenario) -> Mapping[str, str]:
    """Return unmatched original name -> a masked name that differs from it in spelling only: to be confirmed.

    Raises
    ------
    PairingError
        As `match_columns`.
    """
    return match_columns(original, scenario).similar


def no_common_variable(original: Microdata, scenario: Scenario, match: Match) -> PairingError:
    """Return the error for files that share no variable to compare."""
    file = scenario.microdata.name
    similar = "".join(f"; {masked!r} resembles {name!r}" for name, masked in list(match.similar.items())[:3])
    return PairingError(
        f"the masked file {file!r} has no variable in common with the original {original.name!r} "
        f"(it has {listed(list(scenario.microdata.columns))}{similar}); choose the right file, or declare the names "
        f"under [scenarios.{file!r}.renamed]"
    )
