"""The deck itself: its truth by hand, apart from the program; and the program's verdicts on a small deck."""

import ast
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from core.decision import ReleaseType, proposed_purpose
from experiments.decks.deck import LIMITS, planted, planted_original
from experiments.decks.judged import Line, lines_of
from experiments.decks.maskings import (
    every,
    memorised,
    microaggregated,
    noised,
    recoded,
    redrawn,
    sampled,
    suppressed,
    swapped,
    unmasked,
)
from experiments.decks.population import SHAPES, drawn_population
from experiments.decks.through_engine import RISK_ALONE, verdicts_on
from experiments.decks.true_risk import true_risk
from experiments.decks.true_utility import true_utility

HERE = Path(__file__).parent
OF_THE_PROGRAM = ("through_engine.py", "judged.py", "counted.py", "__main__.py", "test_decks.py")
GENERATOR = sorted(path.name for path in HERE.glob("*.py") if path.name not in OF_THE_PROGRAM)


@cache
def base(shape="strong association", seed=3):
    random = np.random.default_rng(seed)
    population = drawn_population(random, shape)
    people = population.draw(population.n, random)
    return unmasked("", population, people, people)


def random():
    return np.random.default_rng(5)


@pytest.mark.parametrize("name", GENERATOR)
def test_generator_and_truth_know_nothing_of_the_program(name: str) -> None:
    tree = ast.parse((HERE / name).read_text())
    modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert not {m for m in modules if m.split(".")[0] in ("core", "rumap", "pages")}
    assert {m for m in modules if m.startswith("experiments")} <= {
        f"experiments.decks.{Path(n).stem}" for n in GENERATOR
    }


def test_the_limits_are_those_of_a_scientific_use_file() -> None:
    purpose = proposed_purpose(ReleaseType.SCIENTIFIC)
    limits = {rule: purpose.requirement(rule).limit for rule in LIMITS}
    assert {**limits, "smallest_group": 1 / limits["smallest_group"]} == pytest.approx(LIMITS)


@pytest.mark.parametrize("shape", SHAPES)
def test_people_follow_the_law_of_their_population(shape: str) -> None:
    population = drawn_population(random(), shape)
    people = population.draw(40_000, random())
    for trait in population.traits:
        shares = np.bincount(people[trait.name], minlength=len(trait.values)) / 40_000
        assert np.abs(shares - population.shares @ trait.law).max() < 0.02


STEPS = {
    "PRAM": lambda f, r: redrawn(f, "age", 0.4, r),
    "swap": lambda f, r: swapped(f, "age", 0.4, r),
    "noise": lambda f, r: noised(f, "age", 0.3, r),
    "blanks": lambda f, r: suppressed(f, "age", 0.3, r),
    "recode, then PRAM": lambda f, r: redrawn(recoded(f, "age", 4), "age", 0.4, r),
    "rare values blank": lambda f, r: suppressed(recoded(f, "age", 8), "age", 0.3, r, rare=True),
    "PRAM, then blanks": lambda f, r: suppressed(redrawn(f, "age", 0.4, r), "age", 0.3, r),
    "microaggregation": lambda f, r: microaggregated(f, "age", 20),
}


@pytest.mark.parametrize("step", STEPS)
def test_values_are_written_with_the_chances_that_are_said(step: str) -> None:
    population, draw = base().population, random()
    people = population.draw(60_000, draw)
    file = STEPS[step](unmasked("", population, people, people), draw)
    written = file.written["age"]
    true = written.detail[people["age"]]
    pairs = np.zeros((written.n, written.n + 1))
    np.add.at(pairs, (true, np.where(file.columns["age"] < 0, written.n, file.columns["age"])), 1)
    often = pairs.sum(axis=1) > 1000
    shares = pairs[often] / pairs[often].sum(axis=1, keepdims=True)
    assert np.abs(shares - written.chance[often]).max() < 0.06
    assert written.chance.sum(axis=1) == pytest.approx(1)


def test_true_values_hide_a_person_among_those_alike_and_in_a_sample_too() -> None:
    file = every(base(), base().keys, lambda f, key: recoded(f, key, 2))
    cells = np.unique(np.column_stack([file.columns[key] for key in file.keys]), axis=0, return_counts=True)[1]
    assert true_risk(file).file == pytest.approx(len(cells) / file.m)
    assert true_risk(file).largest == pytest.approx(1 / cells.min())
    part = true_risk(sampled(file, 0.5, random()))
    assert part.largest <= true_risk(file).largest
    assert part.file <= true_risk(file).file


def test_what_the_intruder_expects_to_find_is_found() -> None:
    """Over many maskings, of records that the intruder is sure of with chance q, a share q are right."""
    draw, claimed, right = random(), 0.0, 0
    for _ in range(10):
        file = every(base(), base().keys, lambda f, key: redrawn(f, key, 0.5, draw))
        claimed += true_risk(file).file * file.m
        right += _right(file)
    assert right == pytest.approx(claimed, rel=0.1)


