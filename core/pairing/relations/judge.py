"""What the records of a masked file are to the original's, judged from both files, or unclear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary, ref

import numpy as np

from core.data import (
    NO_LINK,
    ROW_LINK,
    Codebook,
    FileKind,
    Microdata,
    Relation,
    RelationKind,
    Scenario,
    ScenarioDeclaration,
)
from core.pairing.relations.alike import Alike, equal_rows, is_equal, is_renamed, present
from core.pairing.relations.answers import are_distinct, are_new_answers, is_telling
from core.pairing.relations.rows import RowComparison, Rows, compare_rows, compared_in_order
from core.pairing.relations.side_by_side import ComparedFiles, lay_side_by_side
from core.wording import counted, first_of, one_or_many

KEPT = 90
"""Of a hundred cells of a variable that was kept, so many are in their place."""
FEW_COMMON, FEW_SHARE = 2, 5
"""Up to two variables in common are few where they are no more than a fifth of either file's."""
FEWEST_APART = 3
"""Variables without a common value show another survey from this number on, where they are two in three."""
FEW_CATEGORIES = 50


@np.errstate(over="ignore", invalid="ignore")
def relation(original: Microdata, scenario: Scenario, codebook: Codebook) -> Relation:
    """Judge what the records of a masked file are to those of the original.

    Parameters
    ----------
    original : Microdata
    scenario : Scenario
        Its declared renames and synthetic variables are taken into account; a declared link is not.
    codebook : Codebook
        Roles, identifiers and missing codes; variables that it does not name count.

    Returns
    -------
    Relation
        The first that the files show: identical, the same order, part, linked, another survey, other people; else
        unclear, with what was seen.
    """
    declared = replace(scenario.declaration, linked=None)
    known = _KNOWN.get(scenario.microdata)
    if known is not None and known[0]() is original and known[1:3] == (declared, codebook):
        return known[3]
    judged = _judged(original, scenario, codebook)
    _KNOWN[scenario.microdata] = ref(original), declared, codebook, judged
    return judged


_KNOWN: WeakKeyDictionary[Microdata, tuple[ref[Microdata], ScenarioDeclaration, Codebook, Relation]] = (
    WeakKeyDictionary()
)
"""What each masked file was found to be last, and with which files: a command prints it once, not again in its run."""


def _judged(original: Microdata, scenario: Scenario, codebook: Codebook) -> Relation:
    files = lay_side_by_side(original, scenario, codebook)
    if not files.common:
        return _no_common_variable(files)
    if files.in_order:
        in_order = compared_in_order(files.counted)
        return _identical(files, in_order) or _other_codes(files) or _same_order(files, in_order)
    whole = compare_rows(files.counted)
    shown = (
        _identical(files, whole)
        or _repeated(files, whole)
        or _part(files, whole)
        or _linked(files)
        or _other_survey(files)
        or _other_people(files, whole, scenario)
    )
    return shown or Relation(RelationKind.UNCLEAR, _unclear(files, whole))


def _no_common_variable(files: ComparedFiles) -> Relation:
    evidence = (
        f"no variable in common: the original has {_names(files.original.columns)}, "
        f"the masked file {_names(files.masked.columns)}"
    )
    return Relation(RelationKind.OTHER_SURVEY, evidence, NO_LINK)


def _identical(files: ComparedFiles, whole: Rows | RowComparison) -> Relation | None:
    """Judge a file with the records of the original, each as often, and with all variables that count."""
    if not whole.identical or files.left_out_counted:
        return None
    order = "in the same order" if whole.in_order else "in another order"
    evidence = f"all {whole.n_masked:,} records are the original's, {order}"
    besides, n = _besides(files, in_order=whole.in_order), _variables(len(files.counted))
    evidence = f"in the {n} compared, {evidence}{besides}" if besides else f"{evidence}, with equal values of {n}"
    if files.added:
        evidence += f"; new: {_names(files.added)}"
    return Relation(RelationKind.IDENTICAL, evidence, ROW_LINK if whole.in_order else files.link or NO_LINK)


