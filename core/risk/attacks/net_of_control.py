"""Replicated uniques, DiSCO, DCAP and record linkage net of what the same attack achieves on other people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import TypedDict

import numpy as np
from scipy.special import gammaln

from core.data import Pair
from core.measures import Answer, Basis, Result, Subject
from core.risk.attacks.attacked_files import AttackedFiles, released
from core.risk.attacks.families import ATTACKS, RateDetail, interval_kind, rate_detail, together
from core.risk.attribute.agreeing_keys import (
    AgreeingKeys,
    AgreeingKeysDetail,
    CountedKeys,
    agreement,
    counted_together,
    of_records,
)
from core.risk.attribute.agreement import REFERENCE as ATTRIBUTION
from core.risk.attribute.sensitive import worst
from core.risk.families import KEYS_AND_LINKS, NOT_LINKED, risk_measure
from core.risk.key_sets import outcomes
from core.risk.pairs import PairedKeysDetail, why_no_sensitive
from core.risk.parameters import RiskParameters
from core.risk.rate_intervals import drawn_together, effective_attacks
from core.statistics.arrays import Floats, Integers
from core.statistics.attacks import Rate, drawn_records, nearest, net_of
from core.statistics.disclosure import SharedKeys, attribution, shares
from core.statistics.reproducible import TOLERANCE

Figure = Callable[[SharedKeys], tuple[float, Floats]]
"""The share of the original's records that an attack hits, and what each record of a row of their table adds."""

NO_CONTROL = "there is no control file; what this attack achieves without one stands in its own section"


class NetDetail(AgreeingKeysDetail):
    """The rates on the original's people and on others."""

    attack: RateDetail
    control: RateDetail
    above: float
    knows: str
    n_control: int
    interval_kind: str


class OfTarget(TypedDict):
    """The rates of one sensitive variable."""

    risk: float
    attack: RateDetail
    control: RateDetail


class NetOfWorstDetail(NetDetail):
    """The rates of the sensitive variable that fares worst; all of them beneath."""

    worst: str
    by_variable: dict[str, OfTarget]


@dataclass(frozen=True, eq=False)
class KeysWithControl(AgreeingKeys):
    """A key set in both files, and in the control and the masked file.

    Parameters
    ----------
    others : AgreeingKeys or None
        With the control in the place of the original; None: there is no control.
    """

    others: AgreeingKeys | None = None


def prepare_net(pair: Pair, parameters: RiskParameters) -> tuple[KeysWithControl, ...]:
    """Find the key sets in the files and in the control."""
    own: tuple[AgreeingKeys, ...] = agreement(pair, parameters)
    other = [None] * len(own) if pair.control is None else agreement(_swapped(pair), parameters)
    return tuple(_beside(k, o) for k, o in zip(own, other, strict=True))


def _beside(own: AgreeingKeys, others: AgreeingKeys | None) -> KeysWithControl:
    given = {each.name: getattr(own, each.name) for each in fields(own)}
    if others is not None and not own.why_none and [v.name for v in others.keys] != [v.name for v in own.keys]:
        given["why_none"] = "the control file lacks some of the key variables"
    return KeysWithControl(**given, others=others)


def _swapped(pair: Pair) -> Pair:
    """Return the control and the masked file as a pair."""
    assert pair.control is not None
    columns = pair.control.columns
    shared = ((v, columns[v.name]) for v in pair.variables if v.name in columns)
    variables = tuple(replace(v, original=control, recoded=control) for v, control in shared)
    return replace(pair, variables=variables, original=pair.control, links=None, link_doubt="", control=None)


net_measure = risk_measure.sharing(
    subject=Subject.PAIR,
    prepare=prepare_net,
    basis=Basis.AGREEMENT,
    group=ATTACKS,
    needs="a control file",
    why_above="The figure is higher than the original's by chance.",
).over(outcomes)
FORMULA = r"\frac{a - c}{1 - c}"
READING = (
    "a: the share of the original's records, c: of the control's (people who are not in the original). 0: no more "
    "than among other people; 1: everybody of the original and nobody else."
)
MISLEADS = (
    "A control of other people than the original's population, or one that shares records with it, makes the figure "
    "wrong in either direction. With few key variables both rates are 0."
)


