"""The larger of re-identification and linkage rate: the risk of files whose key values may be false."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import PairedVariable
from core.measures import Basis, Outcome, Result, Skipped
from core.risk.families import LINKAGE, REIDENTIFICATION
from core.risk.key_frequencies import no_records
from core.risk.linkage import NOT_LINKED, LinkedKeys, linked_measure, linked_share
from core.risk.pairs import PairedKeys, pair_outcomes
from core.risk.validity import Treatment, treatment
from core.statistics.reproducible import above
from core.wording import _

ID = "global_or_linkage_risk"
STRANGERS = (
    "a masked record that stems from no known record of the original counts 0: whoever looks for a person of the "
    "original does not find it"
)

RULE = (
    "a record with a false key value counts 0 in the re-identification rate: whoever looks for that person's true "
    "values does not find it"
)


@linked_measure(
    id=ID,
    name=_("Re-identification or linkage rate"),
    reference="the larger of two intruders' success: exact matching (Benedetti and Franconi 1998; a record whose key "
    "values masking made false counts 0) and the nearest record (Domingo-Ferrer and Torra 2001, Gower's distance)",
    summary=_("The larger of the re-identification rate of records with true key values and the linkage rate."),
    formula=r"\max\left( \frac{1}{n} \sum_{\text{true keys}} r_i,\; \text{linkage rate} \right)",
    reading=_(
        "The better of two intruders: one who matches exactly and never finds a record with false key values, "
        "and one who takes the nearest record. It can be compared between recoded, suppressed, sampled and perturbed "
        "files; precedents as for the re-identification rate."
    ),
    misleads=_(
        "The linkage rate does not know of the population: the intruder is taken to know who is in the "
        "original. Where records are not linked it is the re-identification rate alone. It is off for synthetic files. "
        "The mean hides the riskiest records."
    ),
    group=REIDENTIFICATION,
    basis=Basis.FREQUENCIES_OR_LINKS,
    section=LINKAGE,
)
def global_or_linkage_risk(prepared: tuple[LinkedKeys, ...]) -> Iterator[Outcome]:
    """Yield the larger of the masked file's global risk and of its linkage rate, of every key set.

    Global risk takes false key values for true ones and may rise under noise, swapping and PRAM. An intruder who
    matches exactly never finds a record whose values are false: its risk counts 0 here. One who takes the nearest
    record may find it all the same: the linkage rate.
    """

    def outcome(keyset: PairedKeys) -> Outcome:
        assert isinstance(keyset, LinkedKeys)
        return _larger(keyset)

    return pair_outcomes(global_or_linkage_risk, prepared, outcome)


def _larger(keyset: LinkedKeys) -> Outcome:
    target, detail, found = (keyset.name,), keyset.described(), keyset.frequencies
    if found.risks is None or not len(found.records):
        return Skipped(ID, target, found.weight.problem or no_records(found.n_missing), detail)
    kind = treatment(found.release.maskings, found.release.perturbed, found.keys)
    if kind is Treatment.SYNTHETIC:
        return Skipped(ID, target, "the file is synthetic: look at attribute disclosure (DiSCO)", detail)
    if keyset.gower is None and kind is Treatment.PERTURBED:
        return Skipped(ID, target, "key values are perturbed and " + NOT_LINKED, detail)
    strange = _strangers(keyset)[found.records]
    true = _true_keys(keyset)[found.records] & ~strange
    n_strangers = int(strange.sum())
    rate = float(np.where(true, found.risks, 0.0).mean())
    detail |= {
        "global_risk": float(found.risks.mean()),
        "global_risk_of_true_keys": rate,
        "n_false_keys": int((~true).sum()) - n_strangers,
        "n_strangers": n_strangers,
        "basis": found.weight.basis,
        "basis_kind": found.weight.kind,
        "share_of_original": found.release.share_of_original,
        "larger": "global_risk",
    }
    if detail["n_false_keys"]:
        detail["flags"].append(RULE)
    if n_strangers:
        detail["flags"].append(STRANGERS)
    if keyset.gower is None:
        detail["flags"].append("records are not linked: the re-identification rate alone, valid where values are true")
    alone = Result(ID, target, rate, len(found.records), detail=detail)
    return alone if keyset.gower is None else _with_linkage(keyset, alone)


def _with_linkage(keyset: LinkedKeys, rate: Result) -> Result:
    """Return the linkage rate where it is the larger one, else the other; both with both in the detail."""
    assert keyset.gower is not None
    linked = linked_share(ID, keyset, keyset.gower)
    detail: dict[str, Any] = {**linked.detail, **rate.detail, "linkage_gower": linked.value}
    if not above(linked.value, rate.value):
        return Result(ID, rate.target, rate.value, rate.n, detail=detail)
    detail["larger"] = "linkage_gower"
    return Result(ID, rate.target, linked.value, linked.n, linked.interval, detail)


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