def _besides(files: ComparedFiles, *, in_order: bool) -> str:
    """Say of files that are equal in all variables that count in what else they differ, or were not compared."""
    others = [v for v in files.common if not files.counts(v.name) and v not in files.counted]
    named = (
        ("but for the reasons for missing values of", [v.name for v in files.common if v.other_reasons]),
        ("left out:", files.left_out),
        ("not compared:", [v.name for v in others if not (in_order and is_equal(v))]),
    )
    return "".join(f"; {words} {_names(names)}" for words, names in named if names)


def _repeated(files: ComparedFiles, whole: Rows) -> Relation | None:
    """Judge a file of all the original's records of which some are in it more often than there."""
    if not whole.repeated or files.left_out_counted:
        return None
    more = whole.n_masked - whole.n_original
    evidence = (
        f"all {whole.n_original:,} records of the original stand in it, and {more:,} of them once more: "
        f"the file holds {whole.n_masked:,}, with equal values of {_variables(len(files.counted))}"
    )
    evidence += f"; left out: {_names(files.left_out)}" if files.left_out else ""
    return Relation(RelationKind.IDENTICAL, evidence, NO_LINK)


def _other_codes(files: ComparedFiles) -> Relation | None:
    """Judge a file in the original's order in which categories have other codes, one for one, and all else is equal."""
    if files.left_out_counted:
        return None
    changed = [v for v in files.counted if not is_equal(v)]
    if not all(is_renamed(v) for v in changed):
        return None
    have = one_or_many("has", "have", len(changed))
    evidence = (
        f"all {files.masked.n_records:,} records are the original's, in the same order; "
        f"{_names(v.name for v in changed)} {have} other codes or labels, one for each of the original's"
    )
    evidence += _besides(files, in_order=True)
    return Relation(RelationKind.IDENTICAL, evidence, ROW_LINK)


def _same_order(files: ComparedFiles, whole: RowComparison) -> Relation:
    n, n_common = files.masked.n_records, len(files.counted)
    if whole.in_order:
        evidence = f"all {n:,} records stand in the same order with equal values of {_variables(len(files.counted))}"
        return Relation(RelationKind.PART, f"{evidence}; left out: {_names(files.left_out_counted)}", files.link)
    n_kept, in_all = 0, np.ones(n, dtype=bool)
    for v in files.counted:
        equal = equal_rows(v)
        if 100 * int(equal.sum()) >= KEPT * n:
            n_kept, in_all = n_kept + 1, in_all & equal
    agreeing = len(files.agreeing)
    if not n_kept:
        evidence = (
            f"{agreeing} of {_variables(n_common)} agree row by row in {n:,} records, more than with neighbouring rows"
        )
        return Relation(RelationKind.SAME_ORDER, evidence, files.link)
    of = "" if n_kept == n_common else f"{n_kept} of "
    rows = int(in_all.sum())
    evidence = (
        f"{rows:,} of {n:,} records agree with the original's record in the same row on {of}{_variables(n_common)}"
    )
    if agreeing > n_kept:
        evidence += f"; changed ones included, {agreeing} follow it row by row"
    return Relation(RelationKind.SAME_ORDER, evidence, files.link)


def _part(files: ComparedFiles, whole: Rows) -> Relation | None:
    """Judge a file of records that the original has, in all variables or in those that were left as they are."""
    for chosen in _choices(files):
        rows = whole if len(chosen) == len(files.counted) else compare_rows(chosen)
        if not rows.are_the_originals:
            continue
        evidence = (
            f"{rows.n_matched:,} of {rows.n_masked:,} records are among the {rows.n_original:,} of the original, "
            f"with equal values of {_variables(len(chosen))}"
        )
        changed = [v.name for v in files.counted if v.name not in {c.name for c in chosen}]
        evidence += f"; other values: {_names(changed)}" if changed else ""
        evidence += f"; left out: {_names(files.left_out_counted)}" if files.left_out_counted else ""
        return Relation(RelationKind.PART, evidence, files.link or NO_LINK)
    return None


def _choices(files: ComparedFiles) -> Iterator[tuple[Alike, ...]]:
    """Yield variables over which records may be equal: all; those without new values; of them, few or many values."""
    yield files.counted
    known, few = [], []
    for v in files.counted:
        used = np.bincount(present(v.original), minlength=v.width) > 0
        if used[present(v.masked)].all():
            known.append(v)
            few += [v] if used.sum() <= FEW_CATEGORIES else []
    many = [v for v in known if v not in few]
    yield from (tuple(chosen) for chosen in (known, few, many) if 1 < len(chosen) < len(files.counted))


