"""The codebook written as TOML, so that people can edit it."""

from __future__ import annotations

import math
from typing import Any

import tomli_w

from core.data.codebook import Codebook, KeySet, ScenarioDeclaration
from core.data.codebook_toml import PRIVACY
from core.data.recode import Cap, CategoryMap, Recode
from core.data.sample_design import ReplicateDeclaration
from core.data.uses_toml import uses_tables
from core.data.variable import Variable


def write_codebook(codebook: Codebook) -> str:
    """Write a codebook as TOML; ``read_codebook`` gives it back."""
    content: dict[str, Any] = {"variables": {v.name: _variable_table(v) for v in codebook.variables}}
    if codebook.keysets:
        content["keysets"] = {k.name: _keyset_table(k) for k in codebook.keysets}
    if codebook.scenarios:
        content["scenarios"] = {s.file: _declaration_table(s) for s in codebook.scenarios}
    if codebook.replicates is not None:
        content["replicate_weights"] = _replicates_table(codebook.replicates)
    if codebook.units_of_population is not None:
        content["first_stage"] = {"population": codebook.units_of_population}
    content |= uses_tables(codebook.uses)
    return tomli_w.dumps(content)


def _variable_table(variable: Variable) -> dict[str, Any]:
    table: dict[str, Any] = {"level": str(variable.level), "role": str(variable.role)}
    if variable.label:
        table["label"] = variable.label
    if variable.missing:
        table["missing"] = list(variable.missing)
    if variable.order:
        table["order"] = list(variable.order)
    if variable.weight != 1:
        table["weight"] = variable.weight
    if variable.reason:
        table["reason"] = variable.reason
    return table


def _keyset_table(keyset: KeySet) -> dict[str, Any]:
    table: dict[str, Any] = {"variables": list(keyset.variables)}
    if keyset.weight is not None:
        table["weight"] = keyset.weight
    return table


def _replicates_table(replicates: ReplicateDeclaration) -> dict[str, Any]:
    table: dict[str, Any] = {"method": str(replicates.method)}
    if len(replicates.factors) == 1:
        table["factor"] = replicates.factors[0]
    elif replicates.factors:
        table["factors"] = list(replicates.factors)
    if replicates.reason:
        table["reason"] = replicates.reason
    return table


def _declaration_table(declaration: ScenarioDeclaration) -> dict[str, Any]:
    texts = {"name": declaration.name, "set_of": declaration.set_of}
    table: dict[str, Any] = {name: text for name, text in texts.items() if text}
    if declaration.linked is not None:
        table["linked"] = declaration.linked
    if declaration.masking:
        table["masking"] = {name: str(m) for name, m in declaration.masking.items()}
    if declaration.renamed:
        table["renamed"] = dict(declaration.renamed)
    if declaration.recodes:
        table["recodes"] = {name: _recode_table(r) for name, r in declaration.recodes.items()}
    if declaration.proposed:
        table["proposed"] = list(declaration.proposed)
    if declaration.kind is not None:
        table["kind"] = str(declaration.kind)
    if declaration.marks:
        table["marks"] = {mark: str(meaning) for mark, meaning in declaration.marks.items()}
    if declaration.privacy is not None:
        table[PRIVACY] = declaration.privacy.table()
    return table


def _recode_table(recode: Recode) -> dict[str, Any]:
    if isinstance(recode, CategoryMap):
        return {"map": {masked: list(originals) for masked, originals in recode.groups.items()}}
    if isinstance(recode, Cap):
        values = {name: getattr(recode, name) for name in ("above", "below", "above_value", "below_value")}
        return {"cap": {name: _plain(value) for name, value in values.items() if value is not None}}
    table: dict[str, Any] = {"bands": [[_plain(a), _plain(b)] for a, b in recode.edges], "closed": str(recode.closed)}
    if recode.labels:
        table["labels"] = list(recode.labels)
    return table


def _plain(value: float) -> int | float:
    return int(value) if math.isfinite(value) and value == int(value) else value
