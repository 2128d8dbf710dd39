"""Singling out: predicates that one released record meets, and whether exactly one person meets them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.measures import Answer, Basis, Result
from core.risk.attacks.attacked_files import ONE, SEVERAL, AttackedFiles
from core.risk.attacks.families import (
    AttackDetail,
    FilesDetail,
    RateDetail,
    attack,
    rate_detail,
    replace_detail,
    result,
    skipped,
)
from core.risk.attacks.predicates_asked import Asked
from core.risk.rate_intervals import told_by
from core.statistics.attacks import Rate, at_size, corrected_for_size, net_of
from core.statistics.reproducible import above
from core.wording import first_of, percent

FORMULA = (
    r"\begin{gathered} r = \frac{a - c}{1 - c} \\[1ex] a = \frac{1}{P}\, \#\{\text{predicates that one} \\ "
    r"\text{person of the original meets}\} \end{gathered}"
)
READING = (
    "P predicates that exactly one masked record meets are put to the original and to the control: a is the share that "
    "exactly one person of the original meets, c the same of the control, carried on to the original's number of "
    "records. 0: a predicate singles out no more people than among others; 1: each does."
)
REFERENCE = (
    "Giomi, Boenisch, Wehmeyer and Tasnadi (2023), PoPETs 2023(2), 312-328 (anonymeter); Cohen and Nissim (2020); "
    "Article 29 Working Party, Opinion 05/2014"
)


class SinglingOutDetail(AttackDetail):
    """The rates of the attack; with a control also its rate and the risk by the counts of the predicates in it."""

    control_as_counted: RateDetail | None
    risk_as_counted: float | None
    risk_as_counted_interval: list[float] | None


singling_out = attack.sharing(reference=REFERENCE, formula=FORMULA, reading=READING, basis=Basis.PREDICATES)


@singling_out(
    id=ONE,
    name="Singling out by one variable",
    summary="How many more people are singled out by a rare value of the masked file than among people not in it.",
    misleads="Only values that one masked record has, the smallest and the largest ones are tried; where every "
    "value is "
    "frequent there is none. Few predicates make a wide interval.",
    heading="Singled out (one variable)",
)
def singling_out_univariate(files: AttackedFiles) -> Answer[SinglingOutDetail, FilesDetail]:
    """Return the risk of predicates over one variable."""
    return _attacked(ONE, files, 1)


@singling_out(
    id=SEVERAL,
    name="Singling out by several variables",
    summary="How many more people are singled out by a few values of the masked file than among people not in it.",
    misleads="Predicates of three variables are tried (risk.attack_variables); an intruder may use more. A "
    "predicate that "
    "one person meets does not say who that is. Values changed by noise make predicates fail that a patient "
    "intruder would mend.",
    heading="Singled out (several)",
)
def singling_out_multivariate(files: AttackedFiles) -> Answer[SinglingOutDetail, FilesDetail]:
    """Return the risk of predicates over several variables."""
    return _attacked(SEVERAL, files, files.parameters.attack_variables)


def _attacked(name: str, files: AttackedFiles, n_columns: int) -> Answer[SinglingOutDetail, FilesDetail]:
    asked = files.predicates[name]
    if not len(asked):
        return skipped(
            name, files, "no predicate was found that exactly one masked record meets: nobody is rare enough"
        )
    told = partial(_told, files, asked)
    rate = Rate(int(asked.alone.sum()), len(asked), told(asked.alone))
    baseline = Rate(int(asked.by_guess.sum()), len(asked))
    controls = _on_control(asked, told)
    knows = f"rare values of {_columns(n_columns, len(files.names))} as they stand in the masked file, of "
    knows += first_of(list(files.names), 6)
    outcome = result(name, files, rate, baseline, controls[0] if controls else None, knows)
    return _with_counted(outcome, rate, controls[1] if controls else None)


def _with_counted(outcome: Result[AttackDetail], rate: Rate, counted: Rate | None) -> Result[SinglingOutDetail]:
    """Say beside the cautious correction for the control's size what the counts themselves let expect."""
    risk = net_of(rate, counted)
    detail: SinglingOutDetail = {
        **outcome.detail,
        "control_as_counted": None if counted is None else rate_detail(counted),
        "risk_as_counted": None if counted is None else risk.value,
        "risk_as_counted_interval": None if counted is None else list(risk.interval),
    }
    said = outcome.flags or ()
    if counted is not None and above(outcome.value, risk.interval[1]):
        said += (
            f"the control is smaller than the original, and its rate is carried on to the original's size cautiously "
            f"(as anonymeter does): this may be too high; by the counts of its predicates the risk is "
            f"{percent(risk.value)}",
        )
    return replace(replace_detail(outcome, detail), flags=said)


def _columns(n_columns: int, n: int) -> str:
    return "one variable" if n_columns == 1 or n == 1 else f"{min(n_columns, n)} variables at a time"


def _told(files: AttackedFiles, asked: Asked, alone: NDArray[np.bool_]) -> int | None:
    """Return how many predicates tell as much: those made of the records of one household hold or fail together."""
    return told_by(alone.astype(np.float64), asked.made_of, files.pair.masked.drawn)


def _on_control(asked: Asked, told: Callable[[NDArray[np.bool_]], int | None]) -> tuple[Rate, Rate] | None:
    """Return how many predicates single out among others: carried on to the original's size, and as counted."""
    control = asked.control
    if control is None:
        return None
    counts = control.counts
    rates = (rule(counts, control.n, asked.n_original) for rule in (corrected_for_size, at_size))
    cautious, counted = (Rate(successes, len(asked), told(counts == 1)) for successes in rates)
    return cautious, counted
