import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import Codebook, Column, Level, Masking, Role, Variable
from core.errors import MaskingError
from core.masking import Recipe, apply_recipe, joint_normal, make_step
from core.masking.synthesis.parametric import RegressionParameters, drawn_classes, drawn_numbers
from core.masking.synthesis.predictors import kinds_of, predictor
from core.masking.synthesis.trees import leaf_mates

NAMES = ("sex", "age", "income", "region")


def survey(file_of, n=400):
    random = np.random.default_rng(7)
    sex = random.choice(["f", "m"], n)
    age = random.integers(18, 80, n)
    income = np.round(1000 + 20 * age + 500 * (sex == "m") + random.normal(0, 50, n))
    cells = [None if i % 11 == 0 else -9 if i % 13 == 0 else v for i, v in enumerate(income.tolist())]
    region = random.choice(["n", "s", "w"], n)
    file = file_of(sex=sex.tolist(), age=age.tolist(), income=cells, region=region.tolist(), id=list(range(n)))
    codebook = Codebook((
        Variable("sex", Level.NOMINAL),
        Variable("age", Level.CONTINUOUS),
        Variable("income", Level.CONTINUOUS, missing=("-9",)),
        Variable("region", Level.NOMINAL),
        Variable("id", Level.NOMINAL, Role.IDENTIFIER),
    ))  # fmt: skip
    return file, codebook


def synthetic(file_of, method, names, seed=1, **values):
    file, codebook = survey(file_of)
    return file, apply_recipe(file, codebook, Recipe((make_step(method, names, **values),)), seed)


def test_a_leaf_is_met_by_hand() -> None:
    # x splits the targets 0 0 0 | 5 5 5 at 0.5; a new record of x = 1 takes one of the last three.
    x = np.array([[0], [0], [0], [1], [1], [1]], dtype=np.float32)
    target = np.array([0.0, 0, 0, 5, 5, 5])
    new = np.array([[1], [0], [1]], dtype=np.float32)
    mates = leaf_mates(x, new, np.arange(6), target, True, 3, np.random.default_rng(1))
    assert target[mates].tolist() == [5, 0, 5]


def test_predictors_by_hand() -> None:
    column = Column(numbers=np.array([1.0, 3.0, np.nan, -9.0]))
    assert predictor(column, Level.CONTINUOUS, ["-9"]).tolist() == [[1, 0], [3, 0], [2, 1], [2, 1]]
    assert predictor(column, Level.NOMINAL, ["-9"]).tolist() == [[1, 0], [0, 1], [0, 0], [0, 0]]
    assert kinds_of(column, ["-9"]).tolist() == [0, 0, 1, 2]
    assert predictor(Column(numbers=np.ones(3)), Level.CONTINUOUS, []).shape == (3, 0)


def test_a_line_is_found() -> None:
    random = np.random.default_rng(1)
    x = random.normal(size=(5000, 1)).astype(np.float32)
    values = 3 + 2 * x[:, 0] + random.normal(size=5000)
    new = np.full((5000, 1), 1.5, dtype=np.float32)
    drawn = drawn_numbers(x, new, values, RegressionParameters("normal"), np.random.default_rng(2))
    assert drawn.mean() == pytest.approx(6, abs=0.1)
    assert drawn.std() == pytest.approx(1, abs=0.05)
    kept = drawn_numbers(x, x, values, RegressionParameters("kept"), np.random.default_rng(2))
    assert set(kept) <= set(values)
    assert np.corrcoef(x[:, 0], kept)[0, 1] == pytest.approx(np.corrcoef(x[:, 0], values)[0, 1], abs=0.03)


def test_shares_of_classes_stay() -> None:
    random = np.random.default_rng(1)
    x = random.integers(0, 2, (6000, 1)).astype(np.float32)
    classes = np.where(random.random(6000) < np.where(x[:, 0] == 1, 0.9, 0.2), 4, 1)
    drawn = drawn_classes(x, x, classes, np.random.default_rng(3))
    for value in (0, 1):
        here = x[:, 0] == value
        assert (drawn[here] == 4).mean() == pytest.approx((classes[here] == 4).mean(), abs=0.03)
    assert set(drawn_classes(x[:, :0], x[:, :0], classes, np.random.default_rng(3))) == {1, 4}


