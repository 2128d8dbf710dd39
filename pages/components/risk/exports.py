"""Tables with figures of risk: marked as confidential where they leave the page, since they help an intruder too."""

import pandas as pd

from pages.components.downloads import table_download

MARK = "confidential: risk figures, not for release"
SUFFIX = "_confidential"


def marked(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table with a first column that says in every row that it is confidential."""
    return table.assign(confidential=MARK)[["confidential", *table.columns]]


def confidential_download(table: pd.DataFrame, name: str) -> None:
    """Offer a table with figures of risk as CSV, marked confidential."""
    table_download(marked(table), name + SUFFIX)
