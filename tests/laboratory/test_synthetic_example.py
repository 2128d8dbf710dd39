"""What the shipped results of the synthetic example show: the reason why it is shipped."""

import pytest

from core.assessment import collect, make_plan, run
from core.masking import WORKED_EXAMPLES
from core.measures import Failed
from core.reports import read_results
from core.views import attack_lines
from tests.laboratory.test_worked_example import SHIPPED

KEYS = ("Friend",)


@pytest.fixture(scope="module")
def shipped():
    return read_results((SHIPPED / "synthetic.json").read_text(encoding="utf-8"))


def value(file, measure, target=()):
    return file.outcome(measure, target).value


def test_without_the_control_chance_counts_as_risk(shipped) -> None:
    # DiSCO: of people who are in no file more values are read off than of those whom regressions were fitted to
    made = value(shipped.scenario("Regressions"), "synthetic_disclosure", KEYS)
    assert made < value(shipped.control, "synthetic_disclosure", KEYS)
    net = shipped.scenario("Regressions").outcome("disco_net", KEYS)
    assert made > 0.1 > net.interval[1]
    assert net.interval[0] == 0


def test_net_of_the_control_the_trees_betray_more_than_regressions_and_the_copy_most(shipped) -> None:
    for measure, target in (("linkability", ()), ("inference", ()), ("disco_net", KEYS), ("membership_density", ())):
        normal, made, trees, copy = (
            value(shipped.scenario(n), measure, target)
            for n in ("Joint normal", "Regressions", "Trees (CART)", "Verbatim copy")
        )
        assert copy > 2 * trees > 2 * max(made, normal), measure
        assert copy == value(shipped.original, measure, target)
    useful = [
        value(shipped.scenario(n), "gdu") for n in ("Joint normal", "Regressions", "Trees (CART)", "Verbatim copy")
    ]
    assert useful == sorted(useful)


def test_the_example_has_no_failure_and_no_warning_about_its_control(shipped) -> None:
    files = shipped.original, *shipped.scenarios, shipped.control
    assert not [o for f in files for o in f.outcomes if isinstance(o, Failed)]
    assert shipped.control_notes == ()
    assert not any("the masking saw" in " ".join(o.validity) for f in shipped.scenarios for o in f.outcomes)


@pytest.mark.slow
def test_the_shipped_attacks_are_recomputed_on_the_files_made_anew(shipped) -> None:
    example = WORKED_EXAMPLES["synthetic"]()
    assert [s.microdata.sha256 for s in example.scenarios] == [s.sha256 for s in shipped.scenarios]
    assert (example.original.n_records, example.control.n_records) == (4244, 2122)
    assert shipped.control.sha256 == example.control.sha256
    plan = make_plan("linkability,disco_net,uniques_replicated_net", ["interval.groups=0"])
    files = example.original, example.scenarios[:1], example.codebook
    again = collect(plan, run(*files, plan, control=example.control)).scenarios[0]
    for outcome in again.outcomes:
        assert outcome.value == pytest.approx(
            value(shipped.scenario(again.name), outcome.measure, outcome.target), abs=1e-9
        )
        before = shipped.scenario(again.name).outcome(outcome.measure, outcome.target)
        assert outcome.interval == pytest.approx(before.interval, abs=1e-9)


def test_every_attack_of_the_example_can_be_read_out_with_its_key_set(shipped) -> None:
    lines = {line.name: line for line in attack_lines(shipped.scenario("Trees (CART)"))}
    assert {line.rates["n_control"] for line in lines.values()} == {2122}
    assert all("in 100 people" in line.sentence or "no more people" in line.sentence for line in lines.values())
    names = ("Friend", "Register")
    assert {f"Attribute disclosure (DiSCO) net of the control · {name}" for name in names} <= set(lines)
    assert lines["Linkability of two lists"].rates["baseline"]["rate"] > 0
