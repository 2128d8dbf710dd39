"""Disclosure by agreement on the keys, without links: replicated uniques, DiSCO and DCAP."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.data import Level, Pair, PairedVariable, Store, cells_of, missing_in
from core.measures import Answer, Basis, Result, Subject
from core.pairing import packed_shared_codes
from core.risk.attribute.sensitive import worst
from core.risk.families import ATTRIBUTE, ATTRIBUTE_DISCLOSURE, LINKAGE, SENSITIVE, risk_measure
from core.risk.key_frequencies import MissingKeysDetail
from core.risk.pairs import (
    PairedKeys,
    PairedKeysDetail,
    pair_outcomes,
    paired_keys,
    sensitive_pairs,
    why_no_sensitive,
)
from core.risk.parameters import RiskParameters
from core.statistics.disclosure import Attribution, SharedCells, attribution, predicting_levels, shared_cells, uniques
from core.statistics.reproducible import above

REFERENCE = "Raab, Nowok and Dibben (2024), Practical privacy metrics for synthetic data, arXiv 2406.16826"


class AgreeingKeysDetail(PairedKeysDetail, MissingKeysDetail):
    """What every measure here says of a key set."""


class UniquesReplicatedDetail(AgreeingKeysDetail):
    """Shares of uniques (UiO, UiS and UiOiS) beside those replicated."""

    uniques_in_original: float
    uniques_in_masked: float
    uniques_of_original_in_masked: float


class DiscoOfVariable(TypedDict):
    """DiSCO of one sensitive variable, with what it is made of."""

    disco: float
    disclosive_in_original: float
    disclosive_in_masked_file: float
    keys_in_masked: float
    disclosive_in_masked: float
    disclosive_in_both: float
    largest_denominator: int
    mean_denominator: float | None
    share_in_large_denominators: float
    dominant_level: bool
    predicting_levels: int


class DiscoDetail(AgreeingKeysDetail, DiscoOfVariable):
    """DiSCO of every sensitive variable; at the top of the worst one."""

    worst: str
    by_variable: dict[str, DiscoOfVariable]


class DcapOfVariable(TypedDict):
    """DCAP of one sensitive variable, with what it is made of."""

    dcap: float
    baseline: float
    cap_original: float
    cap_masked: float
    tcap: float | None
    form: str


class DcapDetail(AgreeingKeysDetail, DcapOfVariable):
    """DCAP of every sensitive variable; at the top of the worst one."""

    worst: str
    by_variable: dict[str, DcapOfVariable]


Attributed = TypeVar("Attributed", DiscoDetail, DcapDetail)


@dataclass(frozen=True, eq=False)
class AgreeingKeys(PairedKeys):
    """One key set in both files, its combinations numbered alike."""

    @cached_property
    def codes(self) -> tuple[tuple[Store, Store], ...]:
        """Each key of both files in common codes, as it is held."""
        return tuple(map(packed_shared_codes, self.keys))

    def described(self) -> AgreeingKeysDetail:
        """Return what stands in the detail of every measure of this key set; a missing key is a category."""
        lacking = sum(int(_any(map(missing_in, stores)).sum()) for stores in zip(*self.codes, strict=True))
        return {**super().described(), "missing": "category", "n_missing_keys": lacking}

    @cached_property
    def cells(self) -> SharedCells:
        """The combinations of keys."""
        columns = ((cells_of(own), cells_of(theirs)) for own, theirs in self.codes)
        return shared_cells(columns, self.pair.original.n_records, self.pair.masked.n_records)

    @cached_property
    def attributions(self) -> dict[str, tuple[Attribution, NDArray[np.integer[Any]]]]:
        """By sensitive variable: what agreement on the keys tells about it, and the original's codes."""
        by_variable = {}
        for variable in sensitive_pairs(self):
            original, masked = map(cells_of, packed_shared_codes(variable))
            by_variable[variable.name] = (attribution(self.cells, original, masked), original)
        return by_variable


def _any(conditions: Iterable[NDArray[np.bool_]]) -> NDArray[np.bool_]:
    return reduce(np.logical_or, conditions)


def prepare_agreement(pair: Pair, parameters: RiskParameters) -> tuple[AgreeingKeys, ...]:
    """Find the variables of every key set in both files; the original's after the masked file's recode."""
    return tuple(agreeing(k) for k in paired_keys(pair, parameters))


