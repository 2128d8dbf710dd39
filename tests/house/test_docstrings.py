"""Docstrings name the parameters that there are: one renamed without its description is found here."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("core", "pages", "rumap")


def described(docstring: str) -> list[str]:
    """Return the names under "Parameters" of a numpy docstring."""
    section = re.split(r"\n\n?[A-Z]\w+\n---", docstring.split("Parameters\n----------\n")[1])[0]
    heads = (re.match(r"([\w*, ]+?)(?: :.*)?$", line) for line in section.splitlines() if not line.startswith(" "))
    return [name.strip(" *") for head in heads if head for name in head.group(1).split(",") if name.strip()]


def existing(node: ast.ClassDef | ast.FunctionDef) -> set[str]:
    """Return the arguments of a function, or the fields and the arguments of a class."""
    if isinstance(node, ast.FunctionDef):
        of = node.args
        every = [*of.posonlyargs, *of.args, *of.kwonlyargs, *filter(None, (of.vararg, of.kwarg))]
        return {argument.arg for argument in every}
    fields = {n.target.id for n in node.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)}
    made = (n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__")
    return fields.union(*map(existing, made))


def wrong(text: str) -> Iterator[str]:
    """Yield the parameters that a module's docstrings describe and nothing has; inherited fields are not looked up."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and "\nParameters\n---" in (ast.get_docstring(node) or ""):
            there = existing(node)
            if there or isinstance(node, ast.FunctionDef):
                yield from (f"{node.name}: {n}" for n in described(ast.get_docstring(node) or "") if n not in there)


def test_every_described_parameter_exists() -> None:
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    assert len(files) > 500
    undescribed = {str(path.relative_to(ROOT)): names for path in files if (names := [*wrong(path.read_text("utf-8"))])}
    assert undescribed == {}


def test_a_renamed_parameter_is_found() -> None:
    text = 'def f(b, *, c=1):\n    """Do.\n\n    Parameters\n    ----------\n    a, c : int\n        x\n    """\n'
    assert [*wrong(text)] == ["f: a"]
