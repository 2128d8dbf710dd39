"""The worked examples: two published surveys, each masked in twelve ways from a fixed seed, and one synthesised.

``assets/example`` holds of each a codebook, and whose data they are with the recipe of every masked file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from core.data import Codebook, Column, Microdata, Scenario, ScenarioDeclaration, read_codebook
from core.masking.application import apply_recipe
from core.masking.csv_rendering import as_file
from core.masking.recipe_toml import recipe_from
from core.masking.sampling import simple_random_sample
from core.masking.set_aside import set_aside
from core.statistics.reproducible import generator

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "example"


@dataclass(frozen=True, eq=False)
class WorkedExample:
    """An original file with masked versions of it.

    Parameters
    ----------
    title : str
    story : str
        Whose data they are and what the officer has to decide, in a few sentences.
    original : Microdata
    codebook : Codebook
        Variables, key sets, the declarations of all scenarios, and what the file is used for.
    scenarios : tuple of Scenario
        Gentle maskings first.
    notes : mapping of str to str
        Scenario's name -> what was done, in one sentence.
    seed : int
        All random draws come from it.
    control : Microdata or None
        Other people of the same survey, set aside before anything was masked.
    """

    title: str
    story: str
    original: Microdata
    codebook: Codebook
    scenarios: tuple[Scenario, ...]
    notes: Mapping[str, str]
    seed: int
    control: Microdata | None = None


def voters() -> WorkedExample:
    """Return 944 voters of the 1996 US election study; the same bytes on every call."""
    from statsmodels.datasets import anes96  # noqa: PLC0415 - takes half a second, and only examples need it

    return _worked_example("voters", anes96.load_pandas().data)


def women() -> WorkedExample:
    """Return 6,366 married women asked by a magazine in 1974; the same bytes on every call."""
    from statsmodels.datasets import fair  # noqa: PLC0415

    return _worked_example("women", fair.load_pandas().data)


def synthetic() -> WorkedExample:
    """Return 4,244 of the women with synthetic files of them and a control; the same bytes on every call."""
    from statsmodels.datasets import fair  # noqa: PLC0415

    return _worked_example("synthetic", fair.load_pandas().data, "women.csv")


WORKED_EXAMPLES: dict[str, Callable[[], WorkedExample]] = {"voters": voters, "women": women, "synthetic": synthetic}
"""By name; each makes its own files."""


def example_codebook(name: str) -> Codebook:
    """Return the codebook of a worked example; no file is made for it."""
    return _described(name)[0]


def example_notes(name: str) -> Mapping[str, str]:
    """Return what was done to each scenario of a worked example, by its name; no file is made for it."""
    codebook, content = _described(name)
    return {d.name: content["masked"][d.file]["note"] for d in codebook.scenarios}


@cache
def _described(name: str) -> tuple[Codebook, Mapping[str, Any]]:
    """Return the codebook of a worked example, and whose data they are with the recipes."""
    codebook = read_codebook((FOLDER / f"{name}_codebook.toml").read_text(encoding="utf-8"))
    return codebook, tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _worked_example(name: str, values: Mapping[str, Iterable[Any]], file: str = "") -> WorkedExample:
    codebook, content = _described(name)
    labels = {variable.name: variable.label for variable in codebook.variables}
    original = original_file(file or f"{name}.csv", values, labels, content["value_labels"])
    seed, masked = content["seed"], content["masked"]
    control = None
    if "set_aside" in content:
        original, control = set_aside(original, content["set_aside"], seed)
    scenarios = tuple(_scenario(original, codebook, d, masked[d.file], seed) for d in codebook.scenarios)
    about = content["title"], content["story"]
    return WorkedExample(*about, original, codebook, scenarios, example_notes(name), seed, control)


def original_file(
    name: str,
    values: Mapping[str, Iterable[Any]],
    labels: Mapping[str, str],
    value_labels: Mapping[str, Mapping[str, str]],
) -> Microdata:
    """Return a file of numbers, by variable in file order."""
    columns = {variable: Column(numbers=np.array(list(cells), dtype=np.float64)) for variable, cells in values.items()}
    n_records = len(next(iter(columns.values())))
    return as_file(Microdata(name, columns, n_records, labels=labels, value_labels=value_labels), name)


def _scenario(
    original: Microdata, codebook: Codebook, declaration: ScenarioDeclaration, content: Mapping[str, Any], seed: int
) -> Scenario:
    """Return one masked file as its recipe, or a draw of records, makes it; the codebook declares it."""
    masked = original
    if "step" in content:
        masked = apply_recipe(masked, codebook, recipe_from({"step": content["step"]}), seed).microdata
    if "simple_random_sample" in content:  # a recipe's sampling, made for strata, draws other rows
        fraction = content["simple_random_sample"]
        masked = simple_random_sample(
            masked, fraction=fraction, rng=generator(seed, f"sampling|{100 * fraction:.0f} %|0")
        )
    return Scenario(as_file(masked, declaration.file), declaration)
