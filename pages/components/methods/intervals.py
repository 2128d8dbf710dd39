"""What intervals rest on, what they were found to cover, and when not to trust them."""

from __future__ import annotations

import streamlit as st

from core.assessment import CATALOGUE
from core.wording import first_of

BASIS = (
    "A 95% interval says how far a figure would move if the **same masking were applied to another sample**, drawn in "
    "the same way. Most come from a jackknife: units are dealt at random into groups, and each figure is computed again"
    " without one group at a time. The **unit** is the cluster where a variable has that role, else the household, else"
    " the record; whole units are dealt, **within strata** where there are any. Small strata are dealt together with "
    "their neighbours, and a stratum of a single unit is joined with one. Linked files lose the same units. Degrees of "
    "freedom are groups minus the parts that were dealt on their own."
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
            "**Coverage.** In simulations of six sample designs these held their value less often than 92% or more"
            " often than 98% of the time under at least one of them, as their cards say, and are marked: "
            f"{first_of(marked, len(marked))}."
            " The table stands in docs/intervals.md."
        )
