"""The command line: the same runs as in the browser, for scripts and for checking."""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from itertools import takewhile
from typing import TypeAlias

from core import VERSION
from core.command_line.documents import documents_alone
from core.command_line.help import CommandParser, ProgramParser
from core.command_line.options import OFFERED
from core.errors import RUMapError

DESCRIPTION = "R-U Map: data utility and disclosure risk of masked microdata"

Commands: TypeAlias = "argparse._SubParsersAction[CommandParser]"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0, or 2 after one line on stderr that says what to correct; 130 where it was cancelled.

    A fault of the program ends with 70 (EX_SOFTWARE): Python's own 1 says of a gate that a limit fails.
    """
    return run_command(arguments, "python -m core")


def run_command(
    arguments: Sequence[str] | None, program: str, add_first: Callable[[Commands], None] = lambda _: None
) -> int:
    """Run one command of a program of this name; ``add_first`` adds commands before those of the engine."""
    if sys.stdout is None or sys.stderr is None:  # a file that is opened next would take its place
        if sys.stderr is not None:
            sys.stderr.write("error: standard output is closed; send it to a file or a program\n")
        return 2
    try:
        try:
            return _ended(sys.argv[1:] if arguments is None else arguments, program, add_first)
        finally:
            sys.stdout.flush()
    except OSError as error:
        # what is left in the buffer would fail once more when the program ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.stderr.write(f"error: standard output: cannot be written ({error.strerror})\n")
        return 2


def _ended(arguments: Sequence[str], program: str, add_first: Callable[[Commands], None]) -> int:
    options = _parsed(arguments, program, add_first)
    if options.command:  # needs nothing of the engine
        return options.command(options) or 0
    with documents_alone():
        try:
            return _performed(options)
        except Exception:  # noqa: BLE001 - a fault of any kind
            traceback.print_exc()
            return FAULT


def _performed(options: argparse.Namespace) -> int:
    from core.commands import COMMANDS, heard, refuse_stray, say, say_error  # noqa: PLC0415 - takes seconds, --help needs none of it
    from core.execution import give_back_large_arrays  # noqa: PLC0415 - as well

    give_back_large_arrays()
    try:
        with heard() if options.quiet else nullcontext():
            if getattr(options, "answers", None):
                refuse_stray(options)
            code = COMMANDS[options.name](options)
    except RUMapError as error:
        say_error(str(error))
        return 2
    except OSError as error:
        if error.filename is None:  # no file: a fault of the program
            raise
        say_error(f"{os.fspath(error.filename)}: {error.strerror}")
        return 2
    except KeyboardInterrupt:
        say("cancelled")
        return 130
    return code or 0


def _parsed(arguments: Sequence[str], program: str, add_first: Callable[[Commands], None]) -> argparse.Namespace:
    """Read the command line; only the command that is asked for has its options prepared."""
    parser = ProgramParser(prog=program, description=DESCRIPTION)
    parser.set_defaults(command=None, quiet=False)
    parser.add_argument("--version", action="version", version=f"R-U Map {VERSION}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="name", parser_class=CommandParser)
    add_first(commands)
    for name, (line, add_options) in OFFERED.items():
        # where no dashboard is opened by it
        former = [FORMER[name]] if name in FORMER and FORMER[name] not in commands.choices else []
        command = commands.add_parser(name, aliases=former, help=line)
        command.set_defaults(name=name)
        if {name, *former, COMPLETED} & set(arguments[:1]):
            add_options(command)
            command.add_argument("-q", "--quiet", action="store_true", help="say nothing but errors")
    of_program = takewhile(lambda word: word.startswith("-"), arguments)
    parser.check_options(list(of_program))
    if arguments[:1] and arguments[0] in commands.choices:
        commands.choices[arguments[0]].check_options(arguments[1:])
    if arguments[:1] == [COMPLETED]:
        parsers = {name: commands.choices[name] for name in parser.listed()}
        commands.choices[COMPLETED].set_defaults(commands=parsers)
    options, left = parser.parse_known_args(arguments)
    if left:
        commands.choices[options.name].not_understood(left)
    return options


COMPLETED = "completion"
"""The command that says what all others take."""

FAULT = 70
"""Exit code of a fault of the program itself."""

FORMER = {"rerun": "run"}
"""What commands were called before."""


if __name__ == "__main__":
    sys.exit(main())
