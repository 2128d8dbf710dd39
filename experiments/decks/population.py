"""Populations whose law is known: a few classes of people, in each of which the variables are independent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

CLASSES = 4
People = dict[str, NDArray[np.int64]]
SHAPES = ("few keys", "many keys", "strong association", "weak association", "skewed money", "households")


@dataclass(frozen=True, eq=False)
class Trait:
    """One variable: its values, and how likely each is in each class of people.

    Parameters
    ----------
    name : str
    level : {"nominal", "ordinal", "continuous"}
    values : float64 array (s,)
        Numbers that it can be; of categories their places.
    law : float64 array (classes, s)
    of_household : bool
        Whether people of one household share it.
    """

    name: str
    level: str
    values: NDArray[np.float64]
    law: NDArray[np.float64]
    of_household: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """Its values as a file writes them."""
        return tuple(f"{self.name}{int(value)}" for value in self.values)


@dataclass(frozen=True, eq=False)
class Population:
    """A law that people are drawn from.

    Parameters
    ----------
    shape : str
    shares : float64 array (classes,)
    traits : tuple of Trait
    keys : tuple of str
        What an intruder knows.
    n : int
        People of the original.
    """

    shape: str
    shares: NDArray[np.float64]
    traits: tuple[Trait, ...]
    keys: tuple[str, ...]
    n: int

    def trait(self, name: str) -> Trait:
        """Return a variable by its name."""
        return next(t for t in self.traits if t.name == name)

    def draw(self, n: int, random: Generator) -> People:
        """Return the codes of n people; of households one after the other."""
        home = np.arange(n)
        if self.shape == "households":
            home = np.repeat(np.arange(n), random.integers(1, 6, n))[:n]
        classes = random.choice(CLASSES, n, p=self.shares)[home]
        people: People = {}
        for trait in self.traits:
            steps = trait.law.cumsum(axis=1)
            chance = random.random(n)
            chance = chance[home] if trait.of_household else chance
            codes = (chance[:, None] > steps[classes]).sum(axis=1)
            people[trait.name] = np.minimum(codes, len(trait.values) - 1)
        return people


def drawn_population(random: Generator, shape: str) -> Population:
    """Return a population of a shape, its particulars drawn."""
    place, strength = random.normal(0, 1, CLASSES), 0.9
    sizes: Mapping[str, tuple[int, int]] = {"few keys": (400, 1200), "weak association": (400, 1000)}
    n = int(random.integers(*sizes.get(shape, (200, 600))))
    strength = {"strong association": 1.6, "weak association": 0.35}.get(shape, 0.9)
    make = _Maker(random, place, strength)
    sex, region, school = make.nominal("sex", 2), make.nominal("region", 4, home=True), make.ordinal("school", 4)
    age, money = make.number("age", np.arange(16.0, 86.0)), make.money("money", skewed=shape == "skewed money")
    work, state, hours = (
        make.nominal("work", 5),
        make.nominal("state", 3),
        make.number("hours", np.arange(0.0, 61.0, 4)),
    )
    size = make.ordinal("size", 5, home=True)
    traits = (sex, region, school, age, money, work, state, hours, size)
    keys = {
        "few keys": ("sex", "region", "school"),
        "many keys": ("sex", "region", "school", "age", "work", "state", "size"),
        "skewed money": ("sex", "region", "age", "money"),
        "households": ("region", "size", "sex", "age"),
    }.get(shape, ("sex", "region", "school", "age", "state"))
    shares = random.dirichlet(np.full(CLASSES, 6.0))
    return Population(shape, shares, traits, keys, n)


@dataclass(frozen=True, eq=False)
class _Maker:
    random: Generator
    place: NDArray[np.float64]
    strength: float

    def nominal(self, name: str, n: int, *, home: bool = False) -> Trait:
        common = self.random.normal(0, 0.4, n)
        lean = common + self.strength * self.place[:, None] * self.random.normal(0, 1, n)
        return self._trait(name, "nominal", np.arange(float(n)), lean, home)

    def ordinal(self, name: str, n: int, *, home: bool = False) -> Trait:
        return self._trait(name, "ordinal", np.arange(float(n)), self._around(np.linspace(-1.2, 1.2, n)), home)

    def number(self, name: str, values: NDArray[np.float64]) -> Trait:
        return self._trait(name, "continuous", values, self._around(np.linspace(-2.0, 2.0, len(values))), False)

    def money(self, name: str, *, skewed: bool) -> Trait:
        values = np.round(np.geomspace(300, 60000 if skewed else 9000, 120), -1)
        lean = self._around(np.linspace(-2.2 if skewed else -2.0, 3.4 if skewed else 2.0, len(values)))
        if skewed:
            lean[:, 0] += 2.5
        return self._trait(name, "continuous", values, lean, False)

    def _around(self, grid: NDArray[np.float64]) -> NDArray[np.float64]:
        side = self.random.choice([-1.0, 1.0]) * self.random.uniform(0.5, 1.0)
        return -0.5 * (grid - self.strength * side * self.place[:, None]) ** 2 / 0.7

    @staticmethod
    def _trait(name: str, level: str, values: NDArray[np.float64], lean: NDArray[np.float64], home: bool) -> Trait:
        law = np.exp(lean - lean.max(axis=1, keepdims=True))
        return Trait(name, level, values, law / law.sum(axis=1, keepdims=True), home)
