"""Pairs of files made of plain lists: name -> (level, original, masked); None is missing, masked None removed."""

import numpy as np

from core.data import Coded, Level, Pair, PairedVariable, Release, Variable


def coded(level, cells, categories):
    if level == "continuous":
        return Coded(Level.CONTINUOUS, np.array([np.nan if c is None else c for c in cells], dtype=float))
    codes = [-1 if c is None else categories.index(c) for c in cells]
    return Coded(Level(level), np.array(codes, dtype=np.int32), tuple(categories))


def pair_of(links=None, problem="", **columns) -> Pair:
    variables = []
    n_masked = 0
    for name, (level, original, masked) in columns.items():
        seen = [*original, *(masked if masked is not None else [])]
        categories = sorted({c for c in seen if c is not None}) if level != "continuous" else []
        first = coded(level, original, categories)
        second = None if masked is None else coded(level, masked, categories)
        n_masked = n_masked if masked is None else len(masked)
        variables.append(PairedVariable(Variable(name, Level(level)), first, first, second, problem=problem))
    n = len(next(iter(columns.values()))[1])
    links = None if links is None else np.asarray(links)
    return Pair("scenario", tuple(variables), Release("o", n, {}), Release("m", n_masked, {}), links)


def mixed_columns(n, seed=0):
    """Two continuous, one ordinal, two nominal variables, some values missing."""
    random = np.random.default_rng(seed)
    age = random.integers(18, 80, n).astype(float)
    income = np.exp(random.normal(8, 0.7, n) + age / 100)
    health = np.clip((age // 15).astype(int) + random.integers(-1, 2, n), 0, 4)
    region = random.choice(["east", "north", "west"], n, p=[0.5, 0.3, 0.2])
    status = np.where(age > 40, random.choice(["a", "b"], n), random.choice(["b", "c", "d"], n))
    return {
        "age": ("continuous", [None if random.random() < 0.03 else float(x) for x in age]),
        "health": ("ordinal", [int(h) for h in health]),
        "income": ("continuous", [float(x) for x in income.round()]),
        "region": ("nominal", [None if random.random() < 0.05 else str(r) for r in region]),
        "status": ("nominal", [str(s) for s in status]),
    }


def copied(columns, **changed):
    """The pair in which the masked file is the original but for these columns."""
    masked = {name: changed.get(name, cells) for name, (_, cells) in columns.items()}
    return pair_of(**{name: (level, cells, masked[name]) for name, (level, cells) in columns.items()})


def shuffled(columns, seed=0):
    """Every column permuted on its own."""
    random = np.random.default_rng(seed)
    return copied(
        columns, **{name: [cells[i] for i in random.permutation(len(cells))] for name, (_, cells) in columns.items()}
    )


def drawn_from(columns, rows):
    """The masked file holds these rows of the original."""
    return pair_of(**{name: (level, cells, [cells[i] for i in rows]) for name, (level, cells) in columns.items()})
