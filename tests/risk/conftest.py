"""Pairs of small and real files for measures of two files."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from core.data import Coded, KeySet, Level, Masking, Pair, PairedVariable, Release, Role, Variable


def coded(column: pd.Series, level: Level, categories: list) -> Coded:
    if level is Level.CONTINUOUS:
        return Coded(level, column.to_numpy(np.float64))
    codes = pd.Categorical(column, categories=categories).codes.astype(np.int32)
    return Coded(level, codes, tuple(str(c) for c in categories))


def pair_of(
    original: pd.DataFrame,
    masked: pd.DataFrame,
    keys: list[str],
    *,
    sensitive: tuple[str, ...] = (),
    continuous: tuple[str, ...] = (),
    ordinal: tuple[str, ...] = (),
    links: np.ndarray | None = None,
    maskings: Mapping[str, Masking] | None = None,
    recoded: pd.DataFrame | None = None,
) -> Pair:
    """Pair two tables; ``recoded`` is the original after the masked file's recode, where there is one."""
    recoded = original if recoded is None else recoded
    variables = []
    for name in original.columns:
        level = Level.CONTINUOUS if name in continuous else Level.ORDINAL if name in ordinal else Level.NOMINAL
        role = Role.KEY if name in keys else Role.SENSITIVE if name in sensitive else Role.ANALYSIS
        both = pd.concat([recoded[name], *([masked[name]] if name in masked else [])]).dropna()
        categories = sorted(both.unique())
        ours = coded(original[name], level, sorted(original[name].dropna().unique()))
        alike = original[name].equals(recoded[name])
        variables.append(
            PairedVariable(
                Variable(name, level, role),
                ours,
                coded(recoded[name], level, categories),
                coded(masked[name], level, categories) if name in masked else None,
                recode=None if alike else object(),
                masking=(maskings or {}).get(name),
            )
        )
    keysets = (KeySet("keys", tuple(keys)),)
    first = Release("Original", len(original), {v.name: v.original for v in variables}, {}, {}, keysets, sensitive)
    columns = {v.name: v.masked for v in variables if v.masked is not None}
    second = Release("masked", len(masked), columns, {}, {}, keysets, sensitive)
    return Pair("masked", tuple(variables), first, second, links)
