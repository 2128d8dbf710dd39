"""Codebooks, recipes and policies with each entry replaced by one of another kind: refused in words, no traceback."""

import copy
import datetime
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
import tomli_w

from core.data import read_codebook, read_declared_codebook
from core.decision import read_policy
from core.errors import RUMapError
from core.masking import read_recipe

CODEBOOK = """
[variables.age]
level = "ordinal"
role = "key"
label = "Age"
missing = [-9, "x"]
order = ["1", 2]
weight = 2
[variables.w]
level = "continuous"
[keysets.k]
variables = ["age"]
weight = "w"
[scenarios."m.csv"]
name = "n"
linked = "row"
masking = {age = "noise"}
renamed = {a = "age"}
[scenarios."m.csv".recodes]
age = {bands = [[1, 2], [3, 4]], labels = ["a", "b"], closed = "both"}
sex = {map = {x = ["m", "f"]}}
w = {cap = {above = 5, below = 1, above_value = 5}}
[indicators.i]
statistic = "share"
variable = "age"
category = "f"
quantile = 0.4
[regressions.r]
model = "ols"
formula = "age ~ w"
[tables.t]
variables = ["age"]
geography = "w"
[scales.s]
items = ["age", "w"]
"""
RECIPE = """
name = "x"
step = [
  {method = "rounding", variables = ["income"], base = 50},
  {method = "global_recode", variables = ["a"]},
  {method = "local_suppression", k = 3},
]
"""
POLICY = """
format = "ru-map-policy/1"
release = "own"
signed_by = "x"
valid_until = "2027-12-31"
[key_sets]
k = ["age"]
[thresholds.smallest_group]
limit = 3
source = "x"
reason = "y"
[thresholds.gdu]
limit = 0.8
direction = "at least"
source = "x"
"""
NONSENSE: list[Any] = [
    -1,
    float("inf"),
    float("nan"),
    10**400,
    True,
    "",
    "age ~ " + "(" * 3000,
    datetime.date(2020, 1, 1),
    [],
    [[]],
    [10**400],
    [[10**400, float("nan")]],
    ["a", "a"],
    {},
    {"a": [1]},
]
UNREADABLE = [
    "[" * 5000,
    "a=" + "[" * 5000 + "]" * 5000,
    "a=" + "{a=" * 5000 + "1" + "}" * 5000,
    "a=1" + "0" * 5000,
    "\x00",
    "a=2020-99-99",
    "a='''",
    "variables=1",
    "[[variables]]",
    "step=[1]",
    "[[step]]\nmethod=[]",
]


def paths(content: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if here:
        yield here
    inner = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    for key, value in inner:
        yield from paths(value, (*here, key))


def replaced(content: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    changed = copy.copy(content)
    changed[path[0]] = replaced(content[path[0]], path[1:], value)
    return changed


@pytest.mark.parametrize(
    ("text", "reader"),
    [(CODEBOOK, read_codebook), (CODEBOOK, read_declared_codebook), (RECIPE, read_recipe), (POLICY, read_policy)],
)
def test_an_entry_of_another_kind_is_refused_in_words(text: str, reader: Any) -> None:
    whole = tomllib.loads(text)
    assert reader(text)
    for path in paths(whole):
        for value in NONSENSE:
            try:
                reader(tomli_w.dumps(replaced(whole, path, value)))
            except RUMapError:
                continue
            except Exception as error:
                raise AssertionError(f"{path} = {str(value)[:60]}") from error


@pytest.mark.parametrize("reader", [read_codebook, read_recipe, read_policy])
@pytest.mark.parametrize("text", UNREADABLE, ids=lambda text: text[:8])
def test_what_is_no_such_file_is_refused_in_words(text: str, reader: Any) -> None:
    with pytest.raises(RUMapError):
        reader(text)