def agreeing(keyset: PairedKeys) -> AgreeingKeys:
    """Return a key set of both files as the measures of agreement see it."""
    return AgreeingKeys(keyset.name, keyset.pair, keyset.parameters, keyset.keys, keyset.removed, keyset.problem)


agreement_measure = risk_measure.sharing(
    subject=Subject.PAIR, prepare=prepare_agreement, basis=Basis.AGREEMENT, group=ATTRIBUTE_DISCLOSURE
).over(pair_outcomes)
attribution_measure = agreement_measure.sharing(
    needs=SENSITIVE,
    section=ATTRIBUTE,
    why_above="The figure is higher than the original's own: with fewer or changed records for each key combination "
    "more of them point to one value by chance, and rightly where that value is common: rather a good guess than a "
    "disclosure.",
)


@agreement_measure(
    id="uniques_replicated",
    name="Replicated uniques",
    reference=REFERENCE + ", section 2.1 (repU)",
    summary="The share of original records that are unique on the keys in the original and in the masked file.",
    formula=r"\mathrm{repU} = \frac{\#\{ f_o = 1 \text{ and } f_m = 1 \}}{n_o}",
    reading="0: no unique combination of keys of the original is unique in the masked file too. Meant for synthetic "
    "files; compare with the share of uniques in the original, which stands beside it.",
    misleads="In a synthetic or swapped file a replicated unique need not be about the same person, and its other "
    "values may be made up. Numbers as keys are nearly all unique. Keys that were not masked replicate every "
    "unique.",
    section=LINKAGE,
    heading="Replicated uniques (repU)",
)
def uniques_replicated(keyset: AgreeingKeys) -> Answer[UniquesReplicatedDetail, PairedKeysDetail]:
    """Return repU, with UiO, UiS and UiOiS."""
    return replicated_uniques(keyset)


def replicated_uniques(keyset: AgreeingKeys) -> Result[UniquesReplicatedDetail]:
    """Return repU of one key set, with UiO, UiS and UiOiS."""
    counts = uniques(keyset.cells)
    detail: UniquesReplicatedDetail = {
        "uniques_in_original": counts.in_original,
        "uniques_in_masked": counts.in_masked,
        "uniques_of_original_in_masked": counts.of_original_in_masked,
        **keyset.described(),
    }
    n, flags = min(detail["n_original"], detail["n_masked"]), keyset.flags + _value_flags(keyset.keys)
    return Result("uniques_replicated", (keyset.name,), counts.replicated, n, detail=detail, flags=flags)


@attribution_measure(
    id="disco",
    name="Attribute disclosure (DiSCO)",
    reference=REFERENCE + ", section 2.2 (DiSCO)",
    summary="The share of original records whose keys point to one sensitive value in the masked file, and rightly.",
    formula=r"\mathrm{DiSCO} = \frac{\#\{ \text{one value, the true one} \}}{n_o}",
    reading="The share of the original's records whose key values go with one sensitive value in the masked file, and "
    "that is theirs; the worst sensitive variable counts. 0: nobody's value can be read off with certainty and be "
    "right.",
    misleads="Being right about a value that nearly everybody has, or that one key predicts by itself, discloses "
    "little: the flags point out both. Small groups agree by chance. Numbers are nearly all different, which makes "
    "it look too low.",
    heading="DiSCO",
)
def disco(keyset: AgreeingKeys) -> Answer[DiscoDetail, PairedKeysDetail]:
    """Return DiSCO of the worst sensitive variable, all of them in the detail."""
    return attribute_disclosure(keyset)


def attribute_disclosure(keyset: AgreeingKeys) -> Answer[DiscoDetail, PairedKeysDetail]:
    """Return DiSCO of the worst sensitive variable of one key set, all of them in the detail."""
    values = {name: attributed.correct for name, (attributed, _) in keyset.attributions.items()}
    if (largest := worst(values)) is None:
        return keyset.skipped("disco", why_no_sensitive(keyset))
    by_variable = {name: _disco_detail(keyset, name) for name in values}
    described = keyset.described()
    detail: DiscoDetail = {**described, "worst": largest, **by_variable[largest], "by_variable": by_variable}
    return _result("disco", keyset, values[largest], detail)


