"""Checked outputs of users in the results format of ACRO, so that an output checker's viewer opens them.

Source: Green, Ritchie and Smith, ACRO (Automatic Checking of Research Outputs), format of its results.json and
config.json as of version 0.4.12: cells are named by row and column from 0.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rumap.exporting import (
    CONFIDENTIAL,
    CheckedEstimate,
    CheckedIndicator,
    CheckedRegression,
    CheckedTable,
    MagnitudeRules,
    harmless,
    number_label,
    packed,
)

VERSION = "0.4.12"
UNTIMED = "1980-01-01T00:00:00"
"""Results carry no time, so that the same files give the same bytes."""
NOTE = "CONFIDENTIAL.txt"
"""The first file of the archive; a viewer of ACRO opens those that the results name."""
WARNING = f"{CONFIDENTIAL}.\nIt holds tables and estimates of the original, unsafe cells too.\n"
RULES = {"threshold": "few", "p-ratio": "close", "nk-rule": "dominated"}
"""ACRO's name of each rule -> the field of a cell."""


def write_acro(outputs: Sequence[CheckedTable | CheckedEstimate], rules: MagnitudeRules) -> bytes:
    """Return an archive of a warning, results.json, config.json, a CSV an output; the same outputs: the same bytes."""
    named = [(f"output_{number}", output) for number, output in enumerate(outputs)]
    results = {"version": VERSION, "results": {uid: _record(uid, output) for uid, output in named}}
    files = [(f"{uid}_0.csv", _csv(output)) for uid, output in named]
    return packed([(NOTE, WARNING), ("results.json", _json(results)), ("config.json", _json(_config(rules))), *files])


def _json(content: Mapping[str, Any]) -> str:
    return json.dumps(content, indent=4, ensure_ascii=False, allow_nan=False)


def _config(rules: MagnitudeRules) -> dict[str, Any]:
    return {
        "safe_threshold": rules.contributors,
        "safe_nk_n": rules.largest,
        "safe_nk_k": rules.share,
        "safe_pratio_p": rules.closeness,
        "safe_dof_threshold": rules.contributors,
        "check_missing_values": False,
        "zeros_are_disclosive": False,
    }


def _record(uid: str, output: CheckedTable | CheckedEstimate) -> dict[str, Any]:
    if isinstance(output, CheckedRegression):
        return _of_regression(uid, output)
    return _of_indicator(uid, output) if isinstance(output, CheckedIndicator) else _of_table(uid, output)


def _of_regression(uid: str, output: CheckedRegression) -> dict[str, Any]:
    status = "fail" if output.is_saturated else "pass"
    freedom = f"dof={output.freedom} {'<' if output.is_saturated else '>='} {output.fewest}"
    return {
        "uid": uid,
        "status": status,
        "type": "regression",
        "properties": {"method": output.model, "dof": output.freedom},
        "files": [{"name": f"{uid}_0.csv", "sdc": {}}],
        "outcome": {},
        "command": f"{output.formula}: {output.name} ({output.file} file)",
        "summary": f"{status}; {freedom}",
        **_nothing_more(),
    }


def _of_indicator(uid: str, output: CheckedIndicator) -> dict[str, Any]:
    few = [[place, 0] for place in output.few]
    status = "fail" if few else "review" if output.adds_up else "pass"
    said = [f"threshold: {len(few)} cells may need suppressing"] if few else []
    unseen = ["dominance was not checked: declare it as a magnitude table"] if output.adds_up else []
    return {
        "uid": uid,
        "status": status,
        "type": "table",
        "properties": {"method": "crosstab", "table": output.name, "file": output.file},
        "files": [{"name": f"{uid}_0.csv", "sdc": _sdc({"threshold": few, "p-ratio": [], "nk-rule": []}, [])}],
        "outcome": {
            str(output.statistic): {
                group or "all": "threshold; " if place in output.few else "ok"
                for place, (group, _estimate) in enumerate(output.groups)
            }
        },
        "command": f"{output.statistic} of {output.variable}: {output.name} ({output.file} file)",
        "summary": "; ".join([status, *said, *unseen]) + "; ",
        **_nothing_more(),
    }


