"""How far a file lies from the law of its population, between a fresh survey (0) and shuffled columns (1)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from experiments.decks.masked_file import BLANK, MaskedFile

CLASSES = 5
DRAWS = 6
CLEAR = 4.0
HALF = 0.5


@dataclass(frozen=True)
class TrueUtility:
    """The distance of a file, in units of what shuffling costs; and whether that is more than chance."""

    lost: float
    clear: bool

    @property
    def of_no_use(self) -> bool:
        """Whether at least half of what shuffling costs is lost."""
        return self.clear and self.lost >= HALF


def true_utility(file: MaskedFile, random: Generator) -> TrueUtility:
    """Compare all pairs of variables, at published detail, with the law; numbers in fifths."""
    names = list(file.columns)
    cuts = {name: _classes(file, name) for name in names}
    laws = {pair: _law_of_pair(file, pair, cuts) for pair in combinations(names, 2)}
    own = _distance({v: _cut(c, cuts[v]) for v, c in file.columns.items()}, laws)
    fresh, shuffled = [], []
    for _ in range(DRAWS):
        people = file.population.draw(file.m, random)
        drawn = {v: _cut(file.written[v].detail[people[v]], cuts[v]) for v in names}
        fresh.append(_distance(drawn, laws))
        shuffled.append(_distance({v: random.permutation(c) for v, c in drawn.items()}, laws))
    gap = float(np.mean(shuffled) - np.mean(fresh))
    noise = float(np.hypot(np.std(fresh, ddof=1), np.std(shuffled, ddof=1)))
    return TrueUtility(float(own - np.mean(fresh)) / gap if gap > 0 else 0.0, gap > CLEAR * noise)


def _classes(file: MaskedFile, name: str) -> NDArray[np.int64]:
    """Return the class of each published value: neighbours of about equal shares; categories stay as they are."""
    written = file.written[name]
    if written.n <= CLASSES or file.population.trait(name).level == "nominal":
        return np.arange(written.n)
    law = np.bincount(written.detail, file.population.shares @ file.population.trait(name).law, minlength=written.n)
    middle = law.cumsum() - law / 2
    return np.unique(np.minimum((CLASSES * middle).astype(np.int64), CLASSES - 1), return_inverse=True)[1]


def _cut(codes: NDArray[np.int64], classes: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.where(codes == BLANK, BLANK, classes[codes])


def _law_of_pair(file: MaskedFile, pair: tuple[str, str], cuts: dict[str, NDArray[np.int64]]) -> NDArray[np.float64]:
    one, other = (
        np.stack([np.bincount(cuts[v][file.written[v].detail], row) for row in file.population.trait(v).law])
        for v in pair
    )
    return np.asarray(np.einsum("c,ca,cb->ab", file.population.shares, one, other))


def _distance(columns: dict[str, NDArray[np.int64]], laws: dict[tuple[str, str], NDArray[np.float64]]) -> float:
    """Return the mean total variation of all pairs, blanks left out."""
    total = []
    for (a, b), law in laws.items():
        known = (columns[a] >= 0) & (columns[b] >= 0)
        cells = columns[a][known] * law.shape[1] + columns[b][known]
        table = np.bincount(cells, minlength=law.size) / max(int(known.sum()), 1)
        total.append(0.5 * np.abs(table - law.ravel()).sum())
    return float(np.mean(total))
