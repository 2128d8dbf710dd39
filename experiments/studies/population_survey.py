"""A study like that of section 3.2 of Woo et al. (2009), on generated heads of households.

``python -m experiments.studies.population_survey [RECORDS] [MODEL ...]`` prints Table 3 next to the paper's
figures and the order of its Figure 1. The paper's file cannot be had; this population is made to look
like it, so figures agree in order and kind only.
"""

import sys
import time

import numpy as np
from threadpoolctl import threadpool_limits

from core.utility.clusters import ClusterParameters, compare_clusters
from core.utility.ecdf import EcdfParameters, compare_ecdfs
from core.utility.propensity import PropensityParameters, compare_propensities
from tests.arrays import pair_of_arrays

N = 51_016
CATEGORIES = (("race", 4), ("marital", 7))

PAPER = {
    "Age": (0.41, 7.74, 35.79, 0.03, 2.29),
    "Age+Race10": (2.78, 33.26, 70.16, 0.39, 7.96),
    "Age+Mar10": (46.41, 102.78, 168.07, 0.35, 12.55),
    "Age+Race10+Mar10": (50.12, 127.7, 210.82, 0.39, 18.22),
    "Age+Race10+Mar10+Tax": (208.79, 388.14, 545.06, 0.39, 20.48),
    "Age+Race10+Mar10+Tax+Inc20": (208.8, 390.12, 547.3, 0.39, 20.49),
    "Age+Race30+Mar30": (360.01, 520.17, 718.15, 0.40, 50.22),
    "Age+Race30+Mar30+Tax": (525.31, 751.39, 991.52, 0.40, 52.13),
    "Age+Race30+Mar30+Tax+Inc20": (525.44, 741.25, 1003.04, 0.40, 52.14),
}

ARROWS = (
    ("Age", "Age+Race10"),
    ("Age", "Age+Mar10"),
    ("Age+Race10", "Age+Race10+Mar10"),
    ("Age+Mar10", "Age+Race10+Mar10"),
    ("Age+Race10+Mar10", "Age+Race10+Mar10+Tax"),
    ("Age+Race10+Mar10+Tax", "Age+Race10+Mar10+Tax+Inc20"),
    ("Age+Race10+Mar10", "Age+Race30+Mar30"),
    ("Age+Race30+Mar30", "Age+Race30+Mar30+Tax"),
    ("Age+Race30+Mar30+Tax", "Age+Race30+Mar30+Tax+Inc20"),
    ("Age+Race10+Mar10+Tax", "Age+Race30+Mar30+Tax"),
    ("Age+Race10+Mar10+Tax+Inc20", "Age+Race30+Mar30+Tax+Inc20"),
)
"""Figure 1: the second of each distorts the data more than the first."""


def population(n=N, seed=0):
    """Age, race (4), marital status (7), property tax (many zeros), household income."""
    random = np.random.default_rng(seed)
    age = np.clip(np.round(random.gamma(6, 8, n) + 14), 15, 90)
    race = np.searchsorted([0.83, 0.94, 0.96], random.random(n))
    young, old = age < 32, age > 66
    shares = np.where(
        young[:, None],
        [0.36, 0.01, 0.02, 0.005, 0.06, 0.035, 0.51],
        np.where(
            old[:, None], [0.44, 0.005, 0.01, 0.38, 0.09, 0.01, 0.065], [0.58, 0.01, 0.015, 0.035, 0.18, 0.04, 0.14]
        ),
    )
    shares = shares * np.where((race == 1)[:, None], [0.55, 1, 1.3, 1.1, 1.2, 2.5, 1.9], 1.0)
    shares /= shares.sum(axis=1, keepdims=True)
    marital = (random.random(n)[:, None] > shares.cumsum(axis=1)).sum(axis=1)
    married = marital <= 1
    level = 10.05 + 0.55 * married - 0.28 * (race == 1) + 0.9 * np.exp(-(((age - 48) / 20) ** 2))
    income = np.round(np.exp(level + random.normal(0, 0.75, n)))
    chance = 1 / (1 + np.exp(-(-3.2 + 0.035 * age + 0.9 * married + 0.6 * np.log(income / 30_000))))
    worth = 6.3 + 0.4 * np.log(income / 30_000) + 0.004 * (age - 50) + random.normal(0, 0.9, n)
    tax = np.where(random.random(n) < chance, np.round(np.exp(worth)) + 1, 0.0)
    return {"age": age, "income": income, "marital": marital, "race": race, "tax": tax}


