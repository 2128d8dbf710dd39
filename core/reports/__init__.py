"""Outcomes as documents: tables, JSON, spreadsheets, HTML, Word and PDF; and the project file."""

from core.reports.agreement import disagreements
from core.reports.archive.ddi_document import write_ddi
from core.reports.archive.declared_estimates import (
    CheckedEstimate,
    CheckedIndicator,
    CheckedRegression,
    checked_estimates,
)
from core.reports.archive.declared_tables import CheckedTable, NotMade, checked_tables
from core.reports.export import ExportStep, export
from core.reports.formats.figure_images import pictures
from core.reports.formats.html_document import write_html
from core.reports.formats.json_document import write_json
from core.reports.internal.internal_report import internal_report, measured, reported_map, reported_scenario
from core.reports.package_formats import (
    OutputsFormat,
    ProjectFormat,
    outputs_format,
    project_format,
    project_formats,
    why_no_formats,
)
from core.reports.project import Project, ProjectFile, ProjectPopulation, project_of_results
from core.reports.project_file import read_project, results_text, write_project
from core.reports.publish import FORMATS, check_packages, make_report, why_not, write_report
from core.reports.records import FORMAT as RECORDS_FORMAT
from core.reports.records import write_records
from core.reports.register_file import read_register, registered_release, write_register
from core.reports.report_figures import internal_figures
from core.reports.report_model import CONFIDENTIAL, Cell, Figure, Kind, Paragraph, Report, Section, Table, Tone
from core.reports.results import read_results, read_results_file, write_results
from core.reports.schemas import DOCUMENTS, schema_text
from core.reports.shareable.coarse_figures import CoarseFigure
from core.reports.shareable.share_checklist import checklist
from core.reports.shareable.share_options import LOWEST, THRESHOLD, ShareOptions
from core.reports.shareable.shareable_report import coarse_figures, released_scenario, shareable_report
from core.reports.spreadsheet_text import harmless
from core.reports.zip_archive import packed
