"""No sentence says "1 variables" or "1 variable are": a verb after a number goes through ``one_or_many``."""

import ast
import itertools
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(p for folder in ("core", "pages") for p in (ROOT / folder).rglob("*.py"))
VERB_OF_MANY = re.compile(r"( of [^.,;]*?| that can be told)? (are|have|were|do|stand|lie|need|differ)\b")


def is_counted(place: ast.expr) -> bool:
    called = place.value if isinstance(place, ast.FormattedValue) else None
    return isinstance(called, ast.Call) and getattr(called.func, "id", "") == "counted"


def faults(path: Path) -> list[str]:
    """Return the f-strings in which a verb of many follows at once on a number that may be one."""
    return [
        after.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.JoinedStr)
        for number, after in itertools.pairwise(node.values)
        if is_counted(number) and isinstance(after, ast.Constant) and VERB_OF_MANY.match(after.value)
    ]


NOUNS = "cell|record|value|column|variable|file|row|line"
NUMBER_AND_MANY = re.compile(rf"(?<!of )(?<!all )(?<!the )(?<!its )\{{\}} ({NOUNS})s\b")
OF_MANY_ALWAYS = re.compile(
    r"allowed|must have|should have|need|matrix of|too few|(more|fewer) than|at least|times {}|different values"
    r"|repeat over|holds {} files|{} files: |has {} cells, the footer|{} names but|in {} records, more"
    r"|its {} records lie in one|no category of .* in both files|{} variables at a time|at most {}|on average"
    r"|[Ss]hown are {} records of|people in the original, {} records|All {} variables|The {} variables of|^{} records$"
    r"|with 1 to {}"
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
    assert [f"{path.name}: {text}" for path in FILES for text in bare_counts(path)] == []


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["core", "pages"])
def test_a_verb_agrees_with_the_number_before_it(folder) -> None:
    assert [text for path in FILES if path.is_relative_to(ROOT / folder) for text in faults(path)] == []
