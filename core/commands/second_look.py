"""What to look at twice, said on standard error: the codebook, how files met the original, what they still carry."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from core.commands.terminal import say
from core.data import Codebook, FileKind, Microdata, Pair, RelationKind, Scenario
from core.errors import RUMapError
from core.pairing import cautions, leftovers, pair, recode_in_words, relation, similar_names
from core.risk import found_in_words

SAID = {
    RelationKind.OTHER_PEOPLE: "records of other people",
    RelationKind.OTHER_SURVEY: "another survey than the original",
}
"""Kinds of files that were not made of the original, in words; a copy of it is said among what is left in a file."""


def print_warnings(
    original: Microdata, masked: Sequence[Microdata], codebook: Codebook, linked: str | None
) -> dict[str, Pair]:
    """Say the cautions about the codebook, names that may be the same, and what each masked file still carries.

    Parameters
    ----------
    original : Microdata
    masked : sequence of Microdata
    codebook : Codebook
    linked : str or None
        Holds for masked files that the codebook says nothing about.

    Returns
    -------
    mapping of str to Pair
        By file name: the pairs that were looked at, for the run; files that cannot be compared are not among them.
    """
    for caution in cautions(original, codebook):
        kind = "question" if caution.is_question else "warning"
        say(f"{original.name}: {kind}: {caution.variable}: {caution.message}")
    looked_at = {file.name: _say_about_file(original, file, codebook, linked) for file in masked}
    return {name: paired for name, paired in looked_at.items() if paired is not None}


def _say_about_file(original: Microdata, file: Microdata, codebook: Codebook, linked: str | None) -> Pair | None:
    declaration = codebook.declaration(file.name)
    if declaration.linked is None and linked is not None:
        declaration = dataclasses.replace(declaration, linked=linked)
    scenario = Scenario(file, declaration)
    try:
        for ours, theirs in similar_names(original, scenario).items():
            say(f"{file.name}: question: {theirs}: is it the original's {ours!r}? Then declare it under 'renamed'")
        met = relation(original, scenario, codebook)
        if met.kind in SAID:
            say(f"{file.name}: {SAID[met.kind]}: {met.evidence}")
        elif met.kind is RelationKind.UNCLEAR and declaration.linked is None and declaration.kind is None:
            say(f"{file.name}: question: are these the original's records, and in which order? {met.evidence}")
        for item in leftovers(original, scenario, codebook, met):
            place = f"{item.column}: " if item.column else ""
            say(f"{file.name}: left in the file: {place}{item.message}")
        paired = pair(original, scenario, codebook)
    except RUMapError as error:
        say(f"{file.name}: cannot be compared: {error}")
        return None
    _say_match(file.name, paired, declaration.linked)
    _ask_what_it_is(file.name, paired)
    return paired


def _ask_what_it_is(file: str, paired: Pair) -> None:
    """Ask what a file is that is neither linked nor declared, with what its key values show and what follows."""
    if paired.masked.kind is not None or not paired.masked.keys_found:
        return
    say(
        f'{file}: question: what is it? Say [scenarios."{file}"] kind = one of {", ".join(FileKind)} in '
        "the codebook, or how its records are linked. Until then its treatment is unknown: counts of key values hold "
        "only where the original has nearly all of them"
    )
    for keyset, known in paired.masked.keys_found.items():
        say(f"{file}: key set {keyset}: {found_in_words(known)}")


def _say_match(file: str, paired: Pair, linked: str | None) -> None:
    """Say how the records are linked, and what became of every variable that is not as it was."""
    if linked not in (None, "none"):
        say(f"{file}: {paired.link_reason}")
    for variable in paired.variables:
        if variable.problem:
            say(f"{file}: {variable.name}: {variable.problem}")
        elif variable.masked is None:
            say(f"{file}: {variable.name}: removed in this file: its utility is 0")
        elif variable.recode is not None:
            say(f"{file}: {variable.name}: {recode_in_words(variable)}")
        for flag in variable.flags:
            say(f"{file}: {variable.name}: {flag}")
    for name in paired.added:
        say(f"{file}: {name}: only in this file, listed but not scored")
