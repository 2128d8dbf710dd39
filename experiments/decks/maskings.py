"""Maskings of a known dose, one step after the other; each step says with what chance it writes what."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from experiments.decks.masked_file import BLANK, MaskedFile, Written, true_chance
from experiments.decks.population import People, Population


def unmasked(kind: str, population: Population, people: People, original: People) -> MaskedFile:
    """Return people as they are; of other people than the original's nobody has a record."""
    own = people is original
    written = {t.name: _as_it_is(t.values, t.labels, t.level) for t in population.traits}
    n = len(next(iter(people.values())))
    parents = np.arange(n) if own else np.full(n, -1)
    return MaskedFile(kind, population, original, dict(people), written, parents, 1.0 if own else 0.0)


def _as_it_is(values: NDArray[np.float64], labels: tuple[str, ...], level: str) -> Written:
    n = len(values)
    number = level == "continuous"
    return Written(np.arange(n), true_chance(n), values if number else None, () if number else labels)


def _with(file: MaskedFile, name: str, codes: NDArray[np.int64], written: Written, masking: str) -> MaskedFile:
    return replace(
        file,
        columns={**file.columns, name: codes},
        written={**file.written, name: written},
        declared={**file.declared, name: masking},
    )


def recoded(file: MaskedFile, name: str, groups: int) -> MaskedFile:
    """Merge values into so many groups: neighbours of about equal shares, bands of numbers."""
    old, trait = file.written[name], file.population.trait(name)
    law = _published_law(file, name)
    groups = min(groups, len(law))
    middle = law.cumsum() - law / 2
    group = np.unique(np.minimum((groups * middle).astype(np.int64), groups - 1), return_inverse=True)[1]
    detail, n = group[old.detail], int(group.max()) + 1
    labels = tuple(_group_label(trait.values[detail == g], name, trait.level) for g in range(n))
    return _with(file, name, group[file.columns[name]], Written(detail, true_chance(n), None, labels), "recode")


def _group_label(values: NDArray[np.float64], name: str, level: str) -> str:
    if level == "continuous":
        return f"{values[0]:.0f}-{values[-1]:.0f}"
    return "+".join(f"{name}{int(value)}" for value in values)


def microaggregated(file: MaskedFile, name: str, size: int) -> MaskedFile:
    """Write the mean of groups of at least so many neighbours in the place of a number; equal values stay together."""
    old, codes = file.written[name], file.columns[name]
    assert old.numbers is not None
    counts, group, members = np.bincount(codes, minlength=old.n), np.zeros(old.n, dtype=np.int64), 0
    for value in range(1, old.n):
        members += counts[value - 1]
        rest = counts[value:].sum()
        ends = members >= size and rest >= size
        group[value] = group[value - 1] + ends
        members = 0 if ends else members
    n = int(group.max()) + 1
    total = np.bincount(group, counts * old.numbers, minlength=n)
    numbers = np.round(total / np.maximum(np.bincount(group, counts, minlength=n), 1), 3)
    return _with(file, name, group[codes], Written(group[old.detail], true_chance(n), numbers), "microaggregate")


def redrawn(file: MaskedFile, name: str, dose: float, random: Generator, masking: str = "pram") -> MaskedFile:
    """Draw a share of the values anew from the variable's own law."""
    old = file.written[name]
    law = _published_law(file, name)
    codes = file.columns[name]
    fresh = random.choice(old.n, len(codes), p=law)
    changed = (random.random(len(codes)) < dose) & (codes != BLANK)
    chance = np.hstack([(1 - dose) * np.eye(old.n) + dose * law, np.zeros((old.n, 1))])
    return _with(file, name, np.where(changed, fresh, codes), _after(old, chance), masking)


