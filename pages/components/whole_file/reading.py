"""How to read the whole-file measures, and when they mislead."""

from __future__ import annotations

import streamlit as st

READING = (
    (
        "All of them",
        "lower is better; 0 where nothing that is compared differs",
        (
            "banding, top-coding and dropping variables cost nothing here (see GDU on Compare for that loss); "
            "a masked copy of the same records should lie well below chance, so grey alone does not mean unharmed"
        ),
    ),
    (
        "Up",
        (
            "how well a model tells masked records from original ones; 1 × a fresh survey: as far from the original as "
            "asking other people again would be"
        ),
        "it sees what its model has terms for, and a difference in few records counts little",
    ),
    (
        "Uc",
        "whether groups of like records hold as many masked as original ones; compare with the band, not across G",
        "one group of many swallows differences, very many groups show chance alone",
    ),
    (
        "Um",
        "the largest difference, at any record, of the shares at or below it",
        "with many variables few records lie below any other, so it misses what happens far from the centre",
    ),
    (
        "Us",
        "the same difference squared, averaged over all records",
        "it is tiny with many variables: read its place among the samples, not its size",
    ),
    (
        "Um and Us of pairs and triples",
        "the same differences for two or three variables at a time; the figure is that of the worst pair or triple",
        "a difference that shows in more variables at once only, or within a class of a number, is not seen",
    ),
)


def reading() -> None:
    """Say in one line each how to read a measure and when it misleads."""
    for symbol, how, when in READING:
        st.markdown(f"**{symbol}**: {how}. :gray[Misleads: {when}.]")
    st.caption(
        "Sources: Woo, Reiter, Oganian and Karr (2009), equations 1, 2, 4, 5 and section 4; "
        "expectation of Up: Snoke, Raab, Nowok, Dibben and Slavkovic (2018)."
    )
