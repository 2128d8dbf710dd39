"""The definitions of expected match risk, record by record, with nothing in common with the engine's search."""

import numpy as np

MISSING = None


def distance(target: tuple, record: tuple, widths: tuple) -> float:
    """Return Gower's distance; a width of None says that values are equal or not."""
    total = 0.0
    for a, b, width in zip(target, record, widths, strict=True):
        if a is MISSING or b is MISSING:
            total += (a is MISSING) != (b is MISSING)
        else:
            total += float(a != b) if width is None else abs(a - b) / width
    return total


def fitting(target: tuple, records: list, widths: tuple, *, nearest: bool) -> list[int]:
    """Return the rows of the records that fit a person."""
    if nearest:
        distances = [distance(target, record, widths) for record in records]
        return [j for j, d in enumerate(distances) if d <= min(distances) + 1e-9]
    return [
        j
        for j, record in enumerate(records)
        if all(b is MISSING or a == b for a, b in zip(target, record, strict=True))
    ]


def risk(originals: list, records: list, links: list, widths: tuple, *, nearest: bool) -> float:
    """Return the mean over people of [own records that fit] / [records that fit]."""
    total = 0.0
    for i, target in enumerate(originals):
        fits = fitting(target, records, widths, nearest=nearest)
        total += sum(links[j] == i for j in fits) / len(fits) if fits else 0.0
    return total / len(originals)


def columns(originals: list, records: list, widths: tuple) -> list:
    """Return the same files as the engine takes them."""
    from core.statistics.matching import KeyColumn

    made = []
    for key, width in enumerate(widths):
        x, y = ([np.nan if row[key] is MISSING else float(row[key]) for row in file] for file in (originals, records))
        column = KeyColumn.of_numbers(np.array(x), np.array(y))
        known = [value for value in x if not np.isnan(value)]
        spread = (max(known) - min(known) if known else 0.0) or 1.0
        made.append(
            KeyColumn(column.original, column.masked)
            if width is None
            else KeyColumn(column.original, column.masked, column.values * spread / width)
        )
    return made
