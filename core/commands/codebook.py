"""``codebook``: draft a codebook from the files; and the codebook that a run works with."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from core.commands.declared import declared_in
from core.commands.disk import STANDARD_OUTPUT, read_all
from core.commands.outputs import Outputs, checked_outputs
from core.commands.own_files import OutputKind, marked_codebook
from core.commands.second_look import print_warnings
from core.commands.terminal import say
from core.data import USES_HINT, Codebook, DeclaredCodebook, FileKind, Microdata, write_codebook
from core.errors import CodebookError
from core.pairing import complete_codebook, draft_codebook
from core.wording import did_you_mean


def codebook(options: argparse.Namespace) -> None:
    """Write a drafted codebook to a file or to standard output."""
    out = options.out or STANDARD_OUTPUT
    read = [options.original, *options.masked]
    outputs = checked_outputs([(out, OutputKind.CODEBOOK)], [*read, *options.codebook], force=options.force)
    declared = declared_in(options.codebook)
    if declared.codebook is not None:
        raise CodebookError("codebook drafts a codebook: --codebook takes a document about the study (.xml) here")
    first, *others = read_all(read, options.answers)
    original, masked = declared.of(first).microdata, [r.microdata for r in others]
    drafted = draft_codebook(original, masked)
    print_warnings(original, masked, drafted, None)
    outputs.write(out, marked_codebook(write_codebook(drafted) + USES_HINT))


def codebook_for(declared: DeclaredCodebook | None, original: Microdata, masked: Sequence[Microdata]) -> Codebook:
    """Return the declared codebook, with what it leaves out drafted from the files and said so."""
    if declared is None:
        say("no codebook given: levels, roles and recodes are drafted from the files ('codebook' shows them)")
        return draft_codebook(original, masked)
    known = {v.name for v in declared.variables}
    for name in sorted(known - set(original.columns)):
        meant = did_you_mean(name, original.columns)
        raise CodebookError(f"the codebook names {name!r}{meant}, which {original.name} does not have")
    drafted = [name for name in original.columns if name not in known]
    if drafted:
        say(f"not in the codebook, drafted from the file: {', '.join(drafted)}")
    files = {m.name for m in masked}
    for scenario in declared.scenarios:
        if scenario.file not in files and scenario.kind is not FileKind.OTHER_PEOPLE:
            meant = did_you_mean(scenario.file, files)
            say(f"the codebook describes {scenario.file!r}{meant}, which is not among the masked files")
    return complete_codebook(declared, original)


def original_and_released(options: argparse.Namespace) -> tuple[Microdata, Microdata, Codebook, Outputs]:
    """Return the original, the file that goes out, their codebook, and where ``--out`` goes, which is checked first."""
    read = [options.original, options.released]
    outputs = checked_outputs([(options.out, OutputKind.UNMARKED)], [*read, *options.codebook], force=options.force)
    declared = declared_in(options.codebook)
    first, released = read_all(read, options.answers)
    original = declared.of(first).microdata
    return original, released.microdata, codebook_for(declared.codebook, original, [released.microdata]), outputs
