"""A report as one HTML file that loads nothing, with interactive figures."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from core.reports.report_model import Block, Report

ASSETS = Path(__file__).resolve().parents[3] / "assets"


def write_html(report: Report, script: str) -> str:
    """Write a report with interactive figures.

    Parameters
    ----------
    report : Report
    script : str
        Source of plotly.js; written once.
    """
    # the script is the program's own; "</script" in it would end the element early
    source = Markup(script.replace("</script", r"<\/script"))  # noqa: S704
    template = _templates().get_template("report.html")
    return template.render(report=report, style=_style(), kind_of=_kind_of, as_json=_as_json, script=source)


@cache
def _templates() -> Environment:
    loader = FileSystemLoader(ASSETS / "report")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@cache
def _style() -> Markup:
    """Return the style sheet with the font in it; both are the program's own files."""
    font = _address((ASSETS / "public" / "Inter.woff2").read_bytes(), "font/woff2")
    text = (ASSETS / "report" / "report.css").read_text(encoding="utf-8")
    return Markup(text.replace("{{ font }}", font))  # noqa: S704


def _kind_of(block: Block) -> str:
    return type(block).__name__


def _as_json(spec: Mapping[str, Any]) -> Markup:
    """Return a figure for a script element: nothing in it can end the element."""
    text = json.dumps(spec, sort_keys=True, ensure_ascii=False)
    return Markup(text.replace("<", r"\u003c").replace(">", r"\u003e").replace("&", r"\u0026"))  # noqa: S704


def _address(content: bytes, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
