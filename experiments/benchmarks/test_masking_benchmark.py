"""How long masking and sweeps take; run with --benchmark-only."""

import time

import numpy as np
import pytest

from core.data import Codebook, Column, Level, Microdata, Role, Variable
from core.execution import usable_cores
from core.laboratory.sweep import Vary, quick_plan, sweep
from core.masking import Recipe, StepParameter, apply_recipe, make_step

CATEGORIES = (2, 4, 5, 8, 10, 20, 6, 3)
"""Categories of eight nominal variables, skewed: the first are the most frequent; six are keys."""

N = 100_000


@pytest.fixture(scope="module")
def survey() -> tuple[Microdata, Codebook]:
    """100,000 records of 20 variables: 8 nominal, 6 ordinal, 6 continuous."""
    rng = np.random.default_rng(4)
    columns, variables = {}, []
    for j, k in enumerate(CATEGORIES):
        columns[f"k{j}"] = np.minimum(rng.geometric(0.3, N) - 1, k - 1)
        variables.append(Variable(f"k{j}", Level.NOMINAL, Role.KEY if j < 6 else Role.ANALYSIS))
    factor = rng.normal(size=N)
    for j in range(12):
        x = factor + rng.normal(size=N)
        columns[f"x{j}"] = np.round(1000 * np.exp(0.3 * x)) if j < 6 else np.clip(np.floor(x + 3), 0, 6)
        level = Level.CONTINUOUS if j < 6 else Level.ORDINAL
        variables.append(Variable(f"x{j}", level, Role.SENSITIVE if j == 0 else Role.ANALYSIS))
    made = {name: Column(numbers=values.astype(float)) for name, values in columns.items()}
    return Microdata("survey.csv", made, N, "0" * 64), Codebook(tuple(variables))


QUANTITIES = tuple(f"x{j}" for j in range(6))
STEPS = {
    "suppression": make_step("local_suppression", k=3),
    "noise": make_step("noise", QUANTITIES),
    "rank_swapping": make_step("rank_swapping", QUANTITIES, percent=10),
    "random_swapping": make_step("random_swapping", ("k0",), percent=10, within=("k1",), across=("k5",)),
    "projection": make_step("microaggregation", QUANTITIES, grouping="first_component"),
    "pram": make_step("pram", ("k0", "k1", "k2")),
    "cart": make_step("synthesis_cart", ("k0", "x0")),
}


@pytest.mark.parametrize("name", STEPS)
def test_one_step_on_100_000_records_of_20_variables(benchmark, survey, name: str) -> None:
    benchmark.pedantic(apply_recipe, (*survey, Recipe((STEPS[name],))), rounds=2)


@pytest.mark.benchmark(timer=time.perf_counter)  # on all cores, in other processes
@pytest.mark.parametrize(
    ("name", "parameter", "values"),
    [("suppression", "k", range(2, 22)), ("noise", "percent", range(2, 42, 2))],
)
def test_a_sweep_of_20_settings_on_100_000_records_of_20_variables(benchmark, survey, name, parameter, values) -> None:
    varied = [Vary(StepParameter(0, parameter), tuple(map(float, values)))]
    arguments = (*survey, Recipe((STEPS[name],)), varied, quick_plan())
    steps = benchmark.pedantic(lambda: list(sweep(*arguments, jobs=usable_cores())), rounds=1)
    assert len(steps) == 21
