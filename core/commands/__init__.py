"""What each command of the command line does: files in, files out, progress on standard error."""

from argparse import Namespace
from collections.abc import Callable

from core.commands.asked_names import check_names
from core.commands.assess import assess
from core.commands.codebook import codebook, codebook_for
from core.commands.compile_kernels import compile_kernels
from core.commands.describe import describe_release
from core.commands.disk import STANDARD_OUTPUT, content_of, refuse_stray, write_whole
from core.commands.files import files
from core.commands.gate import gate, gate_document, gated_comparison
from core.commands.mask import in_words, mask, sweep_parameters
from core.commands.measures import measure_traits, measures
from core.commands.nothing_measured import refuse_nothing_measured
from core.commands.register import register
from core.commands.report import export, read_source, report
from core.commands.run_project import run_project
from core.commands.schema import schema
from core.commands.second_look import print_warnings
from core.commands.set_aside import set_aside
from core.commands.sets import SYNTHESIS_RULES, combine
from core.commands.table_checks import check_outputs
from core.commands.terminal import heard, say, say_error, say_left_out

COMMANDS: dict[str, Callable[[Namespace], int | None]] = {
    "codebook": codebook,
    "assess": assess,
    "rerun": run_project,
    "mask": mask,
    "set-aside": set_aside,
    "sweep": sweep_parameters,
    "combine": combine,
    "report": report,
    "export": export,
    "describe": describe_release,
    "outputs": check_outputs,
    "gate": gate,
    "register": register,
    "files": files,
    "measures": measures,
    "schema": schema,
    "compile": compile_kernels,
}
"""What each command does, by its name on the command line."""