@pytest.mark.parametrize("method", ["synthesis_cart", "synthesis_parametric"])
def test_all_variables_synthesised_stand_for_nobody_and_keep_associations(file_of, method) -> None:
    file, masked = synthetic(file_of, method, NAMES)
    assert masked.declaration.linked == "none"
    assert masked.declaration.masking == dict.fromkeys(NAMES, Masking.SYNTHETIC)
    assert masked.microdata.columns["id"] is file.columns["id"]
    income, age = (masked.microdata.columns[n].numbers for n in ("income", "age"))
    valid = ~np.isnan(income) & (income != -9)
    assert np.corrcoef(income[valid], age[valid])[0, 1] > 0.6
    before = file.columns["income"].numbers
    assert set(income[valid]) <= set(before[~np.isnan(before)])
    assert np.isnan(income).mean() == pytest.approx(1 / 11, abs=0.05)
    assert (income == -9).mean() == pytest.approx((before == -9).mean(), abs=0.05)


@pytest.mark.parametrize("method", ["synthesis_cart", "synthesis_parametric"])
def test_partly_synthetic_files_stay_linked_and_seeded(file_of, method) -> None:
    file, masked = synthetic(file_of, method, ("income", "region"))
    assert masked.declaration.linked == "row"
    assert masked.microdata.columns["age"] is file.columns["age"]
    same = synthetic(file_of, method, ("income", "region"))[1].microdata.columns["income"].numbers
    other = synthetic(file_of, method, ("income", "region"), 2)[1].microdata.columns["income"].numbers
    assert np.array_equal(same, masked.microdata.columns["income"].numbers, equal_nan=True)
    assert not np.array_equal(other, same, equal_nan=True)


@given(n=st.integers(4, 40), seed=st.integers(0, 20), leaf=st.integers(1, 50))
def test_trees_write_only_cells_that_the_variable_has(file_of, n, seed, leaf) -> None:
    random = np.random.default_rng(seed)
    file = file_of(a=random.integers(0, 3, n).tolist(), b=[None if r < 0.3 else r for r in random.random(n)])
    codebook = Codebook((Variable("a", Level.NOMINAL), Variable("b", Level.CONTINUOUS)))
    recipe = Recipe((make_step("synthesis_cart", ("b", "a"), smallest_leaf=leaf),))
    masked = apply_recipe(file, codebook, recipe, seed).microdata
    for name in "ab":
        before, after = file.columns[name].categories(), masked.columns[name].categories()
        assert set(after[1]) <= set(before[1])


@pytest.mark.parametrize("exact", [True, False])
def test_joint_normal_has_the_moments_and_not_the_shape(file_of, exact) -> None:
    random = np.random.default_rng(4)
    x = random.gamma(1.0, size=3000)
    table = np.column_stack([x, 2 * x + random.gamma(1.0, size=3000)])
    file = file_of(x=table[:, 0].tolist(), y=[*table[:-1, 1].tolist(), None])
    masked = joint_normal(file, ["x", "y"], rng=np.random.default_rng(5), exact=exact)
    drawn = np.column_stack([masked.columns[n].numbers for n in "xy"])[:-1]
    tolerance = 1e-9 if exact else 0.2
    assert np.cov(drawn.T) == pytest.approx(np.cov(table[:-1].T), abs=tolerance)
    assert drawn.mean(axis=0) == pytest.approx(table[:-1].mean(axis=0), abs=tolerance)
    assert (drawn < 0).mean() > 0.1  # where the original has none
    assert np.isnan(masked.columns["y"].numbers).tolist() == [False] * 2999 + [True]


def test_errors(file_of) -> None:
    random = np.random.default_rng(0)
    file = file_of(x=[1, 2, 3, 4, 5, 6], y=[2, 4, 6, 8, 10, 12], z=[1] * 6)
    with pytest.raises(MaskingError, match="'x', 'y' are linearly dependent"):
        joint_normal(file, ["x", "y"], rng=random)
    with pytest.raises(MaskingError, match="'z' does not vary"):
        joint_normal(file, ["x", "z"], rng=random)
    with pytest.raises(MaskingError, match="smallest_leaf must be at least 1"):
        synthetic(file_of, "synthesis_cart", NAMES, smallest_leaf=0)


def test_regressions_draw_categories_in_their_shares_wherever_they_stand_in_the_file(file_of, cells_of) -> None:
    file = file_of(c=["a"] * 60 + ["b"] * 100 + ["c"] * 140)
    recipe = Recipe((make_step("synthesis_parametric", ("c",)),))
    drawn = cells_of(apply_recipe(file, Codebook(()), recipe).microdata, "c")
    assert [drawn.count(label) for label in "abc"] == pytest.approx([60, 100, 140], abs=35)
