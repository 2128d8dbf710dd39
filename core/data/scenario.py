"""A masking scenario: one masked file and what is declared about it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from core.data.codebook import ScenarioDeclaration
from core.data.microdata import Microdata


@dataclass(frozen=True, eq=False)
class Scenario:
    """A masked file with its declaration: name, links, recodes, declared masking."""

    microdata: Microdata
    declaration: ScenarioDeclaration

    @property
    def name(self) -> str:
        """The scenario's name: as declared, else the file name without its ending."""
        return self.declaration.name or PurePath(self.microdata.name).stem

    @property
    def columns(self) -> frozenset[str]:
        """The masked file's columns, by the original's names."""
        renamed = self.declaration.renamed
        return frozenset(renamed.get(name, name) for name in self.microdata.columns)
