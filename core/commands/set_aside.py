"""``set-aside``: part the original at random into what is masked and a control of other people."""

from __future__ import annotations

import argparse

from core.assessment import check_seed
from core.commands.disk import read_all
from core.commands.outputs import checked_outputs
from core.commands.own_files import OutputKind
from core.commands.terminal import say
from core.errors import MaskingError
from core.masking import csv_bytes
from core.masking import set_aside as part
from core.wording import counted


def set_aside(options: argparse.Namespace) -> None:
    """Write both parts as CSV.

    Raises
    ------
    MaskingError
        A part is not called .csv, or the share leaves one of them without a record.
    """
    check_seed(options.seed, "--seed")
    for path in (options.out, options.control):
        if path.suffix.lower() != ".csv":
            raise MaskingError(f"{path.name}: both parts are written as CSV; call it {path.stem}.csv")
    places = [(options.out, OutputKind.UNMARKED), (options.control, OutputKind.UNMARKED)]
    outputs = checked_outputs(places, [options.original], force=options.force)
    [reading] = read_all([options.original], options.answers)
    rest, control = part(reading.microdata, options.share, options.seed)
    outputs.write(options.out, csv_bytes(rest))
    outputs.write(options.control, csv_bytes(control))
    say(f"{counted(rest.n_records, 'record', 'records')} to mask, {control.n_records:,} set aside as the control")
