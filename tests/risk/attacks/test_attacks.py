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
from core.risk.attacks.nearness import infer_members
from core.statistics.attacks import Rate, net_of
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


def test_the_largest_of_several_risks_is_known_no_better_than_each():
    # whom a flag that nearly everybody has is guessed right of says little: its risk is 0, and may be large
    random = np.random.default_rng(2)

    def file(seed):
        flag = (np.random.default_rng(seed).random(150) < 0.02).astype(int) + 1
        return people(150, seed) | {"health": flag.tolist(), "income": random.integers(1, 999, 150).tolist()}

    found = outcome(risk.inference, file(3), file(1), file(2))
    intervals = {name: of["risk_interval"] for name, of in found.detail["by_variable"].items()}
    assert intervals["health"][1] > 3 * intervals["income"][1]
    assert found.interval == tuple(max(ends) for ends in zip(*intervals.values(), strict=True))
    assert found.detail["worst"] == "income"
    assert "the upper end of the interval is that of health" in found.flags[-1]


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
    inferred = infer_members(np.array([0.0, 0.05, 0.5, 0.95]), others, 0.1)
    assert (inferred.share, inferred.area) == (0.25, pytest.approx(23 / 40))
    assert inferred.members.tolist() == [1, 0, 0, 0]
    assert inferred.others.tolist() == [1] + [0] * 9


def test_of_equal_scores_at_the_limit_each_counts_in_part():
    inferred = infer_members(np.array([0.0, 1.0]), np.array([0.0] * 5 + [1.0] * 5), 0.1)
    assert inferred.members.tolist() == pytest.approx([0.2, 0])
    assert inferred.others.sum() == pytest.approx(1)
    assert inferred.share == pytest.approx(inferred.members.mean())


def test_without_a_control_nobody_is_known_not_to_be_in_the_file():
    original = people(40, 1)
    for measure in ATTACKS[4:]:
        found = outcome(measure, original, original)
        assert isinstance(found, Skipped)
        assert "no control file" in found.reason
        assert "on the Set up page, or by --control on the command line" in found.reason


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


SIZES = ((600, 600), (600, 120), (120, 600))


@pytest.mark.parametrize(("n_original", "n_control"), SIZES)
@pytest.mark.parametrize("measure", ATTACKS[:2], ids=lambda m: m.id)
def test_strangers_have_no_risk_whatever_the_number_of_controls(measure, n_original, n_control):
    found = outcome(measure, people(600, 3), people(n_original, 1), people(n_control, 2))
    assert found.interval[0] == 0
    assert found.value < 0.15
    assert measure.id != "singling_out_multivariate" or found.interval[1] < 0.25


@pytest.mark.parametrize(("n_original", "n_control"), SIZES)
@pytest.mark.parametrize("measure", ATTACKS[:2], ids=lambda m: m.id)
def test_more_memorised_records_never_give_less_risk(measure, n_original, n_control):
    original, strangers, others = people(n_original, 1), people(n_original, 3), people(n_control, 2)
    shares = (0, 0.5, 1)
    values = [outcome(measure, mixed(original, strangers, s, n_original), original, others).value for s in shares]
    assert values == sorted(values)
    assert values[-1] == pytest.approx(1)


def test_two_people_alike_are_not_singled_out_by_what_both_meet():
    file = {"age": [1, 1, 2], "sex": ["f"] * 3, "area": ["a", "a", "b"], "income": [1, 1, 2], "health": [1, 1, 2]}
    found = outcome(risk.singling_out_univariate, {**file}, file)
    # smallest and largest of age, income and health, and both areas: half of them are met by the two alike
    assert found.detail["attack"]["rate"] == 0.5


def noisy(original, seed):
    random, n = np.random.default_rng(seed), len(original["age"])
    age = (np.array(original["age"]) + random.normal(0, 4, n)).tolist()
    return {**original, "age": age, "area": random.permutation(original["area"]).tolist()}


