"""A masked file with what made it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from core.commands import codebook_for, heard, in_words
from core.data import ScenarioDeclaration
from core.intake import read_file
from core.masking import Masked, apply_recipe, csv_bytes, read_recipe
from rumap.arguments import whole_number
from rumap.data import Data, name_of, read_data
from rumap.saving import write
from rumap.texts import Codebook, declared_in, text_or_file
from rumap.variables import SaidOfVariables


@dataclass(frozen=True, eq=False, repr=False)  # that of Data quotes no value
class MaskedData(Data):
    """A masked file, read back as it would be from its CSV file, with its declaration.

    Parameters
    ----------
    masked : Masked
        What the recipe made: its declaration, and what each step changed.
    """

    masked: Masked = field(kw_only=True)

    @property
    def declaration(self) -> ScenarioDeclaration:
        """How it was masked and linked, under its present name."""
        return replace(self.masked.declaration, file=self.name, name="")

    @property
    def steps(self) -> tuple[str, ...]:
        """What each step of the recipe changed, in words."""
        return tuple(f"{step.method}: {in_words(step)}" for step in self.masked.report)

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the file as CSV; return its path."""
        return write(path, csv_bytes(self.masked.microdata))

    def _repr_html_(self) -> str:
        steps = "".join(f"<li>{escape(step)}</li>" for step in self.steps)
        return f"<div><b>{escape(self.name)}</b>: {self.rows:,} records<ol>{steps}</ol></div>"


def mask_data(
    original: Any,
    recipe: str | PathLike[str],
    codebook: Codebook | None,
    said: SaidOfVariables,
    seed: int,
    name: str,
) -> MaskedData:
    """Apply a recipe; see ``rumap.mask``."""
    data = read_data(original, "original")
    seed, recipe = whole_number("seed", seed, 0), text_or_file("recipe", recipe)
    with heard():
        whole = said.applied(codebook_for(declared_in(codebook), data.microdata, []), data.name)
    name = name_of(name)
    file = f"{name.removesuffix('.csv')}.csv" if name else ""
    masked = apply_recipe(data.microdata, whole, read_recipe(recipe), seed, file=file)
    content = csv_bytes(masked.microdata)
    return MaskedData(read_file(masked.microdata.name, content), content, masked=masked)
