"""Attacks as measures: by hand on small files, on copies, on other people, and beside anonymeter's figures."""

import json
from dataclasses import replace

import numpy as np
import pytest

import core.risk as risk
from core.data import Codebook, Masking, Role, SampleDesign, Unit
from core.measures import Result, Skipped
from core.pairing import draft_codebook, pair, with_control
from core.risk import RiskParameters
from core.risk.attacks.nearness import told_members
from tests.pairing.builders import codebook, microdata, read_csv, scenario, variable

ATTACKS = (
    risk.singling_out_univariate,
    risk.singling_out_multivariate,
    risk.linkability,
    risk.inference,
    risk.nearest_record_share,
    risk.membership_distance,
    risk.membership_density,
)
BOOK = codebook(
    variable("age", role="key"),
    variable("sex", "nominal", "key"),
    variable("area", "nominal", "key"),
    variable("income", role="sensitive"),
    variable("health", "ordinal", "sensitive"),
)


def people(n, seed):
    random = np.random.default_rng(seed)
    age = random.normal(45, 12, n).round(1)
    return {
        "age": age.tolist(),
        "sex": random.choice(["f", "m"], n).tolist(),
        "area": random.choice(list("abcdef"), n).tolist(),
        "income": (age * 50 + random.normal(0, 400, n)).round(1).tolist(),
        "health": random.integers(1, 6, n).tolist(),
    }


def mixed(first, second, share, n):
    """The first records of one file, the rest of another."""
    cut = int(share * n)
    return {name: [*first[name][:cut], *second[name][cut:n]] for name in first}


def outcome(measure, masked, original, control=None, **settings):
    masked, original = microdata("m.csv", **masked), microdata(**original)
    synthetic = dict.fromkeys(original.columns, Masking.SYNTHETIC)
    both = pair(original, scenario(masked, masking=synthetic), BOOK)
    if control is not None:
        both = with_control(both, original, microdata("c.csv", **control), BOOK)
    (found,) = measure.compute(measure.prepare(both, RiskParameters(**{"attacks": 300, **settings})))
    return found


@pytest.mark.parametrize("measure", ATTACKS, ids=lambda m: m.id)
def test_a_copy_is_a_risk_and_other_people_are_none(measure):
    original, others, third = people(150, 1), people(150, 2), people(150, 3)
    copy, strangers = outcome(measure, original, original, others), outcome(measure, third, original, others)
    assert copy.value >= 0.95
    assert strangers.value <= 0.2
    assert strangers.interval[0] <= 0.05
    assert "are equal to one of the original" in copy.flags[0]


@pytest.mark.parametrize("measure", ATTACKS, ids=lambda m: m.id)
def test_the_control_in_the_place_of_the_original_has_no_risk(measure):
    others = people(150, 2)
    found = outcome(measure, people(150, 3), others, others)
    assert found.interval[0] == 0
    assert found.detail["above"] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("measure", ATTACKS[1:], ids=lambda m: m.id)
def test_a_better_copy_never_scores_safer(measure):
    original, others, third = people(150, 1), people(150, 2), people(150, 3)
    values = [outcome(measure, mixed(original, third, s, 150), original, others).value for s in (0, 0.3, 0.7, 1)]
    assert values == sorted(values)


@pytest.mark.parametrize("measure", ATTACKS, ids=lambda m: m.id)
def test_draws_go_by_values_not_by_places_or_names(measure):
    original, others, third = people(150, 1), people(150, 2), mixed(people(150, 1), people(150, 3), 0.3, 150)
    rows = np.random.default_rng(4).permutation(150)
    moved = [{name: [file[name][i] for i in rows] for name in reversed(file)} for file in (third, original, others)]
    for file in moved:
        file["area"] = ["zyxwvu"["abcdef".index(area)] for area in file["area"]]
    first, second = (outcome(measure, *files, attacks=40) for files in ((third, original, others), moved))
    assert second.value == pytest.approx(first.value, abs=1e-12)
    assert second.detail["attack"] == first.detail["attack"]


def test_inference_by_hand():
    original = {"age": [20, 30, 40], "sex": ["f", "m", "f"], "area": ["a"] * 3, "income": [1000, 2000, 3000]}
    original["health"] = [1, 2, 3]
    masked = {"age": [20, 29, 45], "sex": ["f", "m", "f"], "area": ["a"] * 3, "income": [1040, 2300, 3000]}
    masked["health"] = [1, 2, 1]
    found = outcome(risk.inference, masked, original, attack_known=("age", "sex"))
    income, health = (found.detail["by_variable"][name] for name in ("income", "health"))
    # 1040 is within 5% of itself from 1000, 2300 is not from 2000; of health the third guess is wrong
    assert (income["attack"]["rate"], health["attack"]["rate"]) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    # guesses at random: of nine pairs 1040 -> 1000 and 3000 -> 3000; 1, 2 and 1 for the truths 1, 2, 3
    assert income["baseline"]["rate"] == pytest.approx(2 / 9)
    assert health["baseline"]["rate"] == pytest.approx(3 / 9)
    assert "no control file" in " ".join(found.flags)


def test_nearest_record_share_by_hand():
    def file(ages):
        return {
            "age": ages,
            "sex": ["f"] * len(ages),
            "area": ["a"] * len(ages),
            "income": ages,
            "health": [1] * len(ages),
        }

    found = outcome(risk.nearest_record_share, file([10, 49, 30, 91]), file([10, 50, 90]), file([30]))
    # three of four nearest to the original, of which three in four persons are: (.75 - .75) / .25
    assert found.detail["attack"]["rate"] == 0.75
    assert found.value == 0


