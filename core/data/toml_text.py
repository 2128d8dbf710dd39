"""TOML that people edit: read with an error that says what was to be read, and values as it holds them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from core.errors import RUMapError

SHOWN = 60
"""Characters of a wrong value that a message shows."""


def read_toml(text: str, what: str, error: type[RUMapError]) -> dict[str, Any]:
    """Return the tables of a text.

    Parameters
    ----------
    text : str
    what : str
        What it is, as the message begins: "the codebook".
    error : type
        What is raised where the text is no TOML, or nested too deeply.
    """
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise error(f"{what} is nested too deeply") from None
    except ValueError as fault:
        raise error(f"{what} is not valid TOML: {fault}") from None


def shown(value: object) -> str:
    """Return a wrong value as a message shows it."""
    whole = repr(value)
    return whole if len(whole) <= SHOWN else f"{whole[:SHOWN]} …"


def toml_value(value: Any) -> Any:
    """Return a value as TOML holds it: tuples as lists, words of an enumeration as texts."""
    if isinstance(value, tuple):
        return [toml_value(item) for item in value]
    if isinstance(value, Mapping):
        return {name: toml_value(item) for name, item in value.items()}
    return str(value) if isinstance(value, StrEnum) else value
