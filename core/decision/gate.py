"""The gate of a pipeline: whether masked files meet a policy, fail it, or cannot be judged by it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import IntEnum

from core.assessment import Comparison, measure_by_id
from core.decision.deciding import file_verdict, keysets_in, proves_nothing
from core.decision.guards import worst_judgements
from core.decision.purpose import Purpose, Requirement
from core.decision.risk_thresholds import Judgement, Verdict
from core.decision.threshold_words import finding
from core.decision.verdict import UNDECIDED, FileVerdict, Guard, GuardKind
from core.decision.verdict_words import lines_of
from core.errors import PlanError
from core.wording import did_you_mean


class GateAnswer(IntEnum):
    """What the gate says; its number is the exit code."""

    PASSES = 0
    FAILS = 1
    NOT_JUDGED = 2


TOOTHLESS = "the original itself meets every threshold, so the limits cannot distinguish masked from unmasked"
BY_VERDICT = {Verdict.MET: GateAnswer.PASSES, Verdict.NOT_MET: GateAnswer.FAILS}


@dataclass(frozen=True)
class GateCheck:
    """One thing that was looked at.

    Parameters
    ----------
    scenario : str
        The masked file; empty: it is about all of them.
    answer : GateAnswer
    sentence : str
        What was found, with value, interval and limit where it is about a threshold.
    threshold, measure, keyset : str
        Empty where it is about none.
    value, limit : float or None
    interval : (float, float) or None
        95% interval.
    source : str
        Where the limit is from.
    """

    scenario: str
    answer: GateAnswer
    sentence: str
    threshold: str = ""
    measure: str = ""
    keyset: str = ""
    value: float | None = None
    interval: tuple[float, float] | None = None
    limit: float | None = None
    source: str = ""


@dataclass(frozen=True)
class GateVerdict:
    """The answer of the gate with all that it rests on.

    Parameters
    ----------
    answer : GateAnswer
        Fails where one check does, else cannot be judged where one cannot. Where any of the files is enough: that of
        the best one.
    checks : tuple of GateCheck
    passing : tuple of str
        The masked files that meet everything.
    lines : tuple of str
        The verdict on each file in a line.
    verdicts : mapping of str to str
        By masked file, the word that maps, pages and reports have for it.
    """

    answer: GateAnswer
    checks: tuple[GateCheck, ...]
    passing: tuple[str, ...]
    lines: tuple[str, ...] = ()
    verdicts: Mapping[str, str] = field(default_factory=dict)


def gate(
    comparison: Comparison, purpose: Purpose, today: date, scenario: str = "", *, any_of: bool = False
) -> GateVerdict:
    """Hold masked files against a policy.

    Parameters
    ----------
    comparison : Comparison
    purpose : Purpose
        The policy.
    today : date
        The policy must still be valid on it.
    scenario : str
        The only masked file to be judged; empty: all.
    any_of : bool
        Whether it is enough that one file passes, as in a sweep.

    Returns
    -------
    GateVerdict
        A figure that does not hold under the file's masking never passes.

    Raises
    ------
    PlanError
        There is no such masked file.
    """
    named = [s for s in comparison.scenarios if scenario in ("", s.name, s.file)]
    if not named:
        meant = did_you_mean(scenario, [s.name for s in comparison.scenarios])
        known = ", ".join(s.name for s in comparison.scenarios) or "none"
        raise PlanError(f"there is no masked file {scenario!r} in these results{meant}; there are: {known}")
    about_all = tuple(_of_the_policy(comparison, purpose, today))
    idle = proves_nothing(comparison, purpose)
    files = [file_verdict(s, comparison, purpose) for s in named]
    by_file = {file.scenario: tuple(_of_file(file, idle)) for file in files}
    answers = {name: _worst(checks) for name, checks in by_file.items()}
    best_first = sorted(answers.values(), key=[GateAnswer.PASSES, GateAnswer.NOT_JUDGED, GateAnswer.FAILS].index)
    whole = best_first[0 if any_of else -1]
    answer = GateAnswer.NOT_JUDGED if about_all else whole
    passing = () if about_all else tuple(n for n, given in answers.items() if given is GateAnswer.PASSES)
    checks = (*about_all, *(check for checks in by_file.values() for check in checks))
    return GateVerdict(answer, checks, passing, lines_of(files), {f.scenario: str(f.standing) for f in files})


def _worst(checks: tuple[GateCheck, ...]) -> GateAnswer:
    given = {check.answer for check in checks}
    return next((a for a in (GateAnswer.FAILS, GateAnswer.NOT_JUDGED) if a in given), GateAnswer.PASSES)


def _of_the_policy(comparison: Comparison, purpose: Purpose, today: date) -> Iterator[GateCheck]:
    """Yield why nothing can be judged by this policy; nothing where it can."""
    if purpose.valid_until and today > date.fromisoformat(purpose.valid_until):
        words = "the policy was valid until {day}; have it signed anew"
        yield GateCheck("", GateAnswer.NOT_JUDGED, words.format(day=purpose.valid_until))
    measured = {k.name: frozenset(k.variables) for k in comparison.keysets}
    for name, variables in purpose.keysets:
        if frozenset(variables) not in measured.values():
            words = "the policy asks for the key set {name} ({variables}), which was not measured: run again with it"
            said = words.format(name=name, variables=", ".join(variables))
            yield GateCheck("", GateAnswer.NOT_JUDGED, said, keyset=name)
    if len(proves_nothing(comparison, purpose)) == len(comparison.scenarios):
        yield GateCheck("", GateAnswer.NOT_JUDGED, TOOTHLESS)
    if not keysets_in(comparison):
        yield GateCheck("", GateAnswer.NOT_JUDGED, "no key set was measured, so no risk is known")


def _of_file(file: FileVerdict, idle: Collection[str]) -> Iterator[GateCheck]:
    """Yield every threshold as it was judged in the key set that it is met in least, then what else speaks against."""
    if file.scenario in idle:
        yield GateCheck(file.scenario, GateAnswer.NOT_JUDGED, TOOTHLESS)
    for requirement, judgement, keyset in worst_judgements(file.judgements):
        yield _of_threshold(file.scenario, requirement, judgement, keyset)
    of_file = (g for g in file.guards if not g.threshold and g.kind is not GuardKind.PROVES_NOTHING)
    yield from (_of_guard(file.scenario, guard) for guard in of_file)


def _of_threshold(scenario: str, requirement: Requirement, judgement: Judgement, keyset: str) -> GateCheck:
    sentence = finding(requirement, judgement)
    if judgement.interval is not None and judgement.verdict is not Verdict.CANNOT_TELL:
        measure = measure_by_id(judgement.measure)
        low, high = map(measure.value_text, judgement.interval)
        sentence += f" (95% interval {low} to {high}){measure.interval_mark}"
    return GateCheck(
        scenario,
        BY_VERDICT.get(judgement.verdict, GateAnswer.NOT_JUDGED),
        sentence,
        requirement.threshold,
        judgement.measure,
        keyset,
        judgement.value,
        judgement.interval,
        requirement.limit,
        requirement.source,
    )


def _of_guard(scenario: str, guard: Guard) -> GateCheck:
    return GateCheck(scenario, GateAnswer.NOT_JUDGED if guard.kind in UNDECIDED else GateAnswer.FAILS, guard.clause)
