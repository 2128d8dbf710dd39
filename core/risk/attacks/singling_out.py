"""Singling out: predicates that one released record meets, and whether exactly one person meets them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.measures import Answer, Basis
from core.risk.attacks.attacked_files import ONE, SEVERAL, AttackedFiles
from core.risk.attacks.families import AttackDetail, FilesDetail, attack, result, skipped
from core.risk.attacks.predicates_asked import Asked
from core.risk.rate_intervals import effective_attacks
from core.statistics.attacks import Rate
from core.wording import first_of

FORMULA = (
    r"\begin{gathered} r = \frac{a - c}{1 - c} \\[1ex] a = \frac{1}{P}\, \#\{\text{predicates that one} \\ "
    r"\text{person of the original meets}\} \end{gathered}"
)
READING = (
    "P predicates that exactly one masked record meets are put to the original and to the control: a is the share that "
    "exactly one person of the original meets, c the same among as many people: the control's take the place of "
    "originals drawn at random (over all draws; each counts for the originals who keep their place as well). 0: a "
    "predicate singles out no more people than among others; 1: each does. As anonymeter where the control is as large "
    "as the original; of a smaller one anonymeter lets the control's rate fall where it rises, and gives people who "
    "are strangers to the file a risk."
)
REFERENCE = (
    "Giomi, Boenisch, Wehmeyer and Tasnadi (2023), PoPETs 2023(2), 312-328 (anonymeter); Cohen and Nissim (2020); "
    "Article 29 Working Party, Opinion 05/2014"
)
singling_out = attack.sharing(reference=REFERENCE, formula=FORMULA, reading=READING, basis=Basis.PREDICATES)


@singling_out(
    id=ONE,
    name="Singling out by one variable",
    summary="How many more people are singled out by a rare value of the masked file than among people not in it.",
    misleads="Only values that one masked record has, the smallest and the largest ones are tried; where every value "
    "is frequent there is none. Few predicates make a wide interval.",
)
def singling_out_univariate(files: AttackedFiles) -> Answer[AttackDetail, FilesDetail]:
    """Return the risk of predicates over one variable."""
    return _attacked(files, ONE, 1)


@singling_out(
    id=SEVERAL,
    name="Singling out by several variables",
    summary="How many more people are singled out by a few values of the masked file than among people not in it.",
    misleads="Predicates of three variables are tried (risk.attack_variables); an intruder may use more. A predicate "
    "that one person meets does not say who that is. Values changed by noise make predicates fail that a patient "
    "intruder would mend.",
)
def singling_out_multivariate(files: AttackedFiles) -> Answer[AttackDetail, FilesDetail]:
    """Return the risk of predicates over several variables."""
    return _attacked(files, SEVERAL, files.parameters.attack_variables)


def _attacked(files: AttackedFiles, name: str, n_columns: int) -> Answer[AttackDetail, FilesDetail]:
    asked = files.predicates[name]
    if not len(asked):
        return skipped(files, "no predicate was found that exactly one masked record meets: no person is rare enough")
    rate = Rate(int(asked.alone.sum()), len(asked), _effective_attacks(files, asked, asked.alone))
    baseline = Rate(int(asked.by_guess.sum()), len(asked))
    knows = f"rare values of {_columns(n_columns, len(files.names))} as they stand in the masked file, of "
    knows += first_of(list(files.names), 6)
    return result(files, rate, baseline, _on_control(files, asked), knows)


def _columns(n_columns: int, n: int) -> str:
    return "one variable" if n_columns == 1 or n == 1 else f"{min(n_columns, n)} variables at a time"


def _effective_attacks(files: AttackedFiles, asked: Asked, alone: NDArray[Any]) -> int | None:
    """Return how many predicates tell as much: those made of the records of one household hold or fail together."""
    return effective_attacks(alone.astype(np.float64), asked.made_of, files.pair.masked.drawn)


def _on_control(files: AttackedFiles, asked: Asked) -> Rate | None:
    """Return how many predicates single out among others: each counts for the places that a control leaves as well."""
    if asked.others is None:
        return None
    n, effective = len(asked), _effective_attacks(files, asked, asked.others)
    successes = min(float(np.sort(asked.others).sum()) / asked.places, float(n))
    return Rate(successes, n, effective if asked.places == 1 else max(round((effective or n) * asked.places), 1))
