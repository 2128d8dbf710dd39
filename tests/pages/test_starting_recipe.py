"""The recipe that lies ready in the laboratory can be run on whatever file was brought in."""

import numpy as np

from pages.components.laboratory.steps import starting_recipe
from tests.pairing.builders import codebook, microdata, variable

N = 60
X = np.arange(N) * 1.5
HALF = np.where(np.arange(N) % 2, X, None)
OTHERS = np.where(np.arange(N) % 2, None, X * X)


def noise_of(**columns):
    book = codebook(*(variable(name, "continuous", "analysis") for name in columns))
    original = microdata("original.csv", **{name: list(values) for name, values in columns.items()})
    (step,) = starting_recipe(book, original).steps
    return step


def test_noise_goes_together_where_most_records_hold_every_quantity() -> None:
    step = noise_of(x=X, y=X * X)
    assert step.variables == ("x", "y")
    assert step.parameters.correlated


def test_noise_is_added_to_each_alone_where_no_record_holds_all() -> None:
    step = noise_of(x=X, half=HALF, others=OTHERS)
    assert not step.parameters.correlated


def test_what_does_not_vary_gets_no_noise() -> None:
    step = noise_of(x=X, same=np.ones(N))
    assert step.variables == ("x",)
