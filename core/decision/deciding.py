"""Which file can go out: each is judged on its own, then the best of those that nothing speaks against is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.assessment import Assessment, Comparison
from core.decision.frontier import neighbour
from core.decision.guards import OF_UTILITY, guards, published_figures, worst_judgements
from core.decision.informed_intruder import informed
from core.decision.judging import ScenarioVerdict, judged, keysets_of, not_for
from core.decision.purpose import DEFAULT_PURPOSE, Purpose
from core.decision.risk_thresholds import FILE_RISK, FOR_MEASURE, Verdict
from core.decision.verdict import Decision, FileVerdict, Guard, GuardKind, RiskFigure, Standing
from core.decision.verdict_words import closest_of, headline_of, lines_of, reasons_of, steps_of, unconfirmed
from core.measures import Result, detail_of
from core.risk import RiskDetail
from core.statistics.reproducible import sort_value
from core.views import (
    FILE_RISK_MEASURE,
    SYNTHETIC_RISK_MEASURE,
    UTILITY_AXES,
    axis_resolution,
    default_utility,
    is_bound,
    not_comparable,
    place_above_shuffled,
    published_value,
    validity,
)
from core.wording import sentence_case

HOUSEHOLD_RISK = "household_risk"


def decide(comparison: Comparison, agreed: Purpose | None) -> Decision:
    """Judge every file by one purpose and say which can go out.

    A file is judged by its own figures and the original's alone: another file in the comparison changes nothing of it.

    Parameters
    ----------
    comparison : Comparison
    agreed : Purpose or None
        None: nobody has said what the files are for; they are judged by the default, which is said.

    Returns
    -------
    Decision
        ``chosen`` is None where nothing deserves to be proposed: no file passes, or the original passes as well, so
        that the limits prove nothing.
    """
    purpose = agreed or DEFAULT_PURPOSE
    files = tuple(file_verdict(scenario, comparison, purpose) for scenario in comparison.scenarios)
    idle = proves_nothing(comparison, purpose)
    toothless = bool(files) and len(idle) == len(files)
    able = sorted((f for f in files if f.standing is Standing.GO), key=_worth, reverse=True)
    near = sorted((f for f in files if f.comes_near), key=_nearness)
    chosen = able[0] if able else None
    closest = near[0] if near and not chosen else None
    open_ = [f for f in files if not (f.unranked or f.of_no_use)]
    runner_up = neighbour(chosen or closest, tuple(dict.fromkeys((*able, *near, *open_))))
    said = reasons_of(files, chosen, closest, toothless=toothless)
    return Decision(
        _standing(files, chosen),
        files,
        chosen.scenario if chosen else None,
        closest.scenario if closest else None,
        runner_up.scenario if runner_up else None,
        headline_of(files, chosen, closest, purpose, toothless=toothless),
        closest_of(closest, toothless=toothless),
        said if agreed or not files else (*said, f"It is judged {unconfirmed(purpose)}."),
        steps_of(files, chosen, closest, runner_up, toothless=toothless),
    )


def verdict_lines(comparison: Comparison) -> tuple[str, ...]:
    """Return the verdict on every file in a line, by rules that nobody has confirmed, which the first line says."""
    files = decide(comparison, None).files
    return (f"{sentence_case(unconfirmed(DEFAULT_PURPOSE))}:", *lines_of(files)) if files else ()


def file_verdict(scenario: Assessment, comparison: Comparison, purpose: Purpose) -> FileVerdict:
    """Judge one file."""
    by_keyset = tuple(
        ScenarioVerdict(scenario.name, keyset, judged(scenario, purpose, keyset)) for keyset in keysets_in(comparison)
    )
    worst = worst_judgements(by_keyset)
    axis = default_utility(comparison).measure or UTILITY_AXES[0]
    utility = scenario.outcome(axis)
    against = guards(scenario, comparison, by_keyset)
    of_use = not any(guard.kind in OF_UTILITY for guard in against)
    if not against and _original_passes(comparison, purpose, scenario):
        against = (Guard(GuardKind.PROVES_NOTHING, "meets only limits that the unmasked original meets as well"),)
    return FileVerdict(
        scenario.name,
        scenario.file,
        against,
        by_keyset,
        of_use + sum(j.verdict is Verdict.MET for _r, j, _k in worst),
        1 + (len(worst) if by_keyset else sum(not not_for(scenario, purpose, r) for r in purpose.requirements)),
        _risk(scenario, comparison.original, keysets_in(comparison), purpose),
        utility.value if isinstance(utility, Result) else None,
        _place(scenario, axis),
        *published_figures(scenario),
        _households_judged(scenario, purpose),
        axis,
    )


def _households_judged(scenario: Assessment, purpose: Purpose) -> bool:
    """Whether a rule is about the risk of households, where it was measured."""
    return not scenario.results(HOUSEHOLD_RISK) or purpose.requirement(f"{FOR_MEASURE}{HOUSEHOLD_RISK}") is not None


def _place(scenario: Assessment, axis: str) -> float | None:
    """Return where what a file publishes lies between shuffled columns and the original."""
    outcome, known = scenario.outcome(axis), axis_resolution(scenario, axis)
    published = published_value(outcome) if isinstance(outcome, Result) else None
    return None if published is None or known is None else place_above_shuffled(published, axis, known)


def proves_nothing(comparison: Comparison, purpose: Purpose) -> frozenset[str]:
    """Return the files whose rules the unmasked original meets as well, so that they prove nothing."""
    return frozenset(s.name for s in comparison.scenarios if _original_passes(comparison, purpose, s))


def _original_passes(comparison: Comparison, purpose: Purpose, scenario: Assessment) -> bool:
    """Whether the original meets every threshold of risk that applies to a file."""
    keysets = keysets_in(comparison)
    purpose = replace(purpose, requirements=tuple(r for r in purpose.requirements if not r.at_least))
    judgements = [j for keyset in keysets for _r, j in judged(comparison.original, purpose, keyset, scenario)]
    verdicts = [j.verdict for j in judgements if j.verdict is not Verdict.NOT_FOR]
    return bool(verdicts) and all(verdict is Verdict.MET for verdict in verdicts)


def keysets_in(comparison: Comparison) -> tuple[str, ...]:
    """Return the key sets that every file is judged by, whether or not it was measured for them."""
    declared = tuple(keyset.name for keyset in comparison.keysets)
    measured = (keysets_of(file) for file in comparison.files)
    return declared or next((names for names in measured if names), ())


def _risk(scenario: Assessment, original: Assessment, keysets: Sequence[str], purpose: Purpose) -> RiskFigure | None:
    """Return the risk of the file in the key set where it is largest; of a synthetic file what it discloses."""
    requirement = purpose.requirement(FILE_RISK.id)
    limit = requirement.limit if requirement and not not_for(scenario, purpose, requirement) else None
    measured = [
        (o.value, keyset, o)
        for measure in (FILE_RISK_MEASURE, SYNTHETIC_RISK_MEASURE)
        for keyset in keysets
        if isinstance(o := scenario.outcome(measure, (keyset,)), Result)
    ]
    if not measured:
        return None
    _value, keyset, largest = max(measured, key=lambda each: sort_value(each[0]))
    own = original.outcome(largest.measure, (keyset,))
    on_axis = not not_comparable(own if isinstance(own, Result) else None, largest)
    holds = not validity(largest)
    detail = detail_of(largest, RiskDetail)
    repeats = detail.get("larger") == "records_repeated"
    keys = tuple(detail.get("keys", ())) if largest.measure == FILE_RISK_MEASURE else ()
    return RiskFigure(
        largest.measure,
        keyset,
        largest.value,
        limit,
        largest.interval,
        holds,
        on_axis,
        is_bound(largest),
        repeats,
        keys,
        informed(scenario, keys) if keys else "",
    )


def _standing(files: Sequence[FileVerdict], chosen: FileVerdict | None) -> Standing:
    """Green where a file is proposed; red where every file breaks a rule; else amber."""
    if chosen:
        return Standing.GO
    return Standing.NO if all(f.standing is Standing.NO for f in files) else Standing.NOT_KNOWN


def _worth(file: FileVerdict) -> tuple[float, float, float]:
    """Return what files that can go out are ranked by: utility, then figures kept, then less risk."""
    kept = file.kept / file.published if file.published else 0.0
    return file.usefulness, sort_value(kept), -sort_value(file.risk.value if file.risk else 1.0)


def _nearness(file: FileVerdict) -> tuple[float, ...]:
    """Return what files are ranked by that come near: rules that they break, by how much, then what they are worth."""
    excess = [
        # of a measure that is no share in parts of its limit, so that no unit decides
        abs((j.value or 0.0) - r.highest) / (1.0 if r.is_share else max(abs(r.highest), 1.0))
        for r, j, _k in worst_judgements(file.judgements)
        if j.verdict is Verdict.NOT_MET
    ]
    return float(file.failed), sort_value(sum(sorted(excess))), *(-x for x in _worth(file))
