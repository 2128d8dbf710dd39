"""The command line starts at once; what takes seconds is loaded when a command needs it."""

import subprocess
import sys

from core.command_line.options import OFFERED
from core.commands import COMMANDS

LOADED = (
    "import sys, core.__main__ as m\ntry: m.main(['--help'])\nfinally: print('numpy' in sys.modules, file=sys.stderr)"
)


def test_help_loads_nothing_that_computes():
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=False)
    assert "assess" in done.stdout
    assert done.stderr.splitlines()[-1] == "False"


def test_every_command_that_is_offered_does_something():
    assert [name for name in OFFERED if name != "completion"] == list(COMMANDS)
