"""Disclosure by agreement on the keys, without links: replicated uniques, DiSCO and DCAP."""

from __future__ import annotations

from typing import TypedDict

from core.data import PairedVariable
from core.measures import Answer, Basis, Result, Subject
from core.risk.attribute.agreeing_keys import AgreeingKeys, AgreeingKeysDetail, TargetAttribution, agreement
from core.risk.attribute.sensitive import worst
from core.risk.families import ATTRIBUTE_DISCLOSURE, SENSITIVE, risk_measure
from core.risk.key_sets import Detail, continuous_flags, outcomes
from core.risk.pairs import PairedKeysDetail, sensitive_pairs, why_no_sensitive
from core.risk.parameters import RiskParameters
from core.statistics.disclosure import Attribution, Uniques

REFERENCE = "Raab, Nowok and Dibben (2024), Practical privacy metrics for synthetic data, arXiv 2406.16826"


class UniquesReplicatedDetail(AgreeingKeysDetail, Uniques):
    """Shares of uniques (UiO, UiS and UiOiS) beside those replicated."""


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


agreement_measure = risk_measure.sharing(
    subject=Subject.PAIR, prepare=agreement, basis=Basis.AGREEMENT, group=ATTRIBUTE_DISCLOSURE
).over(outcomes)
attribution_measure = agreement_measure.sharing(
    needs=SENSITIVE,
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
    "files; compare with the share of uniques in the original, which is given with it.",
    misleads="In a synthetic or swapped file a replicated unique need not be about the same person, and its other "
    "values may be made up. Numbers as keys are nearly all unique. Keys that were not masked replicate every unique.",
)
def uniques_replicated(keyset: AgreeingKeys) -> Answer[UniquesReplicatedDetail, PairedKeysDetail]:
    """Return repU, with UiO, UiS and UiOiS."""
    return replicated_uniques(keyset)


def replicated_uniques(keyset: AgreeingKeys) -> Result[UniquesReplicatedDetail]:
    """Return repU of one key set, with UiO, UiS and UiOiS."""
    assert keyset.uniques is not None
    replicated, shares = keyset.uniques
    detail: UniquesReplicatedDetail = {**shares, **keyset.described()}
    return _result(keyset, replicated, detail, keyset.keys)


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
)
def disco(keyset: AgreeingKeys) -> Answer[DiscoDetail, PairedKeysDetail]:
    """Return DiSCO of the worst sensitive variable, all of them in the detail."""
    return attribute_disclosure(keyset)


def attribute_disclosure(keyset: AgreeingKeys) -> Answer[DiscoDetail, PairedKeysDetail]:
    """Return DiSCO of the worst sensitive variable of one key set, all of them in the detail."""
    described, parameters = keyset.described(), keyset.parameters
    by_variable = {
        name: _disco_detail(target, parameters.large_denominator, described["n_original"])
        for name, target in keyset.targets.items()
    }
    values = {name: figures["disco"] for name, figures in by_variable.items()}
    if (largest := worst(values)) is None:
        return keyset.skipped(why_no_sensitive(keyset))
    detail: DiscoDetail = {**described, "worst": largest, **by_variable[largest], "by_variable": by_variable}
    return _result(keyset, values[largest], detail, (*keyset.keys, *sensitive_pairs(keyset)))


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
)
def dcap(keyset: AgreeingKeys) -> Answer[DcapDetail, PairedKeysDetail]:
    """Return DCAP of the worst sensitive variable, above its baseline or raw."""
    by_variable = {name: _dcap_detail(t.attribution, keyset.parameters) for name, t in keyset.targets.items()}
    values = {name: _above_baseline(figures) for name, figures in by_variable.items()}
    if (largest := worst(values)) is None:
        return keyset.skipped(why_no_sensitive(keyset))
    described = keyset.described()
    detail: DcapDetail = {**described, "worst": largest, **by_variable[largest], "by_variable": by_variable}
    return _result(keyset, values[largest], detail, (*keyset.keys, *sensitive_pairs(keyset)))


def _dcap_detail(attributed: Attribution, parameters: RiskParameters) -> DcapOfVariable:
    return {
        "dcap": attributed.dcap,
        "baseline": attributed.base_cap,
        "cap_original": attributed.cap_original,
        "cap_masked": attributed.cap_masked,
        "tcap": attributed.tcap,
        "form": parameters.dcap,
    }


def _above_baseline(figures: DcapOfVariable) -> float:
    dcap, baseline = figures["dcap"], figures["baseline"]
    if figures["form"] == "raw":
        return dcap
    # a constant target is known without the file
    return max(0.0, (dcap - baseline) / (1 - baseline)) if baseline < 1 else 0.0


def _result(
    keyset: AgreeingKeys, value: float, detail: Detail, looked_at: tuple[PairedVariable, ...]
) -> Result[Detail]:
    n = min(keyset.pair.original.n_records, keyset.pair.masked.n_records)
    flags = keyset.flags + continuous_flags((v.name, v.masked) for v in looked_at)
    return keyset.result(value, n, detail, flags=flags)


def _disco_detail(target: TargetAttribution, large_denominator: int, n: int) -> DiscoOfVariable:
    attributed, denominators = target.attribution, target.attribution.denominators
    large = denominators[denominators > large_denominator]
    return {
        "disco": attributed.correct,
        "disclosive_in_original": attributed.disclosive_original,
        "disclosive_in_masked_file": attributed.disclosive_masked,
        "keys_in_masked": attributed.in_masked,
        "disclosive_in_masked": attributed.disclosive_in_masked,
        "disclosive_in_both": attributed.correct_and_original,
        "largest_denominator": int(denominators.max(initial=0)),
        "mean_denominator": float(denominators.mean()) if len(denominators) else None,
        "share_in_large_denominators": float(large.sum() / n),
        "dominant_level": target.dominant_level,
        "predicting_levels": target.predicting_levels,
    }