def _nothing_more() -> dict[str, Any]:
    return {"timestamp": UNTIMED, "comments": [], "exception": ""}


def _of_table(uid: str, table: CheckedTable) -> dict[str, Any]:
    broken = {name: _places(table, getattr(table.cells, field)) for name, field in RULES.items()}
    negative = _places(table, table.cells.negative)
    status = "fail" if any(broken.values()) else "review" if negative else "pass"
    said = [f"{name}: {len(places)} cells may need suppressing" for name, places in broken.items() if places]
    said += [f"negative: {len(negative)} cells"] if negative else []
    what = f"sum of {table.adds}" if table.adds else "count"
    return {
        "uid": uid,
        "status": status,
        "type": "table",
        "properties": {"method": "crosstab", "table": table.name, "file": table.file},
        "files": [{"name": f"{uid}_0.csv", "sdc": _sdc(broken, negative)}],
        "outcome": _outcome(table),
        "command": f"{what} by {' x '.join(table.variables)}: {table.name} ({table.file} file)",
        "summary": "; ".join([status, *said]) + "; ",
        **_nothing_more(),
    }


def _sdc(broken: Mapping[str, Sequence[list[int]]], negative: Sequence[list[int]]) -> dict[str, Any]:
    cells: dict[str, Sequence[list[int]]] = {"negative": negative, "missing": [], **broken}
    return {"summary": {"suppressed": False, **{k: len(v) for k, v in cells.items()}}, "cells": cells}


def _places(table: CheckedTable, broken: Any) -> list[list[int]]:
    rows, columns = np.nonzero(np.reshape(broken, (len(table.rows), len(table.columns))))
    return [[int(row), int(column)] for row, column in zip(rows, columns, strict=True)]


def _outcome(table: CheckedTable) -> dict[str, dict[str, str]]:
    """Return by column and row which rules a cell breaks."""
    shape = len(table.rows), len(table.columns)
    broken = {name: np.reshape(getattr(table.cells, field), shape) for name, field in RULES.items()}
    return {
        column: {
            _row_name(row): "".join(f"{name}; " for name, marks in broken.items() if marks[r, c]) or "ok"
            for r, row in enumerate(table.rows)
        }
        for c, column in enumerate(table.columns)
    }


def _row_name(row: tuple[str, ...]) -> str:
    return row[0] if len(row) == 1 else str(row) if row else "all"


def _csv(output: CheckedTable | CheckedEstimate) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    if isinstance(output, CheckedRegression):
        writer.writerow(["", "coef", "std err", "[0.025", "0.975]", "p"])
        rows = [(name, e.value, e.standard_error, e.low, e.high, p) for name, e, p in output.coefficients()]
        writer.writerows([[harmless(name), *(repr(float(x)) for x in numbers)] for name, *numbers in rows])
    elif isinstance(output, CheckedIndicator):
        writer.writerow([harmless(output.variable), str(output.statistic)])
        writer.writerows([[harmless(group or "all"), repr(float(e.value))] for group, e in output.groups])
    else:
        _write_table(output, writer)
    return text.getvalue()


def _write_table(table: CheckedTable, writer: Any) -> None:
    """Write a table: the row's categories first; a cell without a record is empty."""
    writer.writerow([harmless(cell) for cell in (*(table.variables[:-1] or ("",)), *table.columns)])
    totals = np.reshape(table.cells.totals, (len(table.rows), len(table.columns)))
    counts = np.reshape(table.cells.contributors, totals.shape)
    for row, values, held in zip(table.rows, totals.tolist(), counts.tolist(), strict=True):
        numbers = [number_label(value) if n else "" for value, n in zip(values, held, strict=True)]
        writer.writerow([*(harmless(cell) for cell in row or ("all",)), *numbers])
