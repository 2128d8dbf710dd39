"""No sentence says "1 variables" or "1 variable are": a verb after a number goes through ``ngettext``."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(p for folder in ("core", "pages") for p in (ROOT / folder).rglob("*.py"))
VERB_OF_MANY = re.compile(
    r"\{(\w+)[^{}]*\}( of [^.,;]*?| that can be told)? (are|have|were|do|stand|lie|need|differ)\b"
)


def counted_places(call: ast.Call) -> set[str]:
    """Return the places of a sentence that ``counted`` fills."""
    return {
        k.arg
        for k in call.keywords
        if k.arg and isinstance(k.value, ast.Call) and getattr(k.value.func, "id", "") == "counted"
    }


def faults(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format"):
            continue
        marked = node.func.value
        if not (isinstance(marked, ast.Call) and getattr(marked.func, "id", "") == "_" and marked.args):
            continue
        text = marked.args[0].value if isinstance(marked.args[0], ast.Constant) else ""
        places = counted_places(node)
        found += [text for m in VERB_OF_MANY.finditer(text) if m.group(1) in places]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["core", "pages"])
def test_a_verb_agrees_with_the_number_before_it(folder) -> None:
    assert [text for path in FILES if path.is_relative_to(ROOT / folder) for text in faults(path)] == []
