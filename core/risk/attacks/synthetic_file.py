"""The risk of a file in which nobody's record should stand: whose values it tells, and whose records it repeats."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NotRequired, TypedDict

from core.data import Pair
from core.measures import Answer, Basis, Result, Skipped, Subject, detail_of
from core.risk.attacks.repeated_people import RepeatedDetail, RepeatedPeople, people_of
from core.risk.attribute.agreeing_keys import AgreeingKeysDetail, agreeing
from core.risk.attribute.agreement import DiscoDetail, attribute_disclosure, replicated_uniques
from core.risk.families import ATTRIBUTE_DISCLOSURE, risk_measure
from core.risk.key_sets import outcomes
from core.risk.pairs import PairedKeys, PairedKeysDetail, keys_of
from core.risk.parameters import RiskParameters
from core.statistics.reproducible import above
from core.wording import percent

WHOLE = (
    "{seen} of the original's people have an equal record in the file, over all variables; {chance} have one among the "
    "other people"
)
NEARLY = (
    "to {seen} of the original's people attacked a record of the file is nearer, over all variables, than any other "
    "person is; by chance it would be to {chance}"
)
OF_PEOPLE = "the file is not declared to hold records of nobody: see the risk of the file"
NO_DISCO = "without attribute disclosure (DiSCO), which cannot be computed: {why}"


class OfKeysDetail(TypedDict):
    """What the keys tell, as far as it can be computed; results of earlier versions have one of the two shares."""

    disco: NotRequired[float]
    worst: NotRequired[str]
    why_not_disco: NotRequired[str]
    uniques_replicated: NotRequired[float]


class SyntheticRiskDetail(AgreeingKeysDetail, OfKeysDetail, RepeatedDetail):
    """The three shares of people, and which of them is the largest."""

    larger: Literal["disco", "uniques_replicated", "records_repeated"]


@dataclass(frozen=True, eq=False)
class RepeatedKeys(PairedKeys):
    """One key set in both files, and whose whole records the masked file repeats: the same for all key sets."""

    people: RepeatedPeople


def prepare_repeated(pair: Pair, parameters: RiskParameters) -> tuple[RepeatedKeys, ...]:
    """Find the variables of every key set in both files; whose records are repeated is found when asked for."""
    return keys_of(RepeatedKeys, pair, parameters, people=people_of(pair, parameters))


@risk_measure.sharing(subject=Subject.PAIR, prepare=prepare_repeated).over(outcomes)(
    id="synthetic_disclosure",
    name="What a synthetic file tells about people",
    reference="attribute disclosure and replicated uniques (DiSCO, repU: Raab, Nowok and Dibben 2024), and records "
    "repeated (after the nearest-neighbour adversarial accuracy of Yale et al. 2020, Neurocomputing 416, 244-255)",
    summary="Of a file that holds records of nobody, the largest of attribute disclosure (DiSCO), replicated uniques "
    "and records repeated.",
    formula=r"\max\left( \mathrm{DiSCO},\; \mathrm{repU},\; \frac{a - c}{1 - c} \right)",
    reading="The largest of three shares of people: those whose sensitive value the file gives away, those whose "
    "unique key values it repeats, and those whose record it repeats over all variables, whole (an equal one) or "
    "nearly (nearer than any other person), beyond chance c: of a copy of people who differ 100%, whatever the keys. "
    "The detail names which it is. The interval is of the records drawn, never below what is counted in full.",
    misleads="Nobody can be found in such a file, so that it cannot be compared with the risk of a file of people: "
    "finding a record and reading off a value are not the same harm. What is true of everybody counts as disclosed.",
    group=ATTRIBUTE_DISCLOSURE,
    basis=Basis.AGREEMENT,
)
def synthetic_disclosure(keyset: RepeatedKeys) -> Answer[SyntheticRiskDetail, PairedKeysDetail]:
    """Return what a file of nobody's records tells; Skipped for a file of people."""
    if keyset.pair.links is not None or not keyset.treatment.holds_nobody:
        return keyset.skipped(OF_PEOPLE)
    return _risk(keyset)


def _risk(keyset: RepeatedKeys) -> Result[SyntheticRiskDetail]:
    """Return the largest of DiSCO, replicated uniques, and the share of people whose whole record is repeated.

    The first two look at the keys and at what is sensitive: where keys are coarse, neither sees a copy.
    """
    agreed = agreeing(keyset)
    attributed, uniques = attribute_disclosure(agreed), replicated_uniques(agreed)
    of_keys: OfKeysDetail = {"uniques_replicated": uniques.value}
    if isinstance(attributed, Result):
        of_keys |= {"disco": attributed.value, "worst": detail_of(attributed, DiscoDetail)["worst"]}
    else:
        of_keys["why_not_disco"] = attributed.reason
    counted = attributed if isinstance(attributed, Result) and not above(uniques.value, attributed.value) else uniques
    flags = (
        *(counted.flags or ()),
        *([NO_DISCO.format(why=attributed.reason)] if isinstance(attributed, Skipped) else []),
    )
    repeated: RepeatedDetail = keyset.people.found or {}
    detail: SyntheticRiskDetail = {
        **agreed.described(),
        **of_keys,
        **repeated,
        "larger": "disco" if counted is attributed else "uniques_replicated",
    }
    of_the_keys = keyset.result(counted.value, counted.n, detail, flags=flags)
    return _with_repeated(of_the_keys) if repeated else of_the_keys


def _with_repeated(counted: Result[SyntheticRiskDetail]) -> Result[SyntheticRiskDetail]:
    """Return the larger of what is counted in full and the share of people repeated, which is estimated."""
    detail = counted.detail
    low, high = (max(end, counted.value) for end in detail["records_repeated_interval"])
    if not above(detail["records_repeated"], counted.value):
        return replace(counted, interval=(low, high) if above(high, counted.value) else None)
    return replace(
        counted,
        value=detail["records_repeated"],
        n=detail["n_people"],
        interval=(low, high),
        detail={**detail, "larger": "records_repeated"},
        flags=(*(counted.flags or ()), _how(detail)),
    )


def _how(detail: RepeatedDetail) -> str:
    """Say by what it was seen that records are repeated."""
    if detail["repeated_how"] == "whole":
        seen, chance, words = detail["equal"], detail["equal_by_chance"], WHOLE
    else:
        seen, chance, words = detail["masked_is_nearest"], detail["masked_is_nearest_by_chance"], NEARLY
    return words.format(seen=percent(seen), chance=percent(chance))
