"""What must hold for any pair of files: order and names of things change nothing."""

import string

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.data import Level, Microdata
from core.pairing import code_release, draft_codebook, pair
from tests.pairing.builders import codebook, column, microdata, scenario, variable

CELLS = st.one_of(
    st.none(),
    st.integers(-3, 12),
    st.sampled_from(["N", "NA", "a", "b", "0-4", "5-9", "10+"]),
    st.floats(-5, 5, width=16),
)
FILES = st.integers(1, 25).flatmap(
    lambda n: st.tuples(*[st.lists(CELLS, min_size=n, max_size=n) for _ in range(4)], st.permutations(range(n)))
)


def comparable(coded):
    """Values with labels in place of codes."""
    if coded is None:
        return None
    if coded.level is Level.CONTINUOUS:
        return coded.level, [None if np.isnan(value) else value for value in coded.values.tolist()]
    return coded.level, [None if code < 0 else coded.categories[code] for code in coded.values.tolist()]


def facts(paired):
    return (paired.recode, paired.recode_source, paired.problem, paired.flags)


def reordered(microdata, rows):
    rows = np.array(rows, dtype=np.int64)
    return Microdata(
        microdata.name, {name: one.take(rows) for name, one in microdata.columns.items()}, microdata.n_records
    )


def both(original, masked, linked="row", **declared):
    return pair(original, scenario(masked, **declared), draft_codebook(original), linked)


def assert_sound(files):
    for paired in files.variables:
        assert len(paired.original.values) == files.original.n_records
        if paired.masked is None:
            continue
        assert len(paired.masked.values) == files.masked.n_records
        if not paired.problem:
            assert paired.recoded.level is paired.masked.level
            assert paired.recoded.categories == paired.masked.categories
            assert (paired.recoded is paired.original) == (paired.recode is None)
        for coded in (paired.original, paired.recoded, paired.masked):
            if coded.level is Level.CONTINUOUS:
                assert coded.values.dtype == np.float64
            else:
                assert coded.values.dtype == np.int32
                assert coded.values.max(initial=-1) < len(coded.categories)
                assert len(set(coded.categories)) == len(coded.categories)


@given(FILES)
def test_the_order_of_linked_records_changes_nothing_but_their_order(drawn):
    a, b, c, d, rows = drawn
    original, masked = microdata(x=a, y=b), microdata("masked.csv", x=c, y=d)
    plain = both(original, masked)
    shuffled = both(reordered(original, rows), reordered(masked, rows))
    assert_sound(plain)
    for first, second in zip(plain.variables, shuffled.variables, strict=True):
        assert facts(first) == facts(second)
        for name in ("original", "recoded", "masked"):
            one, other = getattr(first, name), getattr(second, name)
            assert (one is None) == (other is None)
            if one is not None:
                assert comparable(one.take(np.array(rows, dtype=np.int64))) == comparable(other)
                assert one.categories == other.categories


@given(FILES)
def test_the_order_of_columns_changes_nothing(drawn):
    a, b, c, d, _ = drawn
    original, masked = microdata(x=a, y=b), microdata("masked.csv", x=c, y=d)
    plain = both(original, masked)
    turned = both(microdata(y=b, x=a), microdata("masked.csv", y=d, x=c))
    assert plain.link_reason == turned.link_reason
    for first in plain.variables:
        second = next(v for v in turned.variables if v.name == first.name)
        assert facts(first) == facts(second)
        assert comparable(first.masked) == comparable(second.masked)


@given(FILES, st.sampled_from(["row", "none", None]))
def test_a_file_beside_itself_has_no_recode_and_no_loss(drawn, linked):
    a, b, *_ = drawn
    original = microdata(x=a, y=b)
    for paired in both(original, original, linked).variables:
        assert paired.recode is None
        if paired.masked is not None:
            assert paired.problem == ""
            assert comparable(paired.original) == comparable(paired.masked)


@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.sampled_from("abcdmnq")).filter(lambda pair: pair[0] != ""), min_size=1
    ),
    st.permutations(string.ascii_uppercase),
)
def test_renaming_categories_in_both_files_renames_the_recode(cells, names):
    """Letters for letters, in any order of the alphabet: the same records fall together."""
    new = dict(zip(string.ascii_lowercase, names, strict=True))

    def paired(rename):
        files = [microdata(x=[rename(cell[side]) for cell in cells]) for side in (0, 1)]
        return pair(files[0], scenario(files[1]), codebook(variable(level="nominal")), "row").variables[0]

    plain, renamed = paired(str), paired(new.get)
    assert (plain.recode is None) == (renamed.recode is None)
    if plain.recode is not None:
        groups = {new[key]: {new[label] for label in labels} for key, labels in plain.recode.groups.items()}
        assert groups == {key: set(labels) for key, labels in renamed.recode.groups.items()}
    assert bool(plain.problem) == bool(renamed.problem)
    values = [None if label is None else new[label] for label in comparable(plain.masked)[1]]
    assert values == comparable(renamed.masked)[1]


@given(st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=60, unique=True), st.integers(0, 2**32 - 1))
def test_noise_on_distinct_values_never_passes_for_a_recode(values, seed):
    noise = np.random.default_rng(seed).normal(scale=1e-3, size=len(values))
    masked = [value + float(error) for value, error in zip(values, noise, strict=True)]
    files = microdata(x=values), microdata("masked.csv", x=masked)
    paired = pair(files[0], scenario(files[1]), codebook(variable()), "row").variables[0]
    if len(set(masked)) == len(values):
        assert paired.recode is None


@given(st.lists(st.integers(0, 99), min_size=2, max_size=80), st.integers(2, 40))
def test_true_bands_are_always_found(ages, width):
    labels = [f"[{age // width * width},{age // width * width + width})" for age in ages]
    every = [f"[{low},{low + width})" for low in range(0, 100, width)]
    files = (
        microdata(x=[*ages, *range(100)]),
        microdata("masked.csv", x=[*labels, *every, *[None] * (100 - len(every))]),
    )
    paired = pair(files[0], scenario(files[1]), codebook(variable())).variables[0]
    assert paired.recode.labels == tuple(every)
    recoded = comparable(paired.recoded)[1]
    assert recoded[: len(ages)] == labels


@given(FILES)
def test_the_original_alone_is_coded_as_beside_itself(drawn):
    a, b, *_ = drawn
    original = microdata(x=a, y=b)
    book = draft_codebook(original)
    alone, beside = code_release(original, book), pair(original, scenario(original), book).original
    assert alone.columns.keys() == beside.columns.keys()
    for name, coded in alone.columns.items():
        assert comparable(coded) == comparable(beside.columns[name])


def test_many_wide_columns_are_vectorised():
    """No loop over cells: a column of 200,000 texts and numbers codes as fast as it sorts."""
    cells = column([1, 2, "a", None, "NA"]).take(np.tile(np.arange(5), 40_000))
    wide = Microdata("wide.csv", {f"v{i}": cells for i in range(5)}, 200_000)
    book = codebook(*(variable(f"v{i}", "nominal", missing=("NA",)) for i in range(5)))
    files = pair(wide, scenario(wide), book, "row")
    assert all(v.masked.categories == ("1", "2", "a") for v in files.variables)
