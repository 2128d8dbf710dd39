"""Nearness: whether masked records lie nearer to the people of the original, or reveal who is among them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.measures import Answer, Basis, Skipped
from core.risk.attacks.attacked_files import AttackedFiles
from core.risk.attacks.families import AttackDetail, FilesDetail, attack, files_detail, replace_detail, result, skipped
from core.risk.rate_intervals import effective_attacks
from core.statistics.arrays import Floats
from core.statistics.attacks import Rate, nearest
from core.statistics.reproducible import TOLERANCE, comparable

FALSE_ALARMS = 0.1
"""Share of people not in the original whom an intruder is content to take for members."""
NO_CONTROL = (
    "there is no control file: how near is too near shows only beside people who are not in the original; add one on "
    "the Set up page, or by --control on the command line"
)


class NearnessDetail(AttackDetail):
    """The median distance from a masked record to the nearest person."""

    median_distance: float


class NearnessSkipped(FilesDetail):
    """What is known without a control: the median distance from a masked record to the nearest person."""

    median_distance: float


class MembershipDetail(AttackDetail):
    """How well members are distinguished from others."""

    false_alarms: float
    area_under_curve: float


@attack(
    id="nearest_record_share",
    name="Masked records nearest to the original's people",
    reference="Platzer and Reutterer (2021), Frontiers in Big Data 4, 679939 (share of records nearer to the training "
    "than to the hold-out data); SDMetrics, DCROverfittingProtection",
    summary="How many more masked records lie nearest to a person of the original than if they were of neither file.",
    formula=r"\begin{gathered} r = \frac{a - c}{1 - c}, \quad c = \frac{n_o}{n_o + n_c} \\[1ex] a = \frac{1}{T}\, "
    r"\#\{\text{nearest is of the original}\} \end{gathered}",
    reading="For T masked records the nearest person among the original's n with o and the control's n with c, by "
    "Gower's distance over all variables; of persons equally near each counts in part. A masked record made of what "
    "holds for everybody lies nearest to the original as often as its share c of all persons. 0: no nearer; 1: every "
    "masked record is nearest to a person of the original.",
    misleads="Records of the people themselves, however masked, lie nearest to them: of a file that is not synthetic "
    "the figure says that it is theirs, not that anybody is found. A few copies among many records vanish in it.",
    basis=Basis.MEMBERSHIP,
)
def nearest_record_share(files: AttackedFiles) -> Answer[NearnessDetail, NearnessSkipped]:
    """Return how much more often the nearest person is of the original."""
    original, masked, control = files.scaled
    records = masked.take(files.records)
    if control is None:
        distance = nearest(records, original, likely=files.records).distance
        without: NearnessSkipped = {**files_detail(files), "median_distance": float(np.median(distance))}
        return Skipped("", (), NO_CONTROL, without)
    n = original.n + control.n
    of_original = (np.arange(n) < original.n).astype(np.float64)
    near = nearest(records, original.above(control), of_original, np.ones(len(records)), likely=files.records)
    inferred = effective_attacks(near.right, files.records, files.pair.masked.drawn)
    rate = Rate(float(np.sort(near.right).sum()), len(records), inferred)
    expected = Rate(original.n / n * len(records), len(records), inferred)
    knows = "the released records alone; compares them with all persons of both files"
    outcome = result(files, rate, expected, expected, knows)
    detail: NearnessDetail = {**outcome.detail, "median_distance": float(np.median(near.distance))}
    return replace_detail(outcome, detail)


MEMBERSHIP = (
    "Whoever is taken for a member: a is the share of the original's people, c of the control's, with the limit at "
    "which 10% of the control are taken for members. 0: members cannot be told; 1: all of them are."
)
membership = attack.sharing(
    formula=r"\frac{a - c}{1 - c}, \quad c = 0.1",
    reading=MEMBERSHIP,
    misleads="To be in a survey says little of most people; where it does (a register of patients), it is what must "
    "not be disclosed. Of a file that is not synthetic, or of a census, membership is no secret. The intruder knows "
    "all variables of a person.",
    basis=Basis.MEMBERSHIP,
)


@membership(
    id="membership_distance",
    name="Membership by distance",
    reference="Hayes, Melis, Danezis and De Cristofaro (2019), PoPETs 2019(1), 133-152; Chen, Yu, Zhang and Fritz "
    "(2020), CCS 2020 (distance to the nearest synthetic record)",
    summary="How many people of the original are taken for members because a masked record lies near them.",
)
def membership_distance(files: AttackedFiles) -> Answer[MembershipDetail, FilesDetail]:
    """Return how many members are inferred by the distance to the nearest masked record."""
    if files.pair.control is None:
        return skipped(files, NO_CONTROL)
    return _membership_outcome(files, *files.to_masked, "takes the one who lies nearest to a masked record")


@membership(
    id="membership_density",
    name="Membership by density",
    reference="van Breugel, Sun, Qian and van der Schaar (2023), AISTATS 2023 (DOMIAS: density of the synthetic data "
    "by that of the population)",
    summary="How many people of the original are taken for members because masked records lie oddly near them.",
)
def membership_density(files: AttackedFiles) -> Answer[MembershipDetail, FilesDetail]:
    """Return how many members are inferred by that distance, by the one to the nearest other person of both files."""
    original, _masked, control = files.scaled
    if control is None:
        return skipped(files, NO_CONTROL)
    everybody = original.above(control)
    rows = np.concatenate([files.people, original.n + files.others])
    released = np.concatenate(files.to_masked)
    beside = nearest(everybody.take(rows), everybody, without=rows).distance
    # 1 where both are 0: a masked record is where other people are as well
    ratio = np.divide(released, released + beside, out=np.full(len(rows), 0.5), where=released + beside > TOLERANCE)
    members, others = ratio[: len(files.people)], ratio[len(files.people) :]
    knows = "takes whoever lies nearer to a masked record than the next person does"
    return _membership_outcome(files, members, others, knows)


def _membership_outcome(
    files: AttackedFiles, members: Floats, others: Floats, knows: str
) -> Answer[MembershipDetail, FilesDetail]:
    """Return the share of members at the limit at which ``FALSE_ALARMS`` of the others are taken for members."""
    inferred = infer_members(members, others, FALSE_ALARMS)
    drawn = files.pair.original.drawn, None if files.pair.control is None else files.pair.control.drawn
    rate = Rate(
        inferred.share * len(members), len(members), effective_attacks(inferred.members, files.people, drawn[0])
    )
    control = Rate(FALSE_ALARMS * len(others), len(others), effective_attacks(inferred.others, files.others, drawn[1]))
    outcome = result(files, rate, control, control, f"all variables of a person; {knows}")
    detail: MembershipDetail = {**outcome.detail, "false_alarms": FALSE_ALARMS, "area_under_curve": inferred.area}
    return replace_detail(outcome, detail)


@dataclass(frozen=True, eq=False)
class InferredMembers:
    """Who is taken for a member.

    Parameters
    ----------
    share, area : float
        Share of the members who are, and the area under the curve of all such shares over those of the others.
    members, others : float64 arrays (t,), (c,)
        Whether each of them is: 1, 0, or in part, of equal scores at the limit.
    """

    share: float
    area: float
    members: Floats
    others: Floats


def infer_members(members: Floats, others: Floats, false_alarms: float) -> InferredMembers:
    """Return who of the members has a score below that of a share of the others.

    Parameters
    ----------
    members, others : float64 arrays (t,), (c,)
        Scores, lower ones of members; those that differ by less than ``TOLERANCE`` are equal.
    false_alarms : float
        In (0, 1). Of equal scores at the limit as many are taken as make it this share, of members in proportion.
    """
    scores = comparable(np.concatenate([members, others]), 1.0)
    distinct, place = np.unique(scores, return_inverse=True)
    in_original = np.bincount(place[: len(members)], minlength=len(distinct)).cumsum() / len(members)
    in_control = np.bincount(place[len(members) :], minlength=len(distinct)).cumsum() / len(others)
    inferred = np.concatenate([[0.0], in_original])
    alarms = np.concatenate([[0.0], in_control])
    area = float(((inferred[1:] + inferred[:-1]) / 2 * np.diff(alarms)).sum())
    before, part = _limit(alarms, false_alarms)
    share = float(
        inferred[before] + part * (inferred[before + 1] - inferred[before]) if part < 1 else inferred[before + 1]
    )
    taken = np.where(place < before, 1.0, np.where(place == before, part, 0.0))
    return InferredMembers(share, area, taken[: len(members)], taken[len(members) :])


def _limit(alarms: Floats, wanted: float) -> tuple[int, float]:
    """Return the distinct score at which the wanted share of false alarms is reached, and which part of it counts."""
    after = int(np.searchsorted(alarms, wanted - TOLERANCE))
    if abs(alarms[after] - wanted) <= TOLERANCE:
        return after - 1, 1.0
    return after - 1, float((wanted - alarms[after - 1]) / (alarms[after] - alarms[after - 1]))
