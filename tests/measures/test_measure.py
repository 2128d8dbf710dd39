"""A measure is declared once: what it shares, what it states itself, and what it must not leave open."""

from dataclasses import replace

import pytest

from core.assessment import CATALOGUE
from core.measures import Better, Group, Measure, Result, Scope, Subject, Written, measure

shared = measure.sharing(
    family="risk",
    parameters=dict,
    prepare=lambda pair, parameters: pair,
    scope=Scope.FILE,
    subject=Subject.PAIR,
    better=Better.LOWER,
    bounds=(0.0, 1.0),
    group=Group("g", "about"),
)


def compute(prepared):
    yield Result("one", (), prepared, 1)


def declared(**traits) -> Measure:
    return shared(id="one", name="One", reference="by hand", **traits)(compute)


def test_a_measure_has_what_it_shares_and_what_it_states_itself() -> None:
    one = declared(needs="luck")
    assert (one.id, one.family, one.needs, one.bounds) == ("one", "risk", "luck", (0.0, 1.0))
    assert [o.value for o in one.compute(0.5)] == [0.5]


def test_what_a_measure_states_comes_before_what_it_shares() -> None:
    two = shared.sharing(scope=Scope.PAIR, needs="luck")(id="two", name="Two", reference="", scope=Scope.VARIABLE)(
        compute
    )
    assert (two.scope, two.needs) == (Scope.VARIABLE, "luck")
    assert declared().scope is Scope.FILE, "sharing more changes nothing for others"


def test_a_trait_left_open_is_named() -> None:
    with pytest.raises(TypeError, match="compute does not declare name, reference"):
        shared(id="one")(compute)
    with pytest.raises(TypeError, match="colour"):
        shared(id="one", colour="red")(compute)


def test_values_are_written_in_percent_by_their_bounds_unless_declared() -> None:
    assert declared().is_share
    assert not declared(bounds=(0.0, 2.0)).is_share
    assert not declared(written=Written.NUMBER).is_share
    assert declared(bounds=(-1.0, 1.0), written=Written.PERCENT).is_share


def test_every_measure_of_the_catalogue_declares_what_its_card_says() -> None:
    bare = [m.id for m in CATALOGUE if not all((m.summary, m.reading, m.misleads, m.reference, m.group.title))]
    assert bare == []
    assert len({m.id for m in CATALOGUE}) == len(CATALOGUE)
    assert all(replace(m) == m for m in CATALOGUE)
