"""Every file of the program, parsed once for all rules about its words and names."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OWN = {"core": ROOT, "pages": ROOT, "rumap": ROOT, "ru_map_archive": ROOT / "extensions" / "archive"}
"""Packages of this program -> where they lie."""


@cache
def trees(packages: tuple[str, ...] = ("core", "pages", "rumap")) -> dict[Path, ast.Module]:
    """Return every file of the code, parsed."""
    paths = sorted(path for package in packages for path in (OWN[package] / package).rglob("*.py"))
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
