"""What the command line says of itself: commands in groups, examples, the version, and completion for a shell."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

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
    "set-aside": ("set-aside original.csv --share 0.1 --control control.csv --out rest.csv",),
    "mask": ("mask original.csv --recipe recipe.toml --out masked.csv --declaration declared.toml",),
    "sweep": ("sweep original.csv --recipe recipe.toml --vary local_suppression.k=2,3,5 --out sweep.json",),
    "assess": (
        "assess original.csv masked.csv --out results.json",
        "assess original.csv masked.csv --codebook codebook.toml --linked row --measures gdu,global_risk --out -",
    ),
    "rerun": ("rerun release.rumap --files data/ --out results.json",),
    "combine": ("combine results.json --rule proper > combined.tsv",),
    "gate": ("gate results.json --policy policy.toml --format junit",),
    "register": (
        "register releases.rumap --add release.rumap",
        "register releases.rumap --add results.json --scenario puf.csv --decided 2026-03-31 --signed NAME "
        "--policy policy.toml --look-again 2028-03-31",
        "register releases.rumap --check new.csv --original original.csv --earlier puf.csv suf.csv --linked row",
        "register releases.rumap --due",
    ),
    "report": ("report results.json --kind shareable --format docx --out report.docx",),
    "export": (
        "export results.json --to r --out check.R",
        "export project.rumap --to crate --out crate.zip",
    ),
    "describe": ("describe original.csv released.csv --codebook codebook.toml --out released.xml",),
    "outputs": ("outputs original.csv released.csv --codebook codebook.toml --out outputs.zip",),
    "measures": ("measures --format json",),
    "schema": ("schema results > results.schema.json",),
    "completion": ("completion bash > ~/.local/share/bash-completion/completions/ru-map",),
}
"""How a command is called, without the name of the program; each is read as it stands in a test."""

FIRST = ("codebook", "assess", "gate")
"""Whose first example stands beneath the list of all commands."""


class CommandParser(argparse.ArgumentParser):
    """The parser of one command: its help ends with examples."""

    def format_help(self) -> str:
        """Return the help with the examples of the command."""
        program, _, name = self.prog.rpartition(" ")
        examples = "".join(f"  {program} {line}\n" for line in EXAMPLES.get(name, ()))
        return super().format_help() + (f"\nexamples:\n{examples}" if examples else "")


class ProgramParser(argparse.ArgumentParser):
    """The parser of the program: its help lists the commands by what they are for."""

    def format_help(self) -> str:
        """Return the commands in their groups, examples, and where to read on."""
        lines = {action.dest: action.help or "" for action in _listed(self)}
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


def _listed(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield what the help of a parser's commands is listed by; a former name of a command is not."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                choice.dest = choice.dest.partition(" ")[0]
                yield choice


def completion_script(shell: str, options: Mapping[str, list[argparse.Action]]) -> str:
    """Return a script that completes commands, options, their choices and file names.

    Parameters
    ----------
    shell : {"bash", "zsh"}
    options : mapping of str to list of argparse.Action
        By command.
    """
    words = {name: " ".join(s for a in actions for s in a.option_strings) for name, actions in options.items()}
    choices = {
        (name, string): " ".join(map(str, action.choices))
        for name, actions in options.items()
        for action in actions
        if action.choices
        for string in action.option_strings
    }
    by_command = "\n".join(f'            {name}) words="{line}" ;;' for name, line in words.items())
    by_option = "\n".join(f'        "{name} {option}") words="{line}" ;;' for (name, option), line in choices.items())
    loaded = "autoload -U +X bashcompinit && bashcompinit\n" if shell == "zsh" else ""
    return f"""{loaded}_ru_map() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
    local command="${{COMP_WORDS[1]}}" words=""
    case "$command $before" in
{by_option}
    esac
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="{" ".join(options)}"
    elif [ -z "$words" ] && [ "${{current#-}}" != "$current" ]; then
        case "$command" in
{by_command}
        esac
    fi
    if [ -n "$words" ]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    else
        COMPREPLY=($(compgen -f -- "$current"))
    fi
}}
complete -o filenames -F _ru_map ru-map
"""
