"""The verdict in sentences, with its reasons and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

from core.decision.purpose import ATTACK_RULES, RELEASE_NAMES, Purpose, ReleaseType
from core.decision.risk_thresholds import FILE_RISK, Verdict
from core.decision.verdict import Decision, FileVerdict, GuardKind, NextStep, RiskFigure, Standing, StepKind
from core.wording import and_more, exact_percent, first_of, one_or_many, trimmed_percent

GOES_OUT = {
    ReleaseType.PUBLIC: "as a public-use file",
    ReleaseType.SCIENTIFIC: "as a scientific-use file",
    ReleaseType.SECURE: "to a secure room",
    ReleaseType.OWN: "under your own rules",
}
MOST_NAMED, MOST_ALIKE = 2, 3
"""Reasons that are listed; files that one reason holds for."""
PLURALS = {"holds": "hold", "is": "are", "was": "were", "has": "have"}
"""The verbs that what is said of a file begins with."""
HOUSEHOLDS = "households not judged"
NOT_LINKED = "not linked"
"""What the reasons for missing figures say that links would give."""
JUDGED = frozenset(Verdict) - {Verdict.NOT_FOR}


def headline_of(
    files: Sequence[FileVerdict],
    chosen: FileVerdict | None,
    closest: FileVerdict | None,
    purpose: Purpose,
    *,
    toothless: bool,
) -> str:
    """Say in one sentence what can go out, or that nothing can."""
    goes = GOES_OUT[purpose.release]
    if not files:
        return "There is no masked file to judge."
    if toothless:
        return (
            "These limits cannot distinguish masked from unmasked: the original itself meets all "
            f"{max(file.rules for file in files) - 1} rules of risk."
        )
    if chosen:
        return f"{chosen.quoted} can go out {goes}: {_met(chosen)}."
    known = all(file.standing is Standing.NO for file in files)
    said = f"Nothing here can go out {goes}" if known else f"It is not known whether anything here can go out {goes}"
    open_ = [file for file in files if known or file.standing is Standing.NOT_KNOWN]
    return f"{said}." if closest else f"{said}: {_struck(open_)}."


def closest_of(closest: FileVerdict | None, *, toothless: bool) -> str:
    """Say which file comes nearest, and what it is short of; empty where none does."""
    if closest is None or toothless:
        return ""
    return f"Closest: {closest.quoted}: {described(closest)}."


def drafted_reason(file: FileVerdict, decision: Decision) -> str:
    """Draft why a file is released, from its figures, for the officer to edit.

    Of a file that is struck out the draft names what speaks against it, and leaves the reason open.
    """
    figures = " ".join(_worth(file))
    if file.guards:
        against = "; ".join(guard.clause for guard in file.guards)
        released = f"Released although: {against}. {figures}"
        return f"{released} {drafted_because()} "
    best = file.scenario == decision.chosen and sum(not f.guards for f in decision.files) > 1
    most = " Of the files that meet them it keeps the most." if best else ""
    words = "It meets {all_of_them}.{most} {figures}"
    return words.format(all_of_them=_all_of(file), most=most, figures=figures)


def drafted_because() -> str:
    """Return where the draft leaves the reason open."""
    return "Because:"


def described(file: FileVerdict) -> str:
    """Return the standing of a file that is not proposed: thresholds met, others, and what else is wrong."""
    against = _against(file)
    return _met(file) + (f", but it {against}" if against else "")


def _against(file: FileVerdict) -> str:
    """Return what speaks against a file apart from its thresholds, in the words that follow its name."""
    return " and ".join(guard.sentence for guard in file.guards if not guard.threshold)


def _met(file: FileVerdict) -> str:
    """Return how many rules a file meets, which it does not, and that none is about households that were measured."""
    short = _some([guard.sentence for guard in file.distinct_guards if guard.threshold])
    met = _rules_met(file) if file.households_judged else f"{_rules_met(file)}, {HOUSEHOLDS}"
    return met + (f" ({short})" if short else "")


def _rules_met(file: FileVerdict) -> str:
    """Return how many of all rules a file meets."""
    return f"{_all_of(file)} met" if file.met == file.rules else f"{file.met} of {file.rules} rules met"


def _all_of(file: FileVerdict) -> str:
    return {1: "the one rule", 2: "both rules"}.get(file.rules, f"all {file.rules} rules")


def unconfirmed(purpose: Purpose) -> str:
    """Say whose rules these are where nobody has said what the files are for."""
    return f"by the rules proposed for a {RELEASE_NAMES[purpose.release].lower()}, which nobody has confirmed"


def lines_of(files: Sequence[FileVerdict]) -> tuple[str, ...]:
    """Return the verdict on every file in a line; at the end that no rule is about households, where that is so."""
    unjudged = any(not file.households_judged for file in files)
    return (*map(_line, files), *([f"{HOUSEHOLDS}: no rule is about their risk"] if unjudged else []))


def _line(file: FileVerdict) -> str:
    """Return the verdict on one file: its word, the rules met, the weightiest reason and how many more."""
    met = _rules_met(file)
    if not file.guards:
        return f"{file.scenario}: {file.standing}, {met}"
    against = sorted(file.distinct_guards, key=lambda guard: guard.standing is not Standing.NO)
    more = and_more(len(against) - 1) if len(against) > 1 else ""
    return f"{file.scenario}: {file.standing}, {met}: {against[0].clause}{more}"


def _some(sentences: Sequence[str]) -> str:
    left_out = len(sentences) - MOST_NAMED
    return "; ".join(sentences[:MOST_NAMED]) + (";" + and_more(left_out) if left_out > 0 else "")


def _struck(files: Sequence[FileVerdict]) -> str:
    """Return the files that come near nothing, each with its weightiest reason."""
    by_reason: dict[str, list[str]] = {}
    for file in files:
        if file.guards and not file.comes_near:
            why = file.unranked or min(file.distinct_guards, key=lambda guard: guard.standing is not Standing.NO)
            by_reason.setdefault(f"({why.sentence})" if why.threshold else why.sentence, []).append(file.quoted)
    return _some(
        [f"{first_of(names, MOST_ALIKE)} {_said_of(reason, len(names))}" for reason, names in by_reason.items()]
    )


def _said_of(sentence: str, n: int) -> str:
    """Return what is said of one file as it is said of several."""
    verb, rest = sentence.split(" ", 1)
    return f"{PLURALS.get(verb, verb)} {rest}" if n > 1 else sentence


def reasons_of(
    files: Sequence[FileVerdict], chosen: FileVerdict | None, closest: FileVerdict | None, *, toothless: bool
) -> tuple[str, ...]:
    """Return what else an officer should know of the file that is named, and which files were struck out unranked."""
    sentences = []
    if toothless:
        sentences.append("That a masked file meets them says nothing, so none is proposed.")
    elif named := chosen or closest:
        sentences += _worth(named)
    if not toothless and closest:
        sentences += _passed_over(files, closest)
    struck = [file for file in files if file.unranked]
    if (toothless or chosen or closest) and struck:
        sentences.append(f"Left out: {_struck(struck)}.")
    return tuple(sentences)


def _passed_over(files: Sequence[FileVerdict], closest: FileVerdict) -> list[str]:
    """Say which files of no use meet more rules than the closest, and why none of them is named in its place."""
    more = [f for f in files if f.of_no_use and not f.unranked and f.met > closest.met]
    over = [f"{f.quoted} meets more rules ({f.met} of {f.rules}), but it {_against(f)}" for f in more]
    return [f"{_some(over)}."] if over else []


def _risk_words(file: FileVerdict, risk: RiskFigure) -> str:
    """Return the words for the file's risk, with its limit where the figure holds, and for what it rests on.

    The figure is left out where it is among the broken rules that are named.
    """
    intruder = _intruder(risk)
    broken = [guard for guard in file.distinct_guards if guard.threshold][:MOST_NAMED]
    if any(guard.threshold == FILE_RISK.id and guard.kind is GuardKind.THRESHOLD for guard in broken):
        return f"The rules are about {intruder}." if intruder else ""
    return f"Risk of the file {_amount(file, risk)}{f', for {intruder}' if intruder else ''}."


def _amount(file: FileVerdict, risk: RiskFigure) -> str:
    amount = f"at most {exact_percent(risk.value)}" if risk.at_most else exact_percent(risk.value)
    if any(guard.threshold == FILE_RISK.id and guard.kind is GuardKind.DOES_NOT_HOLD for guard in file.guards):
        return f"{amount}, a figure that does not hold"
    if risk.limit is not None:
        return f"{amount}, limit {trimmed_percent(risk.limit)}"
    if risk.repeats:
        return f"{amount}: of so many people the file repeats the record, beyond chance"
    attacked = any(r.threshold in ATTACK_RULES for v in file.judgements for r, j in v.judgements if j.verdict in JUDGED)
    return f"{amount}, which includes what anybody could guess" if attacked else amount


def _intruder(risk: RiskFigure) -> str:
    """Return whom the figure is about by what is known, and how one fares who knows more; empty for no keys."""
    if not risk.keys:
        return ""
    knows = one_or_many("this key", f"these {len(risk.keys)} keys", len(risk.keys))
    more = f"; {risk.informed}" if risk.informed else ""
    return f"an intruder who knows {knows}{more}"


def _worth(file: FileVerdict) -> list[str]:
    sentences = []
    if file.risk is not None:
        sentences += [words] if (words := _risk_words(file, file.risk)) else []
        if file.risk.holds and not file.risk.comparable_with_original:
            sentences.append("It cannot be compared with the original's risk.")
    if file.place is not None and file.place > 0:
        sentences.append(
            f"Its utility at published detail lies {exact_percent(file.place)} of the way from shuffled columns to the "
            "original."
        )
    if file.kept:
        sentences.append(f"It keeps {file.kept} of {file.published} published figures.")
    return sentences


def steps_of(
    files: Sequence[FileVerdict],
    chosen: FileVerdict | None,
    closest: FileVerdict | None,
    runner_up: FileVerdict | None,
    *,
    toothless: bool,
) -> tuple[NextStep, ...]:
    """Return what to do next, the first thing first."""
    if toothless:
        return (NextStep(StepKind.LIMITS, "Set limits that the original does not meet"),)
    if not chosen and not closest:
        return _next_changes(files)
    named = chosen or closest
    assert named is not None
    steps = [
        NextStep(StepKind.RECORD, "Record the decision", (named.scenario,))
        if chosen
        else NextStep(StepKind.LABORATORY, "Open it in the Laboratory", (named.scenario,))
    ]
    if runner_up:
        pair = (named.scenario, runner_up.scenario)
        steps.append(NextStep(StepKind.SIDE_BY_SIDE, f"Compare it with {runner_up.quoted}", pair))
    why = (StepKind.LOSSES, "See what it loses") if chosen else (StepKind.WHY, "See why")
    steps.append(NextStep(*why, (named.scenario,)))
    return tuple(steps)


def _measuring(files: Sequence[FileVerdict]) -> list[NextStep]:
    missing = [g for f in files for g in f.guards if g.kind in (GuardKind.NOT_MEASURED, GuardKind.NO_UTILITY)]
    if missing and all(NOT_LINKED in guard.reason for guard in missing):
        return [NextStep(StepKind.FILES, "Say how records are linked")]
    return [NextStep(StepKind.MEASURE, "Measure what is missing")] if missing else []


def _next_changes(files: Sequence[FileVerdict]) -> tuple[NextStep, ...]:
    unmeasured = (GuardKind.NOT_MEASURED, GuardKind.NO_UTILITY)
    others = [f for f in files if f.unranked and f.unranked.kind not in unmeasured]
    if others or not files:
        bring = one_or_many("Bring in a masked file", "Bring in the masked files", len(others))
        return NextStep(StepKind.FILES, bring), *_measuring([f for f in files if f not in others])
    if not any(file.rules > 1 for file in files):  # one is that of utility
        return (NextStep(StepKind.LIMITS, "Set a threshold"),)
    if not any(file.judgements for file in files):
        return (NextStep(StepKind.VARIABLES, "Say what an intruder may know"),)
    if any(file.struck_by(GuardKind.NO_CONTROL) for file in files):
        return (NextStep(StepKind.FILES, "Add a control file"), *_measuring(files))
    return tuple(_measuring(files)) or (NextStep(StepKind.LABORATORY, "Mask the original in another way"),)
