"""A sweep as a document: sorted keys, full-precision floats, no time stamps; the same bytes for the same sweep."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from core.laboratory.sweep import Sweep, SweepStep
from core.masking import Changes, write_recipe

FORMAT = "ru-map-sweep/1"


def write_sweep(sweep: Sweep, results: Mapping[str, Any]) -> str:
    """Write a sweep as JSON.

    Parameters
    ----------
    sweep : Sweep
    results : mapping
        Its comparison as in ``results.json``.
    """
    content = {
        "format": FORMAT,
        "recipe": write_recipe(sweep.recipe),
        "vary": [place.words() for place in sweep.places],
        "seed": sweep.seed,
        "settings": [_setting(step) for step in sweep.steps],
        "results": results,
    }
    return json.dumps(content, sort_keys=True, allow_nan=False, ensure_ascii=False, indent=1) + "\n"


def _setting(step: SweepStep) -> dict[str, Any]:
    row: dict[str, Any] = {"scenario": step.setting.name, "values": list(step.setting.values)}
    if step.assessment is None:
        return row | {"status": "skipped", "reason": step.problem}
    return row | {"status": "ok", "changes": [changes_row(r.changes) | {"step": r.method} for r in step.report]}


def changes_row(changes: Changes) -> dict[str, Any]:
    """Return what a step changed as JSON-ready figures."""
    return {
        "cells": dict(changes.cells),
        "suppressed": dict(changes.suppressed),
        "records_changed": changes.records,
        "removed": list(changes.removed),
        "records": changes.records_after,
    }
