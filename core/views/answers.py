"""The answer of a page in one sentence, from the figures that it shows; names of the data are in it as they are."""

from collections.abc import Sequence

from core.assessment import Assessment, Comparison
from core.measures import Result, detail_of
from core.statistics.reproducible import above, below, sort_value
from core.utility import InsideDetail
from core.views.risk import FILE_RISK_MEASURE, is_bound, validity
from core.views.tables import reason_of
from core.views.variables import LOSSES, VariableRow, worst_variables
from core.views.whole_file.values import whole_file_measures, whole_file_value
from core.wording import counted, exact_percent, first_of, one_or_many

MOST_NAMED = 3
RECODED = " Where variables were recoded, the original was recoded alike before they were compared."
UNCHANGED = 1.0
"""The utility of a pair that lost nothing."""


def whole_file_answer(comparison: Comparison) -> str:
    """Say which masked files can be distinguished from the original by more than chance."""
    measures = whole_file_measures(comparison)
    chances = {f.name: [whole_file_value(f, m).chance for m in measures] for f in comparison.scenarios}
    judged = [name for name, each in chances.items() if any(c.above is not None for c in each)]
    beyond = [name for name in judged if any(c.beyond for c in chances[name])]
    if not judged:
        return "Not known: no file could be compared with what chance alone shows."
    if not beyond:
        return (
            f"No: of {counted(len(judged), 'file', 'files')} none differs from the original by more than "
            "chance alone shows."
        )
    return (
        f"Yes, by more than chance alone shows, for {len(beyond)} of {counted(len(judged), 'file', 'files')}: "
        f"{first_of(beyond, MOST_NAMED)}."
    )


def table_answer(comparison: Comparison, table: str) -> str:
    """Say in which masked file most records must have changed their cell of a table, and in how many none had to."""
    outcomes = {file.name: file.outcome("effective_swap_rate", (table,)) for file in comparison.scenarios}
    rates = {name: o.value for name, o in outcomes.items() if isinstance(o, Result)}
    if not rates:
        return f"Not known: no masked file could make the table “{table}”."
    worst = max(rates, key=lambda name: sort_value(rates[name]))
    unchanged = sum(not above(rate, 0.0) for rate in rates.values())
    known = (o for o in outcomes.values() if isinstance(o, Result))
    recoded = RECODED if any("recode" in notice for o in known for notice in o.notices or ()) else ""
    if unchanged == len(rates):
        files = one_or_many("the masked file", "all {n} masked files", unchanged).format(n=unchanged)
        return f"No: “{table}” is the same in {files}.{recoded}"
    return (
        f"Yes: “{table}” changed in {len(rates) - unchanged} of "
        f"{counted(len(rates), 'masked file', 'masked files')}, most in {worst}. Share of its records that must "
        f"be in another cell: {exact_percent(rates[worst])}.{recoded}"
    )


def analyses_answer(comparison: Comparison) -> str:
    """Say which masked files keep most of the published figures, and which one fewest."""
    counts = {f.name: detail_of(f.outcome("indicators_inside"), InsideDetail) for f in comparison.scenarios}
    uses = {name: each for name, each in counts.items() if each and each["indicators"]}
    if not uses:
        return "No published figure was measured; the models and scales stand below."
    most = max(each["inside"] for each in uses.values())
    best = [name for name, each in uses.items() if each["inside"] == most]
    fewest = min(uses, key=lambda name: uses[name]["inside"])
    figures = counted(uses[best[0]]["indicators"], "published figure", "published figures")
    sentence = f"{most} of {figures} stay within the original's 95% interval in {first_of(best, MOST_NAMED)}."
    if uses[fewest]["inside"] == most:
        return sentence
    return f"{sentence} Fewest stay in {fewest}: {uses[fewest]['inside']} of {uses[fewest]['indicators']}."


def risk_answer(comparison: Comparison, names: Sequence[str], keyset: str, limit: float | None) -> str:
    """Say how many of 1,000 people an intruder could find in the first of some files, and in which of them most."""
    risks = {name: comparison.scenario(name).outcome(FILE_RISK_MEASURE, (keyset,)) for name in names}
    known = {name: o for name, o in risks.items() if isinstance(o, Result) and not validity(o)}
    first = risks[names[0]]
    accepted = f" (limit {_of_thousand(limit)})" if limit is not None else ""
    if names[0] in known:
        most = "at most " if is_bound(first) else ""
        said = f"{most}{_of_thousand(known[names[0]].value)} of 1,000 people could be found{accepted}."
        sentence = f"{names[0]}: {said}"
    else:
        reasons = validity(first) or (reason_of(first),)
        sentence = f"{names[0]}: not known: {reasons[0].rstrip('.')}."
    others = {name: sort_value(o.value) for name, o in known.items() if name != names[0]}
    if not others:
        return sentence
    worst = max(others, key=others.__getitem__)
    return f"{sentence} Of the others shown, most in {worst}: {_of_thousand(known[worst].value)}."


def _of_thousand(share: float) -> str:
    return f"{1000 * share:,.0f}" if share >= 0.0095 or not share else f"{1000 * share:.1g}"


def lost_answer(file: Assessment) -> str:
    """Say which variable of a file lost most and what of it, and how many associations of two variables it kept."""
    rows = worst_variables(file)
    worst = max(rows, key=lambda row: sort_value(row.largest), default=None)
    if worst is None:
        return "Not known: no variable could be compared in this file."
    pairs, every = file.results("ldu_bivariate"), len(rows) * (len(rows) - 1) // 2  # those of a removed variable too
    kept = sum(not below(pair.value, UNCHANGED) for pair in pairs)
    said = f"Most in {worst.name}: {loss_words(worst)}." if worst.largest > 0 else "No variable lost anything."
    return said + (f" {kept:,} of {counted(every, 'association', 'associations')} kept." if pairs else "")


def loss_words(row: VariableRow) -> str:
    """Say the largest of a variable's losses."""
    if row.removed:
        return "it was removed"
    kind = LOSSES[max(range(len(LOSSES)), key=lambda i: sort_value(row.losses[i] or 0.0))]
    share = exact_percent(row.largest)
    if kind == "detail lost" and row.values and row.values[1] < row.values[0]:
        return f"{counted(row.values[0], 'value', 'values')} became {row.values[1]:,}"
    return {
        "values changed": f"{share} of its values were changed",
        "detail lost": f"{share} of its detail was lost",
        "blanks": f"{share} of its values were blanked",
        "distribution moved": f"its distribution moved by {share}",
    }[kind]
