"""What the pictures of a distribution show, as tables: names in them are plain."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from core.views import Box, BoxView, CurveView, OwnDetail, VariableView
from pages.components.escaping import plain


def share_table(views: Sequence[tuple[str, VariableView]]) -> pd.DataFrame:
    """Return counts and shares by category or bin; a scenario without the variable is one line with the reason."""
    lines: list[dict[str, object]] = []
    for scenario, view in views:
        before = view.original / max(1, int(view.original.sum()))
        after = None if view.masked is None else view.masked / max(1, int(view.masked.sum()))
        for i, label in enumerate(view.labels):
            lines.append({
                "scenario": plain(scenario),
                plain(view.name): plain(label),
                "n original": int(view.original[i]),
                "n masked": None if view.masked is None else int(view.masked[i]),
                "share original": before[i],
                "share masked": None if after is None else after[i],
                "difference in points": None if after is None else 100 * (after[i] - before[i]),
                "no masked file because": plain(view.reason, 300),
            })  # fmt: skip
    return _without_empty(pd.DataFrame(lines), "no masked file because")


def own_detail_table(details: Sequence[OwnDetail], names: Sequence[str]) -> pd.DataFrame:
    """Return the shares of each file between two bins of the original, a line each; blanks and strange values too."""
    lines: list[dict[str, object]] = []
    for detail in details:
        for name, file in zip(["Original", *names], [detail.original, *detail.versions], strict=True):
            what = {"variable": plain(detail.name), "file": plain(name)}
            parts = [(detail.between(step), step.share) for step in file.steps if step.share]
            parts += [("blank", file.blank)] if file.blank else []
            parts += [("values that the original does not have", file.elsewhere)] if file.elsewhere else []
            lines += [{**what, "is": plain(words), "share": share, "reason": ""} for words, share in parts]
            lines += [{**what, "reason": plain(file.reason, 300)}] if file.reason else []
    return _without_empty(pd.DataFrame(lines), "reason")


def curve_table(views: Sequence[tuple[str, CurveView]], what: str) -> pd.DataFrame:
    """Return the points of curves."""
    lines: list[dict[str, object]] = []
    for scenario, view in views:
        named = {"scenario": plain(scenario)}
        if not len(view.points):
            lines.append({**named, "reason": plain(view.reason, 300)})
        for i, x in enumerate(view.points):
            lines.append({
                **named,
                plain(view.name): float(x),
                f"{what}, original": float(view.original[i]),
                f"{what}, masked": None if view.masked is None else float(view.masked[i]),
                "reason": plain(view.reason, 300),
            })  # fmt: skip
    return _without_empty(pd.DataFrame(lines), "reason")


def box_table(original: Box | None, views: Sequence[tuple[str, BoxView]]) -> pd.DataFrame:
    """Return the quantiles of the original and of every scenario."""
    lines = [{"file": "Original", **_quantiles(original), "reason": ""}] if original else []
    lines += [
        {"file": plain(scenario), **_quantiles(view.masked), "reason": plain(view.reason, 300)}
        for scenario, view in views
    ]
    return _without_empty(pd.DataFrame(lines), "reason")


def _quantiles(box: Box | None) -> dict[str, object]:
    names = {"5%": "low", "25%": "first", "median": "middle", "75%": "third", "95%": "high", "n": "n"}
    return {shown: getattr(box, name, None) for shown, name in names.items()}


def _without_empty(table: pd.DataFrame, column: str) -> pd.DataFrame:
    """Leave a column of reasons out where there are none."""
    return table.drop(columns=column) if column in table and not table[column].any() else table
