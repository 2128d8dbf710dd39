"""The pages of reference that are written from the program: ``python -m tests.house.reference`` (``make reference``).

The measures, eight pages by group, from their cards; the command line from its parser.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from core.assessment import CATALOGUE, PARAMETERS
from core.command_line.help import EXAMPLES, GROUPS, CommandParser, ProgramParser
from core.command_line.options import OFFERED, OVERWRITING
from core.measures import Group, Measure
from core.views import GROUPS as MEASURE_GROUPS
from core.views import direction, measures_of, needs, scale, settings_of, weighting, what_of
from core.views.methods.measure_cards import NOT_WEIGHTED
from rumap.command_line import _add_dashboard
from tests.house.tree import ROOT

REFERENCE = ROOT / "docs" / "reference"
PAGES = {
    "gdu": ("GDU and its parts", ("GDU and its parts",)),
    "distances": ("Distances and tables", ("Distances", "Tables")),
    "whole-file": ("Whole-file measures", ("Whole-file measures",)),
    "information-loss": ("Information loss", ("Information loss",)),
    "analyses": ("Analyses", ("Analyses",)),
    "re-identification": ("Re-identification", ("Re-identification", "Population uniques", "SUDA2")),
    "attributes-and-linkage": (
        "Attribute disclosure and linkage",
        ("Attribute disclosure", "Linkage and interval disclosure"),
    ),
    "attacks": ("Attacks net of chance", ("Attacks net of chance",)),
}
"""Of each page of measures its title, and the groups of cards on it."""

WRITTEN = "This page is written by `make reference`; do not edit it by hand."
MEASURES = f"""# Measures

Every measure has a card: its formula, how to read it, when it misleads, and where it departs from its source. The same
cards are in the help drawer of the dashboard (*Methods*). `ru-map measures` lists them in a terminal. {WRITTEN}

| page | measures |
|---|---|
"""
NO_NEEDS = "nothing but the two files"


def pages() -> Iterator[tuple[Path, str]]:
    """Yield every page that is written: its place and its text."""
    yield REFERENCE / "measures" / "README.md", "\n".join(_overview()) + "\n"
    for name, (title, groups) in PAGES.items():
        yield REFERENCE / "measures" / f"{name}.md", "\n".join(_measures(title, _groups(groups))) + "\n"
    yield REFERENCE / "command-line.md", "\n".join(_command_line()) + "\n"


def _groups(titles: tuple[str, ...]) -> list[Group]:
    return [group for group in MEASURE_GROUPS if group.title in titles]


def _overview() -> Iterator[str]:
    rows = [f"| [{title}]({name}.md) | {sum(len(measures_of(g)) for g in _groups(groups))} |"
            for name, (title, groups) in PAGES.items()]  # fmt: skip
    yield MEASURES + "\n".join(rows)
    yield "\n## Settings\n\nOn the command line: `--set FAMILY.name=value`; the defaults are those of the dashboard."
    for family in PARAMETERS:
        yield f"\n### Family `{family}`\n\n| setting | default | may be | what it does |\n|---|---|---|---|"
        for setting in settings_of(family):
            yield _row(f"`{setting.name}`", setting.default, setting.choices, setting.about)


def _row(*cells: str) -> str:
    bars = (cell.replace("|", r"\|") for cell in cells)
    return f"| {' | '.join(bars)} |"


def _measures(title: str, groups: list[Group]) -> Iterator[str]:
    yield f"# {title}\n\n{WRITTEN} Where a card names no needs, the two files are enough; where it says nothing of"
    yield "sampling weights, every record counts alike."
    for group in groups:
        yield f"\n## {group.title}\n\n{group.about}" if len(groups) > 1 else f"\n{group.about}"
        for measure in measures_of(group):
            yield from _card(measure)


def _card(measure: Measure) -> Iterator[str]:
    yield f"\n### {measure.name}\n\n{measure.summary}"
    if measure.formula:
        yield f"\n```math\n{measure.formula}\n```"
    said = {
        "How to read it": measure.reading,
        "When it misleads": measure.misleads,
        "Where it departs from its source": measure.departs,
        "Needs": "" if needs(measure) == NO_NEEDS else needs(measure),
        "Its interval": measure.interval_caution,
        "Sampling weights": "" if weighting(measure) == NOT_WEIGHTED else weighting(measure),
        "Source": measure.reference,
        "Facts": f"{scale(measure)}; {direction(measure)}; {what_of(measure)}; id `{measure.id}`, settings "
        f"`{measure.family}`",
    }
    yield ""
    yield from (f"- **{name}**: {text}" for name, text in said.items() if text)


def _command_line() -> Iterator[str]:
    yield f"""# Command line

Progress goes to standard error. A command ends with 0, or with 2 after one line that says what to do. `files` ends with
1 where a file is refused, `gate` where a limit fails, `register` where something is due or was found. A fault of the
program ends with 70. A run that could measure nothing in any masked file ends with 2; its results, with the reasons,
are written. {WRITTEN}

| command | what it does |
|---|---|"""
    commands = parsers()
    lines = {name: line for name, (line, _) in OFFERED.items()} | {"run": "open the dashboard in the browser"}
    ordered = [name for _title, names in GROUPS for name in names]
    yield from (f"| [`{name}`](#ru-map-{name}) | {lines[name]} |" for name in ordered)
    for name in ordered:
        yield from _command(name, commands[name])
    yield f"\n## What is overwritten\n\n{OVERWRITING}"


def parsers() -> dict[str, CommandParser]:
    """Return the parser of every command, with all its options."""
    commands = ProgramParser(prog="ru-map").add_subparsers(parser_class=CommandParser)
    _add_dashboard(commands)
    for name, (line, add_options) in OFFERED.items():
        add_options(commands.add_parser(name, help=line))
    return dict(commands.choices)


def _command(name: str, parser: CommandParser) -> Iterator[str]:
    yield f"\n## ru-map {name}\n"
    if EXAMPLES.get(name):
        yield from ("```sh", *(f"ru-map {line}" for line in EXAMPLES[name]), "```\n")
    actions = [action for action in parser._actions if not isinstance(action, argparse._HelpAction)]
    if actions:
        yield "| argument | what it is |\n|---|---|"
        yield from (_row(f"`{_named(action)}`", _about(action)) for action in actions)
    if parser.epilog and parser.epilog != OVERWRITING:
        yield f"\n{parser.epilog}"


def _named(action: argparse.Action) -> str:
    """Return an argument as it is written, with what follows it."""
    value = action.metavar or ("" if action.nargs == 0 else action.dest.upper())
    name = action.option_strings[-1] if action.option_strings else ""
    return " ".join(part for part in (name, str(value)) if part)


def _about(action: argparse.Action) -> str:
    """Return the help of an argument, with its choices, and its default where the help does not name one."""
    if action.dest == "jobs":
        return "processes (default: all cores)"
    text = (action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
    choices = f"one of {', '.join(map(str, action.choices))}" if action.choices else ""
    plain = isinstance(action.default, str | int | float) and not isinstance(action.default, bool)
    default = f"default: {action.default}" if plain and action.default not in ("", argparse.SUPPRESS) else ""
    return "; ".join(part for part in (text, choices, default if "default" not in text else "") if part)


def unlisted() -> set[str]:
    """Return the measures that no page has."""
    shown = {m.id for _title, groups in PAGES.values() for group in _groups(groups) for m in measures_of(group)}
    return {m.id for m in CATALOGUE} - shown


if __name__ == "__main__":
    for path, text in pages():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
