"""How often the 95 % intervals of indicators and coefficients hold the population's figure: six sample designs.

``python -m experiments.studies.survey_coverage [--samples 1000] [--workers 2] [--designs NAME ...]`` draws samples from
the population of ``interval_coverage``, weights each person by the inverse of the chance to be drawn, and compares
weighted figures with those of the whole population. Prints a table: coverage in percent and, in
brackets, the mean width by that of an interval with the true standard error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import get_context

import numpy as np

from core.data import (
    Codebook,
    Column,
    Indicator,
    Level,
    Microdata,
    Model,
    Regression,
    Role,
    Scenario,
    ScenarioDeclaration,
    Statistic,
    Uses,
    Variable,
)
from core.pairing import pair
from core.statistics.reproducible import generator
from core.utility.analyses import AnalysesParameters, compare_indicators, compare_regressions
from experiments.studies.interval_coverage import DESIGNS, GOOD, Design, File, population

W = "weight"
INDICATORS = (
    Indicator("mean income", Statistic.MEAN, "income", weight=W),
    Indicator("mean income by sex", Statistic.MEAN, "income", by="sex", weight=W),
    Indicator("mean hours by region", Statistic.MEAN, "hours", by="region", weight=W),
    Indicator("total income", Statistic.TOTAL, "income", weight=W),
    Indicator("share of the highest education", Statistic.SHARE, "education", "4", weight=W),
    Indicator("hours by income", Statistic.RATIO, "hours", denominator="income", weight=W),
    Indicator("median income", Statistic.MEDIAN, "income", weight=W),
    Indicator("upper decile of income", Statistic.QUANTILE, "income", quantile=0.9, weight=W),
    Indicator("Gini of income", Statistic.GINI, "income", weight=W),
    Indicator("poverty rate", Statistic.POVERTY_RATE, "income", weight=W),
)
REGRESSIONS = (
    Regression("ols", Model.OLS, "income ~ age + hours + C(sex)", W),
    Regression("logit", Model.LOGIT, "sex ~ age + income", W),
)
USED = {"income": Level.CONTINUOUS, "hours": Level.CONTINUOUS, "age": Level.CONTINUOUS}
CLASSES = {"education": Level.ORDINAL, "sex": Level.NOMINAL, "region": Level.NOMINAL}

Figures = dict[str, tuple[float, float, float]]


def weights(design: str, sample: File) -> np.ndarray:
    """Return people that each person of a sample stands for, by the chance that the design gave them."""
    people = population()
    n = len(people["age"])
    if design == "stratified":
        return np.bincount(people["region"])[sample["region"]] / 200
    if design == "two-stage clusters":
        return np.bincount(people["cluster"])[sample["cluster"]] / 20 * 1200 / 50
    if design == "small strata":
        return np.bincount(people["cluster"])[sample["cluster"]] / 8 * 20 / 2
    if design == "unequal weights":
        return people["size"].sum() / (1000 * sample["size"])
    return np.full(len(sample["age"]), 48_000 / 400 if design == "households" else n / 1000)


def figures(file: File, weight: np.ndarray, roles: Mapping[str, Role]) -> Figures:
    """Return value, low and high of every indicator, by group, and of every coefficient."""
    columns = {name: Column(np.asarray(file[name], dtype=float)) for name in (*USED, *CLASSES, *roles)}
    columns |= {W: Column(weight.astype(float))}
    variables = (
        *(Variable(name, level, Role.KEY) for name, level in (USED | CLASSES).items()),
        Variable(W, Level.CONTINUOUS, Role.WEIGHT),
        *(Variable(name, Level.NOMINAL, role) for name, role in roles.items() if role is not Role.WEIGHT),
    )
    original = Microdata("original", columns, len(weight))
    scenario = Scenario(original, ScenarioDeclaration("copy", "copy", "none"))
    made = pair(original, scenario, Codebook(variables, uses=Uses(INDICATORS, REGRESSIONS)))
    found = {" · ".join(c.target): c.original for c in compare_indicators(made, AnalysesParameters()).compared}
    for regression in compare_regressions(made, AnalysesParameters()):
        assert regression.original is not None
        names = zip(regression.original.names, regression.original.coefficients, strict=True)
        found |= {f"{regression.regression.name} · {name}": coefficient for name, coefficient in names}
    return {name: (e.value, e.low, e.high) for name, e in found.items() if e is not None}


@cache
def truth() -> dict[str, float]:
    """Return the figures of the whole population."""
    people = population()
    return {name: value for name, (value, *_) in figures(people, np.ones(len(people["age"])), {}).items()}


def of_sample(task: tuple[Design, int]) -> tuple[str, Figures]:
    """Return the figures of one sample."""
    design, number = task
    people = population()
    rows = design.draw(people, generator(number, f"survey coverage|{design.name}"))
    sample = {name: values[rows] for name, values in people.items()}
    sample |= {"region_drawn": sample["region"]}
    roles = {name: role for name, role in design.roles.items() if role is not Role.WEIGHT}
    return design.name, figures(sample, weights(design.name, sample), roles)


def cell(found: Sequence[tuple[float, float, float]], true: float) -> str:
    """Return the share of intervals that hold the population's figure, and their width by the true one."""
    values, low, high = np.array(found).T
    inside = float(np.mean((low <= true) & (true <= high)))
    width = float(np.mean(high - low) / (2 * 1.96 * values.std(ddof=1)))
    mark = "" if GOOD[0] <= round(inside, 3) <= GOOD[1] else "**"
    return f"{mark}{100 * inside:.1f}{mark} ({width:.2f})"


def markdown(results: Mapping[str, Sequence[Figures]]) -> str:
    """Return the table: coverage of each figure under each design."""
    lines = [
        "| Figure | " + " | ".join(f"{name} (n = {len(samples)})" for name, samples in results.items()) + " |",
        "|---|" + "---|" * len(results),
    ]
    for name, true in truth().items():
        cells = [cell([found[name] for found in samples if name in found], true) for samples in results.values()]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--designs", nargs="*", default=[d.name for d in DESIGNS])
    chosen = parser.parse_args()
    results: dict[str, list[Figures]] = {d.name: [] for d in DESIGNS if d.name in chosen.designs}
    tasks = [(design, i) for i in range(chosen.samples) for design in DESIGNS if design.name in results]
    with get_context("spawn").Pool(chosen.workers) as pool:
        for name, found in pool.imap_unordered(of_sample, tasks):
            results[name].append(found)
    sys.stdout.write(markdown(results) + "\n")


if __name__ == "__main__":
    main()
