"""What a call says of variables, in the place of a codebook: keys, sensitive ones, levels and weights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.data import Codebook, KeySet, Level, Role, ScenarioDeclaration, Variable
from core.errors import CodebookError
from core.wording import did_you_mean
from rumap.arguments import mapping_in, names_in, one_of

Names = str | Sequence[str]
KEYS = "keys"


@dataclass(frozen=True)
class SaidOfVariables:
    """Arguments of `assess` and `mask`, as they were given.

    Parameters
    ----------
    keys : names, or mapping of str to names, or None
    sensitive : names or None
    levels : mapping of str to str or None
    weights : names, or mapping of key set to name, or None
    """

    keys: Names | Mapping[str, Names] | None = None
    sensitive: Names | None = None
    levels: Mapping[str, str] | None = None
    weights: Names | Mapping[str, str] | None = None

    def applied(self, codebook: Codebook, file: str) -> Codebook:
        """Return the codebook with what was said; variables that are named nowhere lose a role that is named.

        Raises
        ------
        CodebookError
            A name that no variable of the file has, or two roles for one.
        """
        roles = self._roles()
        levels = {} if self.levels is None else dict(mapping_in("levels", self.levels, "{'age': 'continuous'}"))
        named = [*((f"the role {role}", name) for role, names in roles.items() for name in names)]
        _refuse_unknown([*named, *(("levels", name) for name in levels)], [v.name for v in codebook.variables], file)
        _refuse_two_roles(roles)
        variables = tuple(_said_of(variable, roles, levels) for variable in codebook.variables)
        scenarios = tuple(_without_recodes(scenario, set(levels)) for scenario in codebook.scenarios)
        return replace(codebook, variables=variables, keysets=self._keysets(codebook), scenarios=scenarios)

    def _roles(self) -> dict[Role, tuple[str, ...]]:
        """Return the names of each role that is spoken of."""
        roles = {}
        if self.keys is not None:
            roles[Role.KEY] = tuple(dict.fromkeys(name for names in self._named_sets().values() for name in names))
        if self.sensitive is not None:
            roles[Role.SENSITIVE] = names_in("sensitive", self.sensitive)
        if self.weights is not None:
            given = list(self.weights.values()) if isinstance(self.weights, Mapping) else self.weights
            roles[Role.WEIGHT] = tuple(dict.fromkeys(names_in("weights", given)))
        return roles

    def _named_sets(self) -> dict[str, tuple[str, ...]]:
        given = self.keys if isinstance(self.keys, Mapping) else {KEYS: self.keys}
        return {str(name): names_in(KEYS, names) for name, names in given.items()}

    def _keysets(self, codebook: Codebook) -> tuple[KeySet, ...]:
        """Return the key sets, each with its weight."""
        sets = codebook.effective_keysets() if self.weights is not None else codebook.keysets
        if self.keys is not None:
            drafted = codebook.keysets[0].weight if codebook.keysets and len(codebook.keysets) == 1 else None
            sets = tuple(KeySet(name, names, drafted) for name, names in self._named_sets().items())
        if isinstance(self.weights, Mapping):
            for name in self.weights:
                if name not in [keyset.name for keyset in sets]:
                    meant = did_you_mean(name, [keyset.name for keyset in sets])
                    raise CodebookError(f"weights: there is no key set {name!r}{meant}")
            return tuple(replace(keyset, weight=self.weights.get(keyset.name)) for keyset in sets)
        if self.weights is not None:
            first = next(iter(names_in("weights", self.weights)), None)
            return tuple(replace(keyset, weight=first) for keyset in sets)
        return sets


def _refuse_unknown(named: Iterable[tuple[str, str]], known: Sequence[str], file: str) -> None:
    for place, name in named:
        if name not in known:
            raise CodebookError(f"{place}: {file} has no variable {name!r}{did_you_mean(name, known)}")


def _refuse_two_roles(roles: Mapping[Role, tuple[str, ...]]) -> None:
    seen: dict[str, Role] = {}
    for role, names in roles.items():
        for name in names:
            if seen.setdefault(name, role) is not role:
                raise CodebookError(f"{name!r} is named as {seen[name]} and as {role}; a variable has one role")


def _said_of(variable: Variable, roles: Mapping[Role, tuple[str, ...]], levels: Mapping[str, Any]) -> Variable:
    for role, names in roles.items():
        if variable.name in names:
            variable = replace(variable, role=role, reason="")
        elif variable.role is role:
            variable = replace(variable, role=Role.ANALYSIS, reason=f"{role} variables were named, without this one")
    if variable.name not in levels:
        return variable
    level = Level(one_of(f"levels: {variable.name!r}", levels[variable.name], Level))
    order = variable.order if level is Level.ORDINAL else ()
    return replace(variable, level=level, order=order, reason="")


def _without_recodes(scenario: ScenarioDeclaration, names: set[str]) -> ScenarioDeclaration:
    """Return a declaration without recodes that were proposed for another level than the one that is said."""
    drop = names & set(scenario.proposed)
    recodes = {name: recode for name, recode in scenario.recodes.items() if name not in drop}
    return replace(scenario, recodes=recodes, proposed=tuple(n for n in scenario.proposed if n not in drop))
