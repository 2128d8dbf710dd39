"""The risk of a file: the mean chance of its people to be found by an intruder who knows their true key values."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NotRequired, TypedDict

import numpy as np

from core.data import Pair
from core.measures import Answer, Basis, Subject
from core.risk.families import REIDENTIFICATION, risk_measure
from core.risk.key_sets import outcomes
from core.risk.matching.intruders import MatchedKeys
from core.risk.matching.population_chance import of_everybody
from core.risk.pairs import NO_KEY_LEFT, PairedKeysDetail, keys_of
from core.risk.parameters import RiskParameters
from core.risk.special_uniques import prepare_suda
from core.statistics.arrays import Floats
from core.statistics.reproducible import above
from core.wording import counted

HALF = 0.5
K_CHOICES = (2, 3, 5)
"""Smallest groups that a rule may ask for."""

NOBODY = "the file holds records of nobody: its risk is what it tells about people, DiSCO, repU and repeated records"
OTHER_PEOPLE = "the file is declared to hold other people: nobody of the original is in it to be found"
BOUND = (
    "records are not linked, so that the risk is not known: it is at most this. Link the records to know it "
    "(a row each, or an identifier)"
)
NOT_WEIGHED = (
    "too few people, or too many combinations of key values, to weigh every masked record by its likelihood: single "
    "people are judged by how often claims alike are right, which hides people with rare values"
)
NEW_VALUES = (
    "the risk is not known: {category!r} of {name} is no value of the original and may cover several, which an "
    "intruder understands; give each value one group and declare the recode, or leave the value blank"
)
NO_CLAIMS = "values may be false and records are not linked: how often an intruder is right is not known"


class SpecialDetail(TypedDict):
    """The largest DIS-SUDA score of people at risk, or why it is not known."""

    dis_suda: NotRequired[float]
    no_dis_suda: NotRequired[str]


class IndividualRisks(SpecialDetail):
    """The chance of single people to be found; ``above`` counts those above 1/k by k."""

    largest: float
    largest_in_population: float
    alone: float
    above: dict[str, int]
    n: int


class FoundDetail(TypedDict):
    """What both intruders find, where records are linked."""

    exact: NotRequired[float]
    nearest: NotRequired[float]
    intruder: NotRequired[Literal["exact", "nearest"]]
    keys_that_count: NotRequired[list[str]]
    claims: NotRequired[int]
    right: NotRequired[int]
    true_match_rate: NotRequired[float]
    unique_claims: NotRequired[int]
    false_match_rate: NotRequired[float]


class PeopleDetail(TypedDict):
    """The risks of single people, or why they are not known."""

    individual: NotRequired[IndividualRisks]
    no_individual: NotRequired[str]


class KnownDetail(PairedKeysDetail):
    """By what the risk is known, and what it rests on."""

    how: Literal["linked", "equal cells", "bound"]
    values: Literal["true", "may be false"]
    basis: str
    basis_kind: str


class MatchDetail(KnownDetail, FoundDetail, PeopleDetail):
    """All of it."""


def prepare_matches(pair: Pair, parameters: RiskParameters) -> tuple[MatchedKeys, ...]:
    """Find the variables of every key set in both files; intruders are tried when asked for."""
    every = keys_of(MatchedKeys, pair, parameters)
    return tuple(replace(k, why_none="") if k.why_none == NO_KEY_LEFT else k for k in every)


@risk_measure.sharing(subject=Subject.PAIR, prepare=prepare_matches).over(outcomes)(
    id="expected_match_risk",
    name="Risk of the file",
    reference="expected match risk: Reiter (2005), Journal of the American Statistical Association 100, 1103-1112; "
    "Reiter and Mitra (2009), Journal of Privacy and Confidentiality 1, 99-110; for samples Drechsler and Reiter "
    "(2008), Privacy in Statistical Databases, 227-238",
    summary="The share of the original's people that an intruder who knows their true key values is expected to find.",
    formula=r"\begin{gathered} \frac{1}{n} \sum_{i=1}^{n} P_i \cdot \min\left( 1, \frac{n_k}{F_k} \right) \\[1ex] "
    r"P_i = \frac{[\text{own record in } C_i]}{|C_i|} \end{gathered}",
    reading="C holds the masked records that fit a person: those with equal key values, where a blank fits everything, "
    "or the nearest ones by Gower's distance; the intruder picks one of them. The larger of both, over all people of "
    "the original, so that it can be compared between recoded, suppressed, sampled and perturbed files; none is above "
    "the original. With weights or population counts the person is looked for in the population: F counts the "
    "people with the same key values, n those of the original. Where key values may be false, both intruders also try "
    "the most reliable keys alone. Without links it is counted from equal combinations where values are true, "
    "else only a bound is known.",
    misleads="It is about an intruder who knows these keys, at the detail at which the file publishes them; one who "
    "knows more finds more. The mean hides the riskiest people: look at the largest individual risk. Wrong links make "
    "a file look safe. Weights are taken to say how many people share the key values.",
    group=REIDENTIFICATION,
    basis=Basis.MATCHES,
    no_interval="it is counted for all people of the original: nothing is drawn",
)
def expected_match_risk(keyset: MatchedKeys) -> Answer[MatchDetail, PairedKeysDetail]:
    """Return the expected match risk of one key set, with the individual risks that rules are stated in."""
    if not keyset.keys:
        return _guessed(keyset)
    why = _not_known(keyset)
    return keyset.skipped(why) if why else _risk(keyset)


def _not_known(keyset: MatchedKeys) -> str:
    if not keyset.linked and keyset.treatment.holds_nobody:
        return OTHER_PEOPLE if keyset.treatment.value == "other people" else NOBODY
    if keyset.pair.link_doubt:
        return f"the risk is not known: {keyset.pair.link_doubt}"
    if keyset.linked and keyset.new_values:
        name, category = keyset.new_values
        return NEW_VALUES.format(name=name, category=category)
    return keyset.population.problem


def _guessed(keyset: MatchedKeys) -> Answer[MatchDetail, PairedKeysDetail]:
    """Return what is left to an intruder of whose keys the file has none: a guess among all people."""
    people = of_everybody(keyset)
    if people.problem or people.people is None:
        return keyset.skipped(people.problem)
    n, chance = keyset.pair.original.n_records, 1 / float(people.people[0])
    individual: IndividualRisks = {
        "largest": 1 / n,
        "largest_in_population": chance,
        "alone": float(n == 1),
        "above": {str(k): n if n < k else 0 for k in K_CHOICES},
        "n": n,
        "dis_suda": 0.0,
    }
    known: KnownDetail = {
        **keyset.described(),
        "how": "equal cells",
        "values": "true",
        "basis": people.basis,
        "basis_kind": people.kind,
    }
    detail: MatchDetail = {**known, **FoundDetail(), **PeopleDetail(individual=individual)}
    flags = (f"{NO_KEY_LEFT}: nothing can be matched, and who is meant is a guess among {n:,}", *keyset.flags)
    return keyset.result(chance, n, detail, flags=flags)


def _risk(keyset: MatchedKeys) -> Answer[MatchDetail, PairedKeysDetail]:
    known: KnownDetail = {
        **keyset.described(),
        "how": "linked" if keyset.linked else "bound" if keyset.false_values or keyset.blanks else "equal cells",
        "values": "may be false" if keyset.false_values else "true",
        "basis": keyset.population.basis,
        "basis_kind": keyset.population.kind,
    }
    intruders = _found(keyset) if keyset.linked else FoundDetail()
    detail: MatchDetail = {**known, **intruders, **_people(keyset)}
    value = keyset.strongest.risk if keyset.linked else _without_links(keyset, bound=known["how"] == "bound")
    return keyset.result(value, keyset.cells.n_targets, detail, flags=_flags(keyset, detail))


def _without_links(keyset: MatchedKeys, *, bound: bool) -> float:
    """Return the share of combinations that have a record: one of their people is found; as a bound of all of them."""
    exact = keyset.whole[0]
    met = np.ones(len(exact.place)) if bound else (exact.claims.fitting > 0).astype(np.float64)
    chance = met if exact.factor is None else met * exact.factor
    return float(np.sort(chance).sum() / keyset.cells.n_targets)


def _found(keyset: MatchedKeys) -> FoundDetail:
    exact, nearest = keyset.whole
    claims = keyset.strongest.claims
    unique, unique_right = claims.unique
    intruders: FoundDetail = {
        "exact": exact.risk,
        "nearest": nearest.risk,
        "intruder": "nearest" if keyset.strongest.nearest else "exact",
        "keys_that_count": list(keyset.strongest.keys),
        "claims": claims.n_claims,
        "right": int(claims.right.sum()),
        "true_match_rate": unique_right / int(claims.targets.sum()),
        "unique_claims": unique,
    }
    if unique:
        intruders["false_match_rate"] = 1 - unique_right / unique
    return intruders


def _people(keyset: MatchedKeys) -> PeopleDetail:
    both = keyset.individual
    if both is None:
        return {"no_individual": NO_CLAIMS}
    r, in_population = both
    targets, n = keyset.cells.targets, keyset.cells.n_targets
    individual: IndividualRisks = {
        "largest": float(r.max()),
        "largest_in_population": float(in_population.max()),
        "alone": int(targets[above(r, HALF)].sum()) / n,
        "above": {str(k): int(targets[above(r, 1 / k)].sum()) for k in K_CHOICES},
        "n": n,
        **_special(keyset, in_population),
    }
    return {"individual": individual}


def _special(keyset: MatchedKeys, in_population: Floats) -> SpecialDetail:
    """Return the largest DIS-SUDA score, at published detail, of people with a risk above a half."""
    at_risk = above(in_population, HALF)
    if not at_risk.any():
        return {"dis_suda": 0.0}
    (suda,) = prepare_suda(keyset.published, keyset.parameters)
    if suda.dis is None:
        return {"no_dis_suda": suda.why_no_scores or suda.fraction_problem}
    scores = suda.dis[at_risk[keyset.cell_of[suda.records]]]
    return {"dis_suda": float(scores.max(initial=0.0))}


def _flags(keyset: MatchedKeys, detail: MatchDetail) -> tuple[str, ...]:
    flags = list(keyset.flags)
    if detail["how"] == "bound":
        flags.append(BOUND)
    if keyset.pair.link_problem:
        flags.append(keyset.pair.link_reason)
    if nobody := keyset.pair.original.n_records - keyset.published.n_records:
        flags.append(f"without {counted(nobody, 'record', 'records')} of weight 0: nobody is looked for there")
    if keyset.linked and (strangers := keyset.strangers):
        have = counted(strangers, "masked record has", "masked records have")
        flags.append(f"{have} no known original: found by nobody, and in the way of an intruder who looks for others")
    if "individual" in detail and keyset.likely is None and (keyset.false_values or keyset.blanks):
        flags.append(NOT_WEIGHED)
    if len(detail.get("keys_that_count", keyset.keys)) < len(keyset.keys):
        flags.append(f"found most by {', '.join(detail['keys_that_count'])} alone: other keys may be false")
    return tuple(flags)
