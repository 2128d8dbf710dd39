"""What fresh surveys and shuffled columns score in a run: once at the original's size, and by what a file publishes."""

from dataclasses import replace

import numpy as np
import pytest

from core.assessment import Assessment, collect, make_plan, run
from core.data import Codebook, Column, Level, Microdata, Role, Scenario, ScenarioDeclaration, Variable
from core.decision import ReleaseType, decide, proposed_purpose
from core.decision.verdict import GuardKind
from core.intake import read_file
from core.measures import Result, Skipped
from core.pairing import draft_codebook
from core.views import UTILITY_AXES, axis_resolution, better_than_shuffled, default_utility, published_value

N = 240
MEASURES = (*UTILITY_AXES, "gdu_resolution", "table_resolution")
CODEBOOK = Codebook((
    Variable("age", Level.CONTINUOUS, Role.KEY),
    Variable("region", Level.NOMINAL),
    Variable("income", Level.CONTINUOUS),
))  # fmt: skip


def people(n=N, seed=1, strength=0.9):
    random = np.random.default_rng(seed)
    factor, rest = random.normal(size=n), np.sqrt(1 - strength**2)
    age, region, income = (strength * factor + rest * random.normal(size=n) for _ in range(3))
    return {
        "age": Column(np.round(45 + 12 * age)),
        "region": Column(None, np.digitize(region, (-0.7, 0, 0.7)).astype(np.int32), ("a", "b", "c", "d")),
        "income": Column(np.round(2000 + 500 * income)),
    }


def data(name, columns):
    return Microdata(f"{name}.csv", columns, len(next(iter(columns.values()))), name)


def scenario(name, columns):
    return Scenario(data(name, columns), ScenarioDeclaration(f"{name}.csv", name, "none"))


