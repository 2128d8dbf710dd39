"""What to install where a package is missing that only some outputs need: the extras of ``pyproject.toml``."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

PACKAGES = {"docx": "python-docx"}
"""Packages whose modules have another name."""


def not_installed(extra: str, modules: Sequence[str]) -> str:
    """Return which of the modules are missing and how they are installed; empty where all are there."""
    missing = [PACKAGES.get(module, module) for module in modules if find_spec(module) is None]
    return f'it needs {", ".join(missing)}, not installed here: pip install "ru-map[{extra}]"' if missing else ""
