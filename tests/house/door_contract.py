"""A contract for import-linter: a floor is entered by its door, not by a file inside it."""

from __future__ import annotations

import ast
from importlib.util import find_spec
from pathlib import Path

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class DoorContract(Contract):
    """Modules below a floor are imported by modules of that floor alone; all others take the names its door lists.

    Configuration options: ``floors``, the packages whose direct children are closed to outsiders; ``rooms``, packages
    of which each child has a door of its own.
    """

    type_name = "doors"

    floors = fields.ListField(subfield=fields.StringField())
    rooms = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Look for imports of a floor's files from outside the floor."""
        doors = [*self.floors]  # type: ignore[misc]
        for room in self.rooms or ():  # type: ignore[attr-defined]
            doors += graph.find_children(room)
        past = [
            (importer, inside, detail["line_number"])
            for door in sorted(doors)
            for inside in sorted(graph.find_descendants(door))
            for importer in sorted(graph.find_modules_that_directly_import(inside))
            if importer != door and not importer.startswith(f"{door}.")
            for detail in graph.get_import_details(importer=importer, imported=inside)
            if not _through(door, inside, detail["line_contents"])
        ]
        return ContractCheck(kept=not past, metadata={"past": past})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Name each import that goes past a door, and what to write instead."""
        for importer, inside, line in check.metadata["past"]:
            output.print_error(f"{importer}:{line} imports {inside}", bold=False)
        output.print("Import the name from the folder (from core.views import ...), and list it in its __init__.")


def _through(door: str, inside: str, line: str) -> bool:
    """Whether an import takes a name that the door lists; a file may have the name of a function in it."""
    return line.startswith(f"from {door} import") and inside.rpartition(".")[2] in _listed(door)


def _listed(door: str) -> list[str]:
    """Return the names that a package's ``__init__`` takes from its own files, or makes."""
    spec = find_spec(door)
    if spec is None or spec.origin is None:
        return []
    return names_at(ast.parse(Path(spec.origin).read_text(encoding="utf-8")), door)


def names_at(tree: ast.Module, door: str) -> list[str]:
    """Return the names that are at a door: those imported from the files behind it, and its own."""
    imported = [
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"{door}.")
        for alias in node.names
    ]
    made = [ast.unparse(n.targets[0]) for n in tree.body if isinstance(n, ast.Assign)]
    return imported + made + [ast.unparse(n.target) for n in tree.body if isinstance(n, ast.AnnAssign)]
