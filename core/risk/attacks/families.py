"""What attacks share: traits, section of the page, and the rates that stand behind every figure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NotRequired, TypedDict

from core.data import Pair, Release
from core.measures import Answer, Answers, Basis, Group, Measure, Passes, Result, Skipped, Subject
from core.risk.attacks.attacked_files import AttackedFiles, prepare_attacks
from core.risk.families import risk_measure
from core.risk.key_sets import Detail, SkippedDetail
from core.risk.treatments import as_seen
from core.risk.validity import why_not_valid
from core.statistics.attacks import Rate, net_of
from core.wording import first_of, one_or_many

ATTACKS = Group(
    "Attacks net of chance",
    "How much more often an attack succeeds on the people of the original than on people who are not in it.",
    risk=True,
)

COPIED = 0.05
"""Share of masked records equal to original ones from which every attack says so."""
INTERVAL = "Wilson intervals of both rates, propagated"
INTERVAL_OF_UNITS = "Wilson intervals of both rates at the effective number of attacks, by {units}, propagated"
ONE_BY_ONE = (
    "its interval takes {who} as drawn one by one, and is too narrow: those of one {unit} are alike, and {file} does "
    "not say who they are"
)


class RateDetail(TypedDict):
    """How often an attack succeeded; ``told``: the effective number of attacks, were people drawn one by one."""

    attacks: int
    successes: float
    rate: float
    interval: list[float]
    told: NotRequired[int]


class RatesDetail(TypedDict):
    """What every figure net of chance has behind it, whether it is of all variables or of one key set."""

    attack: RateDetail
    baseline: NotRequired[RateDetail | None]
    control: RateDetail | None
    knows: str
    n_original: int
    n_masked: int
    n_control: int | None


class AttackDetail(TypedDict):
    """The rates behind a risk, and what the intruder is taken to know."""

    attack: RateDetail
    baseline: RateDetail | None
    control: RateDetail | None
    net_of: str
    above: float
    knows: str
    variables: list[str]
    n_original: int
    n_masked: int
    n_control: int | None
    copies: int
    interval_kind: str


class FilesDetail(TypedDict):
    """What is known where an attack has no figure."""

    variables: list[str]
    n_original: int
    n_masked: int
    n_control: int | None


def outcomes(
    measure: Measure, files: AttackedFiles, outcome: Callable[[AttackedFiles], Answer[Detail, SkippedDetail]]
) -> Answers[Detail, SkippedDetail | FilesDetail]:
    """Yield the outcome of an attack, with why it does not hold where the masking makes it so."""
    if files.problem:
        yield replace(skipped(files, files.problem), measure=measure.id)
        return
    answer, sentences = outcome(files), why_not_valid(measure.basis, files.names, as_seen(files.pair))
    yield replace(answer, measure=measure.id, validity=(*answer.validity, *sentences))


measure_of_files = risk_measure.sharing(
    subject=Subject.PAIR,
    prepare=prepare_attacks,
    requires=frozenset(),
    passes=Passes.RECORDS,
    cost=3.0,
    basis=Basis.NEAREST,
    group=ATTACKS,
    why_above="The figure is higher than the original's by chance: other records are the nearest, or alone.",
)
attack = measure_of_files.over(outcomes)
"""Of a function that attacks the files and returns the outcome."""


def rate_detail(rate: Rate) -> RateDetail:
    """Return a rate as it is in the detail."""
    detail: RateDetail = {
        "attacks": rate.attacks,
        "successes": rate.successes,
        "rate": rate.value,
        "interval": list(rate.interval),
    }
    return detail if rate.effective is None else {**detail, "told": rate.effective}


def files_detail(files: AttackedFiles) -> FilesDetail:
    """Return what every attack says of the files."""
    control = files.pair.control
    return {
        "variables": list(files.names),
        "n_original": files.pair.original.n_records,
        "n_masked": files.pair.masked.n_records,
        "n_control": None if control is None else control.n_records,
    }


def skipped(files: AttackedFiles, reason: str) -> Skipped[FilesDetail]:
    """Return that an attack has no figure, and why."""
    return Skipped("", (), reason, files_detail(files))


def result(files: AttackedFiles, rate: Rate, baseline: Rate, control: Rate | None, knows: str) -> Result[AttackDetail]:
    """Return the risk of an attack, net of the control; without one, net of guessing."""
    risk = net_of(rate, control or baseline)
    detail: AttackDetail = {
        **files_detail(files),
        "attack": rate_detail(rate),
        "baseline": rate_detail(baseline),
        "control": None if control is None else rate_detail(control),
        "net_of": "control" if control else "guessing",
        "above": risk.above,
        "knows": knows,
        "copies": files.copies,
        "interval_kind": interval_kind(files.pair, rate),
    }
    return Result("", (), risk.value, rate.attacks, risk.interval, detail, flags(files, rate, control))


def replace_detail(of: Result[AttackDetail], detail: Detail) -> Result[Detail]:
    """Return the risk of an attack with more behind it."""
    return Result(of.measure, of.target, of.value, of.n, of.interval, detail, of.flags)


def interval_kind(pair: Pair, rate: Rate) -> str:
    """Return what the interval of a risk is."""
    drawn = pair.original.drawn
    if rate.effective is None or drawn is None:
        return INTERVAL
    return INTERVAL_OF_UNITS.format(units=f"{drawn.unit.value}s" if drawn.unit_variable else "strata")


def together(pair: Pair, rate: Rate) -> tuple[str, ...]:
    """Return that the interval is too narrow, where a file does not tell which of its records were drawn together."""
    drawn = pair.original.drawn
    if drawn is None or not drawn.unit_variable:
        return ()
    said = [] if rate.effective is not None else [("its attacks", "the masked file")]
    if pair.control is not None and not _tells_units(pair.control):
        said.append(("the people of the control", "the control file"))
    return tuple(ONE_BY_ONE.format(who=who, unit=drawn.unit.value, file=file) for who, file in said)


def _tells_units(file: Release) -> bool:
    return file.drawn is not None and bool(file.drawn.unit_variable)


def flags(files: AttackedFiles, rate: Rate, control: Rate | None) -> tuple[str, ...]:
    """Return what a reader of the figure must know: copies, no control, an attack that works as well on others."""
    said = []
    n_masked = files.pair.masked.n_records
    if files.copies >= COPIED * n_masked:
        said.append(
            f"{files.copies:,} of {n_masked:,} masked records {one_or_many('is', 'are', files.copies)} equal to "
            f"one of the original in all "
            f"{len(files.names)} variables: whoever is rare among them is in the file as he is"
        )
    if files.pair.control is None:
        said.append(
            "no control file: net of guessing alone, so that what the file rightly teaches about everybody counts as "
            "risk; add one on the Set up page, or by --control on the command line"
        )
    elif control is not None and control.value > rate.value:
        said.append("the attack succeeds more often on people who are not in the original: no risk beyond chance")
    said += together(files.pair, rate)
    lacking = [v.name for v in files.pair.variables if v.masked is not None and v.name not in files.names]
    if lacking:
        said.append(
            f"left out of the attack, because not all files have them in the same codes: {first_of(lacking, 5)}"
        )
    return tuple(said)
