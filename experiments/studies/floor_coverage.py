"""How often a fresh sample lies inside the band of fresh surveys: simulated populations.

``python -m experiments.studies.floor_coverage [--cases 500] [--first 1] [--workers 2] [--store FILE]
[POPULATION:N ...]`` prints a table in Markdown.
Of each population and size, ``cases`` originals are drawn; a fresh sample is drawn next to
each and compared with it, and it is counted how often its score lies below, inside and above the band that the
original alone gives. A case that is in the store (JSON lines) is not computed again, so that a run can be stopped
and taken up; it keeps all repetitions, so that another rule for the ends of a band needs no other run. Populations:
mixed, discrete, heaped, skewed, related (strongly), weak (related weakly), unrelated, households (samples of whole
households of four), binary, numbers, many (15 variables; the others have 5 to 8); and anew0, anew1 ...: populations
drawn at random, as many as one likes (5 to 12 variables of any kind, cuts, skew, heaps and strength of relations;
without a size the one that was drawn with them), for whoever wants others than these; homes0, homes1 ...: the same in
samples of whole households of four, of which each is alike more or less.
"""

import argparse
import json
import sys
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from core.data import Coded, Level, Pair, PairedVariable, Release, Role, SampleDesign, Unit, Variable
from core.utility.gdu import GduParameters, local_utilities
from core.utility.gdu.averages import global_utility
from core.utility.gdu.reference_records import reference_utility
from core.utility.resolution.gdu_repetitions import repeated_gdu
from core.utility.resolution.resolutions import band_of

CATEGORIES = 12
FACTORS = 3
REPETITIONS = 20
HALVES = ("aldu_univariate", "aldu_bivariate", "aldu_univariate_reference", "aldu_bivariate_reference")
MEASURES = ("gdu", "aldu_univariate", "aldu_bivariate", "gdu_reference")
DEFAULT = (
    "mixed:500", "mixed:2000", "discrete:800", "discrete:5000", "heaped:1000", "heaped:10000",
    "skewed:500", "skewed:2000", "related:1000", "unrelated:1000", "mixed:20000", "households:2000",
    "binary:1000", "many:1500", "weak:3000", "numbers:800",
)  # fmt: skip


def number(z):
    return "number", z


def lognormal(z):
    return "number", np.exp(1.2 * z)


def zero_inflated(z):
    return "number", np.where(z > 0.3, np.exp(z), 0.0)


def whole_years(z):
    return "number", np.round(np.clip(40 + 14 * z, 16, 80))


def fives(z):
    return "number", np.round(np.exp(z + 3) / 5) * 5


def counts(z):
    return "number", np.clip(np.round(2 * z + 3), 0, 9)


def of_shape(kind, z, amount, step):
    """Return numbers: log-normal, heaped, with zeros, or counts."""
    if kind == "lognormal":
        return "number", np.exp(amount * z)
    if kind == "heaped":
        return "number", np.round(np.exp(amount * z + 3) / step) * step
    if kind == "zeros":
        return "number", np.where(z > amount, np.exp(z), 0.0)
    return "number", np.clip(np.round(amount * z + 3), 0, 12)


def shaped(kind, amount, step=1.0):
    return partial(of_shape, kind, amount=amount, step=step)


def ordered(*cuts):
    return partial(_cut, "ordinal", cuts)


def unordered(*cuts):
    return partial(_cut, "nominal", cuts)


def _cut(kind, cuts, z):
    codes = np.searchsorted(np.array(cuts), z)
    mixed = np.random.default_rng(len(cuts)).permutation(len(cuts) + 1)
    return kind, (mixed[codes] if kind == "nominal" else codes).astype(np.int32)


