"""Processors by pieces of work: ``make processors`` or ``python -m experiments.processors --only haswell/Zen/2``.

Takes about three minutes of a processor for each of the 32 settings. What the host cannot run, or this build of
OpenBLAS has not, is said and not counted.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

from core.reports import disagreements
from experiments.processors.one_run import SHARED
from experiments.processors.running import run_on
from experiments.processors.settings import Setting, all_settings

MOST_SHOWN = 20


def main() -> int:
    """Compare every setting with the first; return 1 where one of them disagrees."""
    parser = argparse.ArgumentParser(prog="python -m experiments.processors")
    parser.add_argument("--only", nargs="*", metavar="PROCESSOR/CORE/THREADS", help="such as generic/Prescott/2")
    parser.add_argument("--work", nargs="*", default=["kernels", "voters", "women", "testdata"])
    options = parser.parse_args()
    wanted = [s for s in all_settings() if options.only is None or _name(s) in options.only]
    work = [w for w in options.work if w != "testdata" or SHARED.is_dir()]
    for left_out in set(options.work) - set(work):
        say(f"NOT TRIED: {left_out}: real files (../shared/data) are not on this machine")
    with tempfile.TemporaryDirectory() as folder:
        return int(sum(not _agree(wanted, w, Path(folder)) for w in work) > 0)


def _agree(settings: list[Setting], work: str, folder: Path) -> bool:
    """Compare all settings that the host can run with the first of them."""
    reference: Any = None
    agreed, compared = True, 0
    for setting in settings:
        name = f"{work} on {_name(setting)}"
        if setting.missing:
            say(f"NOT TRIED: {name}: this machine has no {' '.join(setting.missing)}")
            continue
        result = run_on(setting, work, folder)
        if set(result["cores"]) - {setting.core}:
            say(f"NOT TRIED: {name}: this build of OpenBLAS took {', '.join(result['cores'])}")
            continue
        if reference is None:
            reference = result["found"]
            say(f"reference: {name}")
            continue
        found = list(disagreements(reference, result["found"]))
        compared += 1
        agreed = agreed and not found
        say(f"{'DIFFERS' if found else 'agrees'}: {name}")
        for line in found[:MOST_SHOWN]:
            say(f"    {line}")
    if not compared:
        say(f"NOT TRIED: {work}: fewer than two settings can be compared here")
    return agreed and compared > 0


def _name(setting: Setting) -> str:
    return f"{setting.processor}/{setting.core}/{setting.threads}"


def say(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
