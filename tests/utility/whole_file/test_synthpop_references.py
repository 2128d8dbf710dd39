"""pMSE and its ratio against utility.gen of synthpop 1.9-2 (logit, orders 0 and 1)."""

import json

import pandas as pd
import pytest

from core.utility.propensity import PropensityParameters, compare_propensities
from tests.utility.whole_file.pairs import pair_of

pytestmark = pytest.mark.slow

FACTORS = ("urbrur", "roof", "walls", "water", "electcon", "relat", "sex", "hhcivil")
FIVE = ("AFNLWGT", "AGI", "EMCONTRB", "FEDTAX", "PTOTVAL")
CALLS = {"logit_maxorder0": "main", "logit_maxorder1": "pairs", "logit_maxorder1_5vars": "pairs"}

NOT_COMPARABLE = {
    # ages written as bands: the reference compares them with ages cut alike, which is the pairing's work
    "recode_age10",
    "recode_age5",
    "combined_heavy",
}


def columns_of(original, masked, factors):
    def cells(column, nominal):
        return [None if pd.isna(x) else str(int(x)) if nominal else float(x) for x in column]

    found = {}
    for name in original:
        nominal = name in factors
        level = "nominal" if nominal else "continuous"
        found[name] = (level, cells(original[name], nominal), cells(masked[name], nominal))
    return found


def compared(folder, file, scenario, variables, factors, model):
    original, masked = pd.read_csv(folder / file), pd.read_csv(folder / scenario["file"])
    variables = list(variables or original)
    pair = pair_of(**columns_of(original[variables], masked[variables], factors))
    return compare_propensities(pair, PropensityParameters(model))


def agrees(found, reference):
    facts = found.facts
    assert facts["estimable"] - 1 == reference["df"]
    if reference["pMSE"] < 1e-20:  # nothing but rounding in either program
        assert found.value < 1e-20
        return
    assert found.value == pytest.approx(reference["pMSE"], rel=1e-5)
    assert facts["ratio"] == pytest.approx(reference["S_pMSE"], rel=1e-5)
    assert facts["specks"] == pytest.approx(reference["SPECKS"], abs=1e-9)
    assert facts["po50"] == pytest.approx(reference["PO50"], abs=1e-9)
    assert facts["u"] == pytest.approx(reference["U"], rel=1e-5)


def references(folder, name):
    return json.loads((folder / "reference" / name).read_text())["scenarios"]


@pytest.mark.parametrize("call", CALLS)
def test_casc(shared_data, call):
    folder = shared_data / "sdcmicro"
    checked = 0
    for name, scenario in references(folder, "synthpop_CASC.json").items():
        if (name, call) == ("noise_restr50", "logit_maxorder1"):
            continue  # see the next test
        variables = FIVE if call.endswith("5vars") else None
        found = compared(folder, "CASCrefmicrodata.csv", scenario, variables, (), CALLS[call])
        agrees(found, scenario[call])
        checked += 1
    assert checked >= 13


def test_the_one_fit_that_failed_in_the_reference_is_right_here(shared_data):
    """R's scores are all 0 or 1 there, though no plane separates the files: 92 records lie on the wrong side."""
    folder = shared_data / "sdcmicro"
    scenario = references(folder, "synthpop_CASC.json")["noise_restr50"]
    assert scenario["logit_maxorder1"]["pMSE"] == 0.25
    assert scenario["logit_maxorder1"]["PO50"] < 46
    found = compared(folder, "CASCrefmicrodata.csv", scenario, None, (), "pairs")
    assert found.facts["converged"]
    assert 0.2 < found.value < 0.25
    assert found.facts["estimable"] - 1 == scenario["logit_maxorder1"]["df"]


@pytest.mark.parametrize("prefix", ["num", "fac"])
def test_testdata(shared_data, prefix):
    folder = shared_data / "sdcmicro"
    checked = 0
    for name, scenario in references(folder, "synthpop_testdata.json").items():
        for call, model in CALLS.items():
            reference = scenario.get(f"{prefix}_{call}")
            if reference is None or name in NOT_COMPARABLE:
                continue
            n = 4580 + len(pd.read_csv(folder / scenario["file"], usecols=["sex"]))
            if reference["n_used"] != n:
                continue  # records with values missing only in the masked file were lost there
            factors = FACTORS if prefix == "fac" else ()
            agrees(compared(folder, "testdata.csv", scenario, scenario["vars"], factors, model), reference)
            checked += 1
    assert checked >= 15
