"""What the command line says of itself: commands in groups, examples, and what is wrong with a line, in one line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, NoReturn

from core.wording import did_you_mean, written_out

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Read and declare", ("files", "codebook", "set-aside")),
    ("Mask", ("mask", "sweep")),
    ("Measure", ("assess", "rerun", "combine")),
    ("Decide and share", ("gate", "register", "report", "export", "describe", "outputs")),
    ("The program", ("run", "measures", "schema", "compile", "completion")),
)
"""Commands in the order of the work."""

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "files": ("files original.csv masked/ --findings",),
    "codebook": ("codebook original.csv masked.csv --out codebook.toml",),
    "set-aside": ("set-aside original.csv --share 0.5 --control control.csv --out rest.csv",),
    "mask": ("mask original.csv --recipe recipe.toml --out masked.csv --declaration declared.toml",),
    "sweep": ("sweep original.csv --recipe recipe.toml --vary local_suppression.k=2,3,5 --out sweep.json",),
    "assess": (
        "assess original.csv masked.csv --out results.json",
        "assess original.csv masked.csv --codebook codebook.toml --linked row --measures gdu,global_risk --out -",
    ),
    "rerun": ("rerun release.rumap --files data/ --out results.json",),
    "combine": ("combine results.json --rule proper > combined.tsv",),
    "gate": ("gate results.json --policy policy.toml --format junit", "gate sweep.json --policy public --any"),
    "register": (
        "register releases.rumap --add release.rumap",
        "register releases.rumap --add results.json --scenario puf.csv --decided 2026-03-31 --signed NAME "
        "--policy policy.toml --look-again 2028-03-31",
        "register releases.rumap --check new.csv --original original.csv --earlier puf.csv suf.csv --linked row",
        "register releases.rumap --due",
    ),
    "report": ("report results.json --kind shareable --scenario masked.csv --format docx --out report.docx",),
    "export": (
        "export results.json --to r --out check_CONFIDENTIAL.R",
        "export project.rumap --to crate --out crate.zip",
    ),
    "describe": ("describe original.csv released.csv --codebook codebook.toml --out released.xml",),
    "outputs": ("outputs original.csv released.csv --codebook codebook.toml --out outputs_CONFIDENTIAL.zip",),
    "measures": ("measures --format json",),
    "schema": ("schema results > results.schema.json",),
    "completion": ("completion bash > ~/.local/share/bash-completion/completions/ru-map",),
}
"""How a command is called, without the name of the program; each is read as it is in a test."""

FIRST = ("codebook", "assess", "gate")
"""Whose first example is beneath the list of all commands."""


class CommandParser(argparse.ArgumentParser):
    """The parser of one command: its help ends with examples, and what it refuses takes one line."""

    def __init__(self, **given: Any) -> None:
        super().__init__(allow_abbrev=False, **given)

    def error(self, message: str) -> NoReturn:
        """Say in one line what to correct, and end with 2."""
        self.exit(2, f"error: {written_out(message)}; {self.prog} --help says what can be said\n")

    def check_options(self, words: Sequence[str]) -> None:
        """Refuse an option that there is not before anything is missed that it may have meant."""
        for word in takewhile(lambda word: word != "--", words):
            name = word.partition("=")[0]
            if name.startswith("--") and " " not in name and name not in self._option_string_actions:
                self.error(f"there is no option {name}{did_you_mean(name, self._option_string_actions)}")

    def not_understood(self, words: Sequence[str]) -> NoReturn:
        """Refuse what is left of a command line."""
        if words[0].startswith("-"):
            self.error(f"there is no option {words[0]}")
        self.error(f"{words[0]!r} is one too many, or not next to the other files: name files one after the other")

    def _print_message(self, message: str, file: Any = None) -> None:
        # argparse would swallow that nobody reads it
        (file or sys.stderr).write(message)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            meant = did_you_mean(str(value), known) or f"; there are: {', '.join(known)}"
            raise argparse.ArgumentError(action, f"there is no {value!r}{meant}")

    def format_help(self) -> str:
        """Return the help with the examples of the command."""
        program, _, name = self.prog.rpartition(" ")
        examples = "".join(f"  {program} {line}\n" for line in EXAMPLES.get(name, ()))
        return super().format_help() + (f"\nexamples:\n{examples}" if examples else "")


class ProgramParser(CommandParser):
    """The parser of the program: its help lists the commands by what they are for."""

    def listed(self) -> dict[str, str]:
        """Return the line of every command; a former name of a command is none."""
        return {
            choice.dest.partition(" ")[0]: choice.help or ""
            for action in self._actions
            if isinstance(action, argparse._SubParsersAction)
            for choice in action._choices_actions
        }

    def format_help(self) -> str:
        """Return the commands in their groups, examples, and where to read on."""
        lines = self.listed()
        known = {name for _title, names in GROUPS for name in names}
        groups = [*GROUPS, ("Others", tuple(name for name in lines if name not in known))]
        parts = [f"usage: {self.prog} COMMAND [OPTION ...]\n\n{self.description}\n"]
        for title, names in groups:
            offered = [name for name in names if name in lines]
            if offered:
                parts.append("".join([f"\n{title}:\n", *(f"  {name:<12}{lines[name]}\n" for name in offered)]))
        parts += ["\nexamples:\n", *(f"  {self.prog} {EXAMPLES[name][0]}\n" for name in FIRST)]
        parts.append(
            f"\n{self.prog} COMMAND --help says what a command takes; {self.prog} --version, which one this is.\n"
        )
        return "".join(parts)