TENTHS = (-1.28, -0.84, -0.52, -0.25, 0.0, 0.25, 0.52, 0.84, 1.28)
MIXED = (
    number, lognormal, whole_years, ordered(-0.5, 0.3, 1.3), ordered(-1.3, -0.8, 0.0, 0.8), unordered(0.0),
    unordered(-0.8, 0.0, 0.5, 1.3), unordered(*TENTHS),
)  # fmt: skip
POPULATIONS = {
    "mixed": (MIXED, 0.6),
    "related": (MIXED, 0.9),
    "unrelated": (MIXED, 0.0),
    "households": (MIXED, 0.6),
    "discrete": (
        (
            unordered(0.0), ordered(-0.8), unordered(-0.5, 0.3), ordered(-1.3, -0.5, 0.3, 1.3),
            unordered(-0.7, 0.0, 0.7), ordered(-1.6, -1.0, -0.25, 0.5, 0.8, 1.3),
            unordered(0.0, 0.5, 1.0, 1.5, 1.9, 2.3),
        ),
        0.6,
    ),
    "heaped": ((whole_years, fives, counts, zero_inflated, ordered(-0.5, 0.5), unordered(0.3), whole_years), 0.5),
    "skewed": ((lognormal, zero_inflated, fives, lognormal, counts, unordered(0.3, 1.3)), 0.6),
    "binary": (tuple(unordered(cut) for cut in (0.0, -0.5, 0.5, 1.0, -1.0)), 0.6),
    "many": (
        (
            *MIXED, counts, fives, zero_inflated, ordered(0.0, 1.0), unordered(-0.3, 0.6), number, number,
        ),
        0.4,
    ),
    "weak": (MIXED, 0.3),
    "numbers": ((number,) * 7, 0.7),
}  # fmt: skip
SEEDS = (
    "discrete", "heaped", "households", "mixed", "related", "skewed", "unrelated", "binary", "many", "numbers", "weak",
)  # fmt: skip
"""Each population's place is part of its seed: new ones stand behind, so that cases of a store stay what they are."""
ANEW, HOMES = "anew", "homes"
FIRST_PLACE = {ANEW: 1000, HOMES: 1_000_000}
ALIKE = 0.3
"""The share of variance that lies between the households of the population of that name."""
LEVELS = {"number": Level.CONTINUOUS, "ordinal": Level.ORDINAL, "nominal": Level.NOMINAL}


def drawn_anew(k):
    """Return variables, loadings and size of the k-th population drawn at random."""
    random, kinds = np.random.default_rng([77, k]), []
    for _ in range(int(random.integers(5, 13))):
        kind, cuts = random.integers(0, 7), tuple(np.sort(random.normal(0, 1, int(random.integers(1, 8)))))
        kinds.append(
            (
                number,
                shaped("lognormal", random.uniform(0.3, 1.5)),
                _heaps(random),
                shaped("zeros", random.uniform(-1, 1)),
                shaped("counts", random.uniform(0.8, 3)),
                ordered(*cuts),
                unordered(*cuts),
            )[kind]
        )
    n = int(round(np.exp(random.uniform(np.log(500), np.log(6000))), -1))
    return kinds, _loadings(len(kinds), float(random.uniform(0, 0.95)), random), n


def _heaps(random):
    step = float(random.choice([1, 5, 10]))
    return shaped("heaped", random.uniform(0.4, 1.2), step)


def _loadings(variables, strength, random):
    return strength * random.uniform(-1, 1, (variables, FACTORS)) / np.sqrt(1 + random.exponential(1, (variables, 1)))


def number_of(name):
    """Return which of the populations drawn at random a name is; None of one of the others."""
    return next((int(name.removeprefix(kind)) for kind in (ANEW, HOMES) if name.startswith(kind)), None)


def population_of(name):
    """Return the variables of a population and their loadings, which differ from 0 to its strength."""
    k = number_of(name)
    if k is not None:
        return drawn_anew(k)[:2]
    kinds, strength = POPULATIONS[name]
    return kinds, _loadings(len(kinds), strength, np.random.default_rng(len(kinds)))


def place_of(name):
    """Return the place of a population in its seed."""
    k = number_of(name)
    return SEEDS.index(name) if k is None else k + FIRST_PLACE[name.removesuffix(str(k))]


def alike_in_households(name):
    """Return the share of variance between households; None where single records are drawn."""
    if name.startswith(HOMES):
        return float(np.random.default_rng([78, number_of(name)]).uniform(0.1, 0.6))
    return ALIKE if name == "households" else None


