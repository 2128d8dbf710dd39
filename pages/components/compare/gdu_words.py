"""Why a scenario has its Global Data Utility, in sentences; names of the data in them are escaped."""

from __future__ import annotations

from core.views import Diagnosis, Loss, OtherScore, Score
from core.wording import counted, first_of, one_or_many, percent
from pages.components.escaping import md

MOST_NAMED = 4
WORTH_NAMING = 5e-4
"""Losses below a twentieth of a point are not named."""

CAUSES = {
    "removed": "were lost because variables were removed",
    "incomparable": "were lost because variables cannot be compared",
    "recoded": "were lost by recoding: fewer categories, bands, caps",
    "distribution": "were lost because distributions of single variables changed",
    "one": "were lost in pairs that are associated in one file only",
    "direction": "were lost in pairs whose association changed direction",
    "strength": "were lost in pairs whose association became weaker or stronger",
    "missing": "were lost because values are missing",
}
SETTINGS = {
    "gdu_other_basis": "Recoded variables compared the other way",
    "gdu_common_n": "Both files tested as if they had as few records as the smaller one",
    "gdu_completeness": "Suppressed values counted as lost",
    "grc": "Pairs that can still be analysed (GRC)",
    "gdu_grc": "GDU times GRC",
}
BASIS = {
    "paper": (
        "GDU compares a recoded variable with the original before the recode; here the original is recoded as well."
    ),
    "harmonised": "GDU compares both files after the recode; here a recoded variable with the original before it.",
}
WHY_DIFFERENT = {
    "gdu_common_n": "A small file shows fewer associations by chance; here it is not blamed for its size.",
    "gdu_completeness": "The tests use observed values only, so GDU hardly sees suppression; here it does.",
    "grc": "100% where no variable was removed.",
    "gdu_grc": "Removed variables are already counted in GDU as lost; this penalises them once more.",
}
AGAINST_FLOOR = {
    "above": (
        "**Above** what a fresh survey of the same size, {n}, would score ({band}): this masking harms less "
        "than asking another sample would."
    ),
    "within": (
        "**Within** what a fresh survey of the same size, {n}, would score ({band}): this masking harms about "
        "as much as asking another sample would."
    ),
    "below": (
        "**Below** what a fresh survey of the same size, {n}, would score ({band}): this masking harms more "
        "than asking another sample would."
    ),
}


def points(share: float) -> str:
    """Return a share of utility in points of 100."""
    return f"{100 * share:.1f}"


def headline(diagnosis: Diagnosis) -> str:
    """Say how much is missing to 100, and in which half."""
    if diagnosis.gdu.value > 1 - WORTH_NAMING:
        return "Nothing is missing: the file answers as the original does."
    single, pairs = diagnosis.share * (1 - diagnosis.univariate.value), 0.0
    if diagnosis.bivariate is not None:
        pairs = (1 - diagnosis.share) * (1 - diagnosis.bivariate.value)
    lost = f"Of the **{points(1 - diagnosis.gdu.value)} points** missing to 100, "
    return f"{lost}**{points(single)}** were lost in single variables and **{points(pairs)}** in pairs of variables."


def interval_words(diagnosis: Diagnosis) -> str:
    """Return the interval of GDU, or why there is none."""
    if diagnosis.gdu.interval is None:
        return f"No interval: {md(diagnosis.reasons.get('interval', 'not measured'), 200)}."
    low, high = diagnosis.gdu.interval
    return f"95% interval {percent(low)} to {percent(high)}."


def floor_words(diagnosis: Diagnosis) -> str:
    """Say where the score lies against a fresh survey."""
    floor = diagnosis.gdu.floor
    if floor is None:
        return (
            "What a fresh survey would score is not known: "
            f"{md(diagnosis.reasons.get('resolution', 'not measured'), 200)}."
        )
    return AGAINST_FLOOR[diagnosis.gdu.against_floor].format(
        band=f"{points(floor.low)} to {percent(floor.high)}",
        n=counted(diagnosis.n_masked, "record", "records"),
    )


