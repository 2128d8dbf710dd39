"""SDMX structure files (2.0, 2.1, 3.0): codelists of dimensions and attributes, read as categories of variables.

Source: SDMX technical standards, structure message. A coded component names its codelist in the attribute
``codelist`` (2.0) or in the enumeration of its local representation (2.1, 3.0).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from core.intake.study.xml_tree import first_text, text_of

ROOT = "Structure"
_CODELIST_URN = re.compile(r"Codelist=[^:]*:([^(]+)")
CODELIST_PREFIX = "CL_"
"""Prefix of codelist identifiers: if no component names a codelist, ``CL_SEX`` is read as the variable SEX."""
CODELIST_TAGS = frozenset({"Codelist", "CodeList"})
COMPONENT_TAGS = frozenset({"Dimension", "Attribute", "TimeDimension", "PrimaryMeasure", "Measure"})


def sdmx_tables(root: Element) -> dict[str, Any]:
    """Return the coded variables of an SDMX structure file, as the nested dicts that `core.data.study_of` reads."""
    codelists = {
        e.get("id", ""): (first_text(e, "Name"), dict(_codes(e))) for e in root.iter() if e.tag in CODELIST_TAGS
    }
    of_variable = [(name, listed) for name, listed in _components(root) if name and listed in codelists]
    if not of_variable:
        of_variable = [(name.removeprefix(CODELIST_PREFIX), name) for name in codelists]
    variables = [_variable(name, *codelists[listed]) for name, listed in dict(of_variable).items()]
    file = {"name": "", "content": "", "records": None, "variables": variables}
    return {"standard": "SDMX structure", "study": "", "identifier": "", "universe": "", "files": [file]}


def _codes(codelist: Element) -> Iterator[tuple[str, str]]:
    """Yield the code and the label of each item that has both."""
    for code in codelist:
        if code.tag == "Code":
            value = (code.get("id") or code.get("value") or "").strip()
            label = first_text(code, "Name") or first_text(code, "Description")
            if value and label:
                yield value, label


def _components(root: Element) -> Iterator[tuple[str, str]]:
    """Yield each coded component's name and the codelist that it refers to."""
    for component in root.iter():
        if component.tag in COMPONENT_TAGS:
            name = component.get("id") or component.get("conceptRef") or component.get("concept") or ""
            yield name.strip(), component.get("codelist", "") or _enumerated_codelist(component)


def _enumerated_codelist(component: Element) -> str:
    """Return the identifier of the codelist that a component's enumeration names; empty: it names none."""
    for enumeration in component.iterfind("LocalRepresentation/Enumeration"):
        reference = enumeration.find("Ref")
        if reference is not None:
            return reference.get("id", "")
        urn = _CODELIST_URN.search(text_of(enumeration))
        return urn.group(1) if urn else ""
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
