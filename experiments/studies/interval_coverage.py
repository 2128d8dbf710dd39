"""How often 95 % intervals hold what they are about: six sample designs, the file-level measures with an interval.

``python -m experiments.studies.interval_coverage [--samples 1000] [--first 0] [--workers 2] [--designs NAME ...]
[--measures ID ...] [--store FILE]``
draws samples from a generated population of 120,000 persons, masks each anew in the same way (noise, PRAM, local
suppression, top-coding), measures it, and counts how often the interval holds the mean of the measure over all
samples: the same masking applied to another sample. Prints a table (docs/validation/coverage.md).
Samples are numbered, and the same number is the same sample; one that is in the store (JSON lines) is not drawn again,
so that a run can be stopped and taken up.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.random import Generator

from core.assessment import collect, make_plan, run
from core.data import (
    Codebook,
    Column,
    KeySet,
    Level,
    Microdata,
    Role,
    Scenario,
    ScenarioDeclaration,
    Variable,
)
from core.measures import Result
from core.measures.interval_coverage import GOOD
from core.statistics.reproducible import generator

File = dict[str, np.ndarray]

STRATA, CLUSTERS, HOUSEHOLDS = 60, 1200, 48_000
MEASURES = (
    "gdu",
    "gdu_effect_sizes",
    "aldu_univariate",
    "aldu_bivariate",
    "total_variation_mean",
    "jensen_shannon_mean",
    "hellinger_mean",
    "wasserstein_mean",
    "missing_values_mean",
    "records_changed_mean",
    "mean_difference",
    "covariance_mae",
    "correlation_mae",
    "pca_difference",
    "eigenvalues",
    "gamma_distance",
    "il1s",
    "lambda_distance",
    "values_mse",
    "values_mae",
    "values_variation",
    "gcp",
    "entropy_loss_mean",
    "interval_disclosure",
    "linkage_gower",
    "linkage_fellegi_sunter",
    "duncan_lambert",
)
LEVELS = {
    "age": Level.CONTINUOUS,
    "income": Level.CONTINUOUS,
    "hours": Level.CONTINUOUS,
    "education": Level.ORDINAL,
    "region": Level.NOMINAL,
    "sex": Level.NOMINAL,
    "marital": Level.NOMINAL,
    "tenure": Level.NOMINAL,
}
KEYS = ("age", "education", "region", "sex", "marital")


@cache
def population() -> File:
    """Generate persons in households in clusters in strata: neighbours and households are alike."""
    random = generator(7, "interval coverage|population")
    of_stratum = random.normal(0, 0.35, STRATA)
    cluster_stratum = np.arange(CLUSTERS) % STRATA
    of_cluster = of_stratum[cluster_stratum] + random.normal(0, 0.45, CLUSTERS)
    household_cluster = np.arange(HOUSEHOLDS) % CLUSTERS
    of_household = of_cluster[household_cluster] + random.normal(0, 0.6, HOUSEHOLDS)
    sizes = random.choice([1, 2, 3, 4, 5], HOUSEHOLDS, p=[0.3, 0.32, 0.16, 0.14, 0.08])
    household = np.repeat(np.arange(HOUSEHOLDS), sizes)
    n = len(household)
    cluster = household_cluster[household]
    level = of_household[household] + random.normal(0, 0.6, n)
    age = np.clip(random.normal(44, 19, n), 0, 95).round()
    return {
        "age": age,
        "income": np.exp(9.6 + 0.5 * level + 0.006 * (age - 44)).round(-1) * (random.random(n) > 0.08),
        "hours": np.clip(np.where(random.random(n) < 0.6, 40, random.normal(30, 12, n)).round(), 0, 80),
        "education": np.digitize(level + random.normal(0, 0.7, n), [-1.2, -0.3, 0.5, 1.3]),
        "region": cluster_stratum[cluster] // 12,
        "sex": random.integers(0, 2, n),
        "marital": np.clip(np.digitize(age + random.normal(0, 14, n), [30, 55, 75]), 0, 3),
        "tenure": np.digitize(of_household[household] + random.normal(0, 0.4, HOUSEHOLDS)[household], [-0.3, 0.6]),
        "household": household,
        "cluster": cluster,
        "stratum": cluster_stratum[cluster],
        "size": np.exp(random.normal(0, 0.83, n) + 0.3 * level),
    }


@dataclass(frozen=True)
class Design:
    """How a sample is drawn, and which variables tell it: ``draw`` returns rows of the population."""

    name: str
    draw: Callable[[File, Generator], np.ndarray]
    roles: Mapping[str, Role]


def simple(file: File, random: Generator) -> np.ndarray:
    return random.choice(len(file["age"]), 1000, replace=False)


def stratified(file: File, random: Generator) -> np.ndarray:
    """Two hundred persons in each of five regions."""
    return np.concatenate([random.choice(np.flatnonzero(file["region"] == r), 200, replace=False) for r in range(5)])


def two_stage(file: File, random: Generator) -> np.ndarray:
    """Twenty persons in each of fifty clusters."""
    drawn = random.choice(CLUSTERS, 50, replace=False)
    return np.concatenate([random.choice(np.flatnonzero(file["cluster"] == c), 20, replace=False) for c in drawn])


def whole_households(file: File, random: Generator) -> np.ndarray:
    """All persons of four hundred households."""
    return np.flatnonzero(np.isin(file["household"], random.choice(HOUSEHOLDS, 400, replace=False)))


def unequal(file: File, random: Generator) -> np.ndarray:
    """A thousand persons with chances that differ as much as their mean: weights of a coefficient of variation of 1."""
    return random.choice(len(file["age"]), 1000, replace=False, p=file["size"] / file["size"].sum())


def small_strata(file: File, random: Generator) -> np.ndarray:
    """Eight persons in each of two clusters in each of sixty strata."""
    rows = []
    for stratum in range(STRATA):
        for c in random.choice(np.arange(stratum, CLUSTERS, STRATA), 2, replace=False):
            rows.append(random.choice(np.flatnonzero(file["cluster"] == c), 8, replace=False))
    return np.concatenate(rows)


DESIGNS = (
    Design("simple", simple, {}),
    Design("stratified", stratified, {"region_drawn": Role.STRATUM}),
    Design("two-stage clusters", two_stage, {"cluster": Role.CLUSTER}),
    Design("households", whole_households, {"household": Role.HOUSEHOLD}),
    Design("unequal weights", unequal, {"weight": Role.WEIGHT}),
    Design("small strata", small_strata, {"cluster": Role.CLUSTER, "stratum": Role.STRATUM}),
)


def masked(sample: File, random: Generator) -> File:
    """Mask a sample: noise, top-coding at a fixed income, PRAM, local suppression of a rare mark."""
    file, n = dict(sample), len(sample["age"])
    file["age"] = np.clip(file["age"] + random.normal(0, 2, n), 0, 95).round()
    file["income"] = np.minimum(file["income"] + random.normal(0, 1500, n).round(-1), 40_000)
    for name, size in (("region", 5), ("marital", 4)):
        file[name] = np.where(random.random(n) < 0.08, random.integers(0, size, n), file[name])
    file["education"] = np.where(random.random(n) < 0.04, np.nan, file["education"])
    return file


def microdata(name: str, file: File, more: Iterable[str]) -> Microdata:
    columns = {v: Column(np.asarray(file[v], dtype=float)) for v in (*LEVELS, *more)}
    return Microdata(name, columns, len(file["age"]), name)


def figures(design: Design, number: int, measures: Sequence[str] = MEASURES) -> dict[str, list[float]]:
    """Return value, low and high of these measures on one sample; without an interval the value alone."""
    random = generator(number, f"interval coverage|{design.name}")
    people = population()
    rows = design.draw(people, random)
    sample: File = {name: values[rows] for name, values in people.items()}
    sample |= {"region_drawn": sample["region"], "weight": 1 / sample["size"]}
    more = tuple(design.roles)
    book = Codebook(
        (
            *(Variable(v, level, Role.KEY if v in KEYS else Role.ANALYSIS) for v, level in LEVELS.items()),
            *(Variable(v, Level.NOMINAL, role) for v, role in design.roles.items()),
        ),
        (KeySet("keys", KEYS),),
    )
    files = microdata("original.csv", sample, more), microdata("masked.csv", masked(sample, random), more)
    plan = make_plan(list(measures))
    scenario = Scenario(files[1], ScenarioDeclaration("masked.csv", linked="row"))
    outcomes = collect(plan, run(files[0], [scenario], book, plan)).scenarios[0].outcomes
    return {
        o.measure: [o.value, *(o.interval or ())]
        for o in outcomes
        if isinstance(o, Result) and o.measure in measures and len(o.target) < 2
    }


def _one(measures: Sequence[str], task: tuple[int, int]) -> tuple[str, int, dict[str, list[float]]]:
    design = DESIGNS[task[0]]
    return design.name, task[1], figures(design, task[1], measures)


def study(
    samples: range, workers: int, designs: Sequence[str], measures: Sequence[str], store: Path | None
) -> Iterator[tuple[str, dict]]:
    """Yield design and figures of every sample, those of the store first."""
    wanted = {(d.name, i) for d in DESIGNS if d.name in designs for i in samples}
    done: set[tuple[str, int]] = set()
    if store is not None and store.exists():
        for line in store.read_text().splitlines():
            name, number, found = json.loads(line)
            if (name, number) in wanted:
                done.add((name, number))
                yield name, found
    names = [d.name for d in DESIGNS]
    left = sorted((number, names.index(name)) for name, number in wanted - done)
    with get_context("spawn").Pool(workers) as pool:
        for name, number, found in pool.imap_unordered(partial(_one, measures), [(i, number) for number, i in left]):
            if store is not None:
                with store.open("a") as file:
                    file.write(json.dumps([name, number, found]) + "\n")
            yield name, found


def coverage(values: Sequence[Sequence[float]]) -> tuple[float, float] | None:
    """Return the share of intervals that hold the mean, and their mean standard error by the true one.

    Parameters
    ----------
    values : sequence of (value, low, high)
        One a sample; None where fewer than half of the samples have an interval.
    """
    held = np.array([v for v in values if len(v) == 3])
    if 2 * len(held) < len(values) or len(held) < 2:
        return None
    truth = np.mean([v[0] for v in values])
    inside = (held[:, 1] <= truth + 1e-12) & (truth - 1e-12 <= held[:, 2])
    spread = held[:, 0].std(ddof=1)
    width = float(np.mean(held[:, 2] - held[:, 1]) / (2 * 1.96 * spread)) if spread > 0 else float("nan")
    return float(inside.mean()), width


def cell(share: float, samples: int, width: float) -> str:
    """Return a cell of the table: coverage, samples, and width by the true interval's; bold where it is not good."""
    mark = "" if GOOD[0] <= share <= GOOD[1] else "**"
    return f"{mark}{100 * share:.1f}{mark} of {samples} ({width:.2f})"


def markdown(results: Mapping[str, Sequence[Mapping[str, Sequence[float]]]]) -> str:
    """Return the table: coverage of each measure under each design."""
    designs = [d.name for d in DESIGNS if d.name in results]
    lines = [
        "| Measure | " + " | ".join(designs) + " |",
        "|---|" + "---|" * len(designs),
    ]
    for measure in MEASURES:
        cells = []
        for name in designs:
            values = [f[measure] for f in results[name] if measure in f]
            found = coverage(values)
            cells.append("none shown" if found is None else cell(found[0], sum(len(v) == 3 for v in values), found[1]))
        lines.append(f"| {measure} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--designs", nargs="*", default=[d.name for d in DESIGNS])
    parser.add_argument("--measures", nargs="*", default=MEASURES)
    parser.add_argument("--store", type=Path)
    chosen = parser.parse_args()
    samples = range(chosen.first, chosen.first + chosen.samples)
    results: dict[str, list[Mapping[str, Sequence[float]]]] = {}
    for name, found in study(samples, chosen.workers, chosen.designs, chosen.measures, chosen.store):
        results.setdefault(name, []).append(found)
    sys.stdout.write(markdown(results) + "\n")


if __name__ == "__main__":
    main()