@pytest.mark.parametrize(("n_original", "n_control"), [(400, 80), (80, 400)])
def test_links_are_judged_among_as_many_people_as_there_are_controls(n_original, n_control):
    original, others = people(n_original, 1), people(n_control, 2)
    masked, whole = microdata("m.csv", **noisy(original, 4)), microdata(**original)
    both = pair(whole, scenario(masked, linked="row"), BOOK)
    fewest, rates = min(n_original, n_control), {}
    for name, n in (("all", n_control), ("equal", fewest)):
        control = microdata("c.csv", **{k: v[:n] for k, v in others.items()})
        with_others = with_control(both, whole, control, BOOK)
        (found,) = risk.linkage_net.compute(risk.linkage_net.prepare(with_others, RiskParameters()))
        rates[name] = found.detail["control"]["rate"]
    # the most similar of 400 strangers is nearer than the most similar of 80 originals: 80 of them are drawn
    assert rates["all"] == pytest.approx(rates["equal"], abs=0.06)


OF_ANONYMETER = (
    "hepatitis_train",
    "h_hepatitis_synthpop_1_syn",
    "a_hepatitis_sampling_baseline",
    "b_hepatitis_smote_baseline",
)
OF_ANONYMETER += ("d_hepatitis_datasynthesizer_syn", "e_hepatitis_synthpop_syn_best", "f_hepatitis_CTGAN_syn_best")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "outside"),
    [(OF_ANONYMETER[:2], 0), pytest.param(OF_ANONYMETER, 3, marks=pytest.mark.study)],
    ids=["two", "all"],
)
def test_risks_lie_within_anonymeters_intervals(shared_data, files, outside):
    folder = shared_data / "hepatitis"
    reference = json.loads((folder / "anonymeter_reference.json").read_text(encoding="utf-8"))
    original, control = read_csv(folder / "hepatitis_train.csv"), read_csv(folder / "hepatitis_test.csv")
    book = _tagged(draft_codebook(original), ("Age", "Baselinehistological staging"))
    names = tuple(original.columns)
    settings = RiskParameters(attack_first=names[:10], attack_second=names[10:20])
    inside = {}
    for file in files:
        declared = dict.fromkeys(names, Masking.SYNTHETIC)
        both = pair(original, scenario(read_csv(folder / f"{file}.csv"), masking=declared), book)
        both = with_control(both, original, control, book)
        prepared = risk.linkability.prepare(both, settings)
        out = {m.id: next(iter(m.compute(prepared))) for m in ATTACKS[1:4]}
        risks = {"linkability": out["linkability"].value}
        risks |= {f"inference_{name}": of["risk"] for name, of in out["inference"].detail["by_variable"].items()}
        assert all(isinstance(o, Result) for o in out.values())
        if file == "hepatitis_train":
            assert min(risks.values()) >= 0.95
        for name, value in risks.items():
            low, high = reference[file][name]["ci"]
            inside[file, name] = low <= value <= high
        # of half as many controls anonymeter lets the rate of singling out fall: the attack itself is the same
        singled_out = reference[file]["singling_out_multivariate"]
        off = out["singling_out_multivariate"].detail["attack"]["rate"] - singled_out["attack_rate"]
        inside[file, "singling out"] = abs(off) <= singled_out["attack_ci_half"]
    assert len(inside) == 4 * len(files)
    # outside: linkability of b_hepatitis_smote_baseline, .111 of .036 to .108; bands such as (4000, 11000] are ordered
    # here and plain text to anonymeter, and as plain text it is .097
    assert len(inside) - sum(inside.values()) <= outside


def _tagged(book: Codebook, sensitive: tuple[str, ...]) -> Codebook:
    variables = tuple(replace(v, role=Role.SENSITIVE if v.name in sensitive else Role.ANALYSIS) for v in book.variables)
    return replace(book, variables=variables, keysets=())


IN_HOMES = replace(BOOK, variables=(*BOOK.variables, variable("hid", "nominal", "household")))


def homes(areas, health):
    """Two persons a household, who differ in area and health alone."""
    n = len(areas)
    return {
        "age": [1] * n,
        "sex": ["f"] * n,
        "area": list(areas),
        "income": [1] * n,
        "health": health,
        "hid": [f"h{i // 2}" for i in range(n)],
    }


