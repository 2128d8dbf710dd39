"""Bytes of a file -> microdata, in a child process with limits; the one place where files are checked."""

from core.intake.data_folder.choosing import stored_at, stored_in_folder
from core.intake.data_folder.listing import FolderFile, list_folder
from core.intake.data_folder.opening import is_plain_name
from core.intake.document_parts import Document
from core.intake.documents import open_archive, open_study, open_toml
from core.intake.formats import Format
from core.intake.limits import DEFAULT, Limits, limits_in_force
from core.intake.other_packages import left_out_readers
from core.intake.process import Waiting, waited_for
from core.intake.reading import read_alike, read_file
from core.intake.report import NO_CHOICES, Finding, ReadChoices, Reading, ReadReport, Severity, refuse_unknown_choice
from core.intake.stored.stored_file import Content, digest_of
from core.intake.study.described import described
from core.intake.waiting_reader import WAITING_READER
