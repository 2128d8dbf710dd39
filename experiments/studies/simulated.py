"""The simulated study of Woo et al. (2009), section 3.1: four maskings of two-dimensional data.

``python -m experiments.studies.simulated [SEEDS]`` prints Tables 1 and 2 next to the paper's figures, and
which statements of the paper hold. Correlation (.8) and swap window (375 ranks either side) are not
in the paper; they are those that fit its tables best. The incorrect simulation matches mean and
covariance exactly, as the paper's 0.000 shows. Clusters are of unscaled data, as SAS makes them unless told otherwise.
"""

import sys
from itertools import pairwise

import numpy as np
from threadpoolctl import threadpool_limits

from core.utility.clusters import ClusterParameters, compare_clusters
from core.utility.ecdf import EcdfParameters, compare_ecdfs
from core.utility.propensity import PropensityParameters, compare_propensities
from tests.arrays import pair_of_arrays

N = 10_000
CORRELATION = 0.8
WINDOW = 375
GROUPS = (100, 250, 500, 750, 1000)
METHODS = ("incorrect", "micro", "micro+noise", "swap")
ROWS = ("Up I", "Up II", *(f"Uc {g}" for g in GROUPS), "Um", "Us")

PAPER = {
    "symmetric": (
        (0.0, 16.048, 0.002, 9.997),
        (596.97, 32.89, 1.06, 18.292),
        (11.145, 0.692, 1.202, 0.521),
        (5.357, 0.811, 2.996, 0.414),
        (3.052, 0.719, 1.755, 0.309),
        (2.126, 0.619, 1.313, 0.274),
        (1.652, 0.556, 1.055, 0.253),
        (0.234, 0.051, 0.156, 0.009),
        (282.491, 12.194, 89.209, 0.127),
    ),
    "non-symmetric": (
        (0.0, 314.734, 0.005, 35.294),
        (511.651, 398.395, 0.385, 54.939),
        (5.844, 4.0, 0.568, 0.607),
        (2.554, 2.268, 0.395, 0.331),
        (1.422, 1.342, 0.326, 0.258),
        (1.013, 0.995, 0.305, 0.236),
        (0.812, 0.847, 0.289, 0.231),
        (0.136, 0.064, 0.027, 0.010),
        (85.433, 20.002, 1.986, 0.083),
    ),
}


def original(shape, random, n=N):
    """Bivariate t with 2 degrees of freedom, or F(10, 10) and a linear regression on it."""
    if shape == "symmetric":
        lower = np.linalg.cholesky([[1, CORRELATION], [CORRELATION, 1]])
        return (random.normal(size=(n, 2)) @ lower.T) / np.sqrt(random.chisquare(2, n) / 2)[:, None]
    first = random.f(10, 10, n)
    variance = 2 * 10**2 * 18 / (10 * 8**2 * 6)
    error = np.sqrt(variance * (1 / CORRELATION**2 - 1))
    return np.column_stack([first, first + random.normal(0, error, n)])


def incorrect(data, random):
    """Normal data with exactly the mean and covariance of the original."""
    drawn = random.normal(size=data.shape)
    drawn -= drawn.mean(axis=0)
    whitened = np.linalg.solve(np.linalg.cholesky(np.cov(drawn.T)), drawn.T).T
    return whitened @ np.linalg.cholesky(np.cov(data.T)).T + data.mean(axis=0)