def test_membership_is_told_at_one_false_alarm_in_ten():
    others = np.arange(10) / 10
    assert told_members(np.array([0.0, 0.05, 0.5, 0.95]), others, 0.1) == (0.25, pytest.approx(23 / 40))


def test_without_a_control_nobody_is_known_not_to_be_in_the_file():
    original = people(40, 1)
    for measure in ATTACKS[4:]:
        found = outcome(measure, original, original)
        assert isinstance(found, Skipped)
        assert "no control file" in found.reason
        assert "on the Files page, or by --control on the command line" in found.reason


def test_variables_that_a_list_cannot_have_are_named():
    found = outcome(risk.linkability, people(20, 1), people(20, 1), attack_first=("agee",), attack_second=("sex",))
    assert found.reason.startswith("agee: not a variable that all files have")


def test_figures_net_of_the_control_by_hand():
    def file(areas, health):
        n = len(areas)
        return {"age": [1] * n, "sex": ["f"] * n, "area": areas, "income": [1] * n, "health": health}

    original, control = file(["a", "b", "c", "c"], [1, 2, 3, 3]), file(["a", "b", "b", "d"], [1, 1, 1, 1])
    masked = file(["a", "b", "c", "c"], [1, 2, 3, 3])
    (disco,) = [outcome(risk.disco_net, masked, original, control)]
    # all four point to their own health; of the control a does, b does not, and d is not in the file
    health = disco.detail["by_variable"]["health"]
    assert (health["attack"]["rate"], health["control"]["rate"]) == (1, 0.25)
    uniques = outcome(risk.uniques_replicated_net, masked, original, control)
    assert (uniques.detail["attack"]["rate"], uniques.detail["control"]["rate"]) == (0.5, 0.25)
    assert uniques.value == pytest.approx((0.5 - 0.25) / 0.75)


def test_a_larger_original_is_counted_in_parts_as_large_as_the_control():
    areas = {"age": [1] * 4, "sex": ["f"] * 4, "area": list("aabc"), "income": [1] * 4, "health": [1] * 4}
    part = {name: values[2:] for name, values in areas.items()}
    masked = {**areas, "area": list("abcd")}
    found = outcome(risk.uniques_replicated_net, masked, areas, part)
    # b and c are unique in any half; each a in the two of three halves that lack the other a
    assert found.detail["attack"]["rate"] == pytest.approx((2 + 2 * 2 / 3) / 4)


def test_links_net_of_the_most_similar_other_person():
    original, others = microdata(**people(60, 1)), microdata(**people(60, 2))
    both = with_control(pair(original, scenario(original, linked="row"), BOOK), original, others, BOOK)
    (found,) = risk.linkage_net.compute(risk.linkage_net.prepare(both, RiskParameters()))
    assert found.detail["attack"]["rate"] == 1
    # of 59 other people of the original and 60 of the control each is the most similar one as often
    assert found.detail["control"]["rate"] == pytest.approx(60 / 119, abs=0.15)
    assert found.value == 1


@pytest.mark.slow
def test_risks_lie_within_anonymeters_intervals(shared_data):
    folder = shared_data / "hepatitis"
    reference = json.loads((folder / "anonymeter_reference.json").read_text(encoding="utf-8"))
    original, control = read_csv(folder / "hepatitis_train.csv"), read_csv(folder / "hepatitis_test.csv")
    book = _tagged(draft_codebook(original), ("Age", "Baselinehistological staging"))
    names = tuple(original.columns)
    settings = RiskParameters(attack_first=names[:10], attack_second=names[10:20])
    inside = {}
    for file in (name for name in reference if name != "made with"):
        declared = dict.fromkeys(names, Masking.SYNTHETIC)
        both = pair(original, scenario(read_csv(folder / f"{file}.csv"), masking=declared), book)
        both = with_control(both, original, control, book)
        prepared = risk.linkability.prepare(both, settings)
        out = {m.id: next(iter(m.compute(prepared))) for m in ATTACKS[1:4]}
        risks = {name: out[name].value for name in ("singling_out_multivariate", "linkability")}
        risks |= {f"inference_{name}": of["risk"] for name, of in out["inference"].detail["by_variable"].items()}
        assert all(isinstance(o, Result) for o in out.values())
        if file == "hepatitis_train":
            assert min(risks.values()) >= 0.95
        for name, value in risks.items():
            low, high = reference[file][name]["ci"]
            inside[file, name] = low <= value <= high
    assert len(inside) == 28
    assert sum(inside.values()) >= 25


def _tagged(book: Codebook, sensitive: tuple[str, ...]) -> Codebook:
    variables = tuple(replace(v, role=Role.SENSITIVE if v.name in sensitive else Role.ANALYSIS) for v in book.variables)
    return replace(book, variables=variables, keysets=())


def test_where_households_were_drawn_the_interval_says_that_it_is_too_narrow():
    file = people(60, 1)
    both = pair(microdata(**file), scenario(microdata("m.csv", **file), masking={}), BOOK)
    households = SampleDesign(np.repeat(np.arange(20), 3), np.zeros(60, dtype=np.int64), Unit.HOUSEHOLD, "hid")
    drawn = replace(both, original=replace(both.original, drawn=households))
    alone, together = (
        next(iter(risk.linkability.compute(risk.linkability.prepare(p, RiskParameters())))) for p in (both, drawn)
    )
    assert not any("one household" in said for said in alone.flags)
    assert "too narrow: those of one household are alike" in " ".join(together.flags)
