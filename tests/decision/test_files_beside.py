"""A file is judged by itself: none of twelve files beside it changes its figures, the axis, or its verdict."""

from dataclasses import replace
from functools import cache

import pytest

from core.assessment import Assessment, Comparison, collect, make_plan, run
from core.decision.deciding import decide
from core.decision.purpose import DEFAULT_PURPOSE
from core.measures import Result
from core.views import axes, default_risk_axis, risk_utility_map
from tests.decision.twelve_files import CODEBOOK, ORIGINAL, twelve_files

TWELVE = tuple(scenario.name for scenario in twelve_files())
MAPS = (
    ("synthetic",),
    ("recoded", "suppressed"),
    ("identical", "sampled", "pram"),
)
MEASURES = (
    "gdu", "gdu_resolution", "global_risk", "expected_match_risk", "synthetic_disclosure", "disco",
)  # fmt: skip


@cache
def measured(*names: str) -> Comparison:
    plan = make_plan(MEASURES, ["interval.groups=3"])
    files = {scenario.name: scenario for scenario in twelve_files()}
    codebook = replace(CODEBOOK, scenarios=tuple(s.declaration for s in files.values()))
    return collect(plan, run(ORIGINAL, [files[name] for name in names], codebook, plan))


def with_file(names: tuple[str, ...], added: str) -> Comparison:
    """Return a map with one file more, whose figures are those of the run of all twelve."""
    everything = measured(*TWELVE)
    files = dict.fromkeys((*names, added))
    return replace(measured(*names), scenarios=tuple(everything.scenario(name) for name in files))


def axis(comparison: Comparison) -> tuple[str, tuple[str, ...]]:
    first = default_risk_axis(comparison)
    return first.measure.id, first.target


def places(comparison: Comparison) -> dict[str, tuple[object, ...]]:
    """Return where each file is on the map of this comparison."""
    utility = axes(comparison, risk=False)[0]
    risk = next(a for a in axes(comparison, risk=True) if (a.measure.id, a.target) == axis(comparison))
    return {
        p.name: (p.utility, p.risk, p.utility_interval, p.risk_interval, p.validity, p.rate)
        for p in risk_utility_map(comparison, utility, risk).points
    }


@pytest.mark.parametrize("names", MAPS, ids="+".join)
def test_no_figure_of_a_file_depends_on_the_files_beside_it(names: tuple[str, ...]) -> None:
    alone, beside_all = measured(*names), measured(*TWELVE)
    assert alone.original == beside_all.original
    for name in names:
        assert alone.scenario(name) == beside_all.scenario(name)


@pytest.mark.parametrize("names", MAPS[1:], ids="+".join)
@pytest.mark.slow
def test_a_file_more_changes_neither_axis_nor_verdict_of_the_others(names: tuple[str, ...]) -> None:
    former = measured(*names)
    before, verdicts = places(former), decide(former, DEFAULT_PURPOSE)
    for added in set(TWELVE) - set(names):
        present = with_file(names, added)
        assert axis(former) == axis(present)
        assert before.items() <= places(present).items()
        after = decide(present, DEFAULT_PURPOSE)
        assert [after.of(name) for name in names] == [verdicts.of(name) for name in names]


def test_synthetic_files_alone_have_an_axis_of_their_own() -> None:
    assert axis(measured("synthetic")) == ("synthetic_disclosure", ("keys",))


@pytest.mark.parametrize("added", ["synthetic", "strangers"])
def test_the_file_added_in_a_run_of_its_own_is_the_same(added: str) -> None:
    here = measured("recoded", "suppressed", added)
    assert here.scenarios == with_file(("recoded", "suppressed"), added).scenarios


def known_by(file: Assessment) -> str:
    outcome = file.outcome("expected_match_risk", ("keys",))
    return outcome.detail["how"] if isinstance(outcome, Result) else outcome.reason


def test_each_kind_of_file_has_the_risk_that_suits_it() -> None:
    known = {s.name: known_by(s) for s in measured(*TWELVE).scenarios}
    assert "records of nobody" in known.pop("synthetic")
    assert "in a random order" in known.pop("permuted")
    assert {name for name, how in known.items() if how != "linked"} == {"pram", "strangers", "sampled"}
    assert (known["pram"], known["strangers"], known["sampled"]) == ("bound", "bound", "equal cells")
