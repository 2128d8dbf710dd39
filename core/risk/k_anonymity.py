"""Records that too few others are like: violations of k-anonymity, and sample uniques."""

from __future__ import annotations

from core.measures import Answer, Measure
from core.risk.families import FALSE_KEYS
from core.risk.key_frequencies import KeySetDetail, KeySetFrequencies, frequency_measure

K_ANONYMITY = "Samarati (2001), IEEE Transactions on Knowledge and Data Engineering 13(6), 1010-1027"
HANDBOOK = "Hundepool et al. (2010), Handbook on Statistical Disclosure Control, chapter 3"

K_READING = (
    "f counts the records with the same key values. 0: the file is k-anonymous. 3 and 5 are typically required; "
    "case studies took 2 or 3 for scientific-use and 5 for public-use files (SDC Practice Guide)."
)
K_MISLEADS = (
    f"{FALSE_KEYS} All records of a group may share the sensitive value: see l-diversity. A missing key matches "
    "everything by default, so suppression helps other records too; with missing as a category more records count."
)


class KAnonymityDetail(KeySetDetail):
    """The number of records behind the share of those that fewer than ``k`` are like."""

    count: int
    k: int


def _formula(k: int) -> str:
    return rf"\frac{{1}}{{n}}\,\#\{{ i : f_i < {k} \}}"


def _share_below(keyset: KeySetFrequencies, k: int) -> Answer[KAnonymityDetail, KeySetDetail]:
    detail: KAnonymityDetail = {"count": _count_below(keyset, k), "k": k, **keyset.described()}
    if keyset.as_category is not None:
        detail["count_missing_as_category"] = _count_below(keyset.as_category, k)
    return keyset.result(detail["count"] / keyset.n_used, detail)


def _count_below(keyset: KeySetFrequencies, k: int) -> int:
    return keyset.cells.records(keyset.cell_frequencies.sample < k)


def _violations(k: int, sharing: str) -> Measure:
    """Return the measure of records that fewer than ``k`` records are like."""

    @frequency_measure(
        id=f"k_violations_{k}",
        name=f"Violations of {k}-anonymity",
        reference=K_ANONYMITY,
        summary=f"The share of records whose combination of key values {sharing}.",
        formula=_formula(k),
        reading=K_READING,
        misleads=K_MISLEADS,
    )
    def violations(keyset: KeySetFrequencies) -> Answer[KAnonymityDetail, KeySetDetail]:
        return _share_below(keyset, k)

    return violations


k_violations_2 = _violations(2, "no other record of the file has")
k_violations_3 = _violations(3, "fewer than 3 records of the file have")
k_violations_5 = _violations(5, "fewer than 5 records of the file have")


@frequency_measure(
    id="sample_uniques",
    name="Sample uniques",
    reference=HANDBOOK,
    summary="The share of records that are alone in the file with their key values; others of the population may share "
    "them.",
    formula=_formula(2),
    reading="0: every record shares its key values with another one. 5 and 20% have been precedents (CIHI; El "
    "Emam 2010, 2011).",
    misleads=f"{FALSE_KEYS} A sample unique need not be alone in the population: the smaller the sample, the less it "
    "says. It grows with every key variable that is added.",
)
def sample_uniques(keyset: KeySetFrequencies) -> Answer[KAnonymityDetail, KeySetDetail]:
    """Return the share of records with f = 1."""
    return _share_below(keyset, 2)
