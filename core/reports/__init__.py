"""Outcomes as documents: tables, JSON, spreadsheets, HTML, Word and PDF; and the project file."""

from core.reports.agreement import disagreements
from core.reports.figure_images import figures_zip, pictures
from core.reports.html_document import write_html
from core.reports.internal_report import internal_report, reported_map, reported_scenario
from core.reports.json_document import write_json
from core.reports.methods import methods_markdown
from core.reports.pdf_document import pdf_problem, write_pdf
from core.reports.project import Project, ProjectFile, ProjectPopulation, project_of_results
from core.reports.project_file import read_project, results_text, write_project
from core.reports.records import FORMAT as RECORDS_FORMAT
from core.reports.records import write_records
from core.reports.report_model import Cell, Figure, Kind, Paragraph, Report, Section, Table, Tone
from core.reports.results import read_results, write_results
from core.reports.share_checklist import Point, checklist
from core.reports.share_options import LOWEST, THRESHOLD, ShareOptions
from core.reports.shareable_report import released_scenario, shareable_report, told_figures
from core.reports.spreadsheet_text import harmless
from core.reports.told_figures import Told, ToldFigures
from core.reports.word_document import write_word
from core.reports.workbook_document import write_workbook

__all__ = [
    "LOWEST",
    "RECORDS_FORMAT",
    "THRESHOLD",
    "Cell",
    "Figure",
    "Kind",
    "Paragraph",
    "Point",
    "Project",
    "ProjectFile",
    "ProjectPopulation",
    "Report",
    "Section",
    "ShareOptions",
    "Table",
    "Told",
    "ToldFigures",
    "Tone",
    "checklist",
    "disagreements",
    "figures_zip",
    "harmless",
    "internal_report",
    "methods_markdown",
    "pdf_problem",
    "pictures",
    "project_of_results",
    "read_project",
    "read_results",
    "released_scenario",
    "reported_map",
    "reported_scenario",
    "results_text",
    "shareable_report",
    "told_figures",
    "write_html",
    "write_json",
    "write_pdf",
    "write_project",
    "write_records",
    "write_results",
    "write_word",
    "write_workbook",
]
