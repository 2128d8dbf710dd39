"""The wheel: the program as one package, ``rumap``, so that nothing else lands in a user's environment.

In the repository the engine is ``core`` and the screens are ``pages``. In the wheel they are ``rumap.core`` and
``rumap.pages``: their imports are rewritten as the wheel is built, so that every module has one true name, also in
worker processes and in what they send each other. What could not be rewritten ends the build, with its place.
"""

from __future__ import annotations

import ast
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MOVED = ("core", "pages")
"""Packages of the repository that lie inside ``rumap`` in the wheel."""

DASHBOARD = "rumap/dashboard"
"""Streamlit puts the folder of its script on the path of the server: this one holds nothing but the script."""

BESIDE = {
    ".streamlit/config.toml": f"{DASHBOARD}/.streamlit/config.toml",
    "assets": "rumap/assets",
    "rumap/py.typed": "rumap/py.typed",
    "core/py.typed": "rumap/core/py.typed",
}


class Refused(Exception):
    """A module is named in a way that the build cannot rewrite."""


def rewritten(text: str, name: str) -> str:
    """Return a module's source with the imports of ``core`` and ``pages`` as those of ``rumap``.

    Raises
    ------
    Refused
        A whole package is imported under its own name, or a module is named in a string.
    """
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and _moved(node.module or ""):
            _insert(lines, node.lineno, node.col_offset + len("from "), str(node.module), name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if _moved(alias.name) and alias.asname is None:
                    raise Refused(f"{name}:{node.lineno}: write 'from {alias.name} import ...'")
                if _moved(alias.name):
                    _insert(lines, alias.lineno, alias.col_offset, alias.name, name)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _names_module(node.value):
            raise Refused(f"{name}:{node.lineno}: {node.value!r} names a module; name it relative to __package__")
    return "".join(lines)


def _moved(module: str) -> bool:
    return module.partition(".")[0] in MOVED


def _names_module(text: str) -> bool:
    """Whether a string could be what a module is imported by."""
    parts = text.split(".")
    return len(parts) > 1 and parts[0] in MOVED and all(part.isidentifier() for part in parts)


def _insert(lines: list[str], number: int, column: int, module: str, name: str) -> None:
    # columns of ast are bytes; the modules' names stand behind ASCII only
    line = lines[number - 1]
    if not line.startswith(module, column):
        raise Refused(f"{name}:{number}: write 'from {module} import ...' with single spaces, on a line of its own")
    lines[number - 1] = f"{line[:column]}rumap.{line[column:]}"


def sources(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield every file of the program with its place in the wheel."""
    for folder in MOVED:
        for path in sorted((root / folder).rglob("*.py")):
            yield path, f"rumap/{path.relative_to(root).as_posix()}"
    for path in sorted((root / "rumap").rglob("*.py")):
        yield path, path.relative_to(root).as_posix()
    yield root / "app.py", f"{DASHBOARD}/app.py"


class WheelBuild(BuildHookInterface[Any]):
    """Puts the program into the wheel; an editable installation has the repository on its path instead."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the rewritten modules to a folder that is gone after the build."""
        if version == "editable":
            return
        root = Path(self.root)
        self._folder = tempfile.TemporaryDirectory(prefix="ru-map-wheel-")
        included: dict[str, str] = build_data["force_include"]
        for path, place in sources(root):
            copy = Path(self._folder.name, place)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(rewritten(path.read_text(encoding="utf-8"), str(path.relative_to(root))), encoding="utf-8")
            included[str(copy)] = place
        included.update({str(root / path): place for path, place in BESIDE.items()})

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder."""
        del build_data, artifact_path
        if version != "editable":
            self._folder.cleanup()
