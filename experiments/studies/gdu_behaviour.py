"""How GDU behaves as a file is damaged more and more: a generated population of 11 variables and 55 pairs.

Run as ``python -m experiments.studies.gdu_behaviour [RECORDS ...]`` (default 1000 10000 100000). Prints
ALDUuni / ALDUbiv / GDU of each protection, beside the figures of an earlier study on another
generated population: levels differ with the population, the pattern must not.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.random import Generator

from core.data import Bands, CategoryMap, Closed, Coded, Level, Pair, PairedVariable, Release, Variable
from core.utility.gdu import GduParameters, local_utilities
from core.utility.gdu.averages import GlobalUtility, global_utility

CONTINUOUS = ("age", "income", "hours", "wealth", "commute")
ORDINAL = {"education": 5, "health": 5, "satisfaction": 7}
NOMINAL = {"region": 8, "sex": 2, "marital": 4}
File = dict[str, np.ndarray]

EARLIER = {  # GDU at 1,000 / 10,000 / 100,000 records
    "identity": (1.0, 1.0, 1.0),
    "noise .1 SD": (0.983, 0.936, 0.869),
    "noise .5 SD": (0.820, 0.708, 0.710),
    "noise 1 SD": (0.688, 0.635, 0.664),
    "swap 5%": (0.950, 0.956, 0.956),
    "swap 25%": (0.878, 0.840, 0.854),
    "suppress 5%": (0.967, 0.962, None),
    "suppress 20%": (0.949, 0.944, 0.981),
    "suppress 50%": (0.904, 0.893, None),
    "band age and income in 10": (0.979, 0.978, 0.978),
    "merge region to 4": (0.964, 0.964, None),
    "merge region to 2": (0.956, 0.956, 0.956),
    "sample 50%": (0.933, 0.913, 0.970),
    "sample 5%": (0.820, 0.866, 0.925),
    "drop 1": (0.909, 0.909, None),
    "drop 2": (0.818, 0.818, 0.818),
    "drop 4": (0.636, 0.636, None),
    "shuffled columns": (0.845, 0.762, None),
    "fresh sample": (0.900, 0.849, 0.950),
}


def population(n: int, random: Generator) -> File:
    """Draw n people: one background factor and age drive everything, unequally."""
    factor, age = random.normal(size=n), np.clip(random.normal(47, 18, n), 16, 95).round()
    region = random.choice(8, n, p=[0.25, 0.2, 0.15, 0.12, 0.1, 0.08, 0.06, 0.04])
    sex = random.integers(0, 2, n)
    income = np.exp(9.8 + 0.4 * factor + 0.01 * (age - 47) - 0.15 * sex + 0.4 * random.normal(size=n)).round(2)
    marital = np.clip(np.digitize(age + random.normal(0, 14, n), [30, 55, 75]), 0, 3)
    steps = {"education": 0.8, "health": 0.4, "satisfaction": 0.25}
    file: File = {
        "age": age,
        "income": income,
        "hours": 36 + 4 * factor + 6 * random.normal(size=n),
        "wealth": np.exp(8 + 0.8 * factor + 0.03 * age + random.normal(size=n)),
        "commute": random.gamma(2, 12, n) + 1.5 * region,
    }
    for name, levels in ORDINAL.items():
        latent = steps[name] * factor - 0.015 * (age - 47) * (name == "health") + random.normal(size=n)
        file[name] = np.digitize(latent, np.linspace(-1.4, 1.4, levels - 1)).astype(np.int32)
    return file | {"region": region.astype(np.int32), "sex": sex.astype(np.int32), "marital": marital.astype(np.int32)}


def coded(name: str, values: np.ndarray) -> Coded:
    if name in CONTINUOUS:
        return Coded(Level.CONTINUOUS, values)
    level, size = (Level.ORDINAL, ORDINAL[name]) if name in ORDINAL else (Level.NOMINAL, NOMINAL[name])
    return Coded(level, values, tuple(map(str, range(size))))


def unchanged(file: File) -> dict[str, PairedVariable]:
    return {name: paired(name, values, values) for name, values in file.items()}


def paired(name: str, original: np.ndarray, masked: np.ndarray | None) -> PairedVariable:
    before = coded(name, original)
    after = before if masked is original else None if masked is None else coded(name, masked)
    return PairedVariable(Variable(name, before.level), before, before, after)


def utility(variables: dict[str, PairedVariable]) -> GlobalUtility:
    n = len(next(iter(variables.values())).original.values)
    m = max(len(v.masked.values) for v in variables.values() if v.masked is not None)
    pair = Pair("study", tuple(variables.values()), Release("o", n, {}), Release("m", m, {}))
    return global_utility(local_utilities(pair, GduParameters()))


def every(file: File, change: Callable[[str, np.ndarray], np.ndarray]) -> dict[str, PairedVariable]:
    return {name: paired(name, values, change(name, values)) for name, values in file.items()}


def noise(file: File, share: float, random: Generator) -> dict[str, PairedVariable]:
    return every(file, lambda name, x: x + random.normal(0, share * x.std(), len(x)) if name in CONTINUOUS else x)


def swap(file: File, share: float, random: Generator) -> dict[str, PairedVariable]:
    def swapped(_: str, x: np.ndarray) -> np.ndarray:
        chosen = random.permutation(len(x))[: int(share * len(x))]
        masked = x.copy()
        masked[chosen] = x[random.permutation(chosen)]
        return masked

    return every(file, swapped)


def suppress(file: File, share: float, random: Generator) -> dict[str, PairedVariable]:
    def emptied(name: str, x: np.ndarray) -> np.ndarray:
        gone = random.random(len(x)) < share
        return np.where(gone, np.nan if name in CONTINUOUS else -1, x).astype(x.dtype)

    return every(file, emptied)


def band(file: File, bands: int) -> dict[str, PairedVariable]:
    found = unchanged(file)
    for name in ("age", "income"):
        inner = np.unique(np.quantile(file[name], np.arange(1, bands) / bands))
        ends = [-np.inf, *inner.tolist(), np.inf]
        recode = Bands(tuple(pairwise(ends)), closed=Closed.LEFT)
        codes = np.searchsorted(inner, file[name], side="right").astype(np.int32)
        after = Coded(Level.ORDINAL, codes, tuple(map(str, range(len(inner) + 1))))
        before = found[name].original
        found[name] = PairedVariable(Variable(name, Level.CONTINUOUS), before, after, after, recode, "declared")
    return found


def merge_regions(file: File, regions: int) -> dict[str, PairedVariable]:
    groups = {str(g): tuple(str(c) for c in range(8) if c * regions // 8 == g) for g in range(regions)}
    after = Coded(Level.NOMINAL, (file["region"] * regions // 8).astype(np.int32), tuple(groups))
    before = coded("region", file["region"])
    merged = PairedVariable(Variable("region", Level.NOMINAL), before, after, after, CategoryMap(groups), "declared")
    return unchanged(file) | {"region": merged}


def rows(file: File, chosen: np.ndarray) -> dict[str, PairedVariable]:
    return {name: paired(name, x, x[chosen]) for name, x in file.items()}


def drop(file: File, count: int) -> dict[str, PairedVariable]:
    gone = list(file)[-count:]
    return {name: paired(name, x, None if name in gone else x) for name, x in file.items()}


def study(n: int, seed: int = 1) -> dict[str, GlobalUtility]:
    """Return the utility of every protection of one generated file of n records."""
    random = np.random.default_rng(seed)
    file, fresh = population(n, random), population(n, random)
    found = {"identity": utility(unchanged(file))}
    for share, words in ((0.1, ".1"), (0.5, ".5"), (1.0, "1")):
        found[f"noise {words} SD"] = utility(noise(file, share, random))
    for share in (0.05, 0.25):
        found[f"swap {share:.0%}"] = utility(swap(file, share, random))
    for share in (0.05, 0.2, 0.5):
        found[f"suppress {share:.0%}"] = utility(suppress(file, share, random))
    found["band age and income in 10"] = utility(band(file, 10))
    for regions in (4, 2):
        found[f"merge region to {regions}"] = utility(merge_regions(file, regions))
    for share in (0.5, 0.05):
        chosen = random.permutation(n)[: int(share * n)]
        found[f"sample {share:.0%}"] = utility(rows(file, chosen))
    for count in (1, 2, 4):
        found[f"drop {count}"] = utility(drop(file, count))
    found["shuffled columns"] = utility(every(file, lambda _, x: random.permutation(x)))
    found["fresh sample"] = utility({name: paired(name, x, fresh[name]) for name, x in file.items()})
    return found


def main(sizes: list[int]) -> None:
    found = {n: study(n) for n in sizes}
    places = {1000: 0, 10_000: 1, 100_000: 2}
    print("protection".ljust(28), *(f"n = {n:,}: uni / biv / GDU (earlier)".ljust(38) for n in sizes))  # noqa: T201
    for name in found[sizes[0]]:
        cells = []
        for n in sizes:
            u = found[n][name]
            earlier = EARLIER[name][places[n]] if n in places else None
            beside = "" if earlier is None else f"({earlier:.3f})"
            cells.append(f"{u.univariate:.3f} / {u.bivariate:.3f} / {u.value:.3f} {beside}".ljust(38))
        print(name.ljust(28), *cells)  # noqa: T201


if __name__ == "__main__":
    main([int(n) for n in sys.argv[1:]] or [1000, 10_000, 100_000])
