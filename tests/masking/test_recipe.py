"""Recipes: read, written, checked, applied; what comes out with the masked file."""

import dataclasses
import re
from typing import get_type_hints

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import Bands, Codebook, KeySet, Level, Masking, Role, Variable
from core.errors import MaskingError
from core.masking import (
    METHODS,
    Recipe,
    StepParameter,
    Takes,
    apply_recipe,
    declared_codebook,
    find_place,
    make_step,
    method_by_id,
    read_recipe,
    setting_of,
    step_reports,
    value_at,
    variable_parameters,
    with_value,
    write_recipe,
    written,
)
from core.masking.application import strength
from core.pairing import pair

TEXT = """
name = "Banded and suppressed"

[[step]]
method = "global_recode"
variables = ["age"]
width = 10

[[step]]
method = "global_recode"
variables = ["region"]
groups = { "North" = ["n1", 2], "South" = ["s1"] }

[[step]]
method = "local_suppression"
k = 3
"""


@pytest.fixture
def survey(file_of):
    random = np.random.default_rng(1)
    n = 200
    return file_of(
        id=[f"p{i}" for i in range(n)],
        age=random.integers(18, 80, n).tolist(),
        region=random.choice(["n1", "2", "s1"], n).tolist(),
        income=[-9 if i % 20 == 0 else v for i, v in enumerate(random.integers(100, 999, n).tolist())],
    )


@pytest.fixture
def codebook():
    return Codebook(
        (
            Variable("id", Level.NOMINAL, Role.IDENTIFIER),
            Variable("age", Level.CONTINUOUS, Role.KEY),
            Variable("region", Level.NOMINAL, Role.KEY),
            Variable("income", Level.CONTINUOUS, Role.SENSITIVE, missing=("-9",)),
        ),
        (KeySet("neighbour", ("region", "age")),),
    )


def test_read_apply_and_pair(survey, codebook, cells_of) -> None:
    recipe = read_recipe(TEXT)
    masked = written(apply_recipe(survey, codebook, recipe))
    assert masked.declaration.file == masked.microdata.name == "small_masked.csv"
    assert masked.declaration.name == "Banded and suppressed"
    assert masked.declaration.linked == "row"
    assert masked.declaration.masking == dict.fromkeys(("age", "region"), Masking.SUPPRESS)
    assert isinstance(masked.declaration.recodes["age"], Bands)
    assert len(masked.microdata.sha256) == 64
    assert [r.method for r in masked.report] == ["Global recoding", "Global recoding", "Local suppression to k"]
    assert masked.report[0].changes.cells == {"age": 200}
    assert masked.report[2].changes.suppressed == masked.report[2].changes.cells
    assert set(cells_of(masked.microdata, "region")) <= {"North", "South", ""}
    paired = pair(survey, masked.scenario, declared_codebook(codebook, masked))
    assert not [v.problem for v in paired.variables if v.problem]
    assert paired.links is not None
    assert {v.name: v.recode_source for v in paired.variables}["age"] == "declared"


def test_written_and_read_again() -> None:
    recipe = read_recipe(TEXT)
    assert read_recipe(write_recipe(recipe)) == recipe
    everything = Recipe(
        tuple(make_step(m.id, () if m.takes is Takes.RECORDS else ("age", "income")) for m in METHODS), "All of them"
    )
    assert read_recipe(write_recipe(everything)) == everything


def test_the_last_band_may_be_open() -> None:
    text = '[[step]]\nmethod = "global_recode"\nvariables = ["age"]\nbands = [[0, 17], [18, inf]]'
    recipe = read_recipe(text)
    assert recipe.steps[0].parameters.bands == ((0.0, 17.0), (18.0, float("inf")))
    assert read_recipe(write_recipe(recipe)) == recipe


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("step = 3", "the recipe: step must be a list, not 3"),
        ("[[step]]\nvariables = []", "step 1: 'method' is missing"),
        ('[[step]]\nmethod = "noises"', "no masking method 'noises' (did you mean 'noise'?)"),
        ('[[step]]\nmethod = "noise"', "step 1: Additive noise: name at least one variable"),
        ('[[step]]\nmethod = "noise"\nvariables = "x"', "step 1: variables must be a list"),
        (
            '[[step]]\nmethod = "noise"\nvariables = ["x"]\nk = 3',
            "Additive noise: unknown entry 'k'; known are correlated, decimals, percent",
        ),
        ('[[step]]\nmethod = "noise"\nvariables = ["x"]\npercent = "9"', "percent must be a number, not '9'"),
        ('[[step]]\nmethod = "sampling"\nvariables = ["x"]', "works on whole records; leave out its variables"),
        ('[[step]]\nmethod = "microaggregation"\nvariables = ["x"]\nk = 2.5', "k must be a whole number, not 2.5"),
        (
            '[[step]]\nmethod = "microaggregation"\nvariables = ["x"]\ngrouping = "a"',
            "'a' is not one of mdav, z_scores",
        ),
        (
            '[[step]]\nmethod = "global_recode"\nvariables = ["x"]\nbands = [[1, 2, 3]]',
            "bands[0]: it must hold 2 values or fewer",
        ),
        ('[[step]]\nmethod = "global_recode"\nvariables = ["x"]\nbands = [[1, nan]]', "nan is no number"),
        ('[[step]]\nmethod = "global_recode"\nvariables = ["x"]\ngroups = 3', "groups must be a table, not 3"),
        ('[[step]]\nmethod = "removal"\nvariables = ["x"]\nwhat = 3', "unknown entry 'what'; known are none"),
        ("steps = 3", "unknown entry 'steps' (did you mean 'step'?); known are name, step"),
        ("[[step", "not valid TOML"),
    ],
)
def test_what_is_wrong_is_said(text, message) -> None:
    with pytest.raises(MaskingError, match=re.escape(message)):
        read_recipe(text)


