"""Two or three files compared in a sentence: which can go out, which keeps more, which risks less."""

from __future__ import annotations

from collections.abc import Sequence

from core.decision.verdict import Decision, FileVerdict, Standing
from core.statistics.reproducible import above, sort_value
from core.views import MeasureRow
from core.wording import counted, exact_percent, first_of

WITH_INTERVAL = "gdu_effect_sizes"
"""Says whether a difference is chance where the utility itself, a score of p values, has no interval."""


def compared_in_words(decision: Decision, names: Sequence[str], rows: Sequence[MeasureRow]) -> str:
    """Say which of some files can go out, which keeps more utility and which has less risk.

    Parameters
    ----------
    decision : Decision
        Of all files, by the purpose in force.
    names : sequence of str
        Two or three scenarios.
    rows : sequence of MeasureRow
        Their measures, in the same order; the one of utility says whether a difference is more than chance.

    Returns
    -------
    str
        Names are in it as they are: a page must escape them.
    """
    files = [next(f for f in decision.files if f.scenario == name) for name in names]
    axis = files[0].utility_measure
    judged = {row.measure.id: row for row in rows if row.measure.id in {axis, WITH_INTERVAL} and row.verdict}
    utility = judged.get(axis) or judged.get(WITH_INTERVAL)
    return " ".join(s for s in (_standing(files), _most_utility(files, utility), _least_risk(files)) if s)


def _standing(files: Sequence[FileVerdict]) -> str:
    struck = "; ".join(f"{f.quoted}: {_reason(f)}" for f in files if f.guards)
    able = [f.quoted for f in files if f.standing is Standing.GO]
    open_ = [f.quoted for f in files if f.standing is Standing.NOT_KNOWN]
    if not struck:
        return "Each of them can go out."
    if able:
        return f"Of these, {first_of(able)} can go out. Not so {struck}."
    if open_:
        return f"It is not known whether {first_of(open_)} can go out. {struck}."
    return f"None of them can go out. {struck}."


def _reason(file: FileVerdict) -> str:
    """Return what weighs most against a file, and how many other reasons there are."""
    more = len(file.distinct_guards) - 1
    weightiest = min(file.distinct_guards, key=lambda guard: list(Standing)[::-1].index(guard.standing)).clause
    return f"{weightiest}, and {counted(more, 'other reason', 'other reasons')}" if more else weightiest


def _most_utility(files: Sequence[FileVerdict], row: MeasureRow | None) -> str:
    known = [(i, f) for i, f in enumerate(files) if f.utility is not None]
    if len(known) < 2:
        return "Their utility cannot be compared: it was not measured in every one."
    best, *others = sorted(known, key=lambda each: -each[1].usefulness)
    if best[1].usefulness == others[0][1].usefulness:
        return f"They keep the same utility, {best[1].utility_text}."
    others_keep = ", ".join(f"{file.utility_text} in {file.quoted}" for _i, file in others)
    sentence = f"{best[1].quoted} keeps most utility: {best[1].utility_text} against {others_keep}"
    return sentence + _chance(best[0], [i for i, _file in others], row)


def _chance(best: int, others: Sequence[int], row: MeasureRow | None) -> str:
    if row is None or not row.verdict:
        return "."
    if all((best, other) in row.better for other in others):
        return ", a difference that is more than chance."
    return ", which may be chance."


def _least_risk(files: Sequence[FileVerdict]) -> str:
    known = [(f.quoted, f.risk.value) for f in files if f.risk is not None]
    if len(known) < 2:
        return "Their risk cannot be compared: it was not measured in every one."
    hollow = [f.quoted for f in files if f.risk is not None and not f.risk.holds]
    if hollow:
        return f"Their risk cannot be compared: it does not hold for {first_of(hollow)}."
    not_comparable = [f.quoted for f in files if f.risk is not None and not f.risk.comparable_with_original]
    if not_comparable:
        words = "Their risk cannot be compared: it cannot be compared with the original's for {names}."
        return words.format(names=first_of(not_comparable))
    least, *others = sorted(known, key=lambda each: sort_value(each[1]))
    if not above(others[0][1], least[1]):
        return f"They have the same risk, {exact_percent(least[1])}."
    higher = ", ".join(f"{exact_percent(x)} in {name}" for name, x in others)
    return f"{least[0]} has the least risk: {exact_percent(least[1])} against {higher}."


def two_to_compare(decision: Decision, chosen: str) -> tuple[str, ...]:
    """Return the scenario that is looked at and the best one; where it is the best itself, the next best one.

    Without a best one the next in the table of files is next to it; one name where there is no other file.
    """
    others = [f.scenario for f in decision.ranked if f.scenario != chosen]
    wanted = [name for name in (decision.chosen, decision.closest, decision.runner_up) if name in others]
    return (chosen, *(wanted or others)[:1])