@pytest.mark.parametrize("tells", [True, False])
def test_persons_of_one_household_tell_as_much_as_one_by_hand(tells):
    original = homes("abcdefgh", [1, 1, 1, 1, 2, 2, 2, 2])
    masked, control = homes("abcdefgh", [1, 1, 2, 2, 2, 2, 1, 1]), homes("abcdefgh", [1, 2, 1, 1, 1, 1, 2, 2])
    if not tells:
        del control["hid"]
    both = pair(microdata(**original), scenario(microdata("m.csv", **masked), masking={}), IN_HOMES)
    both = with_control(both, microdata(**original), microdata("c.csv", **control), IN_HOMES)
    (found,) = risk.disco_net.compute(risk.disco_net.prepare(both, RiskParameters()))
    # health is right of two whole households of four: V = 4/3 x 4 x (1/8)^2 = 1/12, p (1 - p) / 7 = 1/28, so that
    # D = 3/7; with t(.975; 7) = 2.365 and t(.975; 3) = 3.182 eight persons tell as much as 8 x 3/7 x .552 = 1.9
    assert found.detail["attack"]["told"] == 2
    # of the control one of 8 is right: totals by household, less their mean, are 1/32 x (3, -1, -1, -1), so that
    # V = 4/3 x 12 / 32^2 = 1/64 = p (1 - p) / 7: as much as 8 x .552 = 4.4
    assert found.detail["control"].get("told") == (4 if tells else None)
    assert found.interval == net_of(Rate(4, 8, 2), Rate(1, 8, 4 if tells else None)).interval
    assert found.detail["interval_kind"].startswith(
        "Wilson intervals of both rates at the effective number of attacks, by household"
    )
    doubt = "takes the people of the control as drawn one by one, and is too narrow: those of one household are alike"
    assert (doubt in " ".join(found.flags)) is not tells


@pytest.mark.parametrize("measure", [*ATTACKS, risk.uniques_replicated_net, risk.dcap_net, risk.linkage_net])
def test_an_attack_knows_who_was_drawn_together(measure):
    random = np.random.default_rng(8)
    original, others, third = people(160, 1), people(160, 2), people(160, 3)
    kept = np.repeat(random.random(40) < 0.5, 4)
    masked = {n: [a if k else b for a, b, k in zip(original[n], third[n], kept, strict=True)] for n in original}
    whole = microdata(**original)
    both = pair(whole, scenario(microdata("m.csv", **masked), linked="row"), BOOK)
    both = with_control(both, whole, microdata("c.csv", **others), BOOK)
    rows, no_strata = np.arange(160), np.zeros(160, dtype=np.int64)

    def drawn(units, unit, variable):
        design = SampleDesign(units, no_strata, unit, variable)
        files = (replace(f, drawn=design) for f in (both.original, both.masked, both.control))
        return found_in(replace(both, **dict(zip(("original", "masked", "control"), files, strict=True))))

    def found_in(files):
        (found,) = measure.compute(measure.prepare(files, RiskParameters(attacks=300)))
        return found

    alone, one_by_one = found_in(both), drawn(rows, Unit.CLUSTER, "id")
    at_home = drawn(rows // 4, Unit.HOUSEHOLD, "hid")
    assert alone.value == one_by_one.value == at_home.value
    if measure in ATTACKS[:2]:  # several predicates are made of one record: they do not count as so many
        assert one_by_one.interval[0] <= alone.interval[0] + 1e-12
    else:
        assert one_by_one.interval == pytest.approx(alone.interval, abs=0.02)
    assert at_home.detail["attack"]["told"] < 0.6 * at_home.n
    assert at_home.interval[0] < alone.interval[0]
    assert not any("one by one" in said for said in at_home.flags)


def test_a_masked_file_that_does_not_tell_its_households_leaves_an_interval_too_narrow():
    file = homes("abcdefgh", [1, 2, 3, 4, 5, 1, 2, 3]) | {"age": list(range(8))}
    masked = {name: values for name, values in file.items() if name != "hid"}
    both = pair(microdata(**file), scenario(microdata("m.csv", **masked), masking={}), IN_HOMES)
    for measure, doubted in ((risk.singling_out_univariate, True), (risk.linkability, False)):
        (found,) = measure.compute(measure.prepare(both, RiskParameters()))
        said = "its interval takes its attacks as drawn one by one" in " ".join(found.flags)
        assert said is doubted
        assert (found.detail["interval_kind"] == "Wilson intervals of both rates, propagated") is doubted
