"""Outcomes as documents: tables, JSON, spreadsheets, HTML and Word."""

from core.reports.records import write_records
from core.reports.results import read_results, write_results

__all__ = ["read_results", "write_records", "write_results"]
