"""How the records were drawn: the units that intervals deal, and how replicate weights were made."""

from dataclasses import replace

import streamlit as st

from core.data import Codebook, Level, ReplicateDeclaration, ReplicateMethod, Role, Unit
from core.errors import CodebookError, RUMapError
from core.pairing import design_of
from core.wording import first_of
from pages.components.escaping import md, plain
from pages.components.workspace import Workspace

ROLES = (Role.HOUSEHOLD, Role.CLUSTER, Role.STRATUM, Role.REPLICATE_WEIGHT)
USUAL_FACTOR = 0.5
"""Of Fay's method, where none is declared."""


def how_drawn(workspace: Workspace, codebook: Codebook) -> Codebook:
    """Say which units the intervals deal; return the codebook with what was answered of the design."""
    if not any(codebook.with_role(role) for role in ROLES):
        st.caption("Give a variable the role household, cluster, stratum or replicate weight where there is one.")
        return codebook
    if codebook.with_role(Role.REPLICATE_WEIGHT):
        codebook = _method(codebook)
    codebook = _population(codebook)
    original = workspace.original_data
    if original is None:
        return codebook
    try:
        design = design_of(original, codebook, {name: name for name in original.columns})
    except RUMapError as error:
        st.warning(md(str(error), 600), icon=":material/warning:")
        return codebook
    if design is None:
        return codebook
    named = {
        Unit.CLUSTER: "The units drawn first are the **{n:,}** clusters of **{variable}**",
        Unit.HOUSEHOLD: "The units drawn first are the **{n:,}** households of **{variable}**",
        Unit.RECORD: "The units drawn first are the **{n:,}** records",
    }
    said = named[design.unit].format(n=design.n_units, variable=md(design.unit_variable, 80))
    if design.stratum_variable:
        said += f", within **{design.n_strata:,}** strata of **{md(design.stratum_variable, 80)}**"
    st.markdown(f"{said}. Intervals leave out whole units.")
    for note in design.notes:
        st.markdown(f":orange[:material/warning:] {md(note, 300)}")
    return codebook


def _population(codebook: Codebook) -> Codebook:
    """Ask how many first-stage units the population has: not known, a number, or a variable that holds it."""
    declared = codebook.units_of_population
    names = [v.name for v in codebook.variables if v.level is Level.CONTINUOUS]
    kinds = {
        "": "not known, or many times those of the file",
        "number": "a number, the same in every stratum",
        "variable": "a variable holds it",
    }
    left, right = st.columns(2)
    kind = left.selectbox(
        "How many units drawn first does the population have?",
        list(kinds),
        index=0 if declared is None else 2 if isinstance(declared, str) else 1,
        format_func=kinds.__getitem__,
        help="Clusters, households or records, in each stratum where there are strata. Where the file holds a "
        "good part "
        "of them, standard errors of indicators and regressions are smaller (finite population correction).",
        key="population_kind",
    )
    population: float | str | None = None
    if kind == "number":
        known = declared if isinstance(declared, float) else None
        population = right.number_input("Units of the population", 1.0, None, known, 1.0, "%.0f", "population_number")
    elif kind == "variable":
        place = names.index(declared) if declared in names else None
        population = right.selectbox(
            "Variable with the units of the population", names, place, plain, key="population_variable"
        )
    return codebook if population == declared else replace(codebook, units_of_population=population)


def _method(codebook: Codebook) -> Codebook:
    declared, weights = codebook.replicates, codebook.with_role(Role.REPLICATE_WEIGHT)
    left, right = st.columns(2)
    method = left.selectbox(
        f"How were the {len(weights)} replicate weights made?",
        ["", *ReplicateMethod],  # None would be no answer, which the widget takes for its first one
        index=0 if declared is None else 1 + list(ReplicateMethod).index(declared.method),
        format_func=lambda m: m or "not known",
        help="Stands in the documentation of the file: its chapter on variances or sampling errors.",
        key="replicate_method",
    )
    if declared is not None and declared.reason and method is declared.method:
        left.caption(f"Proposed: {md(declared.reason, 300)}")
    if not isinstance(method, ReplicateMethod):
        return codebook if declared is None else replace(codebook, replicates=None)
    factors = () if declared is None else declared.factors
    if method is ReplicateMethod.FAY:
        factor = factors[0] if len(factors) == 1 else USUAL_FACTOR
        factors = (right.number_input("Fay's factor", 0.0, 0.99, factor, 0.05, key="replicate_fay"),)
    elif method is ReplicateMethod.JKN:
        factors = _written(
            right.text_input(
                "Factors (n - 1) / n, one for all or one each",
                first_of([f"{f:g}" for f in factors]),
                key="replicate_jkn",
            )
        )
    else:
        factors = ()
    return _declared(codebook, method, factors)


def _written(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.replace(",", " ").split())
    except ValueError:
        return ()


def _declared(codebook: Codebook, method: ReplicateMethod, factors: tuple[float, ...]) -> Codebook:
    before = codebook.replicates
    if before is not None and (before.method, before.factors) == (method, factors):
        return codebook
    try:
        return replace(codebook, replicates=ReplicateDeclaration(method, factors))
    except CodebookError as error:
        st.warning(md(str(error), 300), icon=":material/warning:")
        return codebook
