"""What the program needs: declared as ranges, locked elsewhere; what an extra brings is loaded where it is used."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions

import pytest

from tests.house.parsed import OWN, ROOT, trees

ARCHIVE = ROOT / "extensions" / "archive"
PROJECT, EXTENSION = (
    tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"] for folder in (ROOT, ARCHIVE)
)
EXTRAS = {**PROJECT["optional-dependencies"], EXTENSION["name"]: EXTENSION["dependencies"]}
LOOKED_FOR = {"polars", "IPython", "authlib", "httpx"}
"""Used where they happen to be installed, or by a dependency group."""


def name_of(requirement: str) -> str:
    return re.split(r"[<>=!~\[; ]", requirement)[0].lower().replace("_", "-")


def declared(requirements: list[str]) -> set[str]:
    return {name_of(r) for r in requirements} - {"ru-map"}


def at_the_top(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield what a module does when it is imported, at any depth but in functions and for type checkers."""
    waiting: list[ast.AST] = [*tree.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.stmt):
            yield node
        waiting += ast.iter_child_nodes(node)


def imported(nodes: Iterator[ast.AST]) -> set[str]:
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return names


@cache
def modules() -> dict[str, tuple[set[str], set[str]]]:
    """Return by module what it imports anywhere, and what it imports when it is imported."""
    found = {}
    for path, tree in trees(tuple(OWN)).items():
        top = next(place for room, place in OWN.items() if path.is_relative_to(place / room))
        name = ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__")
        found[name] = imported(ast.walk(tree)), imported(at_the_top(tree))
    return found


@cache
def distributions() -> dict[str, set[str]]:
    return {module: {name_of(d) for d in names} for module, names in packages_distributions().items()}


def of_others(names: set[str]) -> set[str]:
    """Return the packages of others that are imported, by the names under which they are installed."""
    tops = {name.partition(".")[0] for name in names} - OWN.keys() - sys.stdlib_module_names - LOOKED_FOR
    return {next(iter(distributions().get(top, {top}) & every()), top) for top in tops}


def every() -> set[str]:
    return declared(PROJECT["dependencies"]).union(*map(declared, EXTRAS.values()))


def test_requirements_are_ranges_and_the_lock_has_one_version_with_hashes_of_each():
    for requirement in [*PROJECT["dependencies"], *(r for extra in EXTRAS.values() for r in extra)]:
        own = requirement.startswith("ru-map[")  # an extension is of the program's version
        assert own or ("==" not in requirement and ">=" in requirement)
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    locked = set(re.findall(r"(?m)^([a-z0-9.-]+)==\S+.* \\\n    --hash=sha256:", lock))
    assert every() <= locked


@pytest.mark.slow
def test_whatever_is_imported_is_declared_and_whatever_is_declared_is_imported():
    used = set().union(*(of_others(anywhere) for anywhere, _ in modules().values()))
    assert used == every()


@pytest.mark.slow
def test_what_an_extra_brings_is_loaded_where_it_is_used():
    brought = set().union(*map(declared, EXTRAS.values()))
    needing = {name for name, (_, top) in modules().items() if of_others(top) & brought}
    assert needing, "nothing needs an extra"
    reached = {name: top & needing for name, (_, top) in modules().items() if name not in needing and top & needing}
    assert reached == {}, "import it in the function that uses it"
    assert not [name for name in needing if (ROOT / name.replace(".", "/") / "__init__.py").exists()]