def maskings(data, seed=0):
    """Return the nine masked files of Table 3; what one adds to another is added to the same file."""
    random = np.random.default_rng([seed, 1])
    age = {**data, "age": np.round(data["age"] / 5) * 5}
    tax, income = _noisy_tax(data["tax"], random), _grouped(data["income"], 20)
    found = {"Age": age}
    race10, marital10 = _swapped(data["race"], 0.1, random), _swapped(data["marital"], 0.1, random)
    found["Age+Race10"] = {**age, "race": race10}
    found["Age+Mar10"] = {**age, "marital": marital10}
    races = {"10": (race10, marital10)}
    races["30"] = (_swapped(data["race"], 0.3, random), _swapped(data["marital"], 0.3, random))
    for share, (race, marital) in races.items():
        name = f"Age+Race{share}+Mar{share}"
        found[name] = {**age, "race": race, "marital": marital}
        found[f"{name}+Tax"] = {**found[name], "tax": tax}
        found[f"{name}+Tax+Inc20"] = {**found[f"{name}+Tax"], "income": income}
    return found


def _swapped(codes, share, random):
    rows = random.choice(len(codes), round(share * len(codes)), replace=False)
    masked = codes.copy()
    masked[rows] = codes[random.permutation(rows)]
    return masked


def _noisy_tax(tax, random):
    """Noise of 1 % of the variance of positive taxes on them, drawn again until positive."""
    masked, sd = tax.copy(), 0.1 * tax[tax > 0].std()
    left = np.flatnonzero(tax > 0)
    while len(left):
        masked[left] = tax[left] + random.normal(0, sd, len(left))
        left = left[masked[left] <= 0]
    return masked


def _grouped(values, size):
    order = np.argsort(values, kind="stable")
    group = np.minimum(np.arange(len(values)) // size, max(len(values) // size - 1, 0))
    means = np.bincount(group, weights=values[order]) / np.bincount(group)
    masked = np.empty(len(values))
    masked[order] = means[group]
    return masked


def propensities(data, masked, model):
    """Return N U_p of each masked file."""
    found = {}
    for name, file in masked.items():
        compared = compare_propensities(pair_of_arrays(data, file, CATEGORIES), PropensityParameters(model))
        found[name] = compared.stacked.n * compared.value
    return found


def broken_arrows(values, share=0.01, least=0.5):
    """Return the arrows along which a measure falls by more than the larger of ``least`` and this share."""
    return [(a, b) for a, b in ARROWS if values[b] < values[a] - max(least, share * values[a])]


def distances(data, file):
    """Return G U_c for 2.5 % and 5 % of the records, U_m and N U_s."""
    pair = pair_of_arrays(data, file, CATEGORIES)
    n = len(data["age"])
    groups = (round(0.0245 * n), round(0.049 * n))
    clusters = compare_clusters(pair, ClusterParameters(groups, replicates=0)).clusterings
    difference = compare_ecdfs(pair, EcdfParameters(replicates=0)).difference
    return [*(c["groups_times_value"] for c in clusters), difference.maximum, 2 * n * difference.mean_square]


def main(n, models):
    """Print Table 3 next to the paper's, and how far Figure 1 is kept."""
    start = time.perf_counter()
    data = population(n)
    masked = maskings(data)
    up = {model: propensities(data, masked, model) for model in models}
    rest = {name: distances(data, file) for name, file in masked.items()}
    heads = [*(f"Up {m}" for m in models), "G Uc 2.5 %", "G Uc 5 %", "Um", "N Us"]
    lines = [f"{n} records\n{'':28}" + "".join(f"{h:>20}" for h in heads)]
    for name, paper in PAPER.items():
        ours = [*(up[m][name] for m in models), *rest[name]]
        theirs = [*([paper[0]] * len(models)), *paper[1:]]
        cells = [f"{v:.4g} ({p:.4g})" for v, p in zip(ours, theirs, strict=True)]
        lines.append(f"{name:28}" + "".join(f"{c:>20}" for c in cells))
    for model in models:
        lines.append(f"Figure 1, Up {model}: broken arrows {broken_arrows(up[model])}")
    for i, head in enumerate(heads[len(models) :]):
        falls = broken_arrows({name: row[i] for name, row in rest.items()}, 0.0, 0.0)
        lines.append(f"Figure 1, {head}: broken arrows {falls}")
    lines.append(f"{time.perf_counter() - start:.1f} s")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    with threadpool_limits(1):
        main(int(sys.argv[1]) if len(sys.argv) > 1 else N, sys.argv[2:] or ["spline"])