def drawn(population, n, random):
    """Draw a sample: one coded variable a column."""
    kinds, loadings = population_of(population)
    factors = random.standard_normal((n, FACTORS))
    own = random.standard_normal((n, len(kinds)))
    alike = alike_in_households(population)
    if alike is not None:
        homes = np.repeat(np.arange(-(-n // 4)), 4)[:n]
        common = random.standard_normal((n, FACTORS))[homes], random.standard_normal((n, len(kinds)))[homes]
        both = zip(common, (factors, own), strict=True)
        factors, own = (np.sqrt(alike) * c + np.sqrt(1 - alike) * x for c, x in both)
    z = factors @ loadings.T + own * np.sqrt(np.maximum(0.05, 1 - (loadings**2).sum(axis=1)))
    return [_coded(*kind(z[:, j])) for j, kind in enumerate(kinds)]


def _coded(kind, values):
    categories = () if kind == "number" else tuple(f"c{i:02}" for i in range(CATEGORIES))
    return Coded(LEVELS[kind], values.astype(np.float64) if kind == "number" else values, categories)


def beside(population, original, masked):
    """Return two files as a pair."""
    variables = tuple(
        PairedVariable(Variable(f"v{i}", Role.ANALYSIS, a.level), a, a, b)
        for i, (a, b) in enumerate(zip(original, masked, strict=True))
    )
    return Pair("", variables, _release(population, original), _release(population, masked))


def _release(population, columns):
    n = len(columns[0].values)
    if alike_in_households(population) is None:
        return Release("", n, {})
    units = np.repeat(np.arange(-(-n // 4)), 4)[:n]
    return Release("", n, {}, drawn=SampleDesign(units, np.zeros(n, dtype=np.int64), Unit.HOUSEHOLD, "household"))


def one_case(population, n, parameters, seed):
    """Return the scores of a fresh sample, and of each repetition of the floor both halves in both forms."""
    random = np.random.default_rng([seed, n, place_of(population)])
    original, fresh = drawn(population, n, random), drawn(population, n, random)
    local = local_utilities(beside(population, original, fresh), parameters)
    twice = beside(population, original, original)
    points = [repeated_gdu(twice, n, parameters, random).fresh for _ in range(REPETITIONS)]
    fresh_score = halves(global_utility(local), reference_utility(local))
    return [fresh_score, [[point[half] for half in HALVES] for point in points]]


def halves(own, reference):
    """Return univariate and pairs' half, and both at the reference number of records."""
    return [own.univariate, own.bivariate, reference.univariate, reference.bivariate]


def with_bands(case):
    """Return by measure the score of the fresh sample and the band of the repetitions."""
    fresh, *others = map(_figures, (case[0], *case[1]))
    bands = [band_of(values) for values in zip(*others, strict=True)]
    return [(score, band["low"], band["high"]) for score, band in zip(fresh, bands, strict=True)]


def _figures(four):
    """Return GDU, its halves and GDU at the reference number of records from its halves in both forms."""
    return (four[0] + four[1]) / 2, four[0], four[1], (four[2] + four[3]) / 2


def row(population, n, found):
    """Return one line of the table: shares below, inside and above, by measure."""
    cells = []
    for score, low, high in np.moveaxis(np.array([with_bands(case) for case in found]), 0, 2):
        below, above = (score < low - 1e-12).mean(), (score > high + 1e-12).mean()
        cells.append(f"{100 * (1 - below - above):.1f} ({100 * below:.1f} / {100 * above:.1f})")
    return f"| {population} | {n} | {len(found):,} | " + " | ".join(cells) + " |"


def study(populations, seeds, workers, store):
    """Yield population and what was found in every case, those of the store first, then all in turn."""
    wanted = {(name, seed) for name in populations for seed in seeds}
    done = set()
    if store is not None and store.exists():
        for line in store.read_text().splitlines():
            name, seed, found = json.loads(line)
            if (name, seed) in wanted:
                done.add((name, seed))
                yield name, found
    left = sorted(wanted - done, key=lambda case: (case[1], populations.index(case[0])))
    with get_context("spawn").Pool(workers) as pool:
        for name, seed, found in pool.imap_unordered(_one, left):
            if store is not None:
                with store.open("a") as file:
                    file.write(json.dumps([name, seed, found]) + "\n")
            yield name, found


def _one(case):
    population, n = case[0].split(":")
    return *case, one_case(population, int(n), GduParameters(), case[1])


def _with_size(name):
    return name if ":" in name else f"{name}:{drawn_anew(number_of(name))[2]}"


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("populations", nargs="*", default=DEFAULT)
    asked.add_argument("--cases", type=int, default=500)
    asked.add_argument("--first", type=int, default=1)
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--store", type=Path)
    chosen = asked.parse_args()
    found = {_with_size(name): [] for name in chosen.populations}
    seeds = range(chosen.first, chosen.first + chosen.cases)
    for name, case in study(list(found), seeds, chosen.workers, chosen.store):
        found[name].append(case)
    lines = ["| Population | n | Cases | " + " | ".join(MEASURES) + " |", "|" + "---|" * (3 + len(MEASURES))]
    for name, cases in found.items():
        population, n = name.split(":")
        lines += [row(population, f"{int(n):,}", cases)] if cases else []
    lines.append(row("all", "", [case for cases in found.values() for case in cases]))
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
