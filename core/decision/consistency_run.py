"""All consistency checks of all masked files of one original."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from core.data import Codebook, Microdata, Pair, Scenario
from core.decision.consistency import Check, LinearRelation, Status, check_domains, check_relations, found_relations
from core.decision.several_releases import check_nesting, check_together
from core.errors import PairingError
from core.pairing import pair


def consistency_checks(
    original: Microdata,
    scenarios: Sequence[Scenario],
    codebook: Codebook,
    *,
    relations: Sequence[LinearRelation] = (),
    parents: Mapping[str, str] | None = None,
    released: Sequence[str] = (),
    linked: str | None = None,
) -> tuple[Check, ...]:
    """Check every masked file against the original, its parent, and the files released with it.

    Parameters
    ----------
    original, scenarios, codebook
    relations : sequence of LinearRelation
        Declared by the officer; those found in the original are added.
    parents : mapping of str to str
        File name -> file name of the masked file that it was made from.
    released : sequence of str
        File names of the releases that one user might hold together.
    linked : str or None
        How records are linked where a scenario does not say.
    """
    checks: list[Check] = []
    pairs: dict[str, Pair] = {}
    for scenario in scenarios:
        try:
            pairs[scenario.microdata.name] = pair(original, scenario, codebook, linked)
        except PairingError as error:
            checks.append(Check(scenario.name, "all checks", Status.NOT_CHECKED, f"not checked: {error}"))
    holding = found_relations(next(iter(pairs.values()))) if pairs else ()
    wanted = (*relations, *(r for r in holding if str(r) not in {str(known) for known in relations}))
    for each in pairs.values():
        checks += [*check_relations(each, wanted), *check_domains(each)]
    for file, parent in (parents or {}).items():
        if file in pairs and parent in pairs:
            checks += check_nesting(pairs[file], pairs[parent])
    for a, b in combinations([f for f in released if f in pairs], 2):
        checks += [check_together(pairs[a], pairs[b], keyset) for keyset in codebook.effective_keysets()]
    return tuple(checks)
