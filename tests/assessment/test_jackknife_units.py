"""Which units the jackknife assigns: clusters or households, within strata, of both files."""

import numpy as np
import pytest

from core.assessment import make_plan, measure_by_id, run
from core.assessment.comparison import Comparison
from core.assessment.intervals import Replicates, jackknife_groups, original_groups, with_intervals
from core.assessment.plan import IntervalParameters
from core.assessment.run import collect
from core.data import Unit
from core.measures import Result
from core.pairing import code_release, pair
from core.reports.results import read_results, write_results
from tests.pairing.builders import codebook, microdata, scenario, variable

N = 240
HOUSEHOLDS = np.repeat(np.arange(60), 4)
PARAMETERS = IntervalParameters()


def book(*more):
    return codebook(variable("x", "nominal"), variable("y", "continuous"), *more)


HID = variable("hid", "nominal", "household")
PSU, STRATUM = variable("psu", "nominal", "cluster"), variable("str", "nominal", "stratum")
PSU_OUT, STRATUM_OUT = variable("psu", "nominal", "excluded"), variable("str", "nominal", "excluded")


def one_group_each(groups, units):
    return len(np.unique(np.stack([groups, units]), axis=1).T) == len(np.unique(units))


def file(name="original.csv", seed=1, shift=0, **columns):
    random = np.random.default_rng(seed)
    of_household = random.normal(0, 3, 60)[HOUSEHOLDS]
    y = np.round(of_household + random.normal(0, 0.3, N), 3) + shift
    return microdata(name, x=(of_household > 0).astype(float).tolist(), y=y.tolist(), **columns)


