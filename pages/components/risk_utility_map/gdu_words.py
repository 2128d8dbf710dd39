"""Why a scenario has its Global Data Utility, in sentences; names of the data in them are escaped."""

from __future__ import annotations

from core.views import Diagnosis, Loss, OtherScore, Score
from core.wording import _, counted, listed, ngettext, percent
from pages.components.escaping import md

MOST_NAMED = 4
WORTH_NAMING = 5e-4
"""Losses below a twentieth of a point are not named."""

CAUSES = {
    "removed": _("were lost because variables were removed"),
    "recoded": _("were lost by recoding: fewer categories, bands, caps"),
    "distribution": _("were lost because distributions of single variables changed"),
    "one": _("were lost in pairs that are associated in one file only"),
    "direction": _("were lost in pairs whose association changed direction"),
    "strength": _("were lost in pairs whose association became weaker or stronger"),
    "missing": _("were lost because values are missing"),
}
SETTINGS = {
    "gdu_other_basis": _("Recoded variables compared the other way"),
    "gdu_common_n": _("Both files tested as if they had as few records as the smaller one"),
    "gdu_completeness": _("Suppressed values counted as lost"),
    "grc": _("Pairs that can still be analysed (GRC)"),
    "gdu_grc": _("GDU times GRC"),
}
BASIS = {
    "paper": _(
        "GDU compares a recoded variable with the original before the recode; here the original is recoded as well."
    ),
    "harmonised": _("GDU compares both files after the recode; here a recoded variable with the original before it."),
}
WHY_DIFFERENT = {
    "gdu_common_n": _("A small file shows fewer associations by chance; here it is not blamed for its size."),
    "gdu_completeness": _("The tests use observed values only, so GDU hardly sees suppression; here it does."),
    "grc": _("100% where no variable was removed."),
    "gdu_grc": _("Removed variables are already counted in GDU as lost; this penalises them once more."),
}
AGAINST_FLOOR = {
    "above": _(
        "**Above** what a fresh survey of the same size, {n}, would score ({band}): this masking harms less "
        "than asking another sample would."
    ),
    "within": _(
        "**Within** what a fresh survey of the same size, {n}, would score ({band}): this masking harms about "
        "as much as asking another sample would."
    ),
    "below": _(
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
        return _("Nothing is missing: the file answers as the original does.")
    single, pairs = diagnosis.share * (1 - diagnosis.univariate.value), 0.0
    if diagnosis.bivariate is not None:
        pairs = (1 - diagnosis.share) * (1 - diagnosis.bivariate.value)
    lost = _("Of the **{points} points** missing to 100, ").format(points=points(1 - diagnosis.gdu.value))
    return _("{lost}**{points}** were lost in single variables and **{points2}** in pairs of variables.").format(
        lost=lost, points=points(single), points2=points(pairs)
    )


def interval_words(diagnosis: Diagnosis) -> str:
    """Return the interval of GDU, or why there is none."""
    if diagnosis.gdu.interval is None:
        return _("No interval: {reasons}.").format(
            reasons=md(diagnosis.reasons.get("interval", _("not measured")), 200)
        )
    low, high = diagnosis.gdu.interval
    return _("95% interval {percentage} to {percentage2}.").format(percentage=percent(low), percentage2=percent(high))


def floor_words(diagnosis: Diagnosis) -> str:
    """Say where the score lies against a fresh survey."""
    floor = diagnosis.gdu.floor
    if floor is None:
        return _("What a fresh survey would score is not known: {reasons}.").format(
            reasons=md(diagnosis.reasons.get("floor", _("not measured")), 200)
        )
    return AGAINST_FLOOR[diagnosis.gdu.against_floor].format(
        band=_("{points} to {percentage}").format(points=points(floor.low), percentage=percent(floor.high)),
        n=counted(diagnosis.n_masked, "record", "records"),
    )


def bottom_words(score: Score, reason: str) -> str:
    """Say what is left when all associations are destroyed, and where the score lies between that and 100."""
    if score.bottom is None:
        return _("What shuffled columns would score is not known: {value}.").format(
            value=md(reason or _("not measured"), 200)
        )
    start = _("Shuffling every column destroys all associations and still scores {percentage}. ").format(
        percentage=percent(score.bottom)
    )
    if score.useful is None:
        return start
    if score.useful < 0:
        return start + _("This file scores **less than that**, because single variables were lost as well.")
    return start + _("On the way from there to 100 this file stands at **{percentage}**.").format(
        percentage=percent(score.useful)
    )


def cause_lines(diagnosis: Diagnosis) -> list[str]:
    """Return one line a cause, the most costly first, with the variables or pairs that cost most."""
    causes = sorted(CAUSES, key=lambda cause: -diagnosis.lost_by(cause))
    return [_cause_line(diagnosis, cause) for cause in causes if diagnosis.lost_by(cause) >= WORTH_NAMING]


def _cause_line(diagnosis: Diagnosis, cause: str) -> str:
    losses = [loss for loss in diagnosis.losses if loss.cause == cause]
    large = [loss for loss in losses[:MOST_NAMED] if loss.share >= WORTH_NAMING] or losses[:1]
    named = listed([f"{loss_name(loss)} ({points(loss.share)})" for loss in losses], len(large))
    lost = _("{points} points").format(points=points(diagnosis.lost_by(cause)))
    return f"**{lost}** {CAUSES[cause]}: {named}."


def loss_name(loss: Loss) -> str:
    """Return the variable, or both of a pair; escaped."""
    return " × ".join(md(name, 40) for name in loss.variables)


def close_pairs_words(diagnosis: Diagnosis) -> str:
    """Name the pairs that count as lost although their association hardly changed."""
    if not diagnosis.knife_edge:
        return _("No pair was lost by a hair: wherever an association counts as lost, its strength changed too.")
    named = listed([f"**{md(a, 40)} × {md(b, 40)}**" for a, b in diagnosis.knife_edge], MOST_NAMED)
    return ngettext(
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
        return _("no change")
    return (_("{points} points more") if share > 0 else _("{points} points less")).format(points=points(abs(share)))


def sizes(diagnosis: Diagnosis, weight: str = "") -> str:
    """Return how many records both files have, what p is here, and that the weight of the run does not count in it."""
    said = _(
        "{records} in the original, {n_masked:,} in the masked file. "
        "p values are used here as scores of agreement; they are not probabilities that the files differ."
    ).format(records=counted(diagnosis.n_original, "record", "records"), n_masked=diagnosis.n_masked)
    if not weight:
        return said
    return said + _(" Not weighted: {weight} does not enter, every record counts alike.").format(weight=md(weight))
