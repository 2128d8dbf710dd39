"""No sentence says "1 variables" or "1 variable are": a verb after a number goes through ``one_or_many``."""

import ast
import itertools
import re
from functools import cache
from pathlib import Path

import pytest

from tests.house.parsed import ROOT, trees

VERB_OF_MANY = re.compile(r"( of [^.,;]*?| that can be told)? (are|have|were|do|stand|lie|need|differ)\b")


@cache
def sentences() -> list[tuple[Path, list[ast.expr]]]:
    """Return the parts of every f-string of engine and pages, with its file."""
    return [
        (path, node.values)
        for path, tree in trees().items()
        if path.relative_to(ROOT).parts[0] in ("core", "pages")
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
    ]


def is_counted(place: ast.expr) -> bool:
    called = place.value if isinstance(place, ast.FormattedValue) else None
    return isinstance(called, ast.Call) and getattr(called.func, "id", "") == "counted"


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


@pytest.mark.slow
def test_a_number_of_things_goes_through_counted() -> None:
    texts = ("".join(v.value if isinstance(v, ast.Constant) else "{}" for v in values) for _, values in sentences())
    assert [t for t in texts if NUMBER_AND_MANY.search(t) and not OF_MANY_ALWAYS.search(t)] == []


@pytest.mark.slow
def test_a_verb_agrees_with_the_number_before_it() -> None:
    assert [
        f"{path.name}: {after.value}"
        for path, values in sentences()
        for number, after in itertools.pairwise(values)
        if is_counted(number) and isinstance(after, ast.Constant) and VERB_OF_MANY.match(after.value)
    ] == []
