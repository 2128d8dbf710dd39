"""Codes of one file and their labels written out in the other: one category, whatever way a program exported it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set

import numpy as np

from core.data import CategoryMap, Column, Recode, codes_among, number_label
from core.pairing.coding.columns import listed, number_of

Labels = Mapping[str, str]


def same_codes(
    original: Column, masked: Column, original_labels: Labels, masked_labels: Labels
) -> tuple[Column, tuple[str, ...]]:
    """Return the masked column in the original's codes where value labels say what its texts or codes mean.

    Parameters
    ----------
    original, masked : Column
    original_labels, masked_labels : mapping of str to str
        Value labels of either file: code -> what it means.

    Returns
    -------
    masked : Column
        A text that is the label of one code of the original is that code; a code whose label the original writes
        out is that text. All else stays.
    """
    names: dict[str, str] = {}
    flags: tuple[str, ...] = ()
    if original_labels or masked_labels:
        ours = set(original.categories()[1])  # asked for every category of the other file
        _, theirs = masked.categories()
        names = _codes_of(theirs, ours, original_labels) | _written_out(theirs, ours, masked_labels)
    if names:
        flags += (f"{listed(names)}: matched with the original's categories by value labels",)
    return (relabelled(masked, names) if names else masked), flags


def labels_after(recode: Recode | None, original: Labels, masked: Labels) -> Labels:
    """Return what codes mean after a recode, where that differs from the original's value labels.

    Parameters
    ----------
    recode : Recode or None
    original, masked : mapping of str to str
        Value labels of either file.

    Returns
    -------
    mapping of str to str
        As the masked file says; where it says nothing, a code that several categories were merged into means all of
        them.
    """
    if recode is None:
        return {}
    groups = recode.groups if isinstance(recode, CategoryMap) else {}
    before = {member for members in groups.values() for member in members if member in original}
    merged = {
        code: " + ".join(original.get(member, member) for member in members)
        for code, members in groups.items()
        if code in before and members != (code,)
    }
    return {**merged, **{code: text for code, text in masked.items() if original.get(code) != text}}


def relabelled(column: Column, names: Labels) -> Column:
    """Return a column with categories renamed; a name that is a number becomes a number."""
    codes, labels = column.categories()
    n_numbers = len(labels) - len(column.labels)
    values, texts = [], []
    for i, label in enumerate(labels):
        name = names.get(label, label)
        value = _number(name) if name != label else (float(label) if i < n_numbers else None)
        values.append(np.nan if value is None else value)
        texts.append(name if value is None else "")
    distinct = tuple(sorted(set(texts) - {""}))
    coded = codes_among(texts, distinct)[codes] if distinct else None
    return Column(np.array([*values, np.nan])[codes], coded, distinct)


def _number(name: str) -> float | None:
    value = number_of(name)
    return value if value is not None and number_label(value) == name else None


def _codes_of(theirs: Sequence[str], ours: Set[str], labels: Labels) -> dict[str, str]:
    """Return text -> code for texts of the masked file that are labels of the original's codes."""
    code = _by_label(labels)
    return {text: code[text] for text in theirs if text not in ours and text in code}


def _written_out(theirs: Sequence[str], ours: Set[str], labels: Labels) -> dict[str, str]:
    """Return code -> text for codes of the masked file whose labels the original writes out."""
    unique = _by_label(labels)
    return {
        code: labels[code]
        for code in theirs
        if code in labels and code not in ours and labels[code] in ours and labels[code] in unique
    }


def _by_label(labels: Labels) -> dict[str, str]:
    """Return label -> code for labels that only one code has."""
    times = Counter(labels.values())
    return {label: code for code, label in labels.items() if times[label] == 1}


def contradictions(original: Column, masked: Column, original_labels: Labels, masked_labels: Labels) -> tuple[str, ...]:
    """Return a flag where a code that both files have means something else in either; see `same_codes`."""
    differing = {
        code
        for code, label in masked_labels.items()
        if code in original_labels and original_labels[code].casefold() != label.casefold()
    }
    if differing:
        differing &= set(original.categories()[1]) & set(masked.categories()[1])
    if not differing:
        return ()
    first = min(differing)
    return (
        f"value labels differ for {listed(differing)}: {first!r} is {original_labels[first]!r} in the original and "
        f"{masked_labels[first]!r} in the masked file; matched by code",
    )
