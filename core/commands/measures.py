"""``measures``: the catalogue of measures and their parameters."""

from __future__ import annotations

import argparse
import sys

from core.assessment import CATALOGUE
from core.reports import methods_markdown


def measures(options: argparse.Namespace) -> None:
    """List every measure with its traits, and every parameter with its default; or write their cards."""
    if options.markdown:
        sys.stdout.write(methods_markdown())
        return
    for m in CATALOGUE:
        needs = ", ".join(sorted(m.requires)) or "nothing"
        low, high = m.bounds
        sys.stdout.write(f"{m.id}\t{m.name}\t{m.scope}\t{m.better} is better\t[{low:g}, {high:g}]\tneeds {needs}\n")
    parameters = {m.family: m.parameters for m in CATALOGUE}
    for family, kind in parameters.items():
        for name, value in vars(kind()).items():
            sys.stdout.write(f"--set {family}.{name}={value}\n")
