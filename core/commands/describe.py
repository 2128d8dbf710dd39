"""``describe``: a released file described as DDI Codebook 2.5, for the archive and for its users."""

from __future__ import annotations

import argparse
from dataclasses import replace

from core.commands.asked_names import check_link
from core.commands.codebook import original_and_released
from core.commands.terminal import say
from core.data import Scenario
from core.reports import ShareOptions, write_ddi


def describe_release(options: argparse.Namespace) -> None:
    """Write the description of a released file: its own labels and statistics, nothing of the original's values."""
    original, released, codebook, outputs = original_and_released(options)
    check_link(options.linked, original)
    declaration = codebook.declaration(released.name)
    scenario = Scenario(released, replace(declaration, linked=declaration.linked or options.linked))
    share = ShareOptions(masking_kinds=options.masking_kinds, file_name=options.file_name)
    content = write_ddi(original, scenario, codebook, share)
    outputs.write(options.out, content)
    say(f"{options.out.name}: {len(content):,} bytes")
