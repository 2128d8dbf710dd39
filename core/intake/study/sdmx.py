"""SDMX structure files (2.0, 2.1, 3.0): the codelists of dimensions and attributes, as categories of variables.

Source: SDMX technical standards, structure message; a coded component refers to its codelist by an enumeration.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from core.intake.study.xml_tree import first_text, text_of

ROOT = "Structure"
_URN = re.compile(r"Codelist=[^:]*:([^(]+)")
PREFIX = "CL_"
"""With which a codelist is named after its concept, where no data structure says which variable it is of."""
LISTS = frozenset({"Codelist", "CodeList"})
COMPONENTS = frozenset({"Dimension", "Attribute", "TimeDimension", "PrimaryMeasure", "Measure"})


def sdmx_tables(root: Element) -> dict[str, Any]:
    """Return what an SDMX structure file says, as tables; see `core.data.study_of`."""
    lists = {e.get("id", ""): (first_text(e, "Name"), dict(_codes(e))) for e in root.iter() if e.tag in LISTS}
    coded = [(name, listed) for name, listed in _components(root) if name and listed in lists]
    if not coded:
        coded = [(name.removeprefix(PREFIX), name) for name in lists]
    variables = [_variable(name, *lists[listed]) for name, listed in dict(coded).items()]
    file = {"name": "", "content": "", "records": None, "variables": variables}
    return {"standard": "SDMX structure", "study": "", "identifier": "", "universe": "", "files": [file]}


def _codes(codelist: Element) -> Iterator[tuple[str, str]]:
    for code in codelist:
        if code.tag == "Code":
            value = (code.get("id") or code.get("value") or "").strip()
            label = first_text(code, "Name") or first_text(code, "Description")
            if value and label:
                yield value, label


def _components(root: Element) -> Iterator[tuple[str, str]]:
    """Yield each coded component's name and the codelist that it refers to."""
    for component in root.iter():
        if component.tag in COMPONENTS:
            name = component.get("id") or component.get("conceptRef") or component.get("concept") or ""
            yield name.strip(), component.get("codelist", "") or _enumeration(component)


def _enumeration(component: Element) -> str:
    for enumeration in component.iterfind("LocalRepresentation/Enumeration"):
        reference = enumeration.find("Ref")
        if reference is not None:
            return reference.get("id", "")
        named = _URN.search(text_of(enumeration))
        return named.group(1) if named else ""
    return ""


def _variable(name: str, label: str, categories: dict[str, str]) -> dict[str, Any]:
    return {
        "name": name,
        "label": label,
        "categories": categories,
        "question": "",
        "universe": "",
        "missing": [],
        "missing_ranges": [],
        "level": "",
        "is_weight": False,
        "weighted_by": "",
        "statistics": [],
    }
