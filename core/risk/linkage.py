"""Record linkage: how often the nearest original of a masked record is the one that it stems from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from core.measures import Answer, Result
from core.risk.families import NOT_LINKED
from core.risk.linked_keys import Attack, LinkedKeys, attack_measure
from core.risk.pairs import PairedKeysDetail
from core.risk.treatments import is_numeric


class WithinGroups(TypedDict):
    """The keys in whose groups records were compared, where they were."""

    within: NotRequired[list[str]]


class LinkageDetail(PairedKeysDetail, WithinGroups):
    """What an attack on the links found."""

    share_of_original_records: NotRequired[float]
    share_of_masked_records: float
    first_or_second: float
    by_chance: float
    part_of_original_released: float
    variables: list[str]
    n_targets: int
    n_linked: int
    sampled: bool
    interval_kind: str


def linked_share(name: str, keyset: LinkedKeys, attack: Attack, within: Sequence[str] = ()) -> Result[LinkageDetail]:
    """Return an attack as a result: the share of the original's records that are linked.

    A masked file that is a sample, or holds strangers, has only a part of them: the share of the records with a
    parent that are linked is multiplied by that part. Nobody finds the person behind a stranger.
    """
    n_original, n_masked = keyset.pair.original.n_records, keyset.pair.masked.n_records
    held = min(attack.n_linked / n_original, 1.0)
    low, high = attack.interval
    groups: WithinGroups = {"within": sorted(within)} if within else {}
    detail: LinkageDetail = {
        **keyset.described(),
        **groups,
        "share_of_original_records": attack.share * held,
        "share_of_masked_records": attack.share * attack.n_linked / n_masked,
        "first_or_second": attack.first_or_second,
        "by_chance": 1 / n_original,
        "part_of_original_released": held,
        "variables": list(attack.variables),
        "n_targets": attack.n_targets,
        "n_linked": attack.n_linked,
        "sampled": attack.n_targets < attack.n_linked,
        "interval_kind": attack.interval_kind,
    }
    flags = keyset.flags
    if strangers := n_masked - attack.n_linked:
        flags += (f"{strangers} of {n_masked} masked records have no known original: not found",)
    value = attack.share * held
    interval = (min(low * held, value), max(high * held, value))
    return Result(name, (keyset.name,), value, attack.n_targets, interval, detail, flags)


@attack_measure(
    id="linkage_gower",
    name="Records linked by distance",
    reference="Domingo-Ferrer and Torra (2001); Gower (1971), Biometrics 27, 857-871",
    summary="The share of records whose masked version is nearer to them than to any other original record.",
    formula=r"\frac{1}{T} \sum_{i=1}^{T} \frac{[\text{none nearer}]}{\text{equally near}} \cdot \min\left( 1, "
    r"\frac{n_l}{n_o} \right)",
    reading="The share of the original's records. Over T masked records with a known original, by Gower's distance on "
    "all keys: 1 in the sum where no original is nearer than the true one, divided by the number equally near; "
    "n with l counts the masked records with a known original, and the share of all masked records stands beside "
    "it where it is another. 1/n is chance; 1: every record is found. Its interval is that of the records drawn "
    "for the attack.",
    misleads="Linking to the nearest record is one attack only; an intruder who knows how the file was masked can "
    "do better. The intruder is taken to hold the original's key values exactly. Wrongly declared links make it "
    "look safe. Keys that were only recoded, or left alone, make many records equally near.",
    heading="Linked by distance (Gower)",
)
def linkage_gower(keyset: LinkedKeys) -> Answer[LinkageDetail, PairedKeysDetail]:
    """Return the share linked by Gower's distance on all keys."""
    if keyset.gower is None:
        return keyset.skipped("linkage_gower", NOT_LINKED)
    return linked_share("linkage_gower", keyset, keyset.gower)


@attack_measure(
    id="linkage_spruill",
    name="Records linked by distance (Spruill)",
    reference="Spruill (1982), Proceedings of the Section on Survey Research Methods, ASA; Kocar (2018), section 2.1",
    summary="The share of records whose masked version is nearer to them than to any other, on continuous keys.",
    formula=r"\frac{1}{T} \sum_{i=1}^{T} \frac{[\text{none nearer}]}{\text{equally near}} \cdot \min\left( 1, "
    r"\frac{n_l}{n_o} \right)",
    reading="The share of the original's records. Over T masked records with a known original, by the squared distance "
    "of the continuous keys in standard deviations: 1 in the sum where no original is nearer than the true one, "
    "divided by the number equally near; n with l counts the masked records with a known original, and the share "
    "of all masked records stands beside it where it is another. 1/n is chance; 1: every record is found.",
    misleads="Linking to the nearest record is one attack only; an intruder who knows how the file was masked can "
    "do better. The intruder is taken to hold the original's key values exactly. Wrongly declared links make it "
    "look safe. Categorical keys, which an intruder would use as well, are left out, unless records are compared "
    "within groups of them (risk.spruill_within).",
    needs="key variables that are numbers in both files",
    heading="Linked by distance (Spruill)",
)
def linkage_spruill(keyset: LinkedKeys) -> Answer[LinkageDetail, PairedKeysDetail]:
    """Return the share linked by the squared standardised distance on continuous keys."""
    if keyset.pair.links is None:
        return keyset.skipped("linkage_spruill", NOT_LINKED)
    if not any(is_numeric(v) for v in keyset.keys):
        reason = "no key variable is continuous in both files; records linked by Gower's distance take all keys"
        return keyset.skipped("linkage_spruill", reason)
    if problem := _no_groups(keyset):
        return keyset.skipped("linkage_spruill", problem)
    if keyset.spruill is None:
        return keyset.skipped("linkage_spruill", NOT_LINKED)
    return linked_share("linkage_spruill", keyset, keyset.spruill, keyset.parameters.spruill_within)


def _no_groups(keyset: LinkedKeys) -> str:
    """Return why records cannot be compared within the groups that were chosen; empty where they can."""
    usable = {v.name for v in keyset.keys if not is_numeric(v)}
    wrong = sorted(set(keyset.parameters.spruill_within) - usable)
    return f"{wrong[0]!r} is no categorical key of this key set in both files: choose other groups" if wrong else ""