def _linked(files: ComparedFiles) -> Relation | None:
    linked = files.by_identifier
    if linked is None:
        return None
    evidence = (
        f"{int((linked.rows >= 0).sum()):,} of {files.masked.n_records:,} records have a value of {linked.name!r} that "
        f"one record of the original has; {len(linked.agreeing)} of {_variables(len(files.counted))} agree in them"
    )
    return Relation(RelationKind.LINKED, evidence, linked.name)


def _other_survey(files: ComparedFiles) -> Relation | None:
    n, own, theirs = len(files.common), len(files.original.columns), len(files.masked.columns)
    names = _names([v.name for v in files.common])
    if n <= FEW_COMMON and FEW_SHARE * n <= min(own, theirs):
        evidence = f"only {_variables(n)} in common ({names}) of {own} in the original and {theirs} in the masked file"
        return Relation(RelationKind.OTHER_SURVEY, evidence, NO_LINK)
    distinct = [v.name for v in files.common if are_distinct(v)]
    if len(distinct) >= FEWEST_APART and 3 * len(distinct) > 2 * n:
        evidence = f"{len(distinct)} of {_variables(n)} in common have no value in common ({_names(distinct)})"
        return Relation(RelationKind.OTHER_SURVEY, evidence, NO_LINK)
    return None


def _other_people(files: ComparedFiles, whole: Rows, scenario: Scenario) -> Relation | None:
    """Judge a file of new answers to the same questions; one that is declared to be made of the original gives none."""
    if scenario.declaration.is_synthetic or scenario.declaration.kind not in {None, FileKind.OTHER_PEOPLE}:
        return None
    telling = [v for v in files.counted if is_telling(v)]
    if not telling or not all(are_new_answers(v) for v in telling):
        return None
    evidence = (
        f"{whole.n_matched:,} of {whole.n_masked:,} records {one_or_many('is', 'are', whole.n_matched)} equal to "
        f"one of the original; the values of "
        f"{_names([v.name for v in telling])} are new to it about as often as answers of other people would be"
    )
    return Relation(RelationKind.OTHER_PEOPLE, evidence, NO_LINK)


def _unclear(files: ComparedFiles, whole: Rows) -> str:
    """Return what was seen where the files do not show it."""
    are = one_or_many("is", "are", whole.n_matched)
    evidence = f"{whole.n_matched:,} of {whole.n_masked:,} records {are} equal to one of the original"
    if whole.n_matched == whole.n_masked:
        few = f"only {whole.n_unique:,} of its {whole.n_original:,} records differ from all others"
        why = few if 2 * whole.n_unique < whole.n_original else "they are few"
        return f"{evidence}, but {why}: files of other people would show as much"
    if whole.n_known == whole.n_masked:
        return (
            f"{evidence}; all are, where its records may count more than once: drawn with replacement, or some were "
            "written out twice"
        )
    if all(_same_margin(v) for v in files.counted):
        return (
            f"{evidence}; each of {_variables(len(files.counted))} has the original's values, each as often, "
            f"but in other combinations: columns were permuted or swapped{_of_identifier(files)}"
        )
    if files.original.n_records == files.masked.n_records:
        agreeing = f"only {_names(files.agreeing)} agrees" if files.agreeing else "no variable agrees"
        evidence += f"; {agreeing} row by row"
    return f"{evidence}: changed and in another order, synthetic, or other people{_of_identifier(files)}"


def _of_identifier(files: ComparedFiles) -> str:
    """Say where an identifier leads to records with which nothing else agrees."""
    if not files.identifiers:
        return ""
    by = files.identifiers[0]
    records = counted(int((by.rows >= 0).sum()), "record has", "records have")
    return (
        f"; {records} a value of {by.name!r} that one of the original has, but other values: "
        f'declare linked = "{by.name}" only where it was kept, and values were moved from record to record'
    )


def _same_margin(v: Alike) -> bool:
    own, other = (np.bincount(codes + 1, minlength=v.width + 1) for codes in (v.original, v.masked))
    return np.array_equal(own, other)


def _variables(n: int) -> str:
    return counted(n, "variable", "variables")


def _names(names: Iterable[str], most: int = 4) -> str:
    return first_of([repr(name) for name in names], most)
