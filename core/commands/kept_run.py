"""``--resume``: what a run has finished is kept in a file, and one that was stopped goes on from there."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from core.assessment import Comparison, Plan, RunStep, collect, versions_of
from core.commands.terminal import say
from core.data import Codebook, Microdata, PopulationFile, Scenario, write_codebook
from core.errors import OutputError, ResultsError
from core.execution import LockedFile, locked
from core.reports import read_results, write_results

FORMAT = "ru-map-run/1"

SECONDS = 10.0
"""How long at the least what is finished since is not on the disk."""

SHARE = 0.05
"""Most of the run's time that writing it may take."""


class KeptRun:
    """What is kept of one run; made by `kept_run`.

    Parameters
    ----------
    file : LockedFile
    of : dict of str to object
        What the run is of, by what an officer calls it; JSON-ready.
    plan : Plan
    earlier : Comparison or None
        What was finished before.
    """

    def __init__(self, file: LockedFile, of: dict[str, object], plan: Plan, earlier: Comparison | None) -> None:
        self._file, self._of, self._plan, self.earlier = file, of, plan, earlier
        self._written, self._took, self._is_lost = time.monotonic(), 0.0, False

    def keep(self, steps: Sequence[RunStep]) -> None:
        """Write what is finished, if the last time is long enough ago."""
        if time.monotonic() - self._written >= max(SECONDS, self._took / SHARE):
            self.write(steps)

    def write(self, steps: Sequence[RunStep]) -> None:
        """Write what is finished, whole or not at all; where it cannot be written, say so and let the run go on."""
        if self._is_lost:
            return
        began = time.monotonic()
        try:
            self._put(steps)
        except OutputError as error:
            self._is_lost = True
            say(f"{error}: the run goes on, but what it finishes from now on is not kept")
        self._written = time.monotonic()
        self._took = self._written - began

    def _put(self, steps: Sequence[RunStep]) -> None:
        if any(step.measures for step in steps):
            results = json.loads(write_results(collect(self._plan, steps)))
            self._file.replace(json.dumps({"format": FORMAT, "of": self._of, "results": results}).encode())

    def remove(self) -> None:
        """Remove the file: the results are written; one that is no longer this run's stays."""
        if not self._is_lost:
            self._file.remove()


@contextmanager
def kept_run(path: Path, of: dict[str, object], plan: Plan) -> Iterator[KeptRun]:
    """Hold what is kept of one run, so that no other run puts its own in the same place.

    Parameters
    ----------
    path : Path
        Where; a file that is there must be of a run of the same files, codebook, plan and versions.
    of : dict of str to object
        What the run is of, by what an officer calls it; JSON-ready.
    plan : Plan

    Raises
    ------
    OutputError
        Another run is kept there or uses the file, or what is there is none: what differs is named.
    ResultsError
        What is kept is damaged.
    """
    with locked(path, seconds=0) as file:
        content = file.content()
        yield KeptRun(file, of, plan, _read(path, content, of) if content else None)


def what_a_run_is_of(
    original: Microdata,
    scenarios: Sequence[Scenario],
    codebook: Codebook,
    plan: Plan,
    options: argparse.Namespace,
    population: Sequence[PopulationFile],
    control: Microdata | None,
) -> dict[str, object]:
    """Return all that the outcomes of a run depend on, in words of an officer; JSON-ready."""
    of = {
        "the original": original.sha256,
        "the masked files": [[s.microdata.name, s.microdata.sha256] for s in scenarios],
        "the codebook": write_codebook(codebook),
        "how the files are read (--read)": options.answers,
        "the link (--linked)": options.linked,
        "measures, settings or seed": plan.described(),
        "the population": [[p.microdata.sha256, p.count, p.keyset] for p in population],
        "the control": None if control is None else control.sha256,
        "the program or its packages": versions_of(plan),
    }
    kept: dict[str, object] = json.loads(json.dumps(of))  # as it comes back from a file
    return kept


def _read(path: Path, written: bytes, of: dict[str, object]) -> Comparison:
    try:
        content = json.loads(written)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or content.get("format") != FORMAT or not isinstance(content.get("of"), dict):
        raise OutputError(f"{path.name}: is no run that was kept; name a new file, or one that --resume has written")
    other = [name for name in of if content["of"].get(name) != of[name]]
    if other:
        raise OutputError(
            f"{path.name}: keeps a run that differs in {', '.join(other)}; name another file, or remove this one"
        )
    try:
        earlier = read_results(json.dumps(content.get("results")))
    except ResultsError as error:
        raise ResultsError(f"{path.name}: {error}; remove the file and begin anew") from None
    say(f"{path.name}: what it keeps is not measured again")
    return earlier
