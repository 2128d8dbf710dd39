"""The Rao-Scott test of NHANES II within GDU with design-based tests, against R's survey::svychisq (survey 4.1)."""

import json
from dataclasses import replace

import pytest

from core.data import Codebook, Role, Scenario, ScenarioDeclaration
from core.intake import read_file
from core.pairing import draft_codebook, pair
from core.utility import weighed, with_weights
from core.utility.gdu import GduParameters
from core.utility.gdu.design_measures import MEASURES, design_utilities

ROLES = {"psu": Role.CLUSTER, "strata": Role.STRATUM, "finalwgt": Role.WEIGHT}
COMPARED = ("diabetes", "female", "region", "bpsystol", "height")


@pytest.fixture(scope="module")
def survey(shared_data):
    folder = shared_data / "labelled" / "nhanes2"
    whole = read_file("nhanes2.dta", (folder / "nhanes2.dta").read_bytes()).microdata
    file = replace(whole, columns={name: whole.columns[name] for name in (*ROLES, *COMPARED)})
    variables = [replace(v, role=ROLES.get(v.name, Role.KEY)) for v in draft_codebook(file, []).variables]
    made = pair(file, Scenario(file, ScenarioDeclaration("m", "m", "row")), Codebook(tuple(variables)))
    weighted = weighed(with_weights(made, "finalwgt"))
    assert not isinstance(weighted, str)
    return weighted[0], json.loads((folder / "design_reference.json").read_text())


def test_the_table_of_diabetes_and_sex(survey):
    made, reference = survey
    found = design_utilities(made, GduParameters())
    (tested,) = (b for b in found.local.bivariate if set(b.variables) == {"diabetes", "female"})
    statistic, _, freedom, p = reference["chisq_diabetes_female_F"]
    assert (tested.original.statistic, tested.original.p) == pytest.approx((statistic, p), rel=1e-8)
    assert tested.original.n == 10349
    (outcome,) = MEASURES[0].compute(found)
    assert outcome.value == 1
    assert (outcome.detail["units_original"], outcome.detail["degrees_of_freedom_original"]) == (62, freedom)