@net_measure(
    id="uniques_replicated_net",
    name="Replicated uniques net of the control",
    reference=ATTRIBUTION + "; net of a control as Giomi et al. (2023)",
    summary="How many more people of the original than other people are alone with their keys, in the file as well.",
    formula=FORMULA,
    reading=READING,
    misleads=MISLEADS,
)
def uniques_replicated_net(keyset: KeysWithControl) -> Answer[NetDetail, PairedKeysDetail]:
    """Return the share of uniques replicated in the masked file, beyond the same of a control as large."""
    if keyset.others is None:
        return keyset.skipped(NO_CONTROL)
    size = min(keyset.pair.original.n_records, keyset.others.pair.original.n_records)
    rate, control = (_replicated(k, size) for k in (keyset, keyset.others))
    return _result(keyset, rate, control, "the key variables of a person who is alone with them among as many")


def _replicated(keyset: AgreeingKeys, size: int) -> Rate:
    """Return how many records are unique in the masked file and in a random part of their own file of this size.

    Expected over all parts: none of the f - 1 records alike is among the other size - 1 of n - 1.
    """
    counted, keys = counted_together(keyset, "")
    own, n = keys.original.records, keys.original.n
    rest = n - 1.0
    once = np.flatnonzero((keys.masked_records == 1) & (own - 1 <= rest - (size - 1)))
    alike = own[once].astype(np.float64) - 1
    # C(rest - alike, size - 1) / C(rest, size - 1), for each of the alike + 1 records
    log_chance = (
        gammaln(rest - alike + 1) - gammaln(rest - alike - size + 2) - gammaln(rest + 1) + gammaln(rest - size + 2)
    )
    chance = np.zeros(len(own))
    chance[once] = np.minimum(np.exp(log_chance), 1)
    effective = _effective_attacks(keyset, counted, keys, chance)
    return Rate(float(min(np.sort(np.exp(log_chance) * (alike + 1)).sum(), n)), n, effective)


def _effective_attacks(keyset: AgreeingKeys, counted: CountedKeys, keys: SharedKeys, figures: Floats) -> int | None:
    """Return as how many records drawn one by one all tell, given the figure of each row of the original's table."""
    drawn = keyset.pair.original.drawn
    if not drawn_together(drawn):
        return None
    each = of_records(keyset, counted, keys, figures)
    return effective_attacks(each, np.arange(len(each)), drawn)


@net_measure(
    id="disco_net",
    name="Attribute disclosure (DiSCO) net of the control",
    reference=ATTRIBUTION + ", section 2.2; net of a control as Giomi et al. (2023)",
    summary="How many more people of the original than other people have a sensitive value read off with certainty.",
    formula=FORMULA,
    reading=READING,
    misleads=MISLEADS,
)
def disco_net(keyset: KeysWithControl) -> Answer[NetOfWorstDetail, PairedKeysDetail]:
    """Return DiSCO beyond that of the control, of the worst sensitive variable."""
    return _of_worst(keyset, _disclosed, "reads off its value with certainty")


def _disclosed(keys: SharedKeys) -> tuple[float, Floats]:
    attributed, of_rows = attribution(keys), np.zeros(len(keys.original.table.counts))
    of_rows[attributed.right] = 1
    return attributed.correct, of_rows


@net_measure(
    id="dcap_net",
    name="Correct attribution (DCAP) net of the control",
    reference="Taub, Elliot, Pampaka and Smith (2018), LNCS 11126; net of a control as Giomi et al. (2023)",
    summary="How much more probable the true sensitive value is for people of the original than for other people.",
    formula=FORMULA,
    reading=READING,
    misleads=MISLEADS,
)
def dcap_net(keyset: KeysWithControl) -> Answer[NetOfWorstDetail, PairedKeysDetail]:
    """Return DCAP beyond that of the control, of the worst sensitive variable."""
    return _of_worst(keyset, _attributed, "takes the value of one record alike")


def _attributed(keys: SharedKeys) -> tuple[float, Floats]:
    return attribution(keys).dcap, shares(keys)


def _of_worst(keyset: KeysWithControl, figure: Figure, does: str) -> Answer[NetOfWorstDetail, PairedKeysDetail]:
    if keyset.others is None:
        return keyset.skipped(NO_CONTROL)
    targets = [target for target in keyset.targets if target in keyset.others.targets]
    rates = {t: (_rate(keyset, t, figure), _rate(keyset.others, t, figure)) for t in targets}
    by_variable: dict[str, OfTarget] = {
        target: {"risk": net_of(own, other).value, "attack": rate_detail(own), "control": rate_detail(other)}
        for target, (own, other) in rates.items()
    }
    largest = worst({target: of["risk"] for target, of in by_variable.items()})
    if largest is None:
        return keyset.skipped(why_no_sensitive(keyset))
    outcome = _result(keyset, *rates[largest], f"the key variables of a person; {does} of {largest}")
    detail: NetOfWorstDetail = {**outcome.detail, "worst": largest, "by_variable": by_variable}
    return keyset.result(outcome.value, outcome.n, detail, outcome.interval, outcome.flags)


