"""Where a measure of risk does not hold: by how the variables were masked, declared or seen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NotRequired, TypedDict

from core.data import FileKind, KeysFound, Masking, Release
from core.measures import Basis
from core.risk.treatments import PERTURBING
from core.statistics.reproducible import below
from core.wording import first_of


class KeysFoundDetail(TypedDict):
    """Of a file that is neither linked nor declared: how many of its key combinations the original has."""

    keys_found: NotRequired[float]
    keys_found_n: NotRequired[int]
    keys_found_by_chance: NotRequired[float]
    keys_found_variables: NotRequired[list[str]]


WORDS = {
    Masking.NOISE: "noise",
    Masking.SWAP: "swapping",
    Masking.PRAM: "PRAM",
    Masking.MICROAGGREGATE: "microaggregation",
    Masking.SYNTHETIC: "synthesis",
    Masking.RECODE: "recoding",
    Masking.SUPPRESS: "suppression",
}


TRUE_SHARE = 0.99
"""Of masked records whose key values the original must have for counts of them to stand, where nothing is declared."""
OF_TRUE_VALUES = frozenset({Basis.FREQUENCIES, Basis.GROUPS})
"""Bases that take key values for true, where nothing is said of them."""
OTHER_PEOPLE = "the file is declared to hold other people: nobody of the original is in it to be counted"

ON_LINKS = frozenset({Basis.LINKS, Basis.INTERVALS})
"""Bases that wrong links make worthless."""


NO_LINKS = (((Masking.SYNTHETIC,), "a synthetic record stems from no record that it could be linked to"),)
Rules = tuple[tuple[tuple[Masking, ...], str], ...]
INVALID: Mapping[Basis, Rules] = {
    Basis.FREQUENCIES: (
        (PERTURBING, "counts of key values do not see that the values may be false; look at the risk of the file"),
        ((Masking.SYNTHETIC,), "the records stand for nobody, and counting them says little; look at DiSCO"),
    ),
    Basis.GROUPS: (
        (PERTURBING, "the groups and the values in them may be false"),
        ((Masking.SYNTHETIC,), "the records stand for nobody; look at DiSCO"),
    ),
    Basis.LINKS: NO_LINKS,
    Basis.MATCHES: (),  # what does not hold has no value
    Basis.INTERVALS: (((Masking.SYNTHETIC,), "a synthetic record stems from no record that it could lie near"),),
    Basis.AGREEMENT: (),
    Basis.PREDICATES: (
        (
            (*PERTURBING, Masking.MICROAGGREGATE),
            "predicates made of false values rarely hold for anybody, and an intruder who knows that allows for it; "
            "look at linkability and inference",
        ),
    ),
    Basis.NEAREST: (),
    Basis.MEMBERSHIP: (
        (
            (*PERTURBING, Masking.MICROAGGREGATE, Masking.RECODE, Masking.SUPPRESS),
            "everybody's record is in the file, which hides from nobody who is a member; look at linkability "
            "and inference",
        ),
    ),
}
"""By basis: maskings under which the measure is not valid, and why."""


def why_not_valid(basis: Basis | None, variables: Collection[str], file: Release, keyset: str = "") -> tuple[str, ...]:
    """Say why a measure of a masked file does not hold: by how its variables were masked, or whose records it holds.

    Parameters
    ----------
    basis : Basis or None
        What the measure rests on; None: it is valid under any masking.
    variables : collection of str
        The variables that it looks at.
    file : Release
        The masked file, with what is declared and seen of its masking.
    keyset : str
        Name of the key set that the measure is about.

    Returns
    -------
    tuple of str
        Sentences; empty where it is valid.
    """
    if basis is None:
        return ()
    sentences = [*_by_masking(INVALID[basis], variables, file), *not_valid_file(basis, file, keyset)]
    # by wrong links every value looks changed
    if file.link_doubt and (basis in ON_LINKS or (sentences and basis in OF_TRUE_VALUES)):
        sentences.append(file.link_doubt)
    return tuple(sentences)


def _by_masking(rules: Rules, variables: Collection[str], file: Release) -> Iterator[str]:
    """Say for which masking of its variables, declared or seen in linked values, a measure is not valid."""
    for kinds, reason in rules:
        for kind in kinds:
            if names := sorted(name for name in variables if file.maskings.get(name) is kind):
                yield f"{', '.join(names)} changed by {WORDS[kind]}: {reason}"
    explained = {*PERTURBING, Masking.MICROAGGREGATE, Masking.SYNTHETIC}
    seen = sorted(name for name in variables if name in file.perturbed and file.maskings.get(name) not in explained)
    why = next((reason for kinds, reason in rules if Masking.NOISE in kinds), "")
    if seen and why:
        yield (
            f"values of {', '.join(seen)} differ from the original's, and how they were changed is not declared "
            f"(“How variables were masked” on the Set up page, “masking” in the codebook): {why}"
        )


def not_valid_file(basis: Basis, file: Release, keyset: str) -> list[str]:
    """Say why a measure does not hold for the whole file: other people, or values that seem not to be true."""
    if basis not in OF_TRUE_VALUES:
        return []
    if file.kind is FileKind.OTHER_PEOPLE:
        return [OTHER_PEOPLE]
    known = file.keys_found.get(keyset)
    if known is None or not below(known.found, TRUE_SHARE * known.n):
        return []
    return [
        f"only {found_in_words(known)}, so that values were changed or made up, or are other people's, and counts of "
        "key values do not see it; say what the file is, how its variables were masked, or how its records are linked"
    ]


def found_in_words(known: KeysFound) -> str:
    """Say how many masked records have key values of somebody in the original."""
    some = f"{known.found:,} of {known.n:,} ({known.found / known.n:.1%})"
    return f"{some} masked records have values of {first_of(known.variables, 4)} that somebody in the original has"


def found_flags(file: Release, keyset: str) -> tuple[str, ...]:
    """Return what a reader should know of a file of which nobody said what was done to it."""
    known = file.keys_found.get(keyset)
    if known is None:
        return ()
    share, chance = known.found / known.n, known.by_chance
    return (
        f"nobody said how the file was made: {share:.1%} of its records have values of {first_of(known.variables, 4)} "
        f"that somebody in the original has ({chance:.1%} would, were every variable shuffled; true values give 100%)",
    )


def found_detail(file: Release, keyset: str) -> KeysFoundDetail:
    """Return what is in the detail of every measure of a key set about it; nothing where it was not looked at."""
    known = file.keys_found.get(keyset)
    if known is None:
        return {}
    return {
        "keys_found": known.found / known.n,
        "keys_found_n": known.n,
        "keys_found_by_chance": known.by_chance,
        "keys_found_variables": list(known.variables),
    }
