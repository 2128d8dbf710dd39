"""A release compared with every earlier one of the same original: what somebody who has both learns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.data import Codebook, KeySet, Microdata, Pair, Scenario
from core.decision.consistency import Check, Status
from core.decision.release_register import RegisteredRelease
from core.decision.several_releases import check_nesting, check_together
from core.errors import PairingError
from core.pairing import pair
from core.wording import first_of

MOST_NAMED = 3
"""Findings of one check that are named; the others are counted."""


def check_earlier(
    original: Microdata,
    released: Scenario,
    earlier: Sequence[tuple[RegisteredRelease, Scenario | None]],
    codebook: Codebook,
    linked: str | None = None,
) -> tuple[Check, ...]:
    """Check a released file against earlier releases of the same original, two at a time.

    Parameters
    ----------
    original : Microdata
    released : Scenario
    earlier : sequence of (RegisteredRelease, Scenario or None)
        None: its file is not at hand; that it was not checked is then said.
    codebook : Codebook
        Its key sets are what an intruder knows.
    linked : str or None
        How records are linked where a scenario does not say.

    Returns
    -------
    tuple of Check
        For each earlier release whether one of both files nests in the other, and for each key set whether records
        are alone only once both are compared.
    """
    try:
        new = pair(original, released, codebook, linked)
    except PairingError as error:
        return tuple(_not_checked(released.name, release, str(error)) for release, _file in earlier)
    checks: list[Check] = []
    for release, scenario in earlier:
        if scenario is None:
            checks.append(_not_checked(released.name, release, "its file was not given"))
            continue
        try:
            old = pair(original, scenario, codebook, linked)
        except PairingError as error:
            checks.append(_not_checked(released.name, release, str(error)))
            continue
        checks += _against(new, replace(old, name=release.name), codebook.effective_keysets())
    return tuple(checks)


def _against(new: Pair, old: Pair, keysets: Sequence[KeySet]) -> list[Check]:
    for doubtful in (new, old):
        if doubtful.link_doubt:
            about, why = f"beside {old.name}", f"not checked: {doubtful.name}: {doubtful.link_doubt}"
            return [Check(new.name, about, Status.NOT_CHECKED, why)]
    nesting = _nesting(new, old)
    if nesting[0].status is Status.NOT_CHECKED:
        return nesting
    return [*nesting, *(check_together(new, old, keyset) for keyset in keysets)]


def _nesting(new: Pair, old: Pair) -> list[Check]:
    """Return one check where either file nests in the other, since who holds the finer one learns nothing more."""
    ways = [
        _summed(new.name, f"whether it nests in {old.name}", check_nesting(new, old)),
        _summed(new.name, f"whether {old.name} nests in it", check_nesting(old, new)),
    ]
    settled = [check for check in ways if check.status is not Status.BROKEN]
    return settled[:1] or ways


def _summed(scenario: str, about: str, checks: Sequence[Check]) -> Check:
    """Return the checks of all variables as one."""
    if len(checks) == 1:
        return replace(checks[0], scenario=scenario, about=about)
    sentence = first_of([check.sentence for check in checks], MOST_NAMED, "; ")
    return Check(scenario, about, Status.BROKEN, sentence, sum(check.count for check in checks))


def _not_checked(scenario: str, release: RegisteredRelease, why: str) -> Check:
    return Check(scenario, f"beside {release.name}", Status.NOT_CHECKED, f"not checked: {why}")
