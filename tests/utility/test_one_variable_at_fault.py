"""One variable at fault never takes away the figures of a whole file: they are without it, or with its penalty."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import KeySet
from core.measures import Result, Skipped, Subject
from core.pairing import pair
from core.risk import RiskParameters
from core.risk.pairs import paired_keys
from core.utility import MEASURES
from tests.pairing.builders import codebook, microdata, scenario, variable

N = 120
BOOK = codebook(
    variable("age", role="key"),
    variable("sex", "nominal", "key"),
    variable("area", "nominal", "key"),
    variable("edu", "ordinal", "key"),
    variable("income", role="sensitive"),
    variable("hours", role="analysis"),
)


def people(seed):
    random = np.random.default_rng(seed)
    age = random.integers(16, 90, N)
    return {
        "age": age.tolist(),
        "sex": random.choice(["f", "m"], N).tolist(),
        "area": random.choice(list("abc"), N).tolist(),
        "edu": random.integers(1, 4, N).tolist(),
        "income": (age * 50 + random.normal(0, 300, N)).round(0).tolist(),
        "hours": random.normal(40, 5, N).round(1).tolist(),
    }


def two_are(value):
    return lambda values: [value, value, *values[2:]]


def all_are(value):
    return lambda values: [value] * len(values)


def first_of_all(values):
    return [values[0]] * len(values)


def otherwise(values):
    return [f"other {value}" for value in values]


def words(values):
    return ["long" if value > 40 else "short" for value in values]


def removed(_values):
    return None


FAULTS = {
    "category in one file only": ("area", two_are("z")),
    "ordered category in one file only": ("edu", two_are(9)),
    "no category in common": ("area", otherwise),
    "nominal constant": ("sex", first_of_all),
    "ordinal constant": ("edu", first_of_all),
    "number constant": ("hours", first_of_all),
    "nominal without a value": ("sex", all_are(None)),
    "number without a value": ("hours", all_are(None)),
    "words for numbers in the masked file": ("hours", words),
    "an infinite number": ("hours", two_are(float("inf"))),
    "nominal removed from the masked file": ("sex", removed),
    "number removed from the masked file": ("hours", removed),
}
SIDES = ("original", "masked")
FILES = ((1, "original"), (2, "masked"))
WHOLE_FILE = (
    "gdu",
    "propensity",
    "cluster",
    "ecdf_maximum",
    "ecdf_pairs_maximum",
    "k_marginal",
    "total_variation_mean",
)
CASES = [(fault, side) for fault in FAULTS for side in (("masked",) if "the masked file" in fault else SIDES)]


def spoilt(file, fault):
    name, spoil = FAULTS[fault]
    values = spoil(file[name])
    return {k: v for k, v in {**file, name: values}.items() if v is not None}


def outcomes(original, masked, linked="row"):
    both = pair(microdata(**original), scenario(microdata("m.csv", **masked), linked=linked), BOOK)
    prepared, found = {}, {}
    for measure in MEASURES:
        if measure.subject is not Subject.PAIR:
            continue
        key = (measure.prepare, measure.parameters)
        if key not in prepared:
            prepared[key] = measure.prepare(both, measure.parameters())
        found |= {o.measure: o for o in measure.compute(prepared[key]) if not o.target}
    return both, found


@pytest.fixture(scope="module")
def sound():
    return outcomes(people(1), people(2))[1]


@pytest.mark.parametrize(("fault", "side"), CASES)
def test_figures_of_the_file_stand_whatever_one_variable_is(fault, side, sound):
    files = [spoilt(people(seed), fault) if side == of else people(seed) for seed, of in FILES]
    both, found = outcomes(*files)
    name = FAULTS[fault][0]
    spoilt_variable = next(v for v in both.variables if v.name == name)
    for measure, before in sound.items():
        outcome = found[measure]
        if isinstance(before, Skipped):
            continue
        assert isinstance(outcome, Result), (measure, outcome)
        assert np.isfinite(outcome.value), measure
    if spoilt_variable.problem:
        said = {m: " ".join((*(o.validity or ()), *(o.notices or ()))) for m, o in found.items()}
        assert all(name in said[m] for m in WHOLE_FILE if isinstance(sound[m], Result)), said
        assert found["gdu"].value < sound["gdu"].value


def test_a_category_of_few_records_is_compared_with_share_0_where_it_is_absent():
    both, found = outcomes(people(1), spoilt(people(2), "category in one file only"))
    area = next(v for v in both.variables if v.name == "area")
    assert area.problem == ""
    assert "values that the original does not have: 'z'" in area.flags[-1]
    assert area.records_problem == area.flags[-1]
    assert found["k_marginal"].validity is None or "area" not in " ".join(found["k_marginal"].validity)


def test_a_variable_coded_otherwise_counts_as_lost_in_the_value_of_gdu():
    masked = spoilt(people(2), "no category in common")
    gone = {name: values for name, values in people(2).items() if name != "area"}
    lost, dropped = outcomes(people(1), masked)[1], outcomes(people(1), gone)[1]
    for measure in ("gdu", "aldu_univariate", "aldu_bivariate", "gdu_effect_sizes"):
        assert lost[measure].value == pytest.approx(dropped[measure].value)
    assert "counted as lost (0), because it cannot be compared: area" in lost["gdu"].notices[0]


def test_a_constant_is_correlated_with_nothing():
    found = outcomes(people(1), spoilt(people(2), "number constant"), linked="")[1]
    detail = found["correlation_mae"].detail
    assert detail["variables"] == ["age", "hours", "income"]
    assert "constant in one of the files, so correlated with nothing (0): hours" in found["correlation_mae"].notices
    assert "hours" in found["robust_eigenvalues"].detail["left_out"]


def test_risk_is_not_computed_on_a_key_with_values_that_nobody_has():
    # people recoded without a word would seem to fit nobody
    both, _ = outcomes(people(1), spoilt(people(2), "category in one file only"))
    keyset = replace(both, original=replace(both.original, keysets=(KeySet("k", ("sex", "area")),)))
    (keys,) = paired_keys(keyset, RiskParameters())
    assert "values that the original does not have: 'z'" in keys.why_none
