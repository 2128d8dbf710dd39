"""A report as JSON, for programs."""

from __future__ import annotations

import json
from typing import Any

from core.reports.report_model import Block, Paragraph, Report, Table

FORMAT = "ru-map-report/1"


def write_json(report: Report) -> str:
    """Write a report: sorted keys, no time stamp; the same report gives the same bytes."""
    content = {
        "format": FORMAT,
        "kind": str(report.kind),
        "title": report.title,
        "subtitle": report.subtitle,
        "mark": report.mark,
        "sections": [{"id": s.id, "title": s.title, "blocks": [_block(b) for b in s.blocks]} for s in report.sections],
    }
    return json.dumps(content, sort_keys=True, allow_nan=False, ensure_ascii=False, indent=1) + "\n"


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, Paragraph):
        return {"paragraph": block.text, "tone": str(block.tone)}
    if isinstance(block, Table):
        rows = [[_cell(c.text, c.number) for c in row] for row in block.rows]
        return {"table": block.title, "columns": list(block.columns), "rows": rows, "note": block.note}
    return {"figure": block.name, "title": block.title, "alt": block.alt, "plotly": dict(block.spec)}


def _cell(text: str, number: float | None) -> str | dict[str, Any]:
    return text if number is None else {"text": text, "number": number}
