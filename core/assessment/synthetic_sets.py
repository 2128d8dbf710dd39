"""Files that are declared as sets of one scenario: there are several, and they hold the same variables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from core.data import Scenario
from core.errors import CodebookError
from core.wording import first_of

File = TypeVar("File")

NAMED = 5


def by_scenario(files: Sequence[File], scenario_of: Callable[[File], str]) -> dict[str, tuple[File, ...]]:
    """Return files by the scenario that they are declared as sets of, in their order; those of none are left out."""
    names = dict.fromkeys(name for file in files if (name := scenario_of(file)))
    return {name: tuple(file for file in files if scenario_of(file) == name) for name in names}


def check_sets(scenarios: Sequence[Scenario]) -> None:
    """Check the files that are declared as sets.

    Raises
    ------
    CodebookError
        A scenario of one set, one file twice, sets of different variables, or a scenario with the name of such sets.
    """
    for name, (first, *others) in by_scenario(scenarios, lambda s: s.declaration.set_of).items():
        if not others:
            raise CodebookError(
                f"{first.microdata.name} is the only set of {name!r}: several sets are two files at the least; bring "
                "in the others, or take set_of away and measure it as one file"
            )
        for other in others:
            _same_columns(name, first, other)
        _made_once(name, (first, *others))
        for scenario in scenarios:
            if scenario.name == name:
                raise CodebookError(
                    f"{scenario.microdata.name} is the scenario {name!r}, and so are several sets together: give "
                    "either of them another name"
                )


def _same_columns(name: str, first: Scenario, other: Scenario) -> None:
    for one, two in ((first, other), (other, first)):
        lacks = [column for column in one.microdata.columns if column not in two.microdata.columns]
        if lacks:
            raise CodebookError(
                f"the sets of {name!r} have different variables: {two.microdata.name} lacks "
                f"{first_of([repr(column) for column in lacks], NAMED)}, which {one.microdata.name} has"
            )


def _made_once(name: str, sets: Sequence[Scenario]) -> None:
    """Refuse one file under several names: it has no spread, and every interval would be too narrow."""
    seen: dict[str, str] = {}
    for scenario in sets:
        file, content = scenario.microdata.name, scenario.microdata.sha256
        if content and content in seen:
            raise CodebookError(
                f"two sets of {name!r} are one file: {file} is {seen[content]} byte for byte; synthesise with another "
                "seed for each set, or take one of them away"
            )
        seen[content] = file