def _rate(keyset: AgreeingKeys, target: str, figure: Figure) -> Rate:
    counted, keys = counted_together(keyset, target)
    share, of_rows = figure(keys)
    n = keys.original.n
    return Rate(share * n, n, _effective_attacks(keyset, counted, keys, of_rows))


@net_measure(
    id="linkage_net",
    name="Records linked by distance, net of the control",
    reference="Domingo-Ferrer and Torra (2001); net of a control as Giomi et al. (2023)",
    summary="How many more masked records lead to their own person than would lead to the most similar other one.",
    formula=FORMULA,
    reading="a: share of masked records that lie nearer to their own person than to anybody else of the original, of "
    "whom as many are drawn as there are controls; c: the same with the most similar person of the control, of whom "
    "no more are taken than the original has, in that person's place. 0: a person who is linked is linked as well by "
    "one who is merely alike; 1: every link is the person's own.",
    misleads="Linking to the nearest record is one attack only. Where the control holds nobody alike, c is low and the "
    "figure nearly that without a control.",
    requires=KEYS_AND_LINKS,
    basis=Basis.LINKS,
)
def linkage_net(keyset: KeysWithControl) -> Answer[NetDetail, PairedKeysDetail]:
    """Return the share linked by Gower's distance beyond that of the most similar other people."""
    links = keyset.pair.links
    if links is None or not (links >= 0).any():
        return keyset.skipped(NOT_LINKED)
    if keyset.others is None:
        return keyset.skipped(NO_CONTROL)
    variables = tuple(sorted(keyset.keys, key=lambda v: v.name))
    files = AttackedFiles(keyset.pair, keyset.parameters, variables, "")
    original, masked, control = files.scaled
    assert control is not None
    linked = np.flatnonzero(links >= 0)
    hashes = files.hashes([released(v) for v in variables])
    drawn = drawn_records(hashes[linked], files.attacks, keyset.parameters.seed, "linkage_net||0")
    targets = linked[drawn]
    records, parents = masked.take(targets), links[targets]
    persons = original.take(parents)
    # the most similar of equally similar ones by its values, not by its place
    ordered = control.in_order(files.drawn_of_control(original.n))
    twins = ordered.take(nearest(persons, ordered).first)
    crowd = files.drawn_of_original(control.n)
    place = np.full(original.n, -1, dtype=np.int64)
    place[crowd] = np.arange(len(crowd))
    others = nearest(records, original.in_order(crowd), without=place[parents])
    linkings = (_linked(records, each, others.distance, others.ties) for each in (persons, twins))
    rates = [
        Rate(s, len(targets), effective_attacks(each, parents, keyset.pair.original.drawn)) for s, each in linkings
    ]
    return _result(keyset, rates[0], rates[1], "the key variables of everybody in the original")


def _linked(records: Floats, persons: Floats, nearest_other: Floats, ties: Integers) -> tuple[float, Floats]:
    """Return how many records lie nearest to these persons, who share with those equally near, and each one's part."""
    distance = np.minimum(np.abs(records - persons), 1.0).sum(axis=1)
    edge = TOLERANCE * np.maximum(nearest_other, 1.0)
    nearer, same = distance < nearest_other - edge, np.abs(distance - nearest_other) <= edge
    successes = float(nearer.sum() + np.sort(1 / (1 + ties[same])).sum())
    return successes, np.where(nearer, 1.0, np.where(same, 1 / (1 + ties), 0.0))


def _result(keyset: KeysWithControl, rate: Rate, control: Rate, knows: str) -> Result[NetDetail]:
    risk, of_control = net_of(rate, control), keyset.pair.control
    detail: NetDetail = {
        **keyset.described(),
        "attack": rate_detail(rate),
        "control": rate_detail(control),
        "above": risk.above,
        "knows": knows,
        "n_control": 0 if of_control is None else of_control.n_records,
        "interval_kind": interval_kind(keyset.pair, rate),
    }
    return keyset.result(risk.value, rate.attacks, detail, risk.interval, (*keyset.flags, *together(keyset.pair, rate)))
