"""Every error that R-U Map raises on purpose; each message says what to correct.

::

    RUMapError
    ├── IntakeError          a file was refused: names the file, the place and the remedy
    │   ├── UnknownFormat    the bytes are not what the file name says, or nothing we read
    │   ├── Malformed        the file breaks its own format (quotes, rows, footer ...)
    │   ├── LimitExceeded    larger than the limits in force: size, cells, memory, time
    │   └── NothingInside    empty, or a header without records
    ├── CodebookError        the codebook contradicts itself or the file
    ├── PairingError         original and masked file cannot be compared
    ├── PlanError            an unknown measure, parameter or value
    ├── OutputError          a file that must not or cannot be written
    ├── SharedMemoryError    the processes of a run have too little room for the arrays that they share
    ├── ClusterError         a cluster that cannot be reached, does not fit this program, or has gone
    ├── ProcessError         a call in a process of its own: memory ran out, or the process was ended
    │   └── TookTooLong      it was ended because it took longer than it may
    ├── MaskingError         a masking method cannot be applied as asked
    ├── ResultsError         a results file that cannot be read back
    ├── ProjectError         a project file that is refused, or a record that contradicts itself
    └── ReportError          a report that cannot be made as asked
"""

from __future__ import annotations


class RUMapError(Exception):
    """Base of all errors that a user can correct; the message is meant for the screen."""


class IntakeError(RUMapError):
    """A file was refused; the message names the file, the place and the remedy."""


class UnknownFormat(IntakeError):
    """The bytes are not what the file name says, or nothing that is read here."""


class Malformed(IntakeError):
    """The file breaks its own format."""


class LimitExceeded(IntakeError):
    """The file is larger than the limits in force allow."""


class NothingInside(IntakeError):
    """The file is empty or holds a header only."""


class ScratchError(IntakeError):
    """The scratch folder cannot take the columns of a file: it is not fit for them, or full."""


class CodebookError(RUMapError):
    """The codebook contradicts itself or the file."""


class PairingError(RUMapError):
    """Original and masked file cannot be compared."""


class PlanError(RUMapError):
    """An unknown measure, parameter or value was asked for."""


class OutputError(RUMapError):
    """A file must not or cannot be written."""


class SharedMemoryError(RUMapError):
    """The processes of a run have too little room for the arrays that they share."""


class ClusterError(RUMapError):
    """A cluster cannot be reached, does not fit this program, or has gone."""


class ProcessError(RUMapError):
    """A call in a process of its own came to nothing: memory ran out, or the process was ended."""


class TookTooLong(ProcessError):
    """A call in a process of its own was ended because it took longer than it may."""


class MaskingError(RUMapError):
    """A masking method cannot be applied as asked."""


class ResultsError(RUMapError):
    """A results file cannot be read back."""


class ProjectError(RUMapError):
    """A project file is refused, or a record of a release contradicts itself."""


class ReportError(RUMapError):
    """A report cannot be made as asked."""
