"""What another package needs to write projects and checked outputs in a format of its own (docs/how-to/extending.md).

A `ProjectFormat` or `OutputsFormat` is found by the entry point ``rumap.formats``, whose name is its id.
"""

from core import VERSION
from core.assessment import Assessment, Comparison
from core.data import number_label
from core.errors import ReportError
from core.measures import Result, detail_of
from core.reports import (
    CONFIDENTIAL,
    CheckedEstimate,
    CheckedIndicator,
    CheckedRegression,
    CheckedTable,
    Kind,
    OutputsFormat,
    Project,
    ProjectFile,
    ProjectFormat,
    Report,
    ShareOptions,
    harmless,
    make_report,
    measured,
    packed,
    results_text,
    write_project,
    write_report,
)
from core.risk import DiscoDetail, KeySetDetail, RiskDetail, SudaDetail
from core.statistics.disclosure import MagnitudeRules
from core.utility import EstimateDetail, IndicatorDetail

__all__ = [
    "CONFIDENTIAL",
    "VERSION",
    "Assessment",
    "CheckedEstimate",
    "CheckedIndicator",
    "CheckedRegression",
    "CheckedTable",
    "Comparison",
    "DiscoDetail",
    "EstimateDetail",
    "IndicatorDetail",
    "KeySetDetail",
    "Kind",
    "MagnitudeRules",
    "OutputsFormat",
    "Project",
    "ProjectFile",
    "ProjectFormat",
    "Report",
    "ReportError",
    "Result",
    "RiskDetail",
    "ShareOptions",
    "SudaDetail",
    "detail_of",
    "harmless",
    "make_report",
    "measured",
    "number_label",
    "packed",
    "results_text",
    "write_project",
    "write_report",
]
