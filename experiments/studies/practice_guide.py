"""A generated survey of employees for the figures of the practice guide, and the maskings that its Table 19 names.

``python -m experiments.studies.practice_guide [RECORDS]`` prints the coefficient of gender, the Gini coefficient and
the risk of every scenario. The guide's own file is not published; the variables have the guide's names.
"""

import sys

import numpy as np
from threadpoolctl import threadpool_limits

from core.assessment.plan import make_plan
from core.assessment.run import collect, run
from core.data import (
    Codebook,
    Indicator,
    KeySet,
    Level,
    Model,
    Regression,
    Role,
    Statistic,
    Uses,
    Variable,
)
from core.masking import Recipe, apply_recipe, make_step
from core.masking.worked_example import original_file

RECORDS = 2_000
SEED = 1
PEOPLE = 40
"""Employees of the population for whom one of the survey stands."""

VALUE_LABELS = {
    "gender": {"1": "Male", "2": "Female"},
    "relationship": {"1": "Head", "2": "Spouse", "3": "Child", "4": "Other"},
    "urban": {"1": "City", "2": "Town", "3": "Village", "4": "Dispersed"},
    "literacy": {"1": "Reads", "2": "Does not read"},
    "water": {"1": "Piped", "2": "Well", "3": "Tanker", "4": "Spring", "5": "River"},
    "toilet": {"1": "Flush", "2": "Latrine", "3": "Shared", "4": "None"},
    "roof": {"1": "Concrete", "2": "Metal", "3": "Tiles", "4": "Thatch"},
}
KEYS = ("gender", "literacy", "relationship", "toilet", "urban", "water", "region", "occupation", "education", "age")
"""Few categories first: what counts as more important where no importance is given."""

NUMBERS = ("age", "schooling", "experience", "wage", "income", "expenditure", "wealth")
MINCER = Regression(
    "Mincer equation",
    Model.OLS,
    "log(wage) ~ C(gender) + schooling + experience + I(experience**2)",
    coefficient="C(gender)[T.2]",
)
GINI = Indicator("Gini coefficient of income", Statistic.GINI, "income")
MEASURES = ("gdu", "il1s", "indicator", "regression", "expected_reidentifications", "global_risk")
GENDER_GAP = -0.25
"""The coefficient of gender that the wages are drawn with."""


def survey(n=RECORDS, seed=SEED):
    """Draw n employees: housing follows the place and the wealth, wages a Mincer equation."""
    random = np.random.default_rng([seed, 13])
    gender = 1 + (random.random(n) < 0.42)
    age = np.clip(np.round(random.gamma(9, 3, n) + 14), 15, 74)
    urban = 1 + np.searchsorted([0.35, 0.6, 0.85], random.random(n))
    region = 1 + (random.random(n) * 6).astype(int)
    education = 1 + np.clip(np.round(2.6 - 0.5 * (urban - 1) + random.normal(0, 1.1, n)), 0, 4)
    schooling = np.round(np.array([0, 5, 9, 12, 16])[education.astype(int) - 1] + random.uniform(0, 2, n))
    experience = np.maximum(0, np.round(age - schooling - 7 - random.gamma(1, 1.5, n)))
    log_wage = 5.2 + GENDER_GAP * (gender == 2) + 0.08 * schooling + 0.04 * experience - 0.0006 * experience**2
    wage = np.round(np.exp(log_wage + random.normal(0, 0.5, n)), 1)
    wealth = np.round(0.5 * (education - 3) - 0.5 * (urban - 2) + random.normal(0, 1, n), 3)
    income = np.round(wage * np.exp(0.3 + 0.25 * wealth + random.normal(0, 0.3, n)), 1)
    married = random.random(n) < 1 / (1 + np.exp(-(age - 27) / 4))
    relationship = np.where(married, np.where(gender == 1, 1, 2), 3 + (random.random(n) < 0.3))
    poverty = urban - wealth + random.normal(0, 0.7, n)
    return {
        "gender": gender,
        "relationship": relationship,
        "age": age,
        "region": region,
        "urban": urban,
        "education": education,
        "occupation": 1 + np.clip(np.round(education + random.normal(0, 1.2, n)), 0, 6),
        "literacy": 1 + ((schooling < 4) & (random.random(n) < 0.6)),
        "water": 1 + np.clip(np.round(poverty / 1.3 - 0.6), 0, 4),
        "toilet": 1 + np.clip(np.round(poverty / 1.5 - 0.6 + random.normal(0, 0.4, n)), 0, 3),
        "roof": 1 + np.clip(np.round(poverty / 1.5 - 0.5 + random.normal(0, 0.4, n)), 0, 3),
        "schooling": schooling,
        "experience": experience,
        "wage": wage,
        "income": income,
        "expenditure": np.round(0.8 * income * np.exp(random.normal(0, 0.25, n)), 1),
        "wealth": wealth,
        "weight": np.full(n, float(PEOPLE)),
    }


