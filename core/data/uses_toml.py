"""What a file is used for, as the codebook's TOML holds it: one table for each use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, TypeVar

from core.data.toml_text import label_of, number_of, shown
from core.data.uses import Indicator, MagnitudeTable, Model, PublishedTable, Regression, Scale, Statistic, Uses
from core.errors import CodebookError

Use = TypeVar("Use", Indicator, Regression, PublishedTable, Scale, MagnitudeTable)
Tables = Mapping[str, Mapping[str, Any]]

USES_SECTIONS = ("indicators", "regressions", "tables", "scales", "magnitude_tables")

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


_LISTS = frozenset({"variables", "items"})
_NUMBERS = frozenset({"quantile", "line"})
_CHOICES = {"statistic": Statistic, "model": Model}


def read_uses(sections: Mapping[str, Tables]) -> Uses:
    """Return the uses of a codebook; raise CodebookError naming the table where one is wrong.

    Parameters
    ----------
    sections : mapping
        Each of ``USES_SECTIONS`` -> name of the use -> its entries.
    """
    return Uses(
        tuple(_use(Indicator, "indicator", name, table) for name, table in sections["indicators"].items()),
        tuple(_use(Regression, "regression", name, table) for name, table in sections["regressions"].items()),
        tuple(_use(PublishedTable, "table", name, table) for name, table in sections["tables"].items()),
        tuple(_use(Scale, "scale", name, table) for name, table in sections["scales"].items()),
        tuple(_use(MagnitudeTable, "magnitude table", n, t) for n, t in sections["magnitude_tables"].items()),
    )


def uses_tables(uses: Uses) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the sections that ``read_uses`` gives back; empty ones are left out."""
    sections = {
        "indicators": {use.name: _entries(use) for use in uses.indicators},
        "regressions": {use.name: _entries(use) for use in uses.regressions},
        "tables": {use.name: _entries(use) for use in uses.tables},
        "scales": {use.name: _entries(use) for use in uses.scales},
        "magnitude_tables": {use.name: _entries(use) for use in uses.magnitudes},
    }
    return {section: tables for section, tables in sections.items() if tables}


def _use(kind: type[Use], word: str, name: str, table: Mapping[str, Any]) -> Use:
    place = f"{word} {name!r}"
    known = {f.name: f for f in fields(kind) if f.name != "name"}
    unknown = sorted(set(table) - set(known))
    if unknown:
        raise CodebookError(f"{place}: unknown entry {unknown[0]!r}; known are {', '.join(sorted(known))}")
    needed = [f.name for f in known.values() if f.default is MISSING and f.name not in table]
    if needed:
        raise CodebookError(f"{place}: {needed[0]!r} is missing")
    return kind(name=name, **{entry: _value(place, entry, value) for entry, value in table.items()})


def _value(place: str, entry: str, value: Any) -> Any:
    named = f"{place}: {entry!r}"
    if entry in _LISTS:
        if not isinstance(value, list):
            raise CodebookError(f"{named} must be a list of names")
        return tuple(label_of(named, v, error=CodebookError) for v in value)
    if entry in _CHOICES:
        kind = _CHOICES[entry]
        if value not in list(kind):
            raise CodebookError(f"{named}: {shown(value)} is not one of {', '.join(kind)}")
        return kind(value)
    if entry in _NUMBERS:
        return number_of(named, value, error=CodebookError)
    return label_of(named, value, error=CodebookError)


def _entries(use: Indicator | Regression | PublishedTable | Scale | MagnitudeTable) -> dict[str, Any]:
    """Return the entries that differ from the defaults, in the order of the fields."""
    entries: dict[str, Any] = {}
    for field in fields(use):
        value = getattr(use, field.name)
        if field.name == "name" or (field.default is not MISSING and value == field.default):
            continue
        entries[field.name] = list(value) if isinstance(value, tuple) else value if _is_plain(value) else str(value)
    return entries


def _is_plain(value: object) -> bool:
    """Whether TOML writes the value as it is; the words of an enumeration are written as text."""
    return isinstance(value, float) or type(value) is str
