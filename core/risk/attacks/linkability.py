"""Linkability: two lists of the same people, with other variables each, joined by way of the masked file."""

from __future__ import annotations

import numpy as np

from core.data import Release, Role
from core.measures import Answer
from core.risk.attacks.attacked_files import AttackedFiles
from core.risk.attacks.families import AttackDetail, FilesDetail, attack, result, skipped
from core.risk.rate_intervals import effective_attacks
from core.statistics.arrays import Integers
from core.statistics.attacks import Rate, RecordBlocks, linked_shares, random_link_rate
from core.wording import first_of

TOO_FEW = "two lists of variables are needed, and the files have one variable in common"


@attack(
    id="linkability",
    name="Linkability of two lists",
    reference="Giomi, Boenisch, Wehmeyer and Tasnadi (2023), PoPETs 2023(2), 312-328 (anonymeter), section 4.2; Gower "
    "(1971), Biometrics 27, 857-871",
    summary="How many more people of two lists the masked file joins than of two lists of people not in it.",
    formula=r"\begin{gathered} r = \frac{a - c}{1 - c} \\[1ex] a = \frac{1}{T} \sum_{i=1}^{T} [N_k(x_i) \cap N_k(y_i) "
    r"\ne \emptyset] \end{gathered}",
    reading="Of each person one list has the variables x, the other the variables y. Both entries are joined where one "
    "masked record is among the k nearest to either, by Gower's distance; of records equally near at the edge "
    "every choice has the same chance. a: share of T people of the original joined; c: of the control. 0: the "
    "file joins nobody's data beyond chance; 1: everybody's.",
    misleads="Another division of the variables gives another figure: name the lists that intruders may have "
    "(risk.attack_first, risk.attack_second). Lists of few or coarse variables join nobody, whatever the file.",
)
def linkability(files: AttackedFiles) -> Answer[AttackDetail, FilesDetail]:
    """Return the risk that two lists are joined."""
    first, second = _lists(files)
    if not first or not second:
        return skipped(files, TOO_FEW)
    named = (*files.parameters.attack_first, *files.parameters.attack_second)
    if unknown := [name for name in named if name not in files.names]:
        return skipped(files, f"{first_of(unknown, 3)}: not a variable that all files have; name other lists")
    places = files.places(first), files.places(second)
    k, n = files.parameters.attack_neighbours, files.pair.masked.n_records
    original, masked, control = files.scaled
    rate = _joined(original, files.people, files.pair.original, masked, places, k)
    of_control = files.pair.control
    others = None
    if control is not None and of_control is not None:
        others = _joined(control, files.others, of_control, masked, places, k)
    baseline = Rate(random_link_rate(n, k) * rate.attacks, rate.attacks)
    knows = f"of everybody one list with {first_of(first, 6)} and another with {first_of(second, 6)}"
    return result(files, rate, baseline, others, f"{knows}; takes the {min(k, n)} nearest records")


def _joined(
    file: RecordBlocks,
    rows: Integers,
    of: Release,
    masked: RecordBlocks,
    places: tuple[Integers, Integers],
    neighbours: int,
) -> Rate:
    (x, y), people = places, file.take(rows)
    released = masked.of_variables(x), masked.of_variables(y)
    shares = linked_shares((people[:, x], people[:, y]), released, neighbours)
    return Rate(float(np.sort(shares).sum()), len(shares), effective_attacks(shares, rows, of.drawn))


def _lists(files: AttackedFiles) -> tuple[list[str], list[str]]:
    """Return the variables of both lists: as named, else the keys and all others, else every second by name."""
    first, second = list(files.parameters.attack_first), list(files.parameters.attack_second)
    if first or second:
        named = first or second
        rest = [name for name in files.names if name not in named]
        return (first or rest, second or rest)
    keys = [v.name for v in files.variables if v.variable.role is Role.KEY]
    others = [name for name in files.names if name not in keys]
    return (keys, others) if keys and others else (list(files.names[::2]), list(files.names[1::2]))
