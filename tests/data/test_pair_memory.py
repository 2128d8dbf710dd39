"""What a pair takes beside its files, and what is left of it without its records."""

import numpy as np

from core.data import (
    Coded,
    Column,
    Level,
    Microdata,
    Pair,
    PairedVariable,
    PairWeights,
    Release,
    Variable,
    extra_bytes,
    without_records,
)

N = 10


def codes(categories: int = 2) -> Coded:
    return Coded(Level.NOMINAL, np.zeros(N, dtype=np.int32), tuple(map(str, range(categories))))


def example() -> tuple[Microdata, Pair]:
    """A file of one column, and a pair that holds that column as it is, and codes of its own."""
    cells = np.zeros(N)
    shared, own = Coded(Level.CONTINUOUS, cells), codes()
    variable = PairedVariable(Variable("x", Level.NOMINAL), own, own, shared, flags=("a flag",))
    releases = Release("o", N, {"x": own}), Release("m", N, {"x": shared})
    links = np.arange(N)
    pair = Pair("m", (variable,), *releases, links, "row by row", weights=PairWeights("w", np.ones(N), np.ones(N)))
    return Microdata("m.csv", {"x": Column(cells)}, N), pair


def test_every_array_counts_once_and_those_of_the_file_not_at_all():
    file, pair = example()
    codes_links_weights = N * (4 + 8 + 8 + 8)
    assert extra_bytes(pair, file) == codes_links_weights
    assert extra_bytes(pair) == codes_links_weights + 8 * N


def test_without_records_a_pair_says_the_same_of_its_variables():
    _, pair = example()
    bare = without_records(pair)
    assert extra_bytes(bare) == 0
    assert [(v.name, v.flags, v.original.categories) for v in bare.variables] == [("x", ("a flag",), ("0", "1"))]
    assert (bare.name, bare.link_reason) == ("m", "row by row")