def original(n=RECORDS, seed=SEED):
    """Return the survey as a file."""
    return original_file("employees.csv", survey(n, seed), {}, VALUE_LABELS)


def codebook():
    """Return levels, roles, the key set with its weight, and what the file is used for."""
    variables = [*VALUE_LABELS, "region", "occupation", "education", *NUMBERS]
    described = [Variable(name, _level(name), _role(name)) for name in variables]
    weight = Variable("weight", Level.CONTINUOUS, Role.WEIGHT)
    uses = Uses(indicators=(GINI,), regressions=(MINCER,))
    return Codebook((*described, weight), (KeySet("Neighbour", KEYS, "weight"),), (), uses)


def _level(name):
    if name in NUMBERS:
        return Level.CONTINUOUS
    return Level.ORDINAL if name == "education" else Level.NOMINAL


def _role(name):
    if name in KEYS:
        return Role.KEY
    return Role.SENSITIVE if name in ("wage", "income") else Role.ANALYSIS


AGE = make_step("global_recode", ("age",), width=5.0)
COARSER = (
    make_step("global_recode", ("region",), groups={"North": ("1", "2", "3"), "South": ("4", "5", "6")}),
    make_step("global_recode", ("urban",), groups={"Urban": ("1", "2"), "Rural": ("3", "4")}),
    make_step("global_recode", ("education",), groups={"Low": ("1", "2"), "Middle": ("3",), "High": ("4", "5")}),
    make_step("global_recode", ("occupation",), groups={"Manual": ("1", "2", "3"), "Other": ("4", "5", "6", "7")}),
)


MONEY = ("wage", "income", "expenditure")
NOISE = make_step("noise", MONEY, percent=50.0, correlated=False, within_range=True)


def _suppressed(k, *important):
    return make_step("local_suppression", (*important, *(key for key in KEYS if key not in important)), k=k)


def recipes():
    """Return scenarios 1 to 6 of the guide's Table 19, and perturbations of what the figures show."""
    three, toilet = ("water", "toilet", "literacy"), ("toilet",)
    described = {
        "Scenario 1": (AGE, _suppressed(3, *three)),
        "Scenario 2": (AGE, _suppressed(5)),
        "Scenario 3": (AGE, *COARSER, _suppressed(3, *toilet)),
        "Scenario 4": (AGE, *COARSER, _suppressed(5, *three)),
        "Scenario 5": (AGE, *COARSER, _suppressed(3), make_step("microaggregation", ("wealth",), k=5)),
        "Scenario 6": (AGE, *COARSER, _suppressed(3), make_step("pram", ("literacy",), minimum_diagonal=0.8)),
        "Noise on money": (NOISE,),
        "Scenario 3 and noise on money": (AGE, *COARSER, _suppressed(3, *toilet), NOISE),
        "Top-coded money": (make_step("top_coding", MONEY, top_percent=5.0),),
        "Money in groups of 10": (make_step("microaggregation", MONEY, k=10),),
        "PRAM": (make_step("pram", ("gender", "water", "toilet", "roof"), minimum_diagonal=0.7),),
    }
    return [Recipe(steps, name) for name, steps in described.items()]


def masked_files(file, seed=SEED):
    """Return {name: Masked} of every recipe."""
    return {
        recipe.name: apply_recipe(file, codebook(), recipe, seed, file=f"{recipe.name}.csv") for recipe in recipes()
    }


def compared(file, masked):
    """Return the comparison of the original with every masked file: utility, indicators, the regression, risk."""
    plan = make_plan(MEASURES, ("interval.groups=0", "null.replicates=0"))
    return collect(plan, run(file, [m.scenario for m in masked.values()], codebook(), plan))


def main(n):
    """Print what the guide's figures show."""
    file = original(n)
    comparison = compared(file, masked_files(file))
    for one in (comparison.original, *comparison.scenarios):
        found = [(o.measure, round(o.value, 4)) for m in MEASURES for o in one.results(m)]
        sys.stdout.write(f"{one.name}: {found}\n")


if __name__ == "__main__":
    with threadpool_limits(1):
        main(int(sys.argv[1]) if len(sys.argv) > 1 else RECORDS)