def micro(data):
    """Means of three neighbours in the sum of z-scores."""
    z = ((data - data.mean(axis=0)) / data.std(axis=0)).sum(axis=1)
    order = np.argsort(z)
    group = np.minimum(np.arange(len(data)) // 3, len(data) // 3 - 1)
    size = np.bincount(group)
    masked = np.empty_like(data)
    for k in range(data.shape[1]):
        masked[order, k] = (np.bincount(group, weights=data[order, k]) / size)[group]
    return masked


def micro_noise(data, random):
    """Microaggregation, and noise that restores the covariance."""
    grouped = micro(data)
    lost = np.cov(data.T) - np.cov(grouped.T)
    values, vectors = np.linalg.eigh(lost)
    root = vectors * np.sqrt(np.maximum(values, 0))
    return grouped + random.normal(size=data.shape) @ root.T


def swap(data, random):
    """Each value swapped with one at most WINDOW ranks away, variable by variable."""
    masked = np.empty_like(data)
    for k in range(data.shape[1]):
        order = np.argsort(data[:, k])
        values = data[order, k]
        free = np.ones(len(values), dtype=bool)
        for i in range(len(values)):
            if free[i]:
                free[i] = False
                open_ranks = np.flatnonzero(free[i + 1 : i + 1 + WINDOW])
                if len(open_ranks):
                    j = i + 1 + int(random.choice(open_ranks))
                    free[j] = False
                    values[i], values[j] = values[j], values[i]
        masked[order, k] = values
    return masked


def measured(data, masked):
    """Return one column of the table, in the paper's scalings."""
    files = [{"z1": file[:, 0], "z2": file[:, 1]} for file in (data, masked)]
    pair = pair_of_arrays(*files)
    n = 2 * len(data)
    up = [n * compare_propensities(pair, PropensityParameters(model)).value for model in ("quadratic", "model2")]
    clusters = compare_clusters(pair, ClusterParameters(groups=GROUPS, scaling="none", replicates=0)).clusterings
    difference = compare_ecdfs(pair, EcdfParameters(replicates=0)).difference
    return [*up, *(c["value"] for c in clusters), difference.maximum, n * difference.mean_square]


def table(shape, seed):
    """Return {row: {method: value}} of one data set."""
    random = np.random.default_rng([seed, shape == "symmetric"])
    data = original(shape, random)
    masked = {
        "incorrect": incorrect(data, random),
        "micro": micro(data),
        "micro+noise": micro_noise(data, random),
        "swap": swap(data, random),
    }
    columns = {method: measured(data, file) for method, file in masked.items()}
    return {row: {method: columns[method][i] for method in METHODS} for i, row in enumerate(ROWS)}


def statements(shape, found):
    """Return {statement: whether it holds} for the statements that hold in every seed."""
    return _symmetric(found) if shape == "symmetric" else _non_symmetric(found)


def _ascending(row, *methods):
    values = [row[m] for m in methods]
    return all(a < b for a, b in pairwise(values))


def _symmetric(found):
    one, two = found["Up I"], found["Up II"]
    order = ("swap", "micro", "micro+noise", "incorrect")
    held = {
        "Up I: incorrect is nothing": one["incorrect"] < 1e-20,
        "Up I: micro+noise below 1": one["micro+noise"] < 1,
        "Up I: both below micro and swap": max(one["incorrect"], one["micro+noise"]) < min(one["micro"], one["swap"]),
        "Up II: incorrect worst": two["incorrect"] == max(two.values()),
        "Up II: incorrect in 400..1900": 400 < two["incorrect"] < 1900,
        "Up II: incorrect 100 times model I": two["incorrect"] >= 100 * one["incorrect"],
        "Uc 100: incorrect worst": found["Uc 100"]["incorrect"] == max(found["Uc 100"].values()),
        "Um: incorrect in .17...37": 0.17 < found["Um"]["incorrect"] < 0.37,
    }
    for row in ("Uc 250", "Uc 500", "Uc 750", "Uc 1000", "Um", "Us"):
        held[f"{row}: {' < '.join(order)}"] = _ascending(found[row], *order)
    return held


def _non_symmetric(found):
    one, two = found["Up I"], found["Up II"]
    order = ("micro+noise", "swap", "micro", "incorrect")
    middle = ("swap", "micro+noise", "micro", "incorrect")
    held = {
        "Up I: incorrect is nothing": one["incorrect"] < 1e-20,
        "Up I: micro+noise below 1": one["micro+noise"] < 1,
        "Up I: incorrect < micro+noise < swap < micro": _ascending(one, "incorrect", "micro+noise", "swap", "micro"),
        "Up I: micro in 280..370": 280 < one["micro"] < 370,
        "Up II: incorrect in 460..610": 460 < two["incorrect"] < 610,
        "Um: incorrect in .12...155": 0.12 < found["Um"]["incorrect"] < 0.155,
    }
    for row in ("Up II", "Uc 100"):
        held[f"{row}: {' < '.join(order)}"] = _ascending(found[row], *order)
    row = found["Uc 250"]
    held["Uc 250: swap, micro+noise < micro < incorrect"] = (
        max(row["swap"], row["micro+noise"]) < row["micro"] < row["incorrect"]
    )
    held["Uc 500: swap < micro+noise < micro"] = _ascending(found["Uc 500"], "swap", "micro+noise", "micro")
    for name in ("Uc 750", "Uc 1000"):
        row = found[name]
        held[f"{name}: swap < micro+noise < micro, incorrect"] = (
            row["swap"] < row["micro+noise"] < min(row["micro"], row["incorrect"])
        )
    for name in ("Um", "Us"):
        held[f"{name}: {' < '.join(middle)}"] = _ascending(found[name], *middle)
    return held


def main(seeds):
    """Print both tables, median over the seeds beside the paper, and the statements."""
    lines = []
    for shape, paper in PAPER.items():
        tables = [table(shape, seed) for seed in range(seeds)]
        lines.append(f"\n{shape}: paper / median of {seeds} seeds\n{'':8}" + "".join(f"{m:>22}" for m in METHODS))
        for i, row in enumerate(ROWS):
            medians = [np.median([t[row][m] for t in tables]) for m in METHODS]
            cells = [f"{p:.4g} / {v:.3g}" for p, v in zip(paper[i], medians, strict=True)]
            lines.append(f"{row:8}" + "".join(f"{c:>22}" for c in cells))
        held = [statements(shape, t) for t in tables]
        lines += [f"{sum(h[s] for h in held)} of {seeds}: {s}" for s in held[0]]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    with threadpool_limits(1):
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
