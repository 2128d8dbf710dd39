"""A small file and masked versions of it, paired as a run pairs them."""

import numpy as np

from core.data import Codebook, Column, Level, Microdata, Pair, Role, Scenario, ScenarioDeclaration, Uses, Variable
from core.pairing import pair

N = 240
VARIABLES = (
    Variable("age", Level.CONTINUOUS, Role.KEY),
    Variable("sex", Level.NOMINAL, Role.KEY),
    Variable("school", Level.ORDINAL, Role.KEY, order=("low", "middle", "high")),
    Variable("my income", Level.CONTINUOUS, Role.SENSITIVE),
    Variable("ill", Level.NOMINAL, Role.SENSITIVE),
    Variable("visits", Level.CONTINUOUS),
    Variable("weight", Level.CONTINUOUS, Role.WEIGHT),
)


def labels(values) -> Column:
    values = [None if v is None else str(v) for v in values]
    distinct = sorted({v for v in values if v is not None})
    codes = [-1 if v is None else distinct.index(v) for v in values]
    return Column(None, np.array(codes, dtype=np.int32), tuple(distinct))


def columns(seed=4) -> dict[str, Column]:
    random = np.random.default_rng(seed)
    age = random.integers(20, 60, N).astype(float)
    sex = random.choice(["f", "m"], N)
    school = random.choice(["low", "middle", "high"], N)
    income = np.exp(7 + age / 60 + 0.3 * (sex == "m") + 0.2 * (school == "high") + random.normal(0, 0.4, N)).round(2)
    ill = random.random(N) < 1 / (1 + np.exp(3 - age / 15))
    income[random.random(N) < 0.04] = np.nan
    return {
        "age": Column(age),
        "sex": labels(sex),
        "school": labels(school),
        "my income": Column(income),
        "ill": labels(np.where(ill, "yes", "no")),
        "visits": Column(random.poisson(np.exp(age / 50 - 0.5 * (sex == "m"))).astype(float)),
        "weight": Column(random.uniform(1, 5, N).round(2)),
    }


def paired(uses: Uses, masked=None, original=None, removed=(), recodes=None, masking=None) -> Pair:
    """The pair of ``columns()`` and a copy in which these columns are replaced or removed."""
    first = original or columns()
    second = {k: v for k, v in {**first, **(masked or {})}.items() if k not in removed}
    n = [len(next(iter(part.values()))) for part in (first, second)]
    declaration = ScenarioDeclaration("m.csv", "m", "none", masking or {}, recodes or {})
    codebook = Codebook(tuple(v for v in VARIABLES if v.name in first), uses=uses)
    scenario = Scenario(Microdata("m.csv", second, n[1]), declaration)
    return pair(Microdata("o.csv", first, n[0]), scenario, codebook)


def rows(part, index):
    return {name: column.take(np.asarray(index)) for name, column in part.items()}
