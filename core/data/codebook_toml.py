"""The codebook read from TOML that people edit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from core.data.codebook import Codebook, DeclaredCodebook, KeySet, ScenarioDeclaration
from core.data.sample_design import ReplicateDeclaration, ReplicateMethod
from core.data.toml_text import read_toml
from core.data.uses import Indicator, MagnitudeTable, PublishedTable, Regression, Scale, Uses
from core.data.validation import validated
from core.data.variable import Variable
from core.data.written_forms import ByName, WrittenAs, limits
from core.errors import CodebookError

WHAT = "the codebook"


@dataclass(frozen=True)
class ReplicatesTable:
    """How replicate weights were made, as it is written: one ``factor`` or a list of ``factors``."""

    method: ReplicateMethod
    factor: float | None = None
    factors: tuple[float, ...] | None = None
    reason: str = ""

    def declared(self) -> ReplicateDeclaration:
        """Return the declaration; CodebookError where it has factors in both ways, or not those of its method."""
        if self.factor is not None and self.factors is not None:
            raise CodebookError("give either 'factor', a number, or 'factors', a list of numbers")
        factors = self.factors or () if self.factor is None else (self.factor,)
        return ReplicateDeclaration(self.method, factors, self.reason)


@dataclass(frozen=True)
class FirstStageTable:
    """First-stage units in the population: their number, or the variable that holds it for each stratum."""

    population: Annotated[float, limits(ge=1)] | Annotated[str, limits(min_length=1)]


@dataclass(frozen=True)
class CodebookTables:
    """A codebook as it is written."""

    variables: Annotated[tuple[Variable, ...], ByName()] = ()
    keysets: Annotated[tuple[KeySet, ...], ByName()] = ()
    scenarios: Annotated[tuple[ScenarioDeclaration, ...], ByName("file")] = ()
    replicate_weights: Annotated[ReplicateDeclaration, WrittenAs(ReplicatesTable, ReplicatesTable.declared)] | None = (
        None
    )
    first_stage: FirstStageTable | None = None
    indicators: Annotated[tuple[Indicator, ...], ByName()] = ()
    regressions: Annotated[tuple[Regression, ...], ByName()] = ()
    tables: Annotated[tuple[PublishedTable, ...], ByName()] = ()
    scales: Annotated[tuple[Scale, ...], ByName()] = ()
    magnitude_tables: Annotated[tuple[MagnitudeTable, ...], ByName()] = ()

    def declared(self) -> DeclaredCodebook:
        """Return what is declared in it."""
        uses = Uses(self.indicators, self.regressions, self.tables, self.scales, self.magnitude_tables)
        population = None if self.first_stage is None else self.first_stage.population
        return DeclaredCodebook(self.variables, self.keysets, self.scenarios, uses, self.replicate_weights, population)


def read_codebook(text: str) -> Codebook:
    """Read a codebook that names every variable which it uses; otherwise as ``read_declared_codebook``."""
    return codebook_from(read_toml(text, WHAT, CodebookError))


def read_declared_codebook(text: str) -> DeclaredCodebook:
    """Read what a person has declared; what it leaves out is to come from the file.

    Parameters
    ----------
    text : str
        TOML with tables ``variables``, ``keysets``, ``scenarios``, ``replicate_weights``, ``first_stage``,
        ``indicators``, ``regressions``, ``tables``, ``scales`` and ``magnitude_tables``.

    Raises
    ------
    CodebookError
        Names the table and what is wrong in it.
    """
    return declared_from(read_toml(text, WHAT, CodebookError))


def codebook_from(content: Mapping[str, Any]) -> Codebook:
    """Return the codebook of tables that were read from TOML; CodebookError as ``declared_from``."""
    declared = declared_from(content)
    return declared.complete(declared.variables)


def declared_from(content: Mapping[str, Any]) -> DeclaredCodebook:
    """Return what a person has declared in tables that were read from TOML.

    Raises
    ------
    CodebookError
        Names the table and what is wrong in it.
    """
    return validated(CodebookTables, content, WHAT, error=CodebookError, toml=True).declared()
