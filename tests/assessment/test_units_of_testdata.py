"""testdata: how much wider intervals are where whole households are assigned, and a verdict that changes with them."""

import numpy as np
import pytest

from core.assessment import collect, make_plan, measure_by_id, run
from core.data import Column, Microdata, Scenario, ScenarioDeclaration, Unit
from core.pairing import code_release
from core.statistics.estimates.jackknife import assign_units, group_plan_of, jackknife_standard_error
from core.statistics.reproducible import generator
from core.views import Axis, risk_utility_map
from tests.pairing.builders import codebook, read_csv, variable

KEYS = ("urbrur", "roof", "walls", "water", "electcon", "relat", "sex")


@pytest.fixture(scope="module")
def original(shared_data):
    return read_csv(shared_data / "sdcmicro" / "testdata.csv")


@pytest.fixture(scope="module")
def releases(original):
    """Of testdata, with its households and without."""
    roles = dict.fromkeys(KEYS, "key") | {"ori_hid": "household"}
    book = codebook(*(variable(name, "nominal", roles.get(name, "excluded")) for name in original.columns))
    by_household = code_release(original, book)
    roles["ori_hid"] = "excluded"
    return by_household, code_release(
        original, codebook(*(variable(name, "nominal", roles.get(name, "excluded")) for name in original.columns))
    )


def ratio(releases, statistic) -> float:
    """Standard error with households assigned by that with records assigned, each left out alone."""
    errors = []
    for release in releases:
        group_plan = group_plan_of(release.design, release.n_records)
        groups = assign_units(release.design, group_plan, generator(1, "testdata"))
        errors.append(jackknife_standard_error(statistic(release, groups, group_plan.groups)))
    return errors[0] / errors[1]


def by_group(values, groups, n) -> np.ndarray:
    """Sum of the values without each group."""
    return values.sum() - np.bincount(groups, values, minlength=n)


def a_share(release, groups, n):
    holds = release.columns["roof"].values == 1
    return by_group(holds.astype(float), groups, n) / by_group(np.ones(len(groups)), groups, n)


def a_correlation(release, groups, n):
    x, y = (release.columns[name].values.astype(float) for name in ("urbrur", "water"))
    m, sx, sy, sxx, syy, sxy = (by_group(v, groups, n) for v in (np.ones(len(x)), x, y, x * x, y * y, x * y))
    return (m * sxy - sx * sy) / np.sqrt((m * sxx - sx**2) * (m * syy - sy**2))


def frequencies_without(release, groups, n):
    """Yield frequencies of key combinations without each group, and how many records are left."""
    codes = np.stack([release.columns[name].values for name in KEYS])
    cells = np.unique(codes, axis=1, return_inverse=True)[1].reshape(-1)
    whole = np.bincount(cells)
    by_place = np.argsort(groups, kind="stable")
    for rows in np.split(by_place, np.cumsum(np.bincount(groups, minlength=n))[:-1]):
        yield whole - np.bincount(cells[rows], minlength=len(whole)), len(groups) - len(rows)


def violations(release, groups, n):
    return np.array([f[f < 3].sum() / m for f, m in frequencies_without(release, groups, n)])


def mean_risk(release, groups, n):
    return np.array([(f > 0).sum() / m for f, m in frequencies_without(release, groups, n)])


def test_1000_households_are_the_units(releases):
    by_household, by_record = releases
    assert (by_household.design.unit, by_household.design.n_units) == (Unit.HOUSEHOLD, 1000)
    assert (by_record.design.unit, by_record.design.n_units) == (Unit.RECORD, 4580)


@pytest.mark.parametrize(
    ("statistic", "expected"), [(violations, 1.38), (mean_risk, 1.70), (a_share, 2.62), (a_correlation, 2.27)]
)
def test_standard_errors_grow_as_households_are_alike(releases, statistic, expected):
    assert ratio(releases, statistic) == pytest.approx(expected, rel=0.1)


def with_other_roofs(original, name: str, chosen: np.ndarray) -> Scenario:
    """Return testdata with another roof for some persons (n,)."""
    roof = original.columns["roof"].numbers.copy()
    roof[chosen] = np.where(roof[chosen] == 4, 5, 4)
    columns = {**original.columns, "roof": Column(roof)}
    declared = ScenarioDeclaration(f"{name}.csv", name=name, linked="row")
    return Scenario(Microdata(f"{name}.csv", columns, original.n_records, name), declared)


def point_of_households(original, role: str):
    """Return the map's point of the file whose households were masked, beside the one whose persons were."""
    random = generator(1, "testdata|roofs")
    household = original.columns["ori_hid"].numbers
    whole = np.isin(household, random.choice(np.unique(household), 60, replace=False))
    persons = np.zeros(len(household), dtype=bool)
    persons[random.choice(len(household), int(whole.sum()) - 53, replace=False)] = True
    book = codebook(
        variable("roof", "nominal", "analysis"),
        variable("income", "continuous", "analysis"),
        variable("ori_hid", "nominal", role),
        *(
            variable(name, "nominal", "excluded")
            for name in original.columns
            if name not in {"roof", "income", "ori_hid"}
        ),
    )
    plan = make_plan(["records_changed_mean", "interval_disclosure"], ["interval.groups=50"])
    files = [with_other_roofs(original, "Households", whole), with_other_roofs(original, "Persons", persons)]
    comparison = collect(plan, run(original, files, book, plan))
    axes = [Axis(measure_by_id(name)) for name in plan.measures]
    points = {p.name: p for p in risk_utility_map(comparison, *axes).scenario_points()}
    assert points["Households"].risk == points["Persons"].risk == 1.0
    assert points["Households"].utility - points["Persons"].utility == pytest.approx(53 / 4580 / 2)
    return points["Households"]


def test_the_map_calls_better_what_cannot_be_told_apart_only_where_single_records_are_dealt(original):
    by_record, by_household = (point_of_households(original, role) for role in ("excluded", "household"))
    width = [point.utility_interval[1] - point.utility_interval[0] for point in (by_record, by_household)]
    assert 1.8 < width[1] / width[0] < 3
    assert by_record.equals == ()
    assert by_household.equals == ("Persons",)
    assert by_record.pareto_share < 0.05 < by_household.pareto_share
