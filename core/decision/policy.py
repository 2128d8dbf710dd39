"""The purpose with its thresholds as a TOML file: the policy of an office, written, read and handed on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Annotated, Any, Literal

import tomli_w

from core.data import WrittenAs, described_as, limits, read_toml, validated
from core.decision.purpose import (
    Purpose,
    ReleaseType,
    Requirement,
    RuledFiles,
    proposed_purpose,
)
from core.decision.risk_thresholds import FOR_MEASURE, SMALLEST_GROUP, THRESHOLDS, threshold_by_id
from core.errors import PlanError

WHAT = "the policy"
FORMAT = "ru-map-policy/1"
NEW_LIMIT = 0.05
DAY_OR_NONE = r"^(\d{4}-\d{2}-\d{2})?$"
AT_LEAST: Literal["at least"] = "at least"
AT_MOST: Literal["at most"] = "at most"
HEAD = """\
# What a file is released for, and the thresholds of disclosure risk that it must meet.
# release: public, scientific, secure or own; own rules may leave thresholds out and add other measures of risk by id.
# limit: a number of records for smallest_group, else a share from 0 to 1. reason: why another limit than the proposed.
# files = "synthetic": the rule is for synthetic files, whose attacks net of a control file are judged, not their keys.
# Also: signed_by, valid_until ("2027-12-31"), and the key sets that files must be judged by: [key_sets] name = ["age"].
"""


@dataclass(frozen=True)
class ThresholdTable:
    """One threshold as it is written."""

    limit: Annotated[float, described_as(minimum=0)]
    direction: Literal["at least", "at most"] | None = None
    source: str = ""
    reason: str = ""
    files: RuledFiles = RuledFiles.ALL


def _day(written: str | date) -> str:
    """Return the last day that the policy holds; anything that is no day is refused, so that none holds for ever."""
    try:
        return str(date.fromisoformat(str(written))) if written != "" else ""
    except ValueError:
        raise PlanError('it must be a day such as "2027-12-31"') from None


@dataclass(frozen=True)
class PolicyTables:
    """A policy as it is written."""

    format: Literal["ru-map-policy/1"]
    release: ReleaseType
    thresholds: Annotated[Mapping[str, ThresholdTable], limits(min_length=1)]
    signed_by: str = ""
    valid_until: Annotated[str, WrittenAs(str | date, _day), described_as(pattern=DAY_OR_NONE)] = ""
    key_sets: Mapping[str, Annotated[tuple[str, ...], limits(min_length=1)]] = field(default_factory=dict)


def write_policy(purpose: Purpose) -> str:
    """Write a purpose as TOML, its sources and reasons with it; ``policy_from`` gives it back."""
    tables = {_key(r.threshold): _table(r) for r in purpose.requirements}
    said: dict[str, Any] = {"signed_by": purpose.signed_by, "valid_until": purpose.valid_until}
    said["key_sets"] = {name: list(variables) for name, variables in purpose.keysets}
    given = {name: part for name, part in said.items() if part}
    content = {"format": FORMAT, "release": str(purpose.release), **given, "thresholds": tables}
    return f"{HEAD}\n{tomli_w.dumps(content)}"


def with_rules(purpose: Purpose, thresholds: Sequence[str]) -> Purpose:
    """Return own rules with these thresholds alone; those that are new start as proposed, or with a limit of 5%."""
    started = {r.threshold: r for r in (*proposed_purpose(ReleaseType.OWN).requirements, *purpose.requirements)}
    source = "an own rule: it starts at 5%, set the limit that holds in your office"
    rules = (started.get(id_) or Requirement(id_, NEW_LIMIT, source, NEW_LIMIT) for id_ in thresholds)
    return replace(purpose, requirements=_ordered(tuple(rules)))


def _ordered(requirements: Sequence[Requirement]) -> tuple[Requirement, ...]:
    """Return the named thresholds in their order, then the others as they are."""
    order = {t.id: place for place, t in enumerate(THRESHOLDS)}
    return tuple(sorted(requirements, key=lambda r: order.get(r.threshold, len(order))))


def _key(threshold: str) -> str:
    return threshold.removeprefix(FOR_MEASURE)


def _table(requirement: Requirement) -> dict[str, Any]:
    count = requirement.threshold == SMALLEST_GROUP.id
    table: dict[str, Any] = {
        "limit": int(requirement.limit) if count else requirement.limit,
        **({"direction": AT_LEAST} if requirement.at_least else {}),
        "source": requirement.source,
        **({"files": str(requirement.files)} if requirement.files is not RuledFiles.ALL else {}),
    }
    return table | ({"reason": requirement.reason} if requirement.reason else {})


def read_policy(text: str) -> Purpose:
    """Return the purpose that a policy file holds.

    Parameters
    ----------
    text : str
        TOML, as ``write_policy`` writes it.

    Raises
    ------
    PlanError
        Names the line or the key, what is wrong with it and what to write.
    """
    return policy_from(read_toml(text, WHAT, PlanError))


def policy_from(content: Mapping[str, Any]) -> Purpose:
    """Return the purpose of tables that were read from TOML.

    Parameters
    ----------
    content : mapping
        ``format``, ``release`` and a table ``thresholds.ID`` with ``limit``, ``source`` and ``reason`` for each
        threshold, where ID is a threshold's own or that of a measure of a file.

    Raises
    ------
    PlanError
        Names the key, what is wrong with it and what to write.
    """
    policy = validated(PolicyTables, content, WHAT, error=PlanError)
    requirements = tuple(_requirement(policy.release, key, table) for key, table in policy.thresholds.items())
    _refuse_gaps(policy.release, requirements)
    keysets = tuple(policy.key_sets.items())
    return Purpose(policy.release, _ordered(requirements), keysets, policy.signed_by.strip(), policy.valid_until)


def _requirement(release: ReleaseType, key: str, table: ThresholdTable) -> Requirement:
    where = f"{WHAT}: thresholds.{key[:60]}"
    id_ = key if key in {t.id for t in THRESHOLDS} else f"{FOR_MEASURE}{key}"
    try:
        threshold_by_id(id_)
    except PlanError:
        known = ", ".join(t.id for t in THRESHOLDS)
        raise PlanError(f"{where} is no threshold; known are {known}, and measures of a file") from None
    limit = float(table.limit)
    try:
        given = Requirement(id_, limit, table.source.strip(), limit, "", table.files)
        _check_direction(given, table.direction)
        return _against_proposed(given, release, table.reason.strip())
    except PlanError as error:
        raise PlanError(f"{where}: {error}") from None


def _check_direction(given: Requirement, written: str | None) -> None:
    """Refuse a direction that the measure does not have."""
    its_own = AT_LEAST if given.at_least or given.threshold == SMALLEST_GROUP.id else AT_MOST
    if written and written != its_own:
        raise PlanError(f'direction must be "{its_own}": that is the good side of this measure')


def _against_proposed(given: Requirement, release: ReleaseType, reason: str) -> Requirement:
    """Return the requirement with what its release type proposes; an own rule without a reason needs a source."""
    known = proposed_purpose(release).requirement(given.threshold)
    proposed = (known.limit, known.source) if known and known.files is given.files else None
    if proposed is None or (release is ReleaseType.OWN and not reason):
        if not given.source:
            raise PlanError("say in source where this limit is from")
        return replace(given, reason=reason)
    limit, source = proposed
    if given.limit != limit and not reason:
        raise PlanError(
            f'say in reason why {given.limit:g} takes the place of {limit:g}, or set release = "{ReleaseType.OWN}"'
        )
    return replace(given, proposed=limit, source=given.source or source, reason=reason if given.limit != limit else "")


def _refuse_gaps(release: ReleaseType, requirements: tuple[Requirement, ...]) -> None:
    missing = [t.id for t in THRESHOLDS if t.id not in {r.threshold for r in requirements}]
    if missing and release is not ReleaseType.OWN:
        raise PlanError(
            f'{WHAT}: thresholds.{missing[0]} is missing; write it, or set release = "{ReleaseType.OWN}", which may '
            "leave thresholds out"
        )
