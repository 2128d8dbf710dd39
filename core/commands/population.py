"""``--population FILE[=KEYSET]``: counts of the population by key combination."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.commands.disk import read_one, say_findings
from core.data import PopulationFile, population_file


def read_population(arguments: Sequence[str]) -> tuple[PopulationFile, ...]:
    """Read population counts; what follows the last ``=`` is the key set, where no file is called like the whole."""
    return tuple(_read(argument) for argument in arguments)


def population_path(argument: str) -> Path:
    """Return the file that an argument names."""
    return _split(argument)[0]


def _split(argument: str) -> tuple[Path, str]:
    file, equals, keyset = argument.rpartition("=")
    return (Path(file), keyset) if equals and not Path(argument).exists() else (Path(argument), "")


def _read(argument: str) -> PopulationFile:
    file, keyset = _split(argument)
    reading = read_one(file)
    say_findings(reading)
    return population_file(reading.microdata, keyset)
