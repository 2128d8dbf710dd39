"""By which sampling weight a run measured utility, beside the figures."""

import streamlit as st

from core.assessment import Comparison
from core.views import weighted_files
from pages.components.cached import cached
from pages.components.escaping import md

MOST_FILES = 6


def weights_caption(comparison: Comparison) -> None:
    """Say which weight counts in the figures, and what it is worth in each file; nothing where none does."""
    weight, files = cached(weighted_files, comparison)
    if not weight:
        return
    said = (
        f":material/balance: Distributions, tables, moments and whole-file measures are weighted by **{md(weight)}**; "
        "GDU and comparisons record by record count every record alike."
    )
    lines = [f"{md(name, 60)}: {md(words, 300)}." for name, words in list(files.items())[: MOST_FILES + 1]]
    if len(files) > len(lines):
        lines.append(f"{len(files) - len(lines):,} other files are not named here.")
    st.caption("  \n".join([said, *lines]))
