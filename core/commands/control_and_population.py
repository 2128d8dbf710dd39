"""Files that are next to the original: the control and the population.

``--control FILE`` holds records of other people, as a masked file may that the codebook declares to be such;
``--population FILE[=KEYSET]`` holds counts of the population by key combination.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from core.assessment import control_notes, paired_with_control
from core.commands.disk import answers_for, read_one, say_findings
from core.commands.terminal import say
from core.data import Codebook, DeclaredCodebook, FileKind, Microdata, Pair, PopulationFile, population_file
from core.errors import CodebookError
from core.intake import Reading
from core.wording import counted


def control_among(
    readings: Sequence[Reading], declared: DeclaredCodebook | None, *, given: bool
) -> tuple[list[Reading], Reading | None]:
    """Part the control file from the others.

    Parameters
    ----------
    readings : sequence of Reading
        The original first; last the file named by ``--control``, where one is.
    declared : DeclaredCodebook or None
        It may say of a file that it is other people.
    given : bool
        Whether ``--control`` names a file.

    Raises
    ------
    CodebookError
        More than one file is a control.
    """
    scenarios = () if declared is None else declared.scenarios
    others = {d.file for d in scenarios if d.kind is FileKind.OTHER_PEOPLE}
    others_read = list(readings[1:-1] if given else readings[1:])
    controls = [r for r in others_read if r.microdata.name in others] + ([readings[-1]] if given else [])
    if len(controls) > 1:
        names = " and ".join(r.microdata.name for r in controls)
        raise CodebookError(f'{names} are both control files: name one with --control, or kind = "other people" once')
    kept = [r for r in others_read if r.microdata.name not in others]
    if controls and not kept:
        raise CodebookError(f"{controls[0].microdata.name} is the control file: name a masked file as well")
    return [readings[0], *kept], (controls[0] if controls else None)


def say_about_control(
    original: Microdata, control: Microdata, codebook: Codebook, pairs: Mapping[str, Pair]
) -> Microdata:
    """Print on standard error what is to be known of the control file, alone and with each masked file; return it."""
    say(
        f"{control.name}: control: {counted(control.n_records, 'record', 'records')} beside "
        f"{original.n_records:,} of the original"
    )
    for note in control_notes(original, control, codebook):
        say(f"{control.name}: {note}")
    for file, paired in pairs.items():
        if doubt := paired_with_control(paired, original, control, codebook).control_doubt:
            say(f"{file}: warning: {doubt}")
    return control


def read_population(arguments: Sequence[str], answers: Sequence[str]) -> tuple[PopulationFile, ...]:
    """Read counts of the population; what follows the last ``=`` is the key set, where no file is called like all."""
    return tuple(_read(argument, answers) for argument in arguments)


def population_path(argument: str) -> Path:
    """Return the file that an argument names."""
    return _split(argument)[0]


def _split(argument: str) -> tuple[Path, str]:
    file, equals, keyset = argument.rpartition("=")
    return (Path(file), keyset) if equals and not Path(argument).exists() else (Path(argument), "")


def _read(argument: str, answers: Sequence[str]) -> PopulationFile:
    file, keyset = _split(argument)
    reading = read_one(file, choices=answers_for(file.name, answers))
    say_findings(reading)
    return population_file(reading.microdata, keyset)