@attribution_measure(
    id="dcap",
    name="Correct attribution (DCAP)",
    reference="Taub, Elliot, Pampaka and Smith (2018), Privacy in Statistical Databases, LNCS 11126; as in synthpop: "
    "keys that the masked file lacks count 0",
    summary="How probable the true sensitive value is among masked records with the same keys, beyond chance.",
    formula=r"\begin{gathered} \mathrm{DCAP} = \frac{1}{n_o} \sum_{i=1}^{n_o} P_m(t_i \mid k_i) \\[1ex] \max\left( "
    r"0, \frac{\mathrm{DCAP} - b}{1 - b} \right) \\[1ex] b = \sum_t p_t^2 \end{gathered}",
    reading="The chance to be right about a record's target t given its keys k by the masked file, above the "
    "baseline b of guessing by the original's distribution. 0: no better than guessing; 1: always right.",
    misleads="It is an average over all records: a few certain disclosures vanish in it. Keys that the masked file "
    "lacks count 0, so a file that changed keys looks safe; other variants leave them out. What the masked file "
    "rightly teaches about groups counts as disclosure too.",
    heading="DCAP",
)
def dcap(keyset: AgreeingKeys) -> Answer[DcapDetail, PairedKeysDetail]:
    """Return DCAP of the worst sensitive variable, above its baseline or raw."""
    values = {name: _dcap(attributed, keyset.parameters) for name, (attributed, _) in keyset.attributions.items()}
    if (largest := worst(values)) is None:
        return keyset.skipped("dcap", why_no_sensitive(keyset))
    by_variable: dict[str, DcapOfVariable] = {
        name: {
            "dcap": attributed.dcap,
            "baseline": attributed.base_cap,
            "cap_original": attributed.cap_original,
            "cap_masked": attributed.cap_masked,
            "tcap": attributed.tcap,
            "form": keyset.parameters.dcap,
        }
        for name, (attributed, _) in keyset.attributions.items()
    }
    described = keyset.described()
    detail: DcapDetail = {**described, "worst": largest, **by_variable[largest], "by_variable": by_variable}
    return _result("dcap", keyset, values[largest], detail)


def _dcap(attributed: Attribution, parameters: RiskParameters) -> float:
    if parameters.dcap == "raw":
        return attributed.dcap
    # a constant target is known without the file
    return (
        max(0.0, (attributed.dcap - attributed.base_cap) / (1 - attributed.base_cap))
        if attributed.base_cap < 1
        else 0.0
    )


def _result(measure_id: str, keyset: AgreeingKeys, value: float, detail: Attributed) -> Result[Attributed]:
    n = min(keyset.pair.original.n_records, keyset.pair.masked.n_records)
    flags = keyset.flags + _value_flags((*keyset.keys, *sensitive_pairs(keyset)))
    return Result(measure_id, (keyset.name,), value, n, detail=detail, flags=flags)


def _disco_detail(keyset: AgreeingKeys, name: str) -> DiscoOfVariable:
    attributed, target = keyset.attributions[name]
    parameters = keyset.parameters
    large = attributed.denominators[attributed.denominators > parameters.large_denominator]
    return {
        "disco": attributed.correct,
        "disclosive_in_original": attributed.disclosive_original,
        "disclosive_in_masked_file": attributed.disclosive_masked,
        "keys_in_masked": attributed.in_masked,
        "disclosive_in_masked": attributed.disclosive_in_masked,
        "disclosive_in_both": attributed.correct_and_original,
        "largest_denominator": int(attributed.denominators.max(initial=0)),
        "mean_denominator": float(attributed.denominators.mean()) if len(attributed.denominators) else None,
        "share_in_large_denominators": float(large.sum() / len(target)),
        "dominant_level": _dominant(attributed, target, parameters),
        "predicting_levels": predicting_levels(
            keyset.cells,
            attributed,
            (cells_of(own) for own, _ in keyset.codes),
            target,
            parameters.pair_count,
            parameters.pair_share,
        ),
    }


def _dominant(attributed: Attribution, target: NDArray[np.integer[Any]], parameters: RiskParameters) -> bool:
    """Whether one level makes up nearly all of what DiSCO counts: being right about it discloses little."""
    levels = np.unique(target[attributed.correct_records], return_counts=True)[1]
    most = int(levels.max(initial=0))
    return most > parameters.dominant_count and bool(above(most, parameters.dominant_share * int(levels.sum())))


def _value_flags(variables: tuple[PairedVariable, ...]) -> tuple[str, ...]:
    continuous = [v.name for v in variables if v.masked is not None and v.masked.level is Level.CONTINUOUS]
    return tuple(f"{name}: each distinct value is a category" for name in continuous)
