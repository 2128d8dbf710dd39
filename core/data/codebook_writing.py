"""The codebook written as TOML, so that people can edit it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

import tomli_w

from core.data.codebook import Codebook, ScenarioDeclaration
from core.data.recode import Cap, CategoryMap, Recode
from core.data.sample_design import ReplicateDeclaration
from core.data.toml_text import toml_value
from core.data.uses import Uses

USES_HINT = """
# What is the file used for? Say so before you look at results; each is compared before and after masking:
# [indicators."Mean income by sex"]
# statistic = "mean"            # mean | median | quantile | share | total | ratio | gini | poverty_rate
# variable = "income"           # share: category = "..."; ratio: denominator = "..."; quantile = 0.9; line = 0.6
# by = "sex"
# weight = "sampling_weight"
# [regressions."Pay gap"]
# model = "ols"                 # ols | logit | poisson
# formula = "log(income) ~ C(sex) + age + I(age**2)"
# [tables."Sex by region"]
# variables = ["sex"]
# geography = "region"
# [scales."Health"]
# items = ["item1", "item2", "item3"]
# [magnitude_tables."Turnover by region"]
# amount = "turnover"            # of enterprises, added up
# variables = ["region", "branch"]
# contributor = "enterprise"
"""
"""Comments behind a drafted codebook."""
SCENARIO = ("name", "set_of", "linked", "masking", "renamed", "recodes", "proposed", "kind", "marks")
"""Entries of a scenario in the order in which they are written."""


def write_codebook(codebook: Codebook) -> str:
    """Write a codebook as TOML; ``read_codebook`` gives it back."""
    content: dict[str, Any] = {"variables": {v.name: _entries(v, "role") for v in codebook.variables}}
    content |= _sections({"keysets": codebook.keysets})
    if codebook.scenarios:
        content["scenarios"] = {s.file: _scenario(s) for s in codebook.scenarios}
    if codebook.replicates is not None:
        content["replicate_weights"] = _replicates(codebook.replicates)
    if codebook.units_of_population is not None:
        content["first_stage"] = {"population": codebook.units_of_population}
    return tomli_w.dumps(content | _sections(_uses(codebook.uses)))


def _uses(uses: Uses) -> dict[str, tuple[Any, ...]]:
    sections = {field.name: getattr(uses, field.name) for field in fields(uses)}
    return {"magnitude_tables" if name == "magnitudes" else name: named for name, named in sections.items()}


def _sections(named: Mapping[str, tuple[Any, ...]]) -> dict[str, Any]:
    return {section: {each.name: _entries(each) for each in several} for section, several in named.items() if several}


def _entries(declared: Any, *always: str) -> dict[str, Any]:
    """Return the entries that differ from their defaults, in the order of the fields; the name comes first."""
    table = {}
    for field in fields(declared)[1:]:
        value = getattr(declared, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if field.name in always or value != default:
            table[field.metadata.get("written as", field.name)] = toml_value(value)
    return table


def _scenario(declaration: ScenarioDeclaration) -> dict[str, Any]:
    entries = _entries(declaration)
    if declaration.recodes:
        entries["recodes"] = {name: _recode(recode) for name, recode in declaration.recodes.items()}
    if declaration.privacy is not None:
        entries["differential_privacy"] = declaration.privacy.table()
    ordered = {name: entries.pop(name) for name in SCENARIO if name in entries}
    return ordered | entries


def _replicates(declared: ReplicateDeclaration) -> dict[str, Any]:
    factors = {"factor": declared.factors[0]} if len(declared.factors) == 1 else {"factors": list(declared.factors)}
    table: dict[str, Any] = {"method": str(declared.method)} | (factors if declared.factors else {})
    return table | ({"reason": declared.reason} if declared.reason else {})


def _recode(recode: Recode) -> dict[str, Any]:
    if isinstance(recode, CategoryMap):
        return {"map": toml_value(recode.groups)}
    if isinstance(recode, Cap):
        values = {field.name: getattr(recode, field.name) for field in fields(recode)}
        return {"cap": {name: _shortest(value) for name, value in values.items() if value is not None}}
    table = {"bands": [[_shortest(a), _shortest(b)] for a, b in recode.edges], "closed": str(recode.closed)}
    return table | ({"labels": list(recode.labels)} if recode.labels else {})


def _shortest(value: float) -> int | float:
    return int(value) if math.isfinite(value) and value == int(value) else value