def swapped(file: MaskedFile, name: str, dose: float, random: Generator) -> MaskedFile:
    """Permute a variable within a share of the records: as good as drawing anew from the file's own values."""
    old, codes = file.written[name], file.columns[name].copy()
    rows = np.flatnonzero(random.random(len(codes)) < dose)
    codes[rows] = codes[random.permutation(rows)]
    share = np.bincount(file.columns[name][file.columns[name] >= 0], minlength=old.n) / len(codes)
    chance = np.hstack([(1 - dose) * np.eye(old.n) + dose * share / share.sum(), np.zeros((old.n, 1))])
    return _with(file, name, codes, _after(old, chance), "swap")


def noised(file: MaskedFile, name: str, dose: float, random: Generator) -> MaskedFile:
    """Move numbers on the grid of their values, by a normal step of ``dose`` standard deviations of their places."""
    old, codes = file.written[name], file.columns[name]
    places, law = np.arange(old.n), _published_law(file, name)
    spread = np.sqrt(law @ places**2 - (law @ places) ** 2)
    step = np.exp(-0.5 * ((places[:, None] - places) / (dose * spread + 1e-9)) ** 2)
    step /= step.sum(axis=1, keepdims=True)
    drawn = (random.random(len(codes))[:, None] > step.cumsum(axis=1)[codes]).sum(axis=1)
    chance = np.hstack([step, np.zeros((old.n, 1))])
    return _with(
        file, name, np.where(codes == BLANK, BLANK, np.minimum(drawn, old.n - 1)), _after(old, chance), "noise"
    )


def suppressed(file: MaskedFile, name: str, dose: float, random: Generator, *, rare: bool = False) -> MaskedFile:
    """Leave a share of the values blank; ``rare``: all those of the rarest values that make up this share."""
    old, codes = file.written[name], file.columns[name]
    law = _published_law(file, name)
    order = np.argsort(law, kind="stable")
    hidden = np.zeros(old.n)
    hidden[order[law[order].cumsum() <= dose]] = 1.0
    rate = hidden if rare else np.full(old.n, dose)
    blank = random.random(len(codes)) < rate[codes]
    chance = np.hstack([np.diag(1 - rate), rate[:, None]])
    return _with(file, name, np.where(blank, BLANK, codes), _after(old, chance), "suppress")


def _after(old: Written, chance: NDArray[np.float64]) -> Written:
    """Chain a step after what was done to a variable before; a blank stays one."""
    whole = np.vstack([chance, np.eye(1, old.n + 1, old.n)])
    return replace(old, chance=old.chance @ whole)


def _published_law(file: MaskedFile, name: str) -> NDArray[np.float64]:
    law = file.population.shares @ file.population.trait(name).law
    total = np.bincount(file.written[name].detail, law, minlength=file.written[name].n)
    return np.asarray(total / total.sum())


def sampled(file: MaskedFile, share: float, random: Generator) -> MaskedFile:
    """Keep a share of the records."""
    rows = np.sort(random.choice(file.m, max(int(share * file.m), 30), replace=False))
    return replace(file.taken(rows), share=file.share * len(rows) / file.m)


def removed(file: MaskedFile, names: Collection[str]) -> MaskedFile:
    """Leave variables out."""
    return replace(file, columns={v: c for v, c in file.columns.items() if v not in names})


def memorised(file: MaskedFile, share: float, random: Generator) -> MaskedFile:
    """Put records of the original, all of them true, in the place of a share of made-up records."""
    rows = np.flatnonzero(random.random(file.m) < share)
    people = random.choice(len(next(iter(file.original.values()))), len(rows), replace=False)
    columns = {v: c.copy() for v, c in file.columns.items()}
    for name, codes in columns.items():
        codes[rows] = file.original[name][people]
    parents = file.parents.copy()
    parents[rows] = people
    return replace(file, columns=columns, parents=parents, share=len(rows) / len(next(iter(file.original.values()))))


def every(file: MaskedFile, names: Sequence[str], step: Callable[[MaskedFile, str], MaskedFile]) -> MaskedFile:
    """Do one step to several variables."""
    for name in names:
        file = step(file, name)
    return file
