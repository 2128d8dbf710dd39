"""What risk is measured against: the share of the population in the file, weights of samples, population counts."""

import streamlit as st

from core.data import PopulationFile, Role, population_file, proposed_count
from core.errors import RUMapError
from core.intake import read_file
from core.wording import counted
from pages.components.escaping import md, plain
from pages.components.workspace import Workspace, change, current

EPOCH = "population_epoch"
FORMATS = ["csv", "tsv", "txt", "parquet", "xlsx", "sav", "dta"]
AS_THEY_ARE, SCALED = "as the file has them", "scaled up to the original's number of records"


def risk_settings(workspace: Workspace) -> list[str]:
    """Ask what risk is measured against; return it as settings of the plan."""
    st.markdown("**Who could be in the file? The population behind the risk figures**")
    settings = [_share(), *_weights_of_samples(workspace)]
    population_counts(workspace)
    return [s for s in settings if s]


def _share() -> str:
    percent = st.number_input(
        "Share of the population that is in the original file, % (0: not known)",
        0.0,
        100.0,
        0.0,
        format="%.3f",
        key="population_share",
        persist_state="session",
        help="100 where the original is a whole population, for example a register. It is used where the file has no "
        "sampling weight, and by the models of the population. Without it and without weights the records of each "
        "file count as the whole population, and a sample looks riskier than the file that it was drawn from.",
    )
    return f"risk.sampling_fraction={percent / 100!r}" if percent else ""


def _weights_of_samples(workspace: Workspace) -> list[str]:
    if not workspace.effective_codebook.with_role(Role.WEIGHT):
        return []
    chosen = st.radio(
        "Sampling weights of a masked file that is a sample of the original",
        (AS_THEY_ARE, SCALED),
        horizontal=True,
        key="weights_of_samples",
        help="Scale them up where the weights were not changed when the sample was drawn.",
    )
    return ["risk.sample_weights=rescale"] if chosen == SCALED else []


def population_counts(workspace: Workspace) -> None:
    """Bring in tables that count the population by key variables; show what they are taken for."""
    st.markdown("**Population counts** (optional): a table with key variables and a number of people, one row each.")
    dropped = st.file_uploader(
        "Population counts", FORMATS, key=f"population_{st.session_state.get(EPOCH, 0)}", label_visibility="collapsed"
    )
    if dropped is not None:
        _take(dropped.name, dropped.getvalue())
    for position, table in enumerate(workspace.population):
        _confirm(workspace, table, position)


def _take(name: str, content: bytes) -> None:
    try:
        with st.spinner("Reading population counts …"):
            data = read_file(name, content).microdata
        table = population_file(data, count=proposed_count(tuple(data.columns)) or "")
    except RUMapError as error:
        st.error(md(error, 400), icon=":material/error:")
        return
    kept = [t for t in current().population if t.microdata.name != name]
    _replace((*kept, table))
    st.session_state[EPOCH] = st.session_state.get(EPOCH, 0) + 1
    st.rerun()


def _confirm(workspace: Workspace, table: PopulationFile, position: int) -> None:
    """Show which column is the count and for which key set the table is; both can be changed."""
    data = table.microdata
    people = counted(int(table.counts().sum()), "person", "people")
    st.caption(f":material/groups: {md(data.name)}: {counted(data.n_records, 'row', 'rows')}, {people}.")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        number, keyset = _choices(workspace, table)
        removed = st.button("Remove", icon=":material/delete:", key=f"population_remove_{data.name}")
    tables = list(workspace.population)
    if removed:
        del tables[position]
    elif (number, keyset) == (table.count, table.keyset):
        return
    else:
        try:
            tables[position] = population_file(data, keyset, number)
        except RUMapError as error:
            st.error(md(error, 400), icon=":material/error:")
            return
    _replace(tuple(tables))
    st.rerun()


def _choices(workspace: Workspace, table: PopulationFile) -> tuple[str, str]:
    """Return the column of counts and the key set (empty: every one) as chosen."""
    data = table.microdata
    numeric = [name for name, column in data.columns.items() if column.numbers is not None]
    number = st.selectbox(
        "Column of counts", numeric, numeric.index(table.count), format_func=plain, key=f"population_count_{data.name}"
    )
    keysets = [k.name for k in workspace.effective_codebook.effective_keysets()]
    offered = ["", *keysets]
    place = offered.index(table.keyset) if table.keyset in offered else 0
    keyset = st.selectbox(
        "Key set",
        offered,
        place,
        format_func=lambda name: plain(name) if name else "every key set",
        key=f"population_keyset_{data.name}",
    )
    return number, keyset


def _replace(tables: tuple[PopulationFile, ...]) -> None:
    change(population=tables, stale=current().comparison is not None)