def tens(columns):
    low = (columns["age"].numbers // 10 * 10).astype(int)
    labels = tuple(f"{x}-{x + 9}" for x in sorted(set(low)))
    return {**columns, "age": Column(None, np.searchsorted(sorted(set(low)), low).astype(np.int32), labels)}


def shuffled(columns, seed=3):
    random = np.random.default_rng(seed)
    return {name: column.take(random.permutation(len(column))) for name, column in columns.items()}


def blanks(columns, share=0.2, seed=5):
    """Leave that share of every variable's values blank."""
    random = np.random.default_rng(seed)
    blank = {name: random.random(len(column)) < share for name, column in columns.items()}
    return {
        name: Column(np.where(blank[name], np.nan, c.numbers))
        if c.codes is None
        else Column(None, np.where(blank[name], -1, c.codes).astype(np.int32), c.labels)
        for name, c in columns.items()
    }


def fewer(columns):
    return {name: column for name, column in columns.items() if name != "region"}


FILES = {
    "copy": people(),
    "fresh": people(seed=2),
    "shuffled": shuffled(people(seed=2)),
    "fewer": fewer(people()),
    "tens": tens(people()),
    "shuffled_tens": shuffled(tens(people(seed=2))),
    "half": people(N // 2, 4),
    "blanks": blanks(people()),
    "shuffled_blanks": blanks(shuffled(people(seed=2)), 0.6),
    "foreign": {"x": Column(np.arange(9.0))},
}


def compared(names, original=None, plan=None, codebook=CODEBOOK):
    plan = plan or make_plan(MEASURES, ["interval.groups=0", "null.replicates=8"])
    masked = [scenario(name, FILES[name]) for name in names]
    return collect(plan, run(data("original", original or people()), masked, codebook, plan))


@pytest.fixture(scope="module")
def comparison():
    return compared(FILES)


def outcomes(file):
    return [o for o in file.outcomes if o.measure.endswith("_resolution")]


def test_the_originals_own_size_is_measured_whatever_the_files_are(comparison):
    assert outcomes(compared([]).original) == outcomes(comparison.original) != []
    assert {o.target[0] for o in outcomes(comparison.original)} >= set(UTILITY_AXES)


def test_files_of_one_size_and_detail_share_their_samples_and_others_have_their_own(comparison):
    same, *others = (outcomes(comparison.scenario(name)) for name in ("copy", "fewer", "tens", "half"))
    assert same == outcomes(comparison.original) == outcomes(comparison.scenario("shuffled"))
    assert all(own and own != same for own in others)
    tens_again = outcomes(comparison.scenario("shuffled_tens"))
    assert [o.target for o in tens_again] == [o.target for o in others[1]]


def test_blanks_cost_in_the_ratio_and_not_in_the_comparison_with_shuffled_columns(comparison):
    axis = "table_pmse_ratio_mean"
    ratio = comparison.scenario("blanks").outcome(axis)
    assert ratio.value > ratio.detail["published"] + 1
    assert ratio.detail["published"] < 1
    assert better_than_shuffled(published_value(ratio), axis, axis_resolution(comparison.scenario("blanks"), axis))
    # shuffled columns of which most is blank stay among their like: these are blank as often
    useless, known = (f(comparison.scenario("shuffled_blanks"), axis) for f in (Assessment.outcome, axis_resolution))
    assert not better_than_shuffled(published_value(useless), axis, known)
    assert known.shuffled.mean < axis_resolution(comparison.scenario("shuffled"), axis).shuffled.mean


@pytest.mark.parametrize("name", ["tens", "half", "blanks"])
def test_another_scenario_changes_nothing(comparison, name):
    alone = compared([name])
    assert alone.scenario(name).outcomes == comparison.scenario(name).outcomes
    assert alone.original == comparison.original


def test_a_file_that_cannot_be_paired_has_the_reason(comparison):
    found = outcomes(comparison.scenario("foreign"))
    assert found
    assert all(isinstance(o, Skipped) for o in found)


def test_what_is_not_published_costs_in_the_figure_and_not_in_the_comparison(comparison):
    for name in ("fewer", "tens"):
        for axis in UTILITY_AXES:
            found = comparison.scenario(name).outcome(axis)
            best = 0.0 if axis == "table_pmse_ratio_mean" else 1.0
            assert found.detail["published"] == pytest.approx(best), (name, axis)
    assert comparison.scenario("fewer").outcome("gdu").value < 0.7
    assert comparison.scenario("tens").outcome("gdu").value < 1


def test_fresh_surveys_pass_and_shuffled_columns_do_not_at_any_detail(comparison):
    assert default_utility(comparison).measure in UTILITY_AXES
    decision = decide(comparison, proposed_purpose(ReleaseType.SCIENTIFIC))
    like = {f.scenario for f in decision.files if f.struck_by(GuardKind.LIKE_SHUFFLED)}
    assert like == {"shuffled", "shuffled_tens", "shuffled_blanks"}


def test_where_nothing_is_associated_no_file_is_struck_out_for_utility():
    found = compared(["shuffled"], people(strength=0.0))
    assert default_utility(found).measure == ""
    (file,) = decide(found, proposed_purpose(ReleaseType.SCIENTIFIC)).files
    assert file.struck_by(GuardKind.UTILITY_UNKNOWN)
    assert not file.struck_by(GuardKind.LIKE_SHUFFLED)


REAL = {
    "hepatitis": ("hepatitis/hepatitis_train.csv", 922, ""),  # half of it is too little: no axis can tell
    "testdata": ("sdcmicro/testdata.csv", 4580, "gdu_effect_sizes"),
    "census": ("uk_census/uk2011_nanodata_teaching.csv", 2000, "gdu"),
}


@pytest.mark.study  # of files made here, with associations and without, the tests above
@pytest.mark.parametrize("name", REAL)
def test_of_real_files_a_fresh_half_passes_and_its_shuffled_columns_never(shared_data, name):
    path, n, axis = REAL[name]
    content = (shared_data / path).read_bytes()
    read = read_file(path.rpartition("/")[2], content).microdata
    # where bands are 4 standard deviations apart, one fresh half in 50 to 100 lies within the shuffled band
    rows = np.random.default_rng(3).permutation(read.n_records)[:n]
    halves = [{c: x.take(np.sort(part)) for c, x in read.columns.items()} for part in np.array_split(rows, 2)]
    original = data("original", halves[0])
    drafted = draft_codebook(original, [])
    kept = [v if v.role is not Role.WEIGHT else replace(v, role=Role.EXCLUDED) for v in drafted.variables]
    masked = [scenario("fresh", halves[1]), scenario("shuffled", shuffled(halves[1]))]
    plan = make_plan(MEASURES, ["interval.groups=0"])
    found = collect(plan, run(original, masked, Codebook(tuple(kept)), plan))
    assert default_utility(found).measure == axis
    fresh, permuted = decide(found, proposed_purpose(ReleaseType.SCIENTIFIC)).files
    assert not fresh.struck_by(GuardKind.LIKE_SHUFFLED)
    assert permuted.struck_by(GuardKind.LIKE_SHUFFLED) or permuted.struck_by(GuardKind.UTILITY_UNKNOWN)
    if not axis:
        assert fresh.struck_by(GuardKind.UTILITY_UNKNOWN)
        return
    known = axis_resolution(found.original, axis)
    assert isinstance(found.scenario("fresh").outcome(axis), Result)
    assert known.distance >= 4
