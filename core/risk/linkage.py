"""Record linkage: how often the nearest original of a masked record is the one that it comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import NotRequired, TypedDict

import numpy as np

from core.data import Level, PairedVariable
from core.measures import Answer
from core.pairing import shared_code_tables
from core.risk.attacks.attacked_files import gower_width, released, with_nan
from core.risk.linked_keys import LinkedKeys, attack_measure, draw_targets
from core.risk.pairs import PairedKeysDetail, deviation
from core.risk.rate_intervals import rate_interval
from core.risk.treatments import is_numeric
from core.statistics.arrays import Floats
from core.statistics.linkage import ValueDifference, link, link_within


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


Scaled = Callable[[PairedVariable], tuple[Floats, Floats, ValueDifference]]
"""A variable of both files as distances are taken of it, and how."""


def _linked_share(
    name: str,
    keyset: LinkedKeys,
    keys: tuple[PairedVariable, ...],
    scaled: Scaled,
    groups: tuple[PairedVariable, ...] = (),
) -> Answer[LinkageDetail, PairedKeysDetail]:
    """Link masked records to the nearest original, and return the share of the original's records that are linked.

    A masked file that is a sample, or holds strangers, has only a part of them: the share of the records with a
    parent that are linked is multiplied by that part. Nobody finds the person behind a stranger.
    """
    links, n_original, n_masked = keyset.links, keyset.pair.original.n_records, keyset.pair.masked.n_records
    n_linked = int((links >= 0).sum())
    # by name, so that the order of columns changes no rounding
    columns = [scaled(v) for v in sorted(keys, key=lambda v: v.name)]
    originals, masked = (np.column_stack([column[side] for column in columns]) for side in (0, 1))
    targets = draw_targets(originals, masked, keyset, name, keyset.parameters.linkage_targets)
    parties = originals, masked[targets], links[targets], tuple(term for _, _, term in columns)
    if groups:
        ours, theirs = shared_code_tables(sorted(groups, key=lambda v: v.name))
        linkage = link_within(*parties, (ours, theirs[targets]))
    else:
        linkage = link(*parties)
    share, released = float(np.sort(linkage.correct).mean()), min(n_linked / n_original, 1.0)
    (low, high), kind = rate_interval(linkage.correct, links[targets], keyset.pair, "masked records attacked")
    within: WithinGroups = {"within": sorted(v.name for v in groups)} if groups else {}
    value = share * released
    detail: LinkageDetail = {
        **keyset.described(),
        **within,
        "share_of_original_records": value,
        "share_of_masked_records": share * n_linked / n_masked,
        "first_or_second": float(linkage.second.mean()),
        "by_chance": 1 / n_original,
        "part_of_original_released": released,
        "variables": [v.name for v in keys],
        "n_targets": len(targets),
        "n_linked": n_linked,
        "sampled": len(targets) < n_linked,
        "interval_kind": kind,
    }
    flags = keyset.flags
    if strangers := n_masked - n_linked:
        flags += (f"{strangers} of {n_masked} masked records have no known original: not found",)
    interval = (min(low * released, value), max(high * released, value))
    return keyset.result(value, len(targets), detail, interval, flags)


def _standardised(variable: PairedVariable) -> tuple[Floats, Floats, ValueDifference]:
    unit = deviation(variable.recoded.values) or 1.0
    return variable.recoded.values / unit, released(variable).values / unit, ValueDifference.SQUARED


def _for_gower(variable: PairedVariable) -> tuple[Floats, Floats, ValueDifference]:
    """Return a variable for Gower's distance (1971, Biometrics 27, 857-871), NaN where missing."""
    masked, width = released(variable), gower_width(variable)
    ordered = is_numeric(variable) or masked.level is Level.ORDINAL
    how = ValueDifference.ABSOLUTE if ordered else ValueDifference.EQUAL
    return with_nan(variable.recoded) / width, with_nan(masked) / width, how


@attack_measure(
    id="linkage_gower",
    name="Records linked by distance",
    reference="Domingo-Ferrer and Torra (2001); Gower (1971), Biometrics 27, 857-871",
    summary="The share of records whose masked version is nearer to them than to any other original record.",
    formula=r"\frac{1}{T} \sum_{i=1}^{T} \frac{[\text{none nearer}]}{\text{equally near}} \cdot \min\left( 1, "
    r"\frac{n_l}{n_o} \right)",
    reading="The share of the original's records. Over T masked records with a known original, by Gower's distance on "
    "all keys: 1 in the sum where no original is nearer than the true one, divided by the number equally near; n with "
    "l counts the masked records with a known original, and the share of all masked records is given with it where it "
    "is another. 1/n is chance; 1: every record is found. Its interval is that of the records drawn for the attack.",
    misleads="Linking to the nearest record is one attack only; an intruder who knows how the file was masked can "
    "do better. The intruder is taken to hold the original's key values exactly. Wrongly declared links make it "
    "look safe. Keys that were only recoded, or left alone, make many records equally near.",
)
def linkage_gower(keyset: LinkedKeys) -> Answer[LinkageDetail, PairedKeysDetail]:
    """Return the share linked by Gower's distance on all keys."""
    return _linked_share("linkage_gower", keyset, keyset.keys, _for_gower)


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
    "of all masked records is given with it where it is another. 1/n is chance; 1: every record is found.",
    misleads="Linking to the nearest record is one attack only; an intruder who knows how the file was masked can "
    "do better. The intruder is taken to hold the original's key values exactly. Wrongly declared links make it "
    "look safe. Categorical keys, which an intruder would use as well, are left out, unless records are compared "
    "within groups of them (risk.spruill_within).",
    needs="key variables that are numbers in both files",
    departs="Spruill divides by the masked records. Here the share is of the original's records: a sample "
    "that is linked in full does not have all of the original's people found. The share of the masked"
    " records is in the detail where it is another.",
)
def linkage_spruill(keyset: LinkedKeys) -> Answer[LinkageDetail, PairedKeysDetail]:
    """Return the share linked by the squared standardised distance on continuous keys."""
    numeric = tuple(v for v in keyset.keys if is_numeric(v))
    if not numeric:
        reason = "no key variable is continuous in both files; records linked by Gower's distance take all keys"
        return keyset.skipped(reason)
    if problem := _no_groups(keyset):
        return keyset.skipped(problem)
    groups = tuple(v for v in keyset.keys if v.name in keyset.parameters.spruill_within)
    return _linked_share("linkage_spruill", keyset, numeric, _standardised, groups)


def _no_groups(keyset: LinkedKeys) -> str:
    """Return why records cannot be compared within the groups that were chosen; empty where they can."""
    usable = {v.name for v in keyset.keys if not is_numeric(v)}
    wrong = sorted(set(keyset.parameters.spruill_within) - usable)
    return f"{wrong[0]!r} is no categorical key of this key set in both files: choose other groups" if wrong else ""
