"""The risk of a file in one figure, whatever was done to it: what stands on the map's axis and is held to a limit.

Of real records it is the larger of re-identification and linkage rate; of a synthetic file, in which nobody's record
should stand, what it tells about people's sensitive values or whose records it repeats. It rests on the file and the
original alone, so that no other file beside it can change it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import PairedVariable
from core.measures import Answer, Answers, Basis, Measure, Result
from core.risk.attacks.synthetic_file import SyntheticRiskDetail, risk_of_synthetic
from core.risk.families import LINKAGE, NOT_LINKED, REIDENTIFICATION
from core.risk.key_frequencies import Detail, SkippedDetail, no_records
from core.risk.linkage import LinkageDetail, linked_share
from core.risk.linked_keys import LinkedKeys, measure_of_links
from core.risk.pairs import PairedKeysDetail, pair_outcomes
from core.risk.treatments import Treatment
from core.statistics.reproducible import above

ID = "global_or_linkage_risk"
STRANGERS = (
    "a masked record that stems from no known record of the original counts 0: whoever looks for a person of the "
    "original does not find it"
)

RULE = (
    "a record with a false key value counts 0 in the re-identification rate: whoever looks for that person's true "
    "values does not find it"
)


class LinkageBeside(TypedDict):
    """The linkage rate and what the attack found, where records are linked."""

    linkage_gower: NotRequired[float]
    share_of_original_records: NotRequired[float]
    share_of_masked_records: NotRequired[float]
    first_or_second: NotRequired[float]
    by_chance: NotRequired[float]
    part_of_original_released: NotRequired[float]
    variables: NotRequired[list[str]]
    n_targets: NotRequired[int]
    n_linked: NotRequired[int]
    sampled: NotRequired[bool]
    interval_kind: NotRequired[str]


class GlobalOrLinkageDetail(PairedKeysDetail, LinkageBeside):
    """Both rates, and which is the larger one."""

    global_risk: float
    global_risk_of_true_keys: NotRequired[float]
    n_false_keys: NotRequired[int]
    n_strangers: NotRequired[int]
    basis: str
    basis_kind: NotRequired[str]
    share_of_original: NotRequired[float]
    larger: NotRequired[Literal["global_risk", "linkage_gower"]]


def _basis(measure: Measure, keyset: LinkedKeys) -> Basis | None:
    return Basis.AGREEMENT if keyset.treatment.holds_nobody else measure.basis


def _outcomes(
    measure: Measure, prepared: tuple[LinkedKeys, ...], outcome: Callable[[LinkedKeys], Answer[Detail, SkippedDetail]]
) -> Answers[Detail, SkippedDetail | PairedKeysDetail]:
    """Yield the outcome of every key set; what it rests on depends on how the file was made."""
    return pair_outcomes(measure, prepared, outcome, lambda keyset: _basis(measure, keyset))


@measure_of_links.over(_outcomes)(
    id=ID,
    name="Risk of the file",
    reference="the larger of two intruders' success: exact matching (Benedetti and Franconi 1998; a record whose key "
    "values masking made false counts 0) and the nearest record (Domingo-Ferrer and Torra 2001, Gower's distance); of "
    "a synthetic file attribute disclosure and replicated uniques (DiSCO, repU: Raab, Nowok and Dibben 2024), and "
    "records repeated (after the nearest-neighbour adversarial accuracy of Yale et al. 2020, Neurocomputing 416, "
    "244-255)",
    summary="The larger of the re-identification rate of records with true key values and the linkage rate; of a "
    "synthetic file the largest of attribute disclosure (DiSCO), replicated uniques and records repeated.",
    formula=r"\begin{gathered} \max\left( \frac{1}{n} \sum_{\text{true keys}} r_i,\; \text{linkage rate} \right) "
    r"\\[1ex] \text{of a synthetic file:} "
    r"\\[1ex] \max\left( \mathrm{DiSCO},\; \mathrm{repU},\; \frac{a - c}{1 - c} \right) "
    r"\end{gathered}",
    reading="The better of two intruders: one who matches exactly and never finds a record with false key values, and "
    "one who takes the nearest record. It can be compared between recoded, suppressed, sampled and perturbed files. In "
    "a synthetic file nobody should be found: it is the largest of three shares of people, those whose sensitive value "
    "the file gives away, those whose unique key values it repeats, and those whose record it repeats over all "
    "variables, whole (an equal one) or nearly (nearer than any other person), beyond chance c: of a copy of people "
    "who differ 100%, whatever the keys. Which it is stands beside it. The interval is of the records drawn, never "
    "below what is counted in full.",
    misleads="The linkage rate does not know of the population: the intruder is taken to know who is in the "
    "original. Where records are not linked it is the re-identification rate alone. Finding a record and reading "
    "off a value are not the same harm: between a synthetic and a real file it orders by how many people are hit. "
    "The mean hides the riskiest records.",
    group=REIDENTIFICATION,
    basis=Basis.FREQUENCIES_OR_LINKS,
    section=LINKAGE,
)
def global_or_linkage_risk(
    keyset: LinkedKeys,
) -> Answer[GlobalOrLinkageDetail | SyntheticRiskDetail, PairedKeysDetail]:
    """Return the larger of the masked file's global risk and of its linkage rate; of a synthetic file what it tells.

    Global risk takes false key values for true ones and may rise under noise, swapping and PRAM. An intruder who
    matches exactly never finds a record whose values are false: its risk counts 0 here. One who takes the nearest
    record may find it all the same: the linkage rate.
    """
    return risk_of_synthetic(ID, keyset, keyset.people) if keyset.treatment.holds_nobody else _larger(keyset)


def _larger(keyset: LinkedKeys) -> Answer[GlobalOrLinkageDetail, PairedKeysDetail]:
    target, described, frequencies = (keyset.name,), keyset.described(), keyset.frequencies.of_people
    if frequencies.cell_risks is None or not frequencies.n_used:
        return keyset.skipped(ID, frequencies.weight.problem or no_records(frequencies.n_missing))
    if keyset.gower is None and keyset.treatment is Treatment.PERTURBED:
        return keyset.skipped(ID, "key values are perturbed and " + NOT_LINKED)
    cells, n = frequencies.cells, frequencies.n_used
    strange = _strangers(keyset)[cells.rows()]
    true = _true_keys(keyset)[cells.rows()] & ~strange
    n_strangers = int(strange.sum())
    of_true = np.bincount(cells.of_records[true], minlength=len(cells))
    rate = float((frequencies.cell_risks * of_true).sum()) / n
    linked = None if keyset.gower is None else linked_share(ID, keyset, keyset.gower)
    detail: GlobalOrLinkageDetail = {
        **described,
        **_beside(linked),
        "global_risk": cells.mean(frequencies.cell_risks),
        "global_risk_of_true_keys": rate,
        "n_false_keys": int((~true).sum()) - n_strangers,
        "n_strangers": n_strangers,
        "basis": frequencies.weight.basis,
        "basis_kind": frequencies.weight.kind,
        "share_of_original": frequencies.release.share_of_original,
        "larger": "global_risk",
    }
    said = {
        RULE: detail["n_false_keys"] > 0,
        STRANGERS: n_strangers > 0,
        "records are not linked: the re-identification rate alone, valid where values are true": linked is None,
    }
    flags = (*keyset.flags, *(sentence for sentence, holds in said.items() if holds))
    if linked is None:
        return Result(ID, target, rate, n, detail=detail, flags=flags)
    # of a rate that is counted in full and one that is estimated the larger is no less than the one counted
    interval = None if linked.interval is None else (max(linked.interval[0], rate), max(linked.interval[1], rate))
    if not above(linked.value, rate):
        return Result(ID, target, rate, n, interval, detail, flags)
    detail["larger"] = "linkage_gower"
    return Result(ID, target, linked.value, linked.n, interval, detail, flags)


def _beside(linked: Result[LinkageDetail] | None) -> LinkageBeside:
    if linked is None:
        return {}
    detail = linked.detail
    return {
        "linkage_gower": linked.value,
        "share_of_original_records": detail["share_of_original_records"],
        "share_of_masked_records": detail["share_of_masked_records"],
        "first_or_second": detail["first_or_second"],
        "by_chance": detail["by_chance"],
        "part_of_original_released": detail["part_of_original_released"],
        "variables": detail["variables"],
        "n_targets": detail["n_targets"],
        "n_linked": detail["n_linked"],
        "sampled": detail["sampled"],
        "interval_kind": detail["interval_kind"],
    }


def _true_keys(keyset: LinkedKeys) -> NDArray[np.bool_]:
    """Return (n_masked,) true where no key value of a record is seen to differ from its original's."""
    links, true = keyset.pair.links, np.ones(keyset.pair.masked.n_records, dtype=bool)
    if links is None:
        return true
    rows = np.flatnonzero(links >= 0)
    for variable in keyset.keys:
        true[rows] &= ~_false(variable, rows, links[rows])
    return true


def _strangers(keyset: LinkedKeys) -> NDArray[np.bool_]:
    """Return (n_masked,) true where a record has no known original though others have; nowhere without links."""
    links = keyset.pair.links
    if links is None or keyset.gower is None:
        return np.zeros(keyset.pair.masked.n_records, dtype=bool)
    return np.asarray(links < 0)


def _false(variable: PairedVariable, rows: NDArray[np.int64], parents: NDArray[np.int64]) -> NDArray[np.bool_]:
    assert variable.masked is not None
    masked, original = variable.masked.take(rows), variable.recoded.take(parents)
    return np.asarray(~masked.is_missing() & (original.is_missing() | (masked.values != original.values)))
