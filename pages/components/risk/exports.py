"""Tables with figures of risk as files: marked confidential in their name and in their first column."""

from __future__ import annotations

import pandas as pd

from pages.components.downloads import table_download

MARK = "confidential: risk figures, not for release"
SUFFIX = "_confidential"


def marked(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table with a first column that says in every row that it is confidential."""
    shown = table.copy()
    shown.insert(0, "confidential", MARK)
    return shown


def confidential_download(table: pd.DataFrame, name: str) -> None:
    """Offer a table with figures of risk as CSV, marked confidential: risk figures help an intruder too."""
    table_download(marked(table), name + SUFFIX)
