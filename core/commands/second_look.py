"""What to look at twice, said on standard error: the codebook, and what the masked files still carry."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from core.commands.terminal import say
from core.data import Codebook, Microdata, Scenario
from core.errors import RUMapError
from core.pairing import cautions, leftovers, similar_names


def say_second_look(original: Microdata, masked: Sequence[Microdata], codebook: Codebook, linked: str | None) -> None:
    """Say the cautions about the codebook, names that may be the same, and what each masked file still carries.

    ``linked`` holds for masked files that the codebook says nothing about.
    """
    for caution in cautions(original, codebook):
        kind = "question" if caution.is_question else "warning"
        say(f"{original.name}: {kind}: {caution.variable}: {caution.message}")
    for file in masked:
        _say_about_file(original, file, codebook, linked)


def _say_about_file(original: Microdata, file: Microdata, codebook: Codebook, linked: str | None) -> None:
    declaration = codebook.declaration(file.name)
    if declaration.linked is None and linked is not None:
        declaration = dataclasses.replace(declaration, linked=linked)
    scenario = Scenario(file, declaration)
    try:
        for ours, theirs in similar_names(original, scenario).items():
            say(f"{file.name}: question: {theirs}: is it the original's {ours!r}? Then declare it under 'renamed'")
        for item in leftovers(original, scenario, codebook):
            place = f"{item.column}: " if item.column else ""
            say(f"{file.name}: left in the file: {place}{item.message}")
    except RUMapError:
        return  # the run itself says by name what is wrong with this declaration
