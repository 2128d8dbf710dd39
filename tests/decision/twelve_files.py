"""Twelve small files of one original, each masked in another way, or not masked at all."""

import numpy as np

from core.data import Codebook, Column, Level, Masking, Microdata, Role, Scenario, ScenarioDeclaration, Variable

N = 90
CODEBOOK = Codebook((
    Variable("age", Level.CONTINUOUS, Role.KEY),
    Variable("region", Level.NOMINAL, Role.KEY),
    Variable("sex", Level.NOMINAL, Role.KEY),
    Variable("income", Level.CONTINUOUS),
    Variable("illness", Level.NOMINAL, Role.SENSITIVE),
))  # fmt: skip
LEVELS = {"region": ("east", "north", "south", "west"), "sex": ("f", "m"), "illness": ("no", "yes")}


def people(n: int, seed: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(seed)
    age = random.integers(2, 7, n) * 10.0
    return {
        "age": age,
        "region": random.integers(0, 4, n),
        "sex": random.integers(0, 2, n),
        "income": age * 50 + random.normal(0, 300, n).round(),
        "illness": (age + random.normal(0, 15, n) > 55).astype(int),
    }


def microdata(name: str, values: dict[str, np.ndarray]) -> Microdata:
    columns = {
        v: Column(None, np.asarray(x, dtype=np.int32), LEVELS[v]) if v in LEVELS else Column(np.asarray(x, dtype=float))
        for v, x in values.items()
    }
    return Microdata(f"{name}.csv", columns, len(next(iter(values.values()))), f"hash of {name}")


VALUES = people(N, 1)
ORIGINAL = microdata("original", VALUES)


def masked(name: str, linked: str | None = "row", masking: Masking | None = None, **changed: np.ndarray) -> Scenario:
    declared = dict.fromkeys(changed, masking) if masking else {}
    return Scenario(
        microdata(name, {**VALUES, **changed}), ScenarioDeclaration(f"{name}.csv", name, linked, masking=declared)
    )


def twelve_files() -> tuple[Scenario, ...]:
    random = np.random.default_rng(2)
    rows, order = np.sort(random.choice(N, N // 3, replace=False)), random.permutation(N)
    hidden = np.where(random.random(N) < 0.2, np.nan, VALUES["age"])
    groups = np.argsort(np.argsort(VALUES["income"])) // 5
    means = np.array([VALUES["income"][groups == g].mean() for g in range(groups.max() + 1)])[groups]
    fewer = {name: x for name, x in VALUES.items() if name not in ("age", "income")}
    return (
        masked("identical"),
        masked("recoded", masking=Masking.RECODE, age=np.floor(VALUES["age"] / 20) * 20),
        masked("suppressed", masking=Masking.SUPPRESS, age=hidden),
        masked("noised", masking=Masking.NOISE, age=VALUES["age"] + random.normal(0, 8, N)),
        masked("swapped", masking=Masking.SWAP, region=VALUES["region"][order]),
        masked("pram", None, Masking.PRAM, sex=np.where(random.random(N) < 0.3, 1 - VALUES["sex"], VALUES["sex"])),
        masked("microaggregated", masking=Masking.MICROAGGREGATE, income=means),
        Scenario(
            microdata("sampled", {name: x[rows] for name, x in VALUES.items()}),
            ScenarioDeclaration("sampled.csv", "sampled"),
        ),
        masked("synthetic", "none", Masking.SYNTHETIC, **people(N, 3)),
        Scenario(microdata("strangers", people(N, 4)), ScenarioDeclaration("strangers.csv", "strangers", "none")),
        masked("permuted", **{name: random.permutation(x) for name, x in VALUES.items()}),
        Scenario(microdata("fewer", fewer), ScenarioDeclaration("fewer.csv", "fewer", "row")),
    )
