"""What each command of the command line does: files in, files out, progress on standard error."""

from core.commands.assess import assess
from core.commands.codebook import codebook
from core.commands.files import files
from core.commands.mask import mask, sweep_parameters
from core.commands.measures import measures
from core.commands.report import report
from core.commands.run_project import run_project
from core.commands.terminal import say
