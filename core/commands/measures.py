"""``measures``: the catalogue of measures and their parameters."""

from __future__ import annotations

import argparse
import json
import math
import sys
from typing import Any

from core.assessment import CATALOGUE, origin_of
from core.commands.terminal import put, say_left_out
from core.measures import Measure

COLUMNS = ("id", "name", "scope", "better", "bounds", "needs", "from")


def measures(options: argparse.Namespace) -> None:
    """List every measure with its traits, and every parameter with its default."""
    say_left_out()
    form = options.format or ("table" if sys.stdout.isatty() else "tsv")
    put({"table": _table, "tsv": _lines, "json": _json}[form]().encode())


def _lines() -> str:
    lines = []
    for m in CATALOGUE:
        about = measure_traits(m)
        low, high = m.bounds
        came = f"\tfrom {about['from']}" if about["from"] else ""
        needs = ", ".join(about["needs"]) or "nothing"
        lines.append(f"{m.id}\t{m.name}\t{m.scope}\t{m.better} is better\t[{low:g}, {high:g}]\tneeds {needs}{came}\n")
    for family, values in _parameters().items():
        lines += [f"--set {family}.{name}={value}\n" for name, value in values.items()]
    return "".join(lines)


def _table() -> str:
    """Return the measures in columns, without the parameters."""
    rows = [COLUMNS[:-1], *(_cells(m) for m in CATALOGUE)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "".join("  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() + "\n" for row in rows)


def _cells(measure: Measure) -> tuple[str, ...]:
    low, high = measure.bounds
    needs = ", ".join(sorted(measure.requires)) or "-"
    return measure.id, measure.name, measure.scope, measure.better, f"{low:g} to {high:g}", needs


def _json() -> str:
    """Return measures and parameters; a bound that there is not is null."""
    content = {"measures": [measure_traits(m) for m in CATALOGUE], "parameters": _parameters()}
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def measure_traits(measure: Measure) -> dict[str, Any]:
    """Return what a measure declares, in plain values; a bound that there is not is None."""
    origin = origin_of(measure)
    return {
        "id": measure.id,
        "name": measure.name,
        "family": measure.family,
        "scope": str(measure.scope),
        "better": str(measure.better),
        "bounds": [bound if math.isfinite(bound) else None for bound in measure.bounds],
        "needs": sorted(measure.requires),
        "reference": measure.reference,
        "from": None if origin is None else str(origin),
    }


def _parameters() -> dict[str, dict[str, Any]]:
    return {family: vars(kind()) for family, kind in {m.family: m.parameters for m in CATALOGUE}.items()}
