"""The command line starts at once; what takes seconds is loaded when a command needs it."""

import subprocess
import sys

from core.command_line import choices
from core.command_line.options import OFFERED
from core.commands import COMMANDS, SYNTHESIS_RULES
from core.commands.gate import PROPOSED
from core.laboratory import QUICK_RISK, QUICK_UTILITY
from core.reports import DOCUMENTS, FORMATS, Kind, ShareOptions
from core.statistics.disclosure import MagnitudeRules

ASKED = [["--help"], *([name, "--help"] for name in OFFERED), ["asess"], ["report", "--kind", "open"]]
LOADED = f"""
import sys, core.__main__ as m
for asked in {ASKED}:
    try: m.main(asked)
    except SystemExit: pass
m.main(['completion', 'bash'])
print([name for name in ('pandas', 'core.commands') if name in sys.modules], file=sys.stderr)
"""


def test_help_completion_and_refusals_load_nothing_that_computes():
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=False)
    assert done.stdout.count("usage: ") == len(OFFERED) + 1
    assert done.stderr.splitlines()[-1] == "[]"


def test_what_options_say_of_other_rooms_is_so():
    assert choices.RELEASES == PROPOSED
    assert tuple(SYNTHESIS_RULES) == choices.SYNTHESIS_RULES
    assert (choices.SWEPT_UTILITY, choices.SWEPT_RISK) == (QUICK_UTILITY, QUICK_RISK)
    assert tuple(Kind) == choices.KINDS
    assert tuple(FORMATS) == choices.REPORT_FORMATS
    assert ShareOptions().threshold == choices.SHARED_THRESHOLD
    assert tuple(DOCUMENTS) == choices.DOCUMENTS
    rules = MagnitudeRules()
    said = (choices.FEWEST_CONTRIBUTORS, choices.LARGEST, choices.SHARE_OF_LARGEST, choices.CLOSENESS)
    assert said == (rules.contributors, rules.largest, rules.share, rules.closeness)


def test_every_command_that_is_offered_does_something():
    assert [name for name in OFFERED if name != "completion"] == list(COMMANDS)