ORIGINAL = file(hid=HOUSEHOLDS.tolist(), psu=(HOUSEHOLDS % 2).tolist(), str=(HOUSEHOLDS // 2).tolist())


def masked(name="masked.csv", **columns):
    made = file(name, **columns)
    random = np.random.default_rng(9)
    made.columns["y"].numbers[:] += random.normal(0, 2, N)
    return made


def compared(some, book, jobs=1, measures=("gdu", "wasserstein_mean")) -> Comparison:
    plan = make_plan(list(measures))
    return collect(plan, run(ORIGINAL, some, book, plan, jobs=jobs))


def test_linked_files_drop_the_same_households():
    paired = pair(ORIGINAL, scenario(masked(), linked="row"), book(HID, PSU_OUT, STRATUM_OUT))
    groups = jackknife_groups(paired, PARAMETERS, 1)
    assert groups.common
    assert (groups.original.of_records == groups.masked.of_records).all()
    assert one_group_each(groups.original.of_records, HOUSEHOLDS)
    (drawn,) = groups.design.files
    assert (drawn.unit, drawn.variable, drawn.n, drawn.strata) == (Unit.HOUSEHOLD, "hid", 60, 1)


def test_two_clusters_in_each_of_thirty_strata_are_dealt_within_strata():
    release = code_release(ORIGINAL, book(HID, PSU, STRATUM))
    groups = original_groups(release, PARAMETERS, 1)
    (drawn,) = groups.design.files
    assert (drawn.unit, drawn.n, drawn.strata, len(groups.design.shares)) == (Unit.CLUSTER, 60, 30, 10)
    assert sum(groups.design.shares) == pytest.approx(1)
    part = groups.of_records // 2
    assert (part == release.design.strata // 3).all()


def test_unlinked_files_are_dealt_by_their_own_units():
    book_ = book(HID, PSU_OUT, STRATUM_OUT)
    own = pair(ORIGINAL, scenario(masked(hid=(HOUSEHOLDS // 2).tolist()), linked="none"), book_)
    groups = jackknife_groups(own, PARAMETERS, 1)
    assert [(f.unit, f.n) for f in groups.design.files] == [(Unit.HOUSEHOLD, 60), (Unit.HOUSEHOLD, 30)]
    assert one_group_each(groups.masked.of_records, HOUSEHOLDS // 2)
    without = jackknife_groups(pair(ORIGINAL, scenario(masked(), linked="none"), book_), PARAMETERS, 1)
    assert [(f.unit, f.n) for f in without.design.files] == [(Unit.HOUSEHOLD, 60), (Unit.RECORD, N)]
    assert len(np.unique(without.masked.of_records)) == 20


def test_unlinked_files_with_other_strata_are_dealt_across_them():
    paired = pair(ORIGINAL, scenario(masked(), linked="none"), book(HID, PSU, STRATUM))
    groups = jackknife_groups(paired, PARAMETERS, 1)
    assert groups.design.shares == (1.0,)
    assert np.bincount(groups.original.of_records).tolist() == [12] * 20


def test_a_file_without_units_says_nothing_of_them():
    book_ = book(variable("hid", "nominal", "excluded"), PSU_OUT, STRATUM_OUT)
    groups = jackknife_groups(pair(ORIGINAL, scenario(masked(), linked="row"), book_), PARAMETERS, 1)
    assert (groups.design, groups.original.design, groups.masked.design) == (None, None, None)


@pytest.mark.slow
def test_intervals_say_what_was_dealt_and_are_wider_where_households_are_alike():
    book_ = book(HID, PSU_OUT, STRATUM_OUT)
    plain = book(variable("hid", "nominal", "excluded"), PSU_OUT, STRATUM_OUT)
    some = [scenario(masked(), linked="row")]
    by_household = compared(some, book_).scenarios[0].outcome("wasserstein_mean")
    by_record = compared(some, plain).scenarios[0].outcome("wasserstein_mean")
    assert isinstance(by_household, Result)
    assert by_household.value == by_record.value
    assert by_household.jackknife.design.files[0].n == 60
    assert by_household.jackknife.degrees_of_freedom == 19
    assert by_record.jackknife.design is None


@pytest.mark.slow
def test_the_same_bytes_on_one_and_two_workers_and_back_from_the_results_file():
    book_ = book(HID, PSU, STRATUM)
    some = [scenario(masked(), linked="row")]
    one, two = (write_results(compared(some, book_, jobs)) for jobs in (1, 2))
    assert one == two
    back = read_results(one)
    outcome = back.scenarios[0].outcome("wasserstein_mean")
    assert outcome.jackknife.degrees_of_freedom == 10
    assert outcome.jackknife.design.files[0].unit is Unit.CLUSTER
    assert write_results(back) == one


def test_a_single_cluster_has_no_interval_and_says_so():
    one = microdata("original.csv", x=[1, 2, 1, 2], y=[1, 2, 3, 4], psu=[1, 1, 1, 1])
    book_ = codebook(variable("x", "nominal"), variable("y", "continuous"), PSU)
    plan = make_plan(["gdu_effect_sizes"])
    other = microdata("masked.csv", x=[1, 2, 1, 1], y=[1, 2, 3, 5])
    found = (
        collect(plan, run(one, [scenario(other, linked="row")], book_, plan)).scenarios[0].outcome("gdu_effect_sizes")
    )
    assert found.interval is None
    assert "single unit" in found.interval_reason


def test_a_risk_of_0_in_every_replicate_has_the_interval_of_a_rate_of_units():
    random = np.random.default_rng(3)
    numbers = random.normal(0, 1, N)
    original = microdata("original.csv", x=numbers.tolist(), hid=HOUSEHOLDS.tolist())
    other = microdata("masked.csv", x=(numbers + 50).tolist(), hid=HOUSEHOLDS.tolist())
    book_ = codebook(variable("x", "continuous", "sensitive"), HID)
    plan = make_plan(["interval_disclosure"])
    (found,) = (
        collect(plan, run(original, [scenario(other, linked="row")], book_, plan))
        .scenarios[0]
        .results("interval_disclosure")
    )
    assert found.value == 0
    assert found.interval == (0.0, pytest.approx(1 - 0.025 ** (1 / 60)))
    assert "Clopper and Pearson for 60 units" in found.flags[-1]


@pytest.mark.parametrize("measure", ["gdu_design", "aldu_univariate_design", "aldu_bivariate_design"])
def test_scores_of_design_based_tests_say_that_they_jump_not_that_they_are_costly(measure):
    none = Replicates(0, "switched off", common=True)
    (found,) = with_intervals((Result(measure, (), 0.9, 100),), [measure_by_id(measure)], none)
    assert "p values" in found.interval_reason
    assert "costly" not in found.interval_reason
