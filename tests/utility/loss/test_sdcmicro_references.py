"""Information loss against dUtility, IL_variables and IL_correl of sdcMicro 5.8.1.

sdcMicro's IL1s is the sum of which ``IL1old`` is the published mean; its IL1 the sum of percentages. Not
compared: eigenvalues of all 13 CASC variables, whose correlation matrix is singular (sdcMicro divides by
rounding errors: -1.8e14; here there is no value), and covMcd, which starts at random.
"""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.measures import Result
from core.utility.loss import LossParameters
from core.utility.loss.moment_measures import eigenvalues, gamma_distance
from core.utility.loss.records import lambda_distance
from core.utility.loss.value_errors import il1s
from tests.arrays import pair_of_arrays


def blocks(folder, name):
    """Yield the original, the masked file, the variables and the figures of each comparison."""
    scenarios = json.loads((folder / "reference" / f"sdcMicro_{name}.json").read_text())["scenarios"]
    original = pd.read_csv(folder / {"CASC": "CASCrefmicrodata.csv"}.get(name, f"{name}.csv"))
    for scenario in scenarios.values():
        for figures in (scenario.get("numeric"), scenario, scenario.get("five_vars")):
            if figures and "dUtility_IL1s" in figures and scenario.get("aligned", True):
                yield original, pd.read_csv(folder / scenario["file"]), figures


def value(measure, pair, **settings):
    (outcome,) = measure.compute(measure.prepare(pair, LossParameters(**settings)))
    return outcome


@pytest.mark.parametrize(("name", "least"), [("testdata", 19), ("CASC", 20)])
def test_information_loss(shared_data, name, least):
    checked = 0
    for original, masked, figures in blocks(shared_data / "sdcmicro", name):
        columns = ({v: file[v].to_numpy(float) for v in figures["vars"]} for file in (original, masked))
        pair = replace(pair_of_arrays(*columns), links=np.arange(len(masked)))
        found = {
            "dUtility_IL1s": value(il1s, pair, il1s="sum").value,
            "dUtility_IL1old": value(il1s, pair).value,
            "dUtility_IL1": value(il1s, pair, il1s="percentage").detail["sum"],
        }
        variables = value(lambda_distance, pair)
        assert variables.value == pytest.approx(figures["IL_variables"]["total"], abs=1e-9)
        assert variables.detail["by_variable"] == pytest.approx(figures["IL_variables"]["per_var"], abs=1e-9)
        for measure, figure in ((eigenvalues, "dUtility_eigen"), (gamma_distance, "IL_correl")):
            outcome = value(measure, pair)
            if isinstance(outcome, Result):
                found[figure] = outcome.value
            else:
                assert len(figures["vars"]) == 13
        for figure, ours in found.items():
            assert ours == pytest.approx(figures[figure], rel=1e-9, abs=1e-9), figure
        checked += 1
    assert checked >= least
