"""The deck: originals of known populations, each masked in many ways of a known dose, from a seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.random import Generator

from experiments.decks.masked_file import MaskedFile
from experiments.decks.maskings import (
    every,
    memorised,
    microaggregated,
    noised,
    recoded,
    redrawn,
    removed,
    sampled,
    suppressed,
    swapped,
    unmasked,
)
from experiments.decks.population import SHAPES, People, Population, drawn_population
from experiments.decks.true_risk import TrueRisk, true_risk
from experiments.decks.true_utility import TrueUtility, true_utility

FILES = 25
"""Masked files of one original: its own comparisons are made once for all of them."""

TRIES = 6
"""Doses of which the one nearest to the limits is taken."""

LOOKED_AT = 100
"""Combinations of key values that a dose is tried on."""

AIM = 1.2
"""Times the limit: what doses are tried for."""

LIMITS = {"file_risk": 0.05, "individual_risk": 0.05, "sample_uniques": 0.2, "smallest_group": 1 / 3}
"""Of a scientific-use file, as shares: what the truth is compared with (a test compares them with the program's)."""

NEAR = 2.0
SLACK = 1e-9
RISING = (0.05, 0.2, 0.4, 0.6, 0.8)


@dataclass(frozen=True, eq=False)
class Planted:
    """One masked file with the right answer."""

    file: MaskedFile
    risk: TrueRisk
    seed: int

    @cached_property
    def utility(self) -> TrueUtility:
        """How far it lies from the law, worked out when asked for."""
        return true_utility(self.file, np.random.default_rng(self.seed))

    @property
    def rules(self) -> dict[str, float]:
        """By rule the true figure, in units of its limit."""
        return rules_of(self.file, self.risk)

    @property
    def unsafe(self) -> bool:
        """Whether the true risk of the file or of a person breaks the policy, or records were memorised."""
        return self.excess > 1 + SLACK

    @property
    def excess(self) -> float:
        """The largest of them; 1: just at a limit."""
        return max(self.rules.values())


def rules_of(file: MaskedFile, risk: TrueRisk) -> dict[str, float]:
    """Return the true figure of each rule in units of its limit; of made-up records the share that is memorised."""
    if file.file_kind == "synthetic":
        return {"memorised": file.share / 0.09}
    figures = {
        "file_risk": risk.file,
        "individual_risk": risk.largest,
        "sample_uniques": risk.alone,
        "smallest_group": risk.largest,
    }
    return {rule: figure / LIMITS[rule] for rule, figure in figures.items()}


Make = Callable[[MaskedFile, float, Generator], MaskedFile]


def _numbers(file: MaskedFile) -> list[str]:
    return [key for key in file.keys if file.written[key].numbers is not None]


def _coarse(file: MaskedFile, groups: int, keys: Sequence[str] | None = None) -> MaskedFile:
    wanted = file.keys if keys is None else keys
    return every(file, wanted, lambda f, key: recoded(f, key, groups) if f.written[key].n > groups else f)


def _few_keys(file: MaskedFile, groups: int, random: Generator, most: int = 4) -> MaskedFile:
    """Recode the keys heavily and leave all but a few out."""
    out = random.permutation(file.keys)[most:]
    return removed(_coarse(file, groups), tuple(out))


def _pram(file: MaskedFile, dose: float, random: Generator) -> MaskedFile:
    return every(file, file.keys, lambda f, key: redrawn(f, key, dose, random))


def _recode(file: MaskedFile, dose: float, random: Generator) -> MaskedFile:
    return _few_keys(file, 2 + int(6 * (1 - dose)), random, 2 + int(4 * (1 - dose)))


def _suppression(file: MaskedFile, dose: float, random: Generator) -> MaskedFile:
    file = _few_keys(file, int(random.integers(2, 5)), random)
    return every(file, file.keys[: random.integers(1, 4)], lambda f, key: suppressed(f, key, dose, random))


def _rare_values(file: MaskedFile, dose: float, random: Generator) -> MaskedFile:
    file = _few_keys(file, int(random.integers(2, 5)), random, 3)
    return every(file, file.keys, lambda f, key: suppressed(f, key, dose / 2, random, rare=True))


def _noise(file: MaskedFile, dose: float, random: Generator) -> MaskedFile:
    numbers = _numbers(file)
    file = _coarse(file, 2, [key for key in file.keys if key not in numbers])
    file = removed(file, [key for key in file.keys if key not in numbers][2:])
    return every(file, [k for k in file.keys if k in numbers], lambda f, key: noised(f, key, 2 * dose, random))


def _swap(file: MaskedFile, dose: float, random: Generator) -> MaskedFile:
    file = _coarse(file, int(random.integers(2, 7))) if random.random() < 0.6 else file
    return every(file, file.keys, lambda f, key: swapped(f, key, dose, random))


def _microaggregation(file: MaskedFile, dose: float, random: Generator) -> MaskedFile:
    numbers = _numbers(file)
    file = every(file, numbers, lambda f, key: microaggregated(f, key, 3 + int(dose * f.m / 3)))
    return _coarse(
        removed(file, [k for k in file.keys if k not in numbers][2:]), 2, [k for k in file.keys if k not in numbers][:2]
    )


def _uneven(file: MaskedFile, dose: float, random: Generator) -> MaskedFile:
    keys = random.permutation(file.keys)
    heavy = len(keys) // 2 + 1
    doses = dict(zip(keys, [1.0 if place < heavy else 0.1 * (1 - dose) for place in range(len(keys))], strict=True))
    return every(file, file.keys, lambda f, key: redrawn(f, key, doses[key], random))


def _one_true_key(file: MaskedFile, dose: float, random: Generator) -> MaskedFile:
    true = "money" if "money" in file.keys else "age" if "age" in file.keys else file.keys[-1]
    rest = [key for key in file.keys if key != true]
    return every(file, rest, lambda f, key: redrawn(f, key, 0.6 + 0.4 * dose, random))


def _two_permuted(file: MaskedFile, dose: float, random: Generator) -> MaskedFile:
    return every(file, tuple(random.permutation(file.keys)[:2]), lambda f, key: swapped(f, key, 1.0, random))


def _sample(file: MaskedFile, dose: float, random: Generator) -> MaskedFile:
    return sampled(file, 0.5 if dose < 0.5 else 0.25, random)


def _then(first: Make, second: Make) -> Make:
    return lambda file, dose, random: second(first(file, dose, random), dose, random)


def _analysis(file: MaskedFile, dose: float, random: Generator) -> MaskedFile:
    """Recode the keys heavily, and draw what is analysed anew: safe, and in the end of no use."""
    file = _few_keys(file, 2, random, 3)
    rest = [name for name in file.columns if name not in file.keys]
    return every(file, rest, lambda f, name: redrawn(f, name, dose, random))


def _shuffled(file: MaskedFile, dose: float, random: Generator) -> MaskedFile:
    return every(file, tuple(file.columns), lambda f, name: swapped(f, name, 1.0, random))


def _identical(file: MaskedFile, dose: float, random: Generator) -> MaskedFile:
    return file


KINDS: dict[str, Make] = {
    "identical": _identical,
    "PRAM": _pram,
    "recode": _recode,
    "recode, PRAM": _then(lambda f, d, r: _coarse(f, int(r.integers(2, 5))), _pram),
    "recode, sample": _then(_recode, _sample),
    "recode, swap": _then(_recode, _swap),
    "suppression": _suppression,
    "rare values suppressed": _rare_values,
    "suppression, PRAM": _then(_suppression, _pram),
    "noise": _noise,
    "noise, PRAM": _then(_noise, _pram),
    "swap": _swap,
    "microaggregation": _microaggregation,
    "uneven": _uneven,
    "one true key": _one_true_key,
    "two keys permuted": _two_permuted,
    "sample": _sample,
    "sample, PRAM": _then(_sample, _pram),
    "analysis redrawn": _analysis,
    "shuffled": _shuffled,
}
RARE = ("identical", "sample", "shuffled", "two keys permuted")
"""Kinds with nothing to choose: once for each original at most."""


def planted_original(seed: int, number: int, files: int = FILES) -> tuple[Population, list[Planted]]:
    """Return an original by its number, and its masked files."""
    random = np.random.default_rng([seed, number])
    population = drawn_population(random, SHAPES[number % len(SHAPES)])
    people = population.draw(population.n, random)
    base = unmasked("", population, people, people)
    kinds = _kinds(random, files - len(RISING) - 2)
    made = [planted(_near_limit(base, kind, random), random) for kind in kinds]
    fresh = replace(unmasked("fresh survey", population, population.draw(population.n, random), people), declared={})
    made += [planted(replace(fresh, file_kind=kind), random) for kind in ("", "other people")]
    return population, [*made, *_rising(base, random)]


def _kinds(random: Generator, n: int) -> list[str]:
    often = [kind for kind in KINDS if kind not in RARE]
    once = [kind for kind in RARE if random.random() < 0.4]
    return [*once, *random.choice(often, n - len(once)).tolist()]


def _near_limit(base: MaskedFile, kind: str, random: Generator) -> MaskedFile:
    """Return a file of a kind; of most several doses are tried for one a little above the limits."""
    tries = TRIES if random.random() < 0.9 else 1
    best: tuple[float, MaskedFile] | None = None
    for _ in range(tries):
        file = _made(base, kind, float(random.random()), random)
        excess = max(rules_of(file, true_risk(file, LOOKED_AT)).values()) if tries > 1 else 1.0
        distance = abs(float(np.log(max(excess, 1e-9) / AIM)))
        if best is None or distance < best[0]:
            best = distance, file
    assert best is not None
    return _declared(best[1], random)


def _made(base: MaskedFile, kind: str, dose: float, random: Generator) -> MaskedFile:
    return replace(KINDS[kind](base, dose, random), kind=kind, dose=dose)


def _declared(file: MaskedFile, random: Generator) -> MaskedFile:
    """Declare a file truly, not, or wrongly; link it, or not, or wrongly."""
    how = random.random()
    wrong = dict.fromkeys(file.declared, str(random.choice(["recode", "suppress", "noise"])))
    declared = file.declared if how < 0.6 else {} if how < 0.85 else wrong
    full = file.m == file.population.n
    ways = ("identifier", "row" if full else "identifier", "none", "wrong identifier", "wrong rows" if full else "none")
    links = str(random.choice(ways, p=(0.4, 0.3, 0.2, 0.05, 0.05)))
    in_order = file if links == "row" else file.taken(random.permutation(file.m))
    return replace(in_order, declared=dict(declared), links=links)


def _rising(base: MaskedFile, random: Generator) -> list[Planted]:
    """Return one kind in rising doses, declared truly and linked."""
    kind = str(random.choice(["PRAM", "swap", "noise, PRAM"]))
    seed = int(random.integers(2**31))
    doses = [_made(base, kind, dose, np.random.default_rng(seed)) for dose in RISING]
    return [planted(replace(file, kind=f"{kind}, rising", links="row"), random) for file in doses]


def planted(file: MaskedFile, random: Generator) -> Planted:
    """Return a file with the right answer."""
    return Planted(file, true_risk(file), int(random.integers(2**31)))


def made_up(seed: int, number: int) -> tuple[list[Planted], People]:
    """Return files declared synthetic, one from the law itself and one with people memorised, and a control."""
    random = np.random.default_rng([seed, number, 1])
    population = drawn_population(random, SHAPES[number % len(SHAPES)])
    people = population.draw(population.n, random)
    fresh = unmasked("synthetic", population, population.draw(population.n, random), people)
    fresh = replace(fresh, file_kind="synthetic")
    share = float(random.choice([0.15, 0.3, 0.6, 0.9]))
    copied = replace(memorised(fresh, share, random), kind="synthetic, memorised", dose=share)
    copied = copied.taken(random.permutation(copied.m))
    return [planted(each, random) for each in (fresh, copied)], population.draw(population.n, random)
