"""Every file of the program, parsed once for all rules about its words and names."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def trees() -> dict[Path, ast.Module]:
    """Return every file of the code, parsed."""
    paths = sorted(path for room in ("core", "pages", "rumap") for path in (ROOT / room).rglob("*.py"))
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
