"""``measures``: the catalogue of measures and their parameters."""

from __future__ import annotations

import argparse

from core.assessment import CATALOGUE, origin_of
from core.commands.terminal import put, say_left_out
from core.reports import methods_markdown


def measures(options: argparse.Namespace) -> None:
    """List every measure with its traits, and every parameter with its default; or write their cards."""
    say_left_out()
    if options.markdown:
        put(methods_markdown().encode())
        return
    lines = []
    for m in CATALOGUE:
        needs = ", ".join(sorted(m.requires)) or "nothing"
        low, high = m.bounds
        needs += f"\tfrom {origin}" if (origin := origin_of(m)) else ""
        lines.append(f"{m.id}\t{m.name}\t{m.scope}\t{m.better} is better\t[{low:g}, {high:g}]\tneeds {needs}\n")
    parameters = {m.family: m.parameters for m in CATALOGUE}
    for family, kind in parameters.items():
        lines += [f"--set {family}.{name}={value}\n" for name, value in vars(kind()).items()]
    put("".join(lines).encode())
