"""Adding a measure: its own module and its line in the list, and it is everywhere.

The modules are written to a folder of the test, and listed in a process of their own before anything else is
imported; ``new_measures.py`` then looks for them there.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

RISK = '''
from core.measures import Group, Result
from core.risk.key_frequencies import frequency_measure


@frequency_measure(
    id="records_in_twos",
    name="Records in twos",
    reference="By hand",
    group=Group("New group of risk", "What nobody asked for.", risk=True),
    needs="a reason to look",
    summary="The share of records that exactly one other record is like.",
    reading="0: no record is.",
    misleads="Uniques do not count.",
)
def records_in_twos(keyset):
    """Return the share of records with f = 2."""
    value = keyset.cells.records(keyset.cell_frequencies.sample == 2) / keyset.n_used
    return Result("records_in_twos", (keyset.name,), value, keyset.n_used, detail=keyset.described())
'''

UTILITY = '''
from core.measures import Result, PageSection
from core.utility.loss.families import loss_measure


def difference(pair, parameters):
    return abs(pair.masked.n_records - pair.original.n_records), pair.original.n_records


@loss_measure(
    id="records_lost",
    name="Records lost",
    bounds=(0.0, float("inf")),
    reference="By hand",
    prepare=difference,
    summary="The number of records by which the files differ.",
    reading="0: as many.",
    misleads="Exchanged records do not show.",
    section=PageSection("sizes", "Sizes of files"),
    caution="Samples are meant to be smaller.",
)
def records_lost(prepared):
    """Yield the difference of the numbers of records."""
    yield Result("records_lost", (), float(prepared[0]), prepared[1])
'''

LISTED = """
import core.risk
import core.utility
from new_risk import records_in_twos
from new_utility import records_lost

core.risk.MEASURES = (*core.risk.MEASURES, records_in_twos)
core.utility.MEASURES = (*core.utility.MEASURES, records_lost)
"""


@pytest.mark.study  # of another package, test_wheel.py has a measure that is run and found in these places
def test_a_new_measure_is_run_and_found_on_its_page_among_the_cards_in_the_report_and_on_the_command_line(tmp_path):
    for name, text in (("new_risk", RISK), ("new_utility", UTILITY), ("listed", LISTED)):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    looked_for = str(Path(__file__).with_name("new_measures.py"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "listed", "-n", "0", looked_for],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "5 passed" in done.stdout