def bottom_words(score: Score, reason: str) -> str:
    """Say what is left when all associations are destroyed, and where the score lies between that and 100."""
    if score.bottom is None:
        return f"What shuffled columns would score is not known: {md(reason or 'not measured', 200)}."
    start = f"Shuffling every column destroys all associations and still scores {percent(score.bottom)}. "
    if score.useful is None:
        return start
    if score.useful < 0:
        return start + "This file scores **less than that**, because single variables were lost as well."
    return start + f"On the way from there to 100 this file stands at **{percent(score.useful)}**."


def cause_lines(diagnosis: Diagnosis) -> list[str]:
    """Return one line a cause, the most costly first, with the variables or pairs that cost most."""
    causes = sorted(CAUSES, key=lambda cause: -diagnosis.lost_by(cause))
    return [_cause_line(diagnosis, cause) for cause in causes if diagnosis.lost_by(cause) >= WORTH_NAMING]


def _cause_line(diagnosis: Diagnosis, cause: str) -> str:
    losses = [loss for loss in diagnosis.losses if loss.cause == cause]
    large = [loss for loss in losses[:MOST_NAMED] if loss.share >= WORTH_NAMING] or losses[:1]
    named = first_of([f"{loss_name(loss)} ({points(loss.share)})" for loss in losses], len(large))
    lost = f"{points(diagnosis.lost_by(cause))} points"
    return f"**{lost}** {CAUSES[cause]}: {named}."


def loss_name(loss: Loss) -> str:
    """Return the variable, or both of a pair; escaped."""
    return " × ".join(md(name, 40) for name in loss.variables)


def close_pairs_words(diagnosis: Diagnosis) -> str:
    """Name the pairs that count as lost although their association hardly changed."""
    if not diagnosis.knife_edge:
        return "No pair was lost by a hair: wherever an association counts as lost, its strength changed too."
    named = first_of([f"**{md(a, 40)} × {md(b, 40)}**" for a, b in diagnosis.knife_edge], MOST_NAMED)
    return one_or_many(
        "{n:,} pair counts as lost although its association is nearly as strong as before: it is significant in one "
        "file and just misses that in the other. It is {named}.",
        "{n:,} pairs count as lost although their associations are nearly as strong as before: they are significant "
        "in one file and just miss that in the other. They are {named}.",
        len(diagnosis.knife_edge),
    ).format(n=len(diagnosis.knife_edge), named=named)


def other_reading(other: OtherScore, diagnosis: Diagnosis, basis: str) -> str:
    """Return a score beside GDU, its distance to GDU, and why it differs; or why there is none."""
    name = SETTINGS[other.measure]
    if other.value is None:
        return f"{name}: {md(other.reason, 300)}."
    change = f" ({_change(other.value - diagnosis.gdu.value)})" if other.measure != "grc" else ""
    why = BASIS[basis] if other.measure == "gdu_other_basis" else WHY_DIFFERENT[other.measure]
    return f"{name}: **{percent(other.value)}**{change}. {why}"


def _change(share: float) -> str:
    """Return a difference in points; one that rounds to nothing has no sign."""
    if abs(share) < WORTH_NAMING:
        return "no change"
    return ("{points} points more" if share > 0 else "{points} points less").format(points=points(abs(share)))


def sizes(diagnosis: Diagnosis, weight: str = "") -> str:
    """Return how many records both files have, what p is here, and that the weight of the run does not count in it."""
    said = (
        f"{counted(diagnosis.n_original, 'record', 'records')} in the original, {diagnosis.n_masked:,} in the "
        "masked file. p values are used here as scores of agreement; they are not probabilities that the files differ."
    )
    if not weight:
        return said
    return said + f" Not weighted: {md(weight)} does not enter, every record counts alike."