def _right(file) -> int:
    """Return how many people have the record of the highest likelihood, worked out record by record."""
    odds = np.ones((file.m, file.m))
    of_class = np.ones((len(file.population.shares), file.m))
    for key in file.keys:
        written, codes = file.written[key], file.columns[key]
        odds *= written.chance[file.original[key]][:, codes]
        of_class *= (file.population.trait(key).law @ written.chance)[:, codes]
    odds /= file.population.shares @ of_class
    return int((odds.argmax(axis=1) == np.arange(file.m)).sum())


def test_nobody_is_in_a_fresh_survey_and_dose_lowers_the_risk() -> None:
    population = base().population
    fresh = unmasked("", population, population.draw(300, random()), base().original)
    assert true_risk(fresh).largest == 0
    risks = [true_risk(redrawn_keys(base(), base().keys, dose)).file for dose in (0.0, 0.1, 0.3, 0.6, 0.9, 1.0)]
    assert risks == sorted(risks, reverse=True)
    assert risks[-1] < 0.02 < 0.5 < risks[0]


def test_memorised_people_are_nearly_sure_to_be_found_where_they_are_alone() -> None:
    population = base().population
    fresh = unmasked("", population, population.draw(400, random()), base().original)
    assert true_risk(memorised(fresh, 0.3, random())).alone > 0.1


def test_a_fresh_survey_loses_nothing_and_shuffled_columns_all() -> None:
    file = base("strong association", 4)
    population = file.population
    fresh = unmasked("", population, population.draw(800, random()), file.original)
    draw = random()
    shuffled = every(fresh, tuple(fresh.columns), lambda f, name: swapped(f, name, 1.0, draw))
    assert true_utility(fresh, random()).lost == pytest.approx(0, abs=0.2)
    assert true_utility(shuffled, random()).of_no_use


def redrawn_keys(file, keys, dose):
    """Draw these keys anew, each independently of the others."""
    draw = random()
    return every(file, keys, lambda f, key: redrawn(f, key, dose, draw))


def _named(kind, file, links="row", **more):
    return replace(file, kind=kind, links=links, **more)


def test_light_pram_fails_and_heavy_pram_passes_on_risk_as_the_truth_says() -> None:
    file = base("few keys", 6)
    light, heavy = (_named(f"PRAM {dose}", redrawn_keys(file, file.keys, dose)) for dose in (0.02, 0.8))
    assert (planted(light, random()).unsafe, planted(heavy, random()).unsafe) == (True, False)
    said = [dict(_by_rule(verdict)) for verdict in verdicts_on([light, heavy], needed=RISK_ALONE)]
    assert said[0]["individual_risk"] == "not met"
    assert set(said[1].values()) == {"met"}


def _by_rule(verdict):
    return [(r.threshold, str(j.verdict)) for r, j in verdict.judgements[0].judgements if j.verdict != "does not apply"]


def test_two_permuted_keys_five_redrawn_ones_with_true_money_and_renumbered_identifiers_do_not_pass() -> None:
    many, money = base("many keys", 7), base("skewed money", 8)
    draw = random()
    two = every(many, many.keys[:2], lambda f, key: swapped(f, key, 1.0, draw))
    rest = [key for key in money.keys if key != "money"]
    true, light = redrawn_keys(money, rest, 0.8), redrawn_keys(many, many.keys, 0.02)
    wrong = [_named(way, light, way) for way in ("wrong identifier", "wrong rows")]
    wrong[1] = wrong[1].taken(random().permutation(light.m))
    for files in ([_named("two keys permuted", two), *wrong], [_named("one true key", true)]):
        assert all(planted(file, random()).unsafe for file in files)
        by_risk = [set(dict(_by_rule(verdict)).values()) for verdict in verdicts_on(files, needed=RISK_ALONE)]
        assert all(verdicts & {"not met", "not measured"} for verdicts in by_risk)


def test_no_unsafe_file_of_a_small_deck_meets_all_rules_of_risk_and_every_file_is_made_again_from_its_seed() -> None:
    lines = [Line(**line) for line in lines_of(1, 0, 20, RISK_ALONE)]
    assert sum(1 < line.excess <= 2 for line in lines) >= 3
    assert [line for line in lines if line.unsafe and line.risk_met] == []
    assert any(line.risk_met for line in lines)
    assert [p.excess for p in planted_original(1, 0, 8)[1]] == [p.excess for p in planted_original(1, 0, 8)[1]]


@pytest.mark.parametrize("number", [1, 4])
def test_no_unsafe_file_goes_out(number: int) -> None:
    lines = [Line(**line) for line in lines_of(1, number, 20)]
    assert any(line.unsafe for line in lines)
    assert [line for line in lines if line.unsafe and (line.goes_out or line.risk_met)] == []
