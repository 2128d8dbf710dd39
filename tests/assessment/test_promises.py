"""Measures tried on small files: those of the program keep their word, one that does not is told which it broke."""

import pickle
from dataclasses import dataclass
from importlib import import_module

import cloudpickle
import pytest

from core.assessment import CATALOGUE, broken_promises, catalogue, declaration_faults, make_plan, measure_by_id
from core.assessment.catalogue import _check
from core.assessment.faults import computed, why_set_aside
from core.errors import PlanError
from core.extensions import NotAccepted, Offer, Origin, accepted
from core.measures import Better, Result, Scope, Subject
from core.utility import LOSS_GROUP, utility_measure
from rumap.testing import check_measure, check_method

KEPT = (
    "hellinger",
    "rcv",
    "il1s",
    "propensity",
    "k_violations_3",
    "linkage_gower",
    "t_closeness",
    "interval_disclosure",
)


@dataclass(frozen=True)
class Nothing:
    pass


declared = utility_measure.sharing(
    family="own",
    parameters=Nothing,
    prepare=lambda pair, parameters: pair,
    bounds=(0.0, 1.0),
    group=LOSS_GROUP,
    name="Own",
    reference="none",
    summary="Nothing.",
    reading="None.",
    misleads="Always.",
)


def answering(value, **traits):
    """Return a measure that answers with what a function says of a pair."""

    @declared(id="own", **traits)
    def own(pair):
        yield Result("own", (), float(value(pair)), 5)

    return own


@pytest.mark.parametrize("name", KEPT)
def test_measures_of_the_program_keep_their_word(name):
    check_measure(measure_by_id(name))


def first_income(pair):
    return float(next(v for v in pair.variables if v.name == "age").masked.values[0]) / 100


@pytest.mark.parametrize(
    ("value", "traits", "why"),
    [
        (lambda pair: 1 / 0, {}, "it ends with ZeroDivisionError in test_promises.py, line "),
        (lambda pair: 1.5, {}, "a value lies outside of the bounds that it declares, 0 to 1"),
        (lambda pair: 0.0, {"better": Better.HIGHER}, "higher is better, but the original itself does not reach 1"),
        (first_income, {"bounds": (-1.0, float("inf")), "better": Better.HIGHER}, "the order of the records"),
        (lambda pair: float("nan"), {}, "it ends with ValueError"),
    ],
)
def test_a_broken_promise_is_named(value, traits, why):
    with pytest.raises(AssertionError) as error:
        check_measure(answering(value, **traits))
    assert why in str(error.value)


def test_what_answers_differently_each_time_is_found():
    given = iter(range(100))
    counting = answering(lambda pair: next(given) / 100, better=Better.HIGHER, bounds=(0.0, float("inf")))
    assert "asked twice, it answers differently" in tuple(broken_promises(counting))


@pytest.mark.parametrize(
    ("traits", "fault"),
    [
        ({"better": "higher"}, "is none of Better, Scope, Subject"),
        ({"bounds": (1.0, 0.0)}, "its lower bound is not below"),
        ({"family": "null"}, "the family 'null', which has no measures"),
        ({"scope": Scope.RECORD}, "single records"),
        ({"subject": Subject.SIZE, "repetitions": len}, "nothing else"),
        ({"family": "risk"}, "a measure of risk has the family 'risk'"),
        ({"misleads": " "}, "its misleads is empty"),
    ],
)
def test_a_declaration_that_cannot_be_is_named(traits, fault):
    assert any(fault in said for said in declaration_faults(answering(len, **traits)))


@pytest.mark.parametrize(
    ("name", "thing", "why"),
    [
        ("own", "text", "it is no measure"),
        ("other", answering(len), "another name than its id, 'own'"),
        ("gdu", measure_by_id("gdu"), "there is a measure of this id already"),
        ("own", answering(len, family="gdu"), "the family 'gdu' has other parameters already"),
    ],
)
def test_what_is_no_measure_of_its_own_is_left_out(name, thing, why):
    with pytest.raises(NotAccepted, match=why):
        _check(Offer(name, Origin("somebody", "1"), lambda: thing), thing, CATALOGUE)


def test_every_measure_of_the_program_declares_what_it_must():
    faults = {m.id: list(declaration_faults(m)) for m in CATALOGUE if m.subject is not Subject.SIZE}
    assert {name: said for name, said in faults.items() if said and measure_by_id(name).scope is not Scope.RECORD} == {}


def test_a_measure_that_is_nowhere_is_asked_for_in_vain():
    with pytest.raises(PlanError, match="unknown measure 'nowhere'"):
        make_plan("nowhere")


def test_methods_of_the_program_keep_their_word():
    from core.masking import METHODS

    for method in METHODS:
        if not method.id.startswith("synthesis"):  # slow to import; tried with the recipes
            check_method(method)


def test_a_package_that_ends_the_program_or_is_no_python_is_left_out_with_its_place(tmp_path, monkeypatch):
    (tmp_path / "ends_at_import.py").write_text("import sys\nsys.exit(3)\n")
    (tmp_path / "no_python.py").write_text("\ndef (\n")
    monkeypatch.syspath_prepend(tmp_path)
    names = ("ends_at_import", "no_python")
    offered = [Offer(name, Origin("somebody", "1"), lambda name=name: import_module(name)) for name in names]
    monkeypatch.setattr("core.extensions.offers", lambda group: offered)
    origins, left_out = accepted("rumap.measures", (), lambda *_: None)
    assert not origins
    assert [each.why for each in left_out] == [
        "it cannot be imported (SystemExit in ends_at_import.py, line 2)",
        "it cannot be imported (SyntaxError in no_python.py, line 2)",
    ]


def test_a_measure_that_ends_the_program_is_told():
    def ends(pair):
        raise SystemExit(3)

    assert "it ends with SystemExit in test_promises.py" in next(broken_promises(answering(ends)))


def ends_the_program(pair):
    raise SystemExit(0)
    yield


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        (lambda pair: iter(()), "this measure of other 1 answered nothing about this file"),
        (ends_the_program, "a fault of other 1, which brings this measure: SystemExit in test_promises.py, line "),
    ],
)
def test_what_goes_wrong_in_a_run_alone_is_named_and_ends_nothing(monkeypatch, answers, why):
    monkeypatch.setattr("core.assessment.faults.origin_of", lambda measure: Origin("other", "1"))
    (outcome,) = computed(declared(id="own")(answers), None)
    assert outcome.reason.startswith(why)


def test_a_measure_that_was_sent_to_another_process_is_held_to_its_word_there(monkeypatch):
    """With two processes or more nothing was tried, and an answer that is none ended the run."""
    own = declared(id="own")(lambda pair: ["x"])
    monkeypatch.setitem(catalogue._ORIGIN_BY_ID, "own", Origin("other", "1"))
    monkeypatch.setitem(catalogue._BY_ID, "own", own)
    sent = pickle.loads(cloudpickle.dumps(own))
    assert sent != own
    assert "set aside, this measure of other 1 does not keep what it promises: it answers with" in why_set_aside(sent)
    (outcome,) = computed(sent, None)
    assert outcome.reason == why_set_aside(sent)


def test_a_measure_that_answers_twice_of_one_target_is_told():
    @declared(id="own")
    def own(pair):
        yield Result("own", (), 0.0, 5)
        yield Result("own", (), 0.0, 5)

    assert list(broken_promises(own)) == ["it answers more than once of one target"]
