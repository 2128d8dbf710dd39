"""Completion for a shell: commands, options, their choices, and files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping


def write_completion(options: argparse.Namespace) -> None:
    """Write the script that completes the commands and options of this program."""
    actions = {name: parser._actions for name, parser in options.commands.items()}
    sys.stdout.write(completion_script(options.shell, actions))


def completion_script(shell: str, options: Mapping[str, Iterable[argparse.Action]]) -> str:
    """Return a script that completes commands, options, their choices and file names.

    Parameters
    ----------
    shell : {"bash", "zsh"}
    options : mapping of str to iterable of argparse.Action
        By command.
    """
    words = {name: " ".join(s for a in actions for s in a.option_strings) for name, actions in options.items()}
    # what is at once behind a command is asked for under its own name
    choices = {
        (name, before): " ".join(map(str, action.choices))
        for name, actions in options.items()
        for action in actions
        if action.choices
        for before in action.option_strings or [name]
    }
    by_command = "\n".join(f'            {name}) words="{line}" ;;' for name, line in words.items())
    by_option = "\n".join(f'        "{name} {before}") words="{line}" ;;' for (name, before), line in choices.items())
    loaded = "autoload -U +X bashcompinit && bashcompinit\n" if shell == "zsh" else ""
    return f"""{loaded}_ru_map() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
    local command="${{COMP_WORDS[1]}}" words=""
    case "$command $before" in
{by_option}
    esac
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="{" ".join(options)} --help --version"
    elif [ -z "$words" ] && [ "${{current#-}}" != "$current" ]; then
        case "$command" in
{by_command}
        esac
    fi
    if [ -n "$words" ]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    else
        COMPREPLY=()
        while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$current")
    fi
}}
complete -o filenames -F _ru_map ru-map
"""
