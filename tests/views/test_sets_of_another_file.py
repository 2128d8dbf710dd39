"""Combined regressions of a second public file: sets by trees, fitted again by statsmodels, combined by hand."""

from dataclasses import replace

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats
from statsmodels.datasets import randhie

from core.assessment import collect, make_plan, run
from core.data import Codebook, Column, Level, Microdata, Model, Regression, Uses, Variable
from core.masking import Recipe, apply_recipe, make_step
from core.statistics.estimates import Synthesis
from core.views import combined_figures

pytestmark = pytest.mark.slow

NAMES = ("mdvis", "lncoins", "physlm", "disea")
M, N = 5, 250


@pytest.fixture(scope="module")
def fits():
    """Five sets of the laboratory, their combined coefficients and what statsmodels finds in each."""
    table = randhie.load_pandas().data[list(NAMES)].iloc[: N * 20 : 20]  # visits to a doctor, RAND experiment
    original = Microdata("visits.csv", {name: Column(table[name].to_numpy(float), None, ()) for name in NAMES}, N)
    book = Codebook(tuple(Variable(name, Level.CONTINUOUS) for name in NAMES))
    book = replace(book, uses=Uses(regressions=(Regression("Visits", Model.OLS, "mdvis ~ lncoins + physlm + disea"),)))
    recipe = Recipe((make_step("synthesis_cart", NAMES),))
    made = [apply_recipe(original, book, recipe, seed, file=f"{seed}.csv") for seed in range(1, M + 1)]
    sets = [
        replace(s.scenario, declaration=replace(s.declaration, name=s.scenario.microdata.name, set_of="trees"))
        for s in made
    ]
    plan = make_plan(["regression"], ["interval.groups=0"])
    measured = collect(plan, run(original, sets, book, plan))
    columns = [[s.microdata.columns[name].numbers for name in NAMES] for s in sets]
    return measured, [sm.OLS(y, sm.add_constant(np.column_stack(x))).fit() for y, *x in columns]


@pytest.mark.parametrize("rule", [Synthesis.COMPLETE, Synthesis.COMPLETE_BETWEEN, Synthesis.PROPER])
def test_combined_by_hand_from_fits_of_statsmodels(fits, rule):
    measured, fitted = fits
    q, v = np.array([f.params for f in fitted]), np.array([f.bse**2 for f in fitted])
    within, between, z = v.mean(axis=0), q.var(axis=0, ddof=1), stats.norm.ppf(0.975)
    # Raab, Nowok and Dibben (2017), k = n: v (1 + 1 / m), v + b / m, v (1 + 2 / m)
    variance, reach = {
        Synthesis.COMPLETE: (within * (1 + 1 / M), z),
        Synthesis.COMPLETE_BETWEEN: (
            within + between / M,
            stats.t.ppf(0.975, (M - 1) * (1 + within / (between / M)) ** 2),
        ),
        Synthesis.PROPER: (within * (1 + 2 / M), z),
    }[rule]
    found = {f.figure: f for f in combined_figures(measured, "trees", rule)}
    assert len(found) == 3  # the intercept is not compared
    for place, name in enumerate(NAMES[1:], start=1):
        figure = found[f"Visits · {name}"]
        half = np.sqrt(variance) * reach
        assert (figure.value, figure.standard_error) == pytest.approx(
            (q.mean(axis=0)[place], np.sqrt(variance)[place]), rel=1e-9, abs=1e-9
        )
        assert figure.interval == pytest.approx(
            ((q.mean(axis=0) - half)[place], (q.mean(axis=0) + half)[place]), rel=1e-9, abs=1e-9
        )
