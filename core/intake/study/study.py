"""A document about a study, told by its root element."""

from __future__ import annotations

from typing import Any

from core.errors import Malformed
from core.intake.study import ddi, sdmx
from core.intake.study.xml_tree import parse_xml

TABLES = {ddi.ROOT: ddi.ddi_tables, sdmx.ROOT: sdmx.sdmx_tables}


def study_tables(content: bytes) -> dict[str, Any]:
    """Return what a DDI Codebook or an SDMX structure file says, as tables.

    Raises
    ------
    Malformed, LimitExceeded
        It is damaged, has entities, is too large, or is another kind of document.
    """
    root = parse_xml(content)
    if root.tag not in TABLES:
        raise Malformed(
            "it is neither a DDI Codebook (1.2.2 to 2.5) nor an SDMX structure file; export it as one of them"
        )
    tables = TABLES[root.tag](root)
    if not any(file["variables"] for file in tables["files"]):
        raise Malformed("it describes no variable")
    return tables
