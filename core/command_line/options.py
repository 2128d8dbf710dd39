"""The options of every command of the command line, and how each is explained."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from core.command_line.choices import (
    CLOSENESS,
    DOCUMENTS,
    FEWEST_CONTRIBUTORS,
    KINDS,
    LARGEST,
    RELEASES,
    REPORT_FORMATS,
    SHARE_OF_LARGEST,
    SHARED_THRESHOLD,
    SWEPT_RISK,
    SWEPT_UTILITY,
    SYNTHESIS_RULES,
)
from core.command_line.completion import write_completion
from core.command_line.values import day, number, path, whole

POLICY = "FILE|" + "|".join(RELEASES)
PROPOSED = "TOML, or what is proposed for a type of release"

RESULTS = Path("results.json")
HERE = f"{RESULTS}, here"
"""Where figures go that are measured, unless another place is named."""

OVERWRITING = (
    "An output is never a file that the command reads, under any name or link, nor a device, pipe or folder. What is "
    "there already is replaced only where R-U Map knows it as its own of the same kind: results.json, a sweep and a "
    "report as JSON by their format; risks of records by the mark in their file; a codebook whose first line still "
    "fits the lines below it, so that nobody has changed it; a project file (.rumap) without notes, decision or "
    "sign-off. Masked files (CSV) and reports in other formats carry no mark: --force overwrites them, and whatever "
    "else is a file."
)


SHARED: dict[str, dict[str, Any]] = {
    "original": {"type": path, "help": "the original (confidential) file, or a folder with its parts"},
    "released": {"type": path, "help": "the masked file that is released"},
    "source": {"type": path, "help": "results.json or a project file (.rumap)"},
    "--read": {
        "dest": "answers",
        "action": "append",
        "default": [],
        "metavar": "[FILE:]CHOICE=VALUE",
        "help": "answers a question about a file (without FILE: about all), as the question says: header=false, "
        "sheet=NAME, numbers=VARIABLE, texts=VARIABLE, encoding=cp1252, decimal=, ...",
    },
    "--codebook": {
        "type": path,
        "action": "append",
        "default": [],
        "metavar": "FILE",
        "help": "TOML; or a document about the study, .xml (DDI Codebook, SDMX structure); or both, each with "
        "--codebook. What they leave out is drafted from the files",
    },
    "--linked": {"metavar": "row|none|VARIABLE[,VARIABLE]", "help": "how records are linked to the original"},
    "--seed": {"type": whole, "default": 1, "help": "of everything that is drawn at random (default: 1)"},
    "--json": {"action": "store_true", "help": "as JSON, for other programs"},
    "--cluster": {"default": "", "metavar": "ADDRESS", "help": "a Dask scheduler, or local:N, in place of --jobs"},
    "--control": {
        "type": path,
        "metavar": "FILE",
        "help": "records of other people of the population, unknown to the masking",
    },
    "--masking-kinds": {"action": "store_true", "help": "say in general how variables were masked"},
    "--file-name": {"action": "store_true", "help": "name the released file"},
    "--register": {"type": path, "metavar": "FILE", "help": "releases so far: warn of an original changed since"},
    "--scenario": {"default": "", "help": "the released one (default: as decided)"},
    "--recipe": {"type": path, "required": True, "help": "TOML: the masking methods, step by step"},
}
"""Arguments that several commands take."""


def _add(parser: argparse.ArgumentParser, *names: str) -> None:
    for name in names:
        parser.add_argument(name, **SHARED[name])


def _add_files(parser: argparse.ArgumentParser, masked: str) -> None:
    _add(parser, "original")
    parser.add_argument("masked", type=path, nargs=masked, help="its masked versions")


def _add_checks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", type=path, nargs="+", metavar="PATH", help="files, or folders with files")
    _add(parser, "--read")
    parser.add_argument("--findings", action="store_true", help="say every question, warning and note as well")
    _add(parser, "--json")


def _add_gate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", type=path, help="results.json, a sweep or a project file (.rumap)")
    parser.add_argument("--policy", type=path, required=True, metavar=POLICY, help=f"thresholds: {PROPOSED}")
    parser.add_argument("--scenario", default="", help="the only masked file to judge (default: every one must pass)")
    parser.add_argument("--any", action="store_true", help="one passing file is enough, as in a sweep")
    parser.add_argument("--verbose", action="store_true", help="name all that speaks against each file (text)")
    _add_format(parser, ["text", "json", "junit", "github"], "default: text")
    parser.epilog = (
        "0: every threshold is met. 1: one fails; the sentence says by how much. 2: it cannot be judged, and why: a "
        "figure that was not measured or does not hold under the masking never passes."
    )


def _add_register(parser: argparse.ArgumentParser) -> None:
    option = parser.add_argument
    option("register", type=path, help="a register of one original (.rumap); alone: its releases are listed")
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--add", type=path, metavar="FILE", help="a signed project (.rumap), or results.json")
    asked.add_argument("--check", type=path, metavar="FILE", help="a released file, against all others in the register")
    again = "what is to be looked at again (default: today)"
    asked.add_argument("--due", nargs="?", const="", metavar="DAY", help=again)
    option("--called", default="", metavar="NAME", help="what the release is called (default: as its scenario)")
    option("--note", default="", help="kept with the release")
    option("--scenario", default="", help="of results: which masked file was released")
    option("--decided", default="", metavar="DAY", help="of results, such as 2026-03-31")
    option("--signed", action="append", default=[], metavar="NAME", help="of results; twice for two officers")
    judged = f"by which it was judged, where none was confirmed: {PROPOSED}"
    option("--policy", type=path, metavar=POLICY, help=judged)
    option("--look-again", default="", metavar="DAY", help="of results: when the decision is to be looked at again")
    option("--original", type=path, metavar="FILE", help="for --check, as --codebook, --read and --linked")
    before = "for --check: files that went out before"
    option("--earlier", type=path, nargs="+", default=[], metavar="FILE", help=before)
    _add(parser, "--codebook", "--read", "--linked", "--json")
    parser.epilog = (
        "0: nothing is due, nothing was found. 1: something is. 2: something could not be checked, and why. What "
        "--check finds stays in the register where the file is in it. Released files are not kept, only their SHA-256."
    )


def _add_jobs(parser: argparse.ArgumentParser) -> None:
    from core.execution import usable_cores  # noqa: PLC0415

    parser.add_argument("--jobs", type=whole, default=usable_cores(), help="processes (default: all cores)")


def _add_out(parser: argparse.ArgumentParser, *, required: bool = True, default: str = "") -> None:
    where = f" (default: {default})" if default else ""
    place = parser if required else parser.add_mutually_exclusive_group()
    place.add_argument("--out", type=path, required=required, help=f"where to write; - is standard output{where}")
    if default == HERE:
        parser.set_defaults(out=RESULTS)
        place.add_argument("--json", dest="out", action="store_const", const=Path("-"), help="the same as --out -")
    parser.add_argument("--force", action="store_true", help="overwrite what R-U Map did not write")
    parser.epilog = OVERWRITING


def _add_format(parser: argparse.ArgumentParser, choices: Sequence[str], help_: str) -> None:
    """Add ``--format`` and its short form ``--json``: one of them."""
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--format", choices=choices, help=help_)
    forms.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")


def _add_codebook(parser: argparse.ArgumentParser) -> None:
    _add_files(parser, "*")
    _add(parser, "--codebook", "--read")
    _add_out(parser, required=False, default="standard output")


def _add_assess(parser: argparse.ArgumentParser) -> None:
    _add_files(parser, "+")
    _add(parser, "--codebook", "--read", "--linked", "--seed", "--cluster", "--control")
    _add_jobs(parser)
    option = parser.add_argument
    option("--measures", default="quick", metavar="quick|full|ID,ID,...", help="ids as `ru-map measures` lists them")
    option(
        "--set",
        dest="settings",
        action="append",
        default=[],
        nargs="+",
        metavar="FAMILY.name=value",
        help="a parameter of measures",
    )
    people, sets = "people by key combination: a count", "synthetic files that are sets of one"
    option("--population", action="append", default=[], metavar="FILE[=KEYSET]", help=people)
    option("--sets", action="append", default=[], metavar="NAME=FILE,FILE", help=sets)
    option("--records", type=path, metavar="DIR", help="write per-record risk (Parquet): confidential")
    option("--project", type=path, metavar="FILE", help="write a project file (.rumap) as well")
    option("--resume", type=path, metavar="FILE", help="keep what is finished in FILE, and go on from what it keeps")
    _add_out(parser, required=False, default=HERE)


def _add_rerun(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("project", type=path, help="a project file (.rumap)")
    parser.add_argument("--files", type=path, metavar="DIR", help="where the microdata files are; names may differ")
    _add_jobs(parser)
    _add(parser, "--cluster")
    _add_out(parser, required=False, default=HERE)


def _add_set_aside(parser: argparse.ArgumentParser) -> None:
    _add(parser, "original")
    parser.add_argument("--share", type=number, default=0.5, help="of the records, for the control (default: 0.5)")
    _add(parser, "--read", "--seed")
    parser.add_argument("--control", type=path, required=True, metavar="FILE", help="where the control goes (CSV)")
    _add_out(parser)


def _add_mask(parser: argparse.ArgumentParser) -> None:
    _add(parser, "original", "--recipe", "--codebook", "--read", "--seed")
    _add_out(parser)
    parser.add_argument("--declaration", type=path, metavar="FILE", help="write the codebook that declares the file")


def _add_sweep(parser: argparse.ArgumentParser) -> None:
    _add(parser, "original", "--recipe", "--codebook", "--read", "--seed")
    _add_out(parser)
    parser.add_argument(
        "--vary",
        action="append",
        required=True,
        metavar="STEP.parameter=VALUE,VALUE,...",
        help="step: its number, or its method's id",
    )
    parser.add_argument("--utility", default=SWEPT_UTILITY, metavar="ID", help="of the map")
    parser.add_argument("--risk", default=SWEPT_RISK, metavar="ID", help="of the map")
    parser.add_argument("--measures", default="", metavar="ID,ID,...", help="measured as well, as a policy asks for")
    _add(parser, "--control")
    _add_jobs(parser)


def _add_combine(parser: argparse.ArgumentParser) -> None:
    _add(parser, "source", "--json")
    made = "how files that are declared as sets were made (default: as their masking is declared)"
    parser.add_argument("--rule", choices=SYNTHESIS_RULES, help=made)


def _add_report(parser: argparse.ArgumentParser) -> None:
    _add(parser, "source", "--scenario")
    parser.add_argument("--kind", choices=KINDS, required=True, help="who reads it")
    parser.add_argument("--format", choices=REPORT_FORMATS, default="html", help="zip: the figures alone")
    behind = f"records behind a figure, shareable (default: {SHARED_THRESHOLD}); below 10 with a reason on record"
    parser.add_argument("--threshold", type=whole, help=behind)
    _add(parser, "--masking-kinds", "--file-name", "--register")
    _add_out(parser, required=False, default="next to the source")


def _add_export(parser: argparse.ArgumentParser) -> None:
    _add(parser, "source", "--scenario")
    forms = "of ru-map-archive: r, a script for sdcMicro, synthpop and survey; crate, report, project and provenance"
    parser.add_argument("--to", required=True, metavar="FORMAT", help=forms)
    parser.add_argument("--kind", choices=KINDS, default=KINDS[0], help="who reads it")
    parser.add_argument("--date", type=day, help="of a crate, as 2026-01-31 (default: of the last step on record)")
    _add(parser, "--register")
    _add_out(parser, required=False, default="next to the source")


def _add_describe(parser: argparse.ArgumentParser) -> None:
    _add(parser, "original", "released", "--codebook", "--read", "--linked", "--masking-kinds", "--file-name")
    _add_out(parser)


def _add_schema(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("document", choices=DOCUMENTS, help="TOML is described as the tables that it holds")


def _add_completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=["bash", "zsh"], help="for which the script is written")
    parser.set_defaults(command=write_completion)


def _add_outputs(parser: argparse.ArgumentParser) -> None:
    _add(parser, "original", "released", "--codebook", "--read")
    option, default = parser.add_argument, "(default: %(default)s)"
    option("--contributors", type=whole, default=FEWEST_CONTRIBUTORS, help=f"fewest in a cell {default}")
    option("--largest", type=whole, default=LARGEST, metavar="N", help=f"(n, k): so many {default}")
    option("--share", type=number, default=SHARE_OF_LARGEST, metavar="K", help=f"have at most this {default}")
    option("--closeness", type=number, default=CLOSENESS, metavar="P", help=f"p%% rule {default}")
    _add_out(parser, required=False, default="outputs_CONFIDENTIAL.zip in the folder of the released file")


def _add_catalogue(parser: argparse.ArgumentParser) -> None:
    _add_format(parser, ["table", "tsv", "json"], "default: a table on a terminal, tsv in a pipe or file")


OFFERED: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "codebook": ("draft a codebook from the files", _add_codebook),
    "assess": ("measure utility and risk of every masked file", _add_assess),
    "rerun": ("measure a saved project again", _add_rerun),
    "mask": ("apply a masking recipe to the original", _add_mask),
    "set-aside": ("part the original into what is masked and a control", _add_set_aside),
    "sweep": ("vary parameters of a recipe and measure every masked file", _add_sweep),
    "combine": ("combine what users compute from several synthetic files of one scenario", _add_combine),
    "report": ("write a report from results or from a project", _add_report),
    "export": ("write results or a project in a format that another package brings", _add_export),
    "describe": ("describe a released file for an archive and its users, as DDI Codebook 2.5", _add_describe),
    "outputs": (
        "check the tables and estimates that are declared, of both files, as results of ACRO (.zip)",
        _add_outputs,
    ),
    "gate": ("hold masked files against a policy: exit code 0, 1 or 2", _add_gate),
    "register": ("what went out of one original: add, list, due, check a new file", _add_register),
    "files": ("what every file is read as, or why it is refused: exit code 0 or 1", _add_checks),
    "measures": ("the catalogue of measures", _add_catalogue),
    "schema": ("the JSON Schema of a document that is read or written", _add_schema),
    "completion": ("write a script that completes commands and options in a shell", _add_completion),
    "compile": ("compile what computes the measures, before the first run asks for it", lambda _: None),
}
"""Every command: a line of help, and what adds its options."""
