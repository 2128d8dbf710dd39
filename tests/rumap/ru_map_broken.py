"""A package that breaks its word in every way: the tests install it beside the program."""

import random
from dataclasses import dataclass

from rumap.extending import LOSS_GROUP, Better, Masking, Result, Takes, Treated, method, utility_measure

print("a word at the import")  # noqa: T201 - as packages do


@dataclass(frozen=True)
class Nothing:
    """No settings."""


declared = utility_measure.sharing(
    family="broken",
    parameters=Nothing,
    prepare=lambda pair, parameters: pair.masked.n_records,
    bounds=(0.0, 1.0),
    group=LOSS_GROUP,
    reference="none",
    summary="Nothing.",
    reading="None.",
    misleads="Always.",
)


@declared(id="ends_with_an_error", name="Ends with an error")
def ends_with_an_error(n):
    yield Result("ends_with_an_error", (), 1 / (n - n), n)


@declared(id="out_of_bounds", name="Out of bounds")
def out_of_bounds(n):
    print("a word of a measure")  # noqa: T201 - as packages do
    yield Result("out_of_bounds", (), 1.5, n)


@declared(id="wrong_way_round", name="Wrong way round", better=Better.HIGHER)
def wrong_way_round(n):
    yield Result("wrong_way_round", (), 0.0, n)


@declared(id="answers_nothing", name="Answers nothing")
def answers_nothing(n):
    yield from ()


@declared(id="changes_its_file", name="Changes its file", prepare=lambda pair, parameters: pair)
def changes_its_file(pair):
    pair.masked.columns["age"].values[0] += 1
    yield Result("changes_its_file", (), 0.0, pair.masked.n_records)


@declared(id="never_the_same", name="Never the same", better=Better.HIGHER, bounds=(0.0, float("inf")))
def never_the_same(n):
    yield Result("never_the_same", (), random.random(), n)


@method(
    id="forgets_its_seed",
    name="Forgets its seed",
    takes=Takes.NUMBERS,
    masking=Masking.NOISE,
    parameters=Nothing,
    summary="Nothing.",
    reference="none",
    random=True,
)
def forgets_its_seed(work, parameters):
    columns = dict(work.microdata.columns)
    name = work.variables[0]
    columns[name] = type(columns[name])(columns[name].numbers + random.random())
    return Treated(type(work.microdata)("m.csv", columns, work.microdata.n_records))
