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


NOUNS = "cell|record|value|column|variable|file|row|line"
NUMBER_AND_MANY = re.compile(rf"(?<!of )(?<!all )(?<!the )(?<!its )\{{\}} ({NOUNS})s\b")
OF_MANY_ALWAYS = re.compile(
    r"allowed|must have|should have|need|matrix of|too few|(more|fewer) than|at least|times {}|different values"
    r"|repeat over|holds {} files|{} files: |has {} cells, the footer|{} names but|in {} records, more"
    r"|its {} records lie in one|no category of .* in both files|{} variables at a time"
)
"""Sentences about a limit, or about what there is never one of."""


def bare_counts(path: Path) -> list[str]:
    """Return the f-strings of a file that would say "1 cells"."""
    texts = (
        "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.JoinedStr)
    )
    return [text for text in texts if NUMBER_AND_MANY.search(text) and not OF_MANY_ALWAYS.search(text)]


@pytest.mark.slow
def test_a_number_of_things_goes_through_counted() -> None:
    spoken = [path for path in FILES if path.parts[-2] != "archive"]  # formats of other programs have their own words
    assert [f"{path.name}: {text}" for path in spoken for text in bare_counts(path)] == []


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["core", "pages"])
def test_a_verb_agrees_with_the_number_before_it(folder) -> None:
    assert [text for path in FILES if path.is_relative_to(ROOT / folder) for text in faults(path)] == []
