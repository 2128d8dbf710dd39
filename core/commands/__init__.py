"""What each command of the command line does: files in, files out, progress on standard error."""

from argparse import Namespace
from collections.abc import Callable

from core.commands.assess import assess
from core.commands.codebook import codebook
from core.commands.compile_kernels import compile_kernels
from core.commands.files import files
from core.commands.mask import mask, sweep_parameters
from core.commands.measures import measures
from core.commands.report import report
from core.commands.run_project import run_project
from core.commands.set_aside import set_aside
from core.commands.terminal import say

COMMANDS: dict[str, Callable[[Namespace], None]] = {
    "codebook": codebook,
    "assess": assess,
    "rerun": run_project,
    "mask": mask,
    "set-aside": set_aside,
    "sweep": sweep_parameters,
    "report": report,
    "files": files,
    "measures": measures,
    "compile": compile_kernels,
}
"""What each command does, by its name on the command line."""
