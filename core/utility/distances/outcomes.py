"""Differences as outcomes: the value of each distance, and what stands beside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from core.measures import Outcome, Result, Skipped
from core.statistics.distributions import jensen_shannon_null
from core.utility.compared_variables import leaving_out
from core.utility.distances.one_way import OneWayDifferences, OrderedDifference, ShareDifference

Value = Callable[[ShareDifference], tuple[float | None, dict[str, Any]]]
"""The value of one measure and what belongs to it alone; None where it has no degree of freedom."""


def total_variation_of(each: ShareDifference) -> tuple[float | None, dict[str, Any]]:
    """Return the total variation of a table."""
    return (each.distances.total_variation if each.distances else None), {}


def jensen_shannon_of(each: ShareDifference) -> tuple[float | None, dict[str, Any]]:
    """Return the Jensen-Shannon divergence of a table, with what chance alone would show."""
    if each.distances is None:
        return None, {}
    drawn, fresh = jensen_shannon_null(each.cells - 1, each.n_original, each.n_masked)
    return each.distances.jensen_shannon, {"null_drawn": drawn, "null_fresh_sample": fresh}


def hellinger_of(each: ShareDifference) -> tuple[float | None, dict[str, Any]]:
    """Return the Hellinger distance of a table."""
    return (each.distances.hellinger if each.distances else None), {}


def pmse_ratio_of(each: ShareDifference) -> tuple[float | None, dict[str, Any]]:
    """Return VW / df of a table, None where it has no degree of freedom, with the statistic and what it means."""
    if each.chi is None:
        return None, {}
    chi = each.chi
    ratio = chi.statistic / chi.degrees_of_freedom if chi.degrees_of_freedom else None
    own = {"statistic": chi.statistic, "degrees_of_freedom": chi.degrees_of_freedom, "pmse": chi.pmse}
    return ratio, {**own, "sentence": _pmse_sentence(ratio, each)}


def _pmse_sentence(ratio: float | None, each: ShareDifference) -> str:
    """Say what a ratio means: files of equal size with a share f of the records redrawn show 2 f."""
    if ratio is None or each.n_original != each.n_masked:
        return ""
    if ratio > 2:
        return "more than a fresh sample of this size would differ"
    return f"as if {ratio / 2:.0%} of the records had been drawn anew"


def each_outcome(name: str, differences: Sequence[ShareDifference], value_of: Value) -> Iterator[Outcome]:
    """Yield one distance of every variable or pair."""
    for each in differences:
        value, own = value_of(each)
        detail = {**_share_detail(each), **own}
        if value is None:
            yield Skipped(name, each.variables, each.reason or "all records of both files lie in one cell", detail)
        else:
            yield Result(name, each.variables, value, min(each.n_original, each.n_masked), None, detail)


def _share_detail(each: ShareDifference) -> dict[str, Any]:
    return {
        "n_original": each.n_original,
        "n_masked": each.n_masked,
        "cells": each.cells,
        "missing_original": each.missing[0],
        "missing_masked": each.missing[1],
        "recode_cost": each.recode_cost,
        "removed": each.removed,
    }


def mean_outcome(name: str, found: OneWayDifferences, value_of: Value) -> Outcome:
    """Return the mean of a distance over the original's variables; those that cannot be compared are left out."""
    values = {each.variables[0]: value_of(each)[0] for each in found.shares if not each.reason}
    reasons = [each.reason for each in found.shares if each.reason]
    detail = {
        "n_original": found.n_original,
        "n_masked": found.n_masked,
        "variables": values,
        "removed": [each.variables[0] for each in found.shares if each.removed],
        "recode_cost": {each.variables[0]: each.recode_cost for each in found.shares if each.recode_cost},
        "classes_of_numbers": found.parameters.bins,
        **leaving_out([each.variables[0] for each in found.shares if each.reason]),
    }
    if not values:
        return Skipped(name, (), reasons[0] if reasons else "no variable is compared", detail)
    mean = math.fsum(v for v in values.values() if v is not None) / len(values)
    return Result(name, (), mean, min(found.n_original, found.n_masked), None, detail)


def ordered_detail(each: OrderedDifference) -> dict[str, Any]:
    """Return the numbers of records behind a distance of ordered values."""
    return {
        "n_original": each.n_original,
        "n_masked": each.n_masked,
        "observed_original": each.observed_original,
        "observed_masked": each.observed_masked,
    }


def ordered_outcome(name: str, each: OrderedDifference, value: float | None, detail: dict[str, Any]) -> Outcome:
    """Return a distance of an ordered variable, or why it has none."""
    if value is None:
        return Skipped(name, (each.variable,), each.reason, detail)
    return Result(name, (each.variable,), value, min(each.n_original, each.n_masked), None, detail)