NUMBERS = [
    (method, field.name, setting_of(field))
    for method in METHODS
    for field in dataclasses.fields(method.parameters)
    if get_type_hints(method.parameters)[field.name] in (int, float, int | None, float | None)
]


@pytest.mark.parametrize(("method", "name", "asked"), NUMBERS, ids=[f"{m.id} {n}" for m, n, _ in NUMBERS])
def test_every_number_of_a_recipe_is_checked_when_it_is_read(method, name, asked) -> None:
    variables = "" if method.takes is Takes.RECORDS else 'variables = ["age", "income"]\n'

    def read(value: str) -> None:
        read_recipe(f'[[step]]\nmethod = "{method.id}"\n{variables}{name} = {value}')

    for value in ("nan", "inf", "-inf", '"7"', '""', "true", "[1]", "{}", "1" + "0" * 400):
        with pytest.raises(MaskingError):
            read(value)
    if name in {"above", "below"}:  # of top coding: any number
        return
    beyond = ["1e300", "-1e300", asked.low - 1, asked.high + 1]
    beyond += [asked.low] * asked.above_low + [asked.high] * asked.below_high
    for value in beyond:
        with pytest.raises(MaskingError, match=rf"step 1: .*{name} must be .*not "):
            read(value)
    for value in (asked.low + asked.above_low, asked.high - asked.below_high):
        read(value)


def test_a_step_that_cannot_be_applied_is_named(survey, codebook) -> None:
    recipe = Recipe((make_step("rank_swapping", ("age",)), make_step("noise", ("region",))))
    with pytest.raises(MaskingError, match="step 2: additive noise: 'region' holds texts"):
        apply_recipe(survey, codebook, recipe)
    [before], reason = step_reports(survey, codebook, recipe)
    assert before.method == "Rank swapping"  # what comes before it is shown all the same
    assert reason.startswith("step 2: additive noise: 'region' holds texts")
    assert step_reports(survey, codebook, Recipe(recipe.steps[:1])) == ((before,), "")
    twice = Recipe((make_step("global_recode", ("age",), width=5), make_step("global_recode", ("age",), width=5)))
    with pytest.raises(MaskingError, match="step 2"):
        apply_recipe(survey, codebook, twice)
    caps = Recipe((make_step("top_coding", ("age",), above=70), make_step("top_coding", ("age",), above=60)))
    with pytest.raises(MaskingError, match="step 2: Top and bottom coding: 'age' is recoded already"):
        apply_recipe(survey, codebook, caps)


def test_samples_are_linked_by_an_identifier_that_was_left_alone(survey, codebook) -> None:
    sample = make_step("sampling", percent=50)
    masked = apply_recipe(survey, codebook, Recipe((sample,)))
    assert masked.declaration.linked == "id"
    assert masked.declaration.masking == dict.fromkeys(survey.columns, Masking.SAMPLE)
    assert masked.report[0].changes.records_after == 100
    assert masked.report[0].changes.total_cells == 0
    removed = apply_recipe(survey, codebook, Recipe((sample, make_step("removal", ("id",)))))
    assert removed.declaration.linked == "none"
    swapped = apply_recipe(survey, codebook, Recipe((make_step("random_swapping", ("id",)), sample)))
    assert swapped.declaration.linked == "none"


def test_the_strongest_masking_is_declared(survey, codebook) -> None:
    steps = (make_step("pram", ("region",)), make_step("local_suppression", ("region",), k=2), make_step("sampling"))
    masked = apply_recipe(survey, codebook, Recipe(steps))
    assert masked.declaration.masking["region"] is Masking.PRAM
    assert masked.declaration.masking["age"] is Masking.SAMPLE
    assert sorted(Masking, key=strength)[0] is Masking.SAMPLE
    assert all(0 <= strength(masking) <= 4 for masking in Masking)


def test_steps_draw_from_their_own_streams(survey, codebook) -> None:
    noise, swap = make_step("noise", ("income",)), make_step("rank_swapping", ("age",), percent=10)
    alone = apply_recipe(survey, codebook, Recipe((noise,))).microdata
    after = apply_recipe(survey, codebook, Recipe((swap, noise))).microdata
    assert np.array_equal(alone.columns["income"].numbers, after.columns["income"].numbers)
    twice = apply_recipe(survey, codebook, Recipe((noise, noise))).microdata.columns["income"].numbers
    once, before = alone.columns["income"].numbers, survey.columns["income"].numbers
    assert not np.allclose(twice - once, once - before)  # the second step draws anew


