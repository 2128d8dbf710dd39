"""The card of a measure, the settings of a family, and how intervals are made."""

import pandas as pd
import streamlit as st

from core.assessment import CATALOGUE
from core.measures import Measure
from core.views import direction, needs, scale, settings_of, source, weighting, what_of
from core.wording import first_of
from pages.components import layout
from pages.components.escaping import plain


def method_card(measure: Measure) -> None:
    """Show the card."""
    with layout.card(f"method_{measure.id}"):
        st.subheader(measure.name, anchor=False)  # beneath the group's heading
        st.markdown(measure.summary)
        if measure.formula:
            with st.container(key=f"formula_{measure.id}"):
                st.latex(measure.formula)
        st.markdown(f"**How to read it.** {measure.reading}")
        st.markdown(f"**When it misleads.** {measure.misleads}")
        if measure.departs:
            st.markdown(f"**Where it departs from its source.** {measure.departs}")
        if measure.interval_caution:
            st.markdown(f"**Its interval.** {measure.interval_caution}")
        if weighting(measure):
            st.markdown(f"**With sampling weights.** {weighting(measure)}")
        facts = (f"{scale(measure)}, {direction(measure)}, {what_of(measure)}", f"Needs {needs(measure)}")
        st.caption("  \n".join((*facts, f"Source: {source(measure)}", f"On the command line: `{measure.id}`")))


def settings_table(family: str) -> None:
    """Show the settings of a family with their defaults."""
    st.markdown(f"**Settings of the family “{family}”**")
    rows = settings_of(family)
    table = pd.DataFrame({
        "Setting": [plain(row.name) for row in rows],
        "Default": [plain(row.default) for row in rows],
        "May be": [plain(row.choices) for row in rows],
        "What it does": [plain(row.about, 600) for row in rows],
    })  # fmt: skip
    st.dataframe(
        table,
        hide_index=True,
        column_config={"What it does": st.column_config.TextColumn(width=700)},
        alt=f"Settings of the family {family}, with their defaults",
        key=f"settings_{family}",
    )
    st.caption("Some are on the Set up page; all can be given on the command line as `--set FAMILY.name=value`.")


BASIS = (
    "A 95% interval says how far a figure would move if the **same masking were applied to another sample**, drawn in "
    "the same way. Most come from a jackknife: units are assigned at random to groups, and each figure is computed "
    "again without one group at a time. The **unit** is the cluster where a variable has that role, else the "
    "household, else the record; whole units are assigned, **within strata** where there are any. Small strata are "
    "assigned together with their neighbours, and a stratum of a single unit is joined with one. Linked files lose "
    "the same units. Degrees of freedom are groups minus the parts that were assigned on their own."
)
RATES = (
    "**Rates at 0 or 1.** Shares of records linked have Wilson's interval, which has a width there too (with the "
    "effective number of records where households, clusters or strata were drawn); a risk of 0 or "
    "1 whichever units are left out has that of Clopper and Pearson. Any other interval of no width means that nothing "
    "differs. Frequencies of key values have no interval: without some of its records a file is riskier."
)
TRUST = (
    "**When not to trust one.** With fewer than eight degrees of freedom. Where a few large numbers decide the "
    "figure. GDU and its halves are made of p values, for which no interval was found to hold: they show none."
)


def intervals_section() -> None:
    """Show the section, folded away."""
    with st.expander("**Intervals** · how they are made, what they cover, when not to trust them"):
        st.markdown(BASIS)
        st.markdown(RATES)
        st.markdown(TRUST)
        marked = [m.name for m in CATALOGUE if m.interval_caution]
        st.markdown(
            "**Coverage.** In simulations of six sample designs these covered the value less often than 92% or more"
            " often than 98% of the time under at least one of them, as their cards say, and are marked: "
            f"{first_of(marked, len(marked))}."
            " The table is in docs/validation/coverage.md."
        )
