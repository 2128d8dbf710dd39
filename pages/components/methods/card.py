"""The card of one measure: what it says, its formula, how to read it, when it misleads, what it needs."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.measures import Measure
from core.views import direction, needs, scale, settings_of, source, weighting, what_of
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
        if measure.interval_caution:
            st.markdown(f"**Its interval.** {measure.interval_caution}")
        if weighting(measure):
            st.markdown(f"**With sampling weights.** {weighting(measure)}")
        facts = (
            f"{scale(measure)}, {direction(measure)}, {what_of(measure)}",
            f"Needs {needs(measure)}",
        )
        st.caption(
            "  \n".join(
                (
                    *facts,
                    f"Source: {source(measure)}",
                    f"On the command line: `{measure.id}`",
                )
            )
        )


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
