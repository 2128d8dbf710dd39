"""A codebook drafted from the files, for the officer to correct."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from core.data import (
    COMPARED_ROLES,
    Codebook,
    DeclaredCodebook,
    KeySet,
    Level,
    Microdata,
    Recode,
    Role,
    Scenario,
    ScenarioDeclaration,
    Variable,
)
from core.errors import RUMapError
from core.pairing.coding.pairing import code_alike
from core.pairing.proposals.body_weight import without_body_weights
from core.pairing.proposals.levels import LevelProposal, content, propose_level
from core.pairing.proposals.roles import RoleProposal, propose_role
from core.pairing.proposals.survey_design import with_survey_design

MOST_GUESSED_KEYS = 8
MOST_KEY_CATEGORIES = 20


def draft_codebook(original: Microdata, masked: Sequence[Microdata] = ()) -> Codebook:
    """Draft a codebook.

    Parameters
    ----------
    original : Microdata
    masked : sequence of Microdata
        Their recodes are written down where band strings show them; nothing is linked undeclared.

    Returns
    -------
    Codebook
        Every variable with a proposed level and role and the reason; key set "keys" where several weights need one;
        one declaration per masked file.
    """
    drafted = tuple(_draft_variable(name, original) for name in original.columns)
    drafted, replicates = with_survey_design(drafted, original)
    drafted = without_body_weights(drafted, original)
    variables = _with_weight_choice(_with_guessed_keys(drafted, original))
    codebook = Codebook(variables, _keysets(variables), replicates=replicates)
    stems = [PurePath(file.name).stem for file in masked]
    # files that differ by their ending alone keep it, so that no two scenarios have one name
    names = [file.name if stems.count(stem) > 1 else stem for file, stem in zip(masked, stems, strict=True)]
    declared = [_draft_declaration(original, file, name, codebook) for file, name in zip(masked, names, strict=True)]
    return replace(codebook, scenarios=tuple(declared))


def complete_codebook(codebook: DeclaredCodebook, original: Microdata) -> Codebook:
    """Return a codebook with the variables of the original that it does not name drafted in, in file order.

    Raises
    ------
    CodebookError
        A key set or a use names what is no variable of the original.
    """
    declared = {variable.name: variable for variable in codebook.variables}
    drafted = {}
    if not declared.keys() >= original.columns.keys():
        drafted = {variable.name: variable for variable in draft_codebook(original).variables}
    names = [*original.columns, *(name for name in declared if name not in original.columns)]
    return codebook.complete([declared.get(name) or drafted[name] for name in names])


def _draft_variable(name: str, original: Microdata) -> Variable:
    column = content(original.columns[name], original.n_records, original.user_missing.get(name, ()))
    level = propose_level(name, column, original.value_labels.get(name, {}))
    role = propose_role(name, column, level, original.labels.get(name, ""))
    role, level = _as_documented(original, name, role, level)
    missing = level.missing if role.level is level.level else column.missing
    order = level.order if role.level is Level.ORDINAL else ()
    parts = (level.reason, role.reason) if role.role in COMPARED_ROLES else (role.reason,)
    reason = "; ".join(part for part in parts if part)
    return Variable(name, role.level, role.role, original.labels.get(name, ""), missing, order, reason=reason)


def _as_documented(
    original: Microdata, name: str, role: RoleProposal, level: LevelProposal
) -> tuple[RoleProposal, LevelProposal]:
    """Return the proposals with what a document about the study states: a weight, or the level of measurement."""
    said = original.document.variable(name) if original.document is not None else None
    if said is None:
        return role, level
    if said.is_weight and original.columns[name].numbers is not None:
        return RoleProposal(Role.WEIGHT, Level.CONTINUOUS, "a weight, as the study's document states"), level
    numeric = original.columns[name].numbers is not None
    if said.level is None or role.role not in COMPARED_ROLES or (said.level is Level.CONTINUOUS and not numeric):
        return role, level
    stated = replace(level, level=said.level, reason=f"{said.level} as the study's document states")
    return replace(role, level=said.level), stated


def _with_guessed_keys(variables: tuple[Variable, ...], original: Microdata) -> tuple[Variable, ...]:
    """Return the variables with the first categorical ones as keys, where no name says "key"."""
    if any(variable.role is Role.KEY for variable in variables):
        return variables
    guessed = [v for v in variables if v.role is Role.ANALYSIS and _could_be_key(v, original)][:MOST_GUESSED_KEYS]
    reason = "no recognised key name in the file, a categorical variable instead: please confirm"
    return tuple(
        replace(v, role=Role.KEY, reason=f"{v.reason}; {reason}") if any(v is g for g in guessed) else v
        for v in variables
    )


def _could_be_key(variable: Variable, original: Microdata) -> bool:
    name = variable.name
    column = content(original.columns[name], original.n_records, original.user_missing.get(name, ()))
    return variable.level is not Level.CONTINUOUS and 2 <= column.n_distinct <= MOST_KEY_CATEGORIES


def _with_weight_choice(variables: tuple[Variable, ...]) -> tuple[Variable, ...]:
    weights = [variable.name for variable in variables if variable.role is Role.WEIGHT]
    if len(weights) < 2:
        return variables
    reason = f"{len(weights)} weights: key set 'keys' takes the first, {weights[0]!r}; please confirm"
    return tuple(replace(v, reason=f"{v.reason}; {reason}") if v.role is Role.WEIGHT else v for v in variables)


def _keysets(variables: tuple[Variable, ...]) -> tuple[KeySet, ...]:
    keys = tuple(variable.name for variable in variables if variable.role is Role.KEY)
    weights = [variable.name for variable in variables if variable.role is Role.WEIGHT]
    return (KeySet("keys", keys, weights[0]),) if keys and len(weights) > 1 else ()


def _draft_declaration(original: Microdata, masked: Microdata, name: str, codebook: Codebook) -> ScenarioDeclaration:
    declaration = ScenarioDeclaration(masked.name, name)
    recodes = _recodes(original, Scenario(masked, declaration), codebook)
    return replace(declaration, recodes=recodes, proposed=tuple(recodes))


def _recodes(original: Microdata, scenario: Scenario, codebook: Codebook) -> dict[str, Recode]:
    try:
        paired = code_alike(original, scenario, codebook)
    except RUMapError:
        return {}  # the run itself names what to correct; a draft has nothing to write down
    return {v.name: v.recode for v in paired.variables if v.recode is not None and not v.records_problem}
