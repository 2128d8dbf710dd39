"""Inference: a sensitive value guessed as that of the masked record which is most like what is known of a person."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from core.data import Coded, Level, Release
from core.measures import Answer, Result
from core.risk.attacks.attacked_files import AttackedFiles, released, sensitive, with_nan
from core.risk.attacks.families import AttackDetail, FilesDetail, attack, replace_detail, result, skipped
from core.risk.attribute.sensitive import worst
from core.risk.families import NO_SENSITIVE, SENSITIVE
from core.risk.rate_intervals import effective_attacks
from core.statistics.arrays import Floats, Integers
from core.statistics.attacks import Rate, RecordBlocks, nearest
from core.statistics.ordering import value_codes
from core.statistics.reproducible import TOLERANCE, above
from core.wording import first_of, percent

LEAST_KNOWN = (
    "the upper end of the interval is that of {name}, whose risk may be as high as {end}: the largest of several risks "
    "is known no better than each of them"
)


class OfVariable(AttackDetail):
    """The attack on one sensitive variable."""

    risk: float
    risk_interval: list[float]
    tolerance: float | None


class InferenceDetail(AttackDetail):
    """The attack on the sensitive variable that fares worst; all of them beneath."""

    worst: str
    by_variable: dict[str, OfVariable]
    without_value: dict[str, str]


@attack(
    id="inference",
    name="Inference of a sensitive value",
    reference="Giomi, Boenisch, Wehmeyer and Tasnadi (2023), PoPETs 2023(2), 312-328 (anonymeter), section 4.3; Gower "
    "(1971), Biometrics 27, 857-871",
    summary="How many more people's sensitive value is guessed from the masked file than of people not in it.",
    formula=r"\begin{gathered} r = \frac{a - c}{1 - c} \\[1ex] a = \frac{1}{T} \sum_{i=1}^{T} [\, |\hat{s}_i - s_i| "
    r"\le \epsilon |\hat{s}_i| \,] \end{gathered}",
    reading="The intruder knows all other variables of a person (or those of risk.attack_known) and takes the "
    "sensitive value of the nearest masked record for the person's; among records equally near, of one at random. A "
    "number is right within 5% of the guess (risk.attack_tolerance). a: share of T people of the original guessed "
    "right; c: of the control. The worst sensitive variable counts; the interval ends where the highest does. 0: no "
    "better than of other people; 1: everybody's.",
    misleads="What the file teaches about everybody, such as that smokers fall ill, is in c and no risk here. One "
    "record is asked; a model of the file may guess better. A value that nearly everybody has leaves little to infer.",
    needs=SENSITIVE,
)
def inference(files: AttackedFiles) -> Answer[InferenceDetail, FilesDetail]:
    """Return the risk of the sensitive variable that fares worst, all of them in the detail."""
    attacked = {name: _attacked(files, name) for name in sensitive(files)}
    without = {name: why for name, why in attacked.items() if isinstance(why, str)}
    risks = {name: risk for name, risk in attacked.items() if isinstance(risk, Result)}
    by_variable: dict[str, OfVariable] = {name: _of_variable(files, name, risk) for name, risk in risks.items()}
    name = worst({name: risk.value for name, risk in risks.items()})
    if name is None:
        return skipped(files, next(iter(without.values()), NO_SENSITIVE))
    detail: InferenceDetail = {
        **risks[name].detail,
        "worst": name,
        "by_variable": by_variable,
        "without_value": without,
    }
    outcome, flags = replace_detail(risks[name], detail), risks[name].flags or ()
    low, high = (max(ends) for ends in zip(*(of["risk_interval"] for of in by_variable.values()), strict=True))
    if above(high, by_variable[name]["risk_interval"][1]):
        least_known = worst({name: of["risk_interval"][1] for name, of in by_variable.items()})
        flags = (*flags, LEAST_KNOWN.format(name=least_known, end=percent(high)))
    return replace(outcome, interval=(low, high), flags=flags)


def _of_variable(files: AttackedFiles, name: str, risk: Result[AttackDetail]) -> OfVariable:
    tolerance = files.parameters.attack_tolerance if _is_number(files, name) else None
    assert risk.interval is not None
    return {**risk.detail, "risk": risk.value, "risk_interval": list(risk.interval), "tolerance": tolerance}


def _is_number(files: AttackedFiles, name: str) -> bool:
    return files.variables[files.names.index(name)].recoded.level is Level.CONTINUOUS


def _attacked(files: AttackedFiles, name: str) -> Result[AttackDetail] | str:
    """Return the attack on one sensitive variable, or why there is none."""
    known = [other for other in files.parameters.attack_known or files.names if other != name]
    if unknown := [other for other in known if other not in files.names]:
        return f"{first_of(unknown, 3)}: not a variable that all files have; say otherwise what is known"
    if not known:
        return "nothing else is known of anybody: the files have no other variable in common"
    (secret,), place = files.places([name]), files.places(known)
    variable, control = files.variables[secret], files.pair.control
    numeric = _is_number(files, name)
    tolerance = files.parameters.attack_tolerance if numeric else 0.0
    people = files.people[~variable.recoded.take(files.people).is_missing()]
    if not len(people):
        return "every value is missing in the original"
    asked = _Asked(files, place, with_nan(released(variable)), tolerance)
    rate = asked.guessed(files.scaled[0], variable.recoded, people, files.pair.original)
    truth = with_nan(variable.recoded.take(people))
    baseline = Rate(_by_chance(asked.said, truth, tolerance), len(people))
    others = None
    if control is not None and files.scaled[2] is not None:
        secrets = control.columns[name]
        strangers = files.others[~secrets.take(files.others).is_missing()]
        if not len(strangers):
            return "every value is missing in the control file"
        others = asked.guessed(files.scaled[2], secrets, strangers, control)
    knows = "all other variables" if not files.parameters.attack_known else first_of(known, 6)
    within = f", within {percent(tolerance, 0)} of the guess" if numeric else ""
    return result(files, rate, baseline, others, f"{knows}; guesses {name}{within}")


@dataclass(frozen=True, eq=False)
class _Asked:
    """What is known of people, what masked records say, and how far off a guess may be."""

    files: AttackedFiles
    known: Integers
    said: Floats
    tolerance: float

    def guessed(self, scaled: RecordBlocks, secrets: Coded, rows: Integers, of: Release) -> Rate:
        """Return how often the secret of these rows of a file is guessed right."""
        released, truth = self.files.scaled[1].of_variables(self.known), with_nan(secrets.take(rows))
        people = scaled.of_variables(self.known).take(rows)
        right = nearest(people, released, self.said, truth, self.tolerance, likely=rows).right
        return Rate(float(np.sort(right).sum()), len(rows), effective_attacks(right, rows, of.drawn))


def _by_chance(said: Floats, truth: Floats, tolerance: float) -> float:
    """Return how many would be guessed right, expected, by the value of a masked record taken at random."""
    _, guesses, counts = value_codes(said)
    reach = tolerance * np.abs(guesses) * (1 + TOLERANCE)
    distinct, times = np.unique(truth, return_counts=True)
    first = np.searchsorted(distinct, guesses - reach, side="left")
    last = np.searchsorted(distinct, guesses + reach, side="right")
    below = np.concatenate([[0], np.cumsum(times)])
    return float((counts * (below[last] - below[first])).sum() / len(said))
