"""A class name means one thing, and a door lists what somebody takes through it."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.house.door_contract import names_at
from tests.house.parsed import ROOT, trees


@cache
def nodes() -> dict[Path, tuple[ast.ImportFrom | ast.Attribute | ast.Subscript, ...]]:
    """Return of every file what is looked through below: the trees are gone through once."""
    wanted = (ast.ImportFrom, ast.Attribute, ast.Subscript)
    return {path: tuple(n for n in ast.walk(tree) if isinstance(n, wanted)) for path, tree in trees().items()}


IMPORTED = re.compile(r"^\s*from ((?:core|pages|rumap)[\w.]*) import (?:\(([^)]*)\)|(.+)$)", re.M)
DOTTED = re.compile(r"\b(\w+)\.(\w+)")


def taken_by_tests() -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Return what tests and experiments import, and what they name with a dot; parsed they would take seconds."""
    texts = [p.read_text(encoding="utf-8") for room in ("experiments", "tests") for p in (ROOT / room).rglob("*.py")]
    imports = (found for text in texts for found in IMPORTED.findall(text))
    names = {(module, name) for module, *listed in imports for name in re.findall(r"\w+", " ".join(listed))}
    return names, {pair for text in texts for pair in DOTTED.findall(text)}


def module_of(path: Path) -> str:
    """Return the dotted name of a file; of an ``__init__`` that of its folder."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.slow
def test_a_class_name_means_one_thing() -> None:
    defined = Counter(
        node.name
        for path in trees()
        for node in trees()[path].body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, n in defined.items() if n > 1] == []


@pytest.mark.slow
def test_a_detail_is_read_with_its_type() -> None:
    untyped = {
        str(path): node.lineno
        for path in trees()
        for node in nodes()[path]
        if isinstance(node, ast.Attribute | ast.Subscript)
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "detail"
        and (isinstance(node, ast.Subscript) or node.attr == "get")
    }
    assert untyped == {}, "read it by detail_of(outcome, TypedDict of the measure)"


@pytest.mark.slow
def test_a_door_lists_what_somebody_takes_through_it() -> None:
    by_tests, dotted = taken_by_tests()
    taken = by_tests | {
        (node.module, alias.name)
        for path, of_file in nodes().items()
        for node in of_file
        if isinstance(node, ast.ImportFrom) and node.module and not module_of(path).startswith(f"{node.module}.")
        for alias in node.names
    }
    by_name = dotted | {  # measures of a room: utility.SECTIONS
        (node.value.id, node.attr)
        for of_file in nodes().values()
        for node in of_file
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    unused = [
        f"{module_of(path)}.{name}"
        for path, tree in trees().items()
        if path.name == "__init__.py" and path.is_relative_to(ROOT / "core")
        for name in names_at(tree, module_of(path))
        if (module_of(path), name) not in taken and (path.parent.name, name) not in by_name
        if name not in {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    ]
    assert unused == []


@pytest.mark.slow
def test_a_name_is_imported_from_where_it_stands_or_from_a_door() -> None:
    borrowed = {
        (module_of(path), alias.asname or alias.name)
        for path, tree in trees().items()
        if path.name != "__init__.py"
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert [
        f"{path}:{node.lineno} {alias.name}"
        for path in trees()
        for node in nodes()[path]
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if (node.module, alias.name) in borrowed
    ] == []