def test_two_equal_steps_do_not_draw_the_same(file_of) -> None:
    file, noise = file_of(x=list(range(200))), make_step("noise", ("x",), percent=10)
    values = [
        apply_recipe(file, Codebook(()), Recipe((noise,) * steps)).microdata.columns["x"].number_cells()
        for steps in (1, 2)
    ]
    first, second = values[0] - np.arange(200), values[1] - values[0]
    assert abs(np.corrcoef(first, second)[0, 1]) < 0.5, "the same draws would correlate by 1"


def test_places_of_a_sweep() -> None:
    recipe = read_recipe(TEXT)
    place = find_place(recipe, "local_suppression.k")
    assert place == find_place(recipe, "3.k") == StepParameter(2, "k")
    assert value_at(recipe, place) == 3
    assert value_at(with_value(recipe, place, 5), place) == 5
    wider = with_value(recipe, StepParameter(0, "width"), 20)
    assert wider.steps[1:] == recipe.steps[1:]
    assert StepParameter(0, "width") in variable_parameters(recipe)
    for wrong in ("global_recode.width", "4.k", "1.closed", "k"):
        with pytest.raises(
            MaskingError, match=r"names no parameter of one step that is a number; this recipe has 1\.w"
        ):
            find_place(recipe, wrong)
    with pytest.raises(MaskingError, match=r"k must be a whole number, not 2\.5"):
        with_value(recipe, place, 2.5)


def test_every_method_says_what_it_is() -> None:
    assert len({m.id for m in METHODS}) == len(METHODS)
    for method in METHODS:
        assert method is method_by_id(method.id)
        assert method.summary.endswith(".")
        assert method.reference
        for field in method.parameters.__dataclass_fields__.values():
            assert setting_of(field).label


def variables_for(method) -> tuple[str, ...]:
    return {
        Takes.NUMBERS: ("age", "income"),
        Takes.CATEGORIES: ("region",),
        Takes.KEYS: ("region",),
        Takes.ANY: ("region", "income"),
        Takes.RECORDS: (),
    }[method.takes]


PARAMETERS = {
    "global_recode": {"groups": {"x": ("n1", "2", "s1")}},
    "top_coding": {"top_percent": 10},
    "removal": {},
}


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.id)
def test_every_method_leaves_the_rest_alone_and_repeats_itself(method, survey, codebook) -> None:
    names = ("region",) if method.id == "global_recode" else variables_for(method)
    recipe = Recipe((make_step(method.id, names, **PARAMETERS.get(method.id, {})),))
    masked, again, other = (apply_recipe(survey, codebook, recipe, seed) for seed in (1, 1, 2))
    if method.id == "sampling":
        assert masked.microdata.n_records == 100
        return
    for name in set(survey.columns) - set(names):
        assert masked.microdata.columns[name] is survey.columns[name]
    for name in set(names) & set(masked.microdata.columns):
        cells = [m.microdata.columns[name].categories() for m in (masked, again)]
        assert cells[0][1] == cells[1][1]
        assert np.array_equal(cells[0][0], cells[1][0])
    assert set(masked.declaration.masking) == set(names)
    if method.random and method.id not in ("rounding", "microaggregation"):
        assert any(
            masked.microdata.columns[n].categories()[1] != other.microdata.columns[n].categories()[1]
            or not np.array_equal(
                masked.microdata.columns[n].categories()[0], other.microdata.columns[n].categories()[0]
            )
            for n in names
        )
    if "income" in names and "income" in masked.microdata.columns and not method.id.startswith("synthesis"):
        kept = survey.columns["income"].numbers == -9
        assert (masked.microdata.columns["income"].numbers[kept] == -9).all()


@given(k=st.integers(2, 8), seed=st.integers(0, 30))
def test_suppression_without_variables_takes_the_first_key_set(file_of, k, seed) -> None:
    random = np.random.default_rng(seed)
    n = 40
    file = file_of(a=random.integers(0, 4, n).tolist(), b=random.integers(0, 4, n).tolist(), c=list(range(n)))
    codebook = Codebook(
        tuple(Variable(name, Level.NOMINAL) for name in "abc"), (KeySet("first", ("b", "a")), KeySet("second", ("c",)))
    )
    masked = apply_recipe(file, codebook, Recipe((make_step("local_suppression", k=k),)))
    assert set(masked.declaration.masking) == {"a", "b"}
    assert masked.microdata.columns["c"] is file.columns["c"]


def test_suppression_without_variables_or_keys(survey) -> None:
    codebook = Codebook(tuple(Variable(name, Level.NOMINAL) for name in survey.columns))
    with pytest.raises(MaskingError, match="the codebook has no key variables; name the variables"):
        apply_recipe(survey, codebook, Recipe((make_step("local_suppression"),)))
