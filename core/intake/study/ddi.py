"""DDI Codebook 1.2.2 to 2.5: files, variables, categories, missing codes, weights, universe, questions, statistics.

Source: DDI Alliance, DDI Codebook 2.5 field level documentation; its elements of files and variables are those of
version 1.2.2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from core.intake.study.xml_tree import first_text, text_of

ROOT = "codeBook"
NATURES = {"nominal": "nominal", "ordinal": "ordinal", "interval": "continuous", "ratio": "continuous"}
"""Levels of measurement by the attribute ``nature``; ``percent`` and ``other`` say nothing of it."""
STATISTICS = frozenset({"vald", "invd", "min", "max", "mean", "stdev"})
QUESTION = ("qstn/preQTxt", "qstn/qstnLit", "qstn/postQTxt")


def ddi_tables(root: Element) -> dict[str, Any]:
    """Return what a DDI Codebook says, as tables; see `core.data.study_of`."""
    described = root.findall("fileDscr")
    names = {v.get("ID", ""): v.get("name", "") for v in root.iterfind("dataDscr/var")}
    by_file: dict[str, list[dict[str, Any]]] = {f.get("ID", ""): [] for f in described} or {"": []}
    for variable in root.iterfind("dataDscr/var"):
        table = _variable(variable, names)
        for file in variable.get("files", "").split() or by_file:
            by_file.setdefault(file, []).append(table)
    headings = {f.get("ID", ""): f for f in described}
    version = root.get("version", "").strip()
    return {
        "standard": f"DDI Codebook {version}".strip(),
        "study": first_text(root, "stdyDscr/citation/titlStmt/titl"),
        "identifier": first_text(root, "stdyDscr/citation/titlStmt/IDNo"),
        "universe": first_text(root, "stdyDscr/stdyInfo/sumDscr/universe"),
        "files": [_file(headings.get(key), variables) for key, variables in by_file.items()],
    }


def _file(heading: Element | None, variables: list[dict[str, Any]]) -> dict[str, Any]:
    if heading is None:
        return {"name": "", "content": "", "records": None, "variables": variables}
    counted = first_text(heading, "fileTxt/dimensns/caseQnty").replace(",", "")
    return {
        "name": first_text(heading, "fileTxt/fileName"),
        "content": first_text(heading, "fileTxt/fileCont"),
        "records": int(counted) if counted.isascii() and counted.isdigit() and len(counted) < 16 else None,
        "variables": variables,
    }


def _variable(variable: Element, names: Mapping[str, str]) -> dict[str, Any]:
    categories = list(variable.iterfind("catgry")) + list(variable.iterfind("catgryGrp/catgry"))
    coded = [(first_text(c, "catValu"), first_text(c, "labl"), c.get("missing") == "Y") for c in categories]
    items = [i.get("VALUE", "").strip() for i in variable.iterfind("invalrng/item")]
    weights = variable.get("wgt-var", "").split()
    return {
        "name": variable.get("name", "").strip(),
        "label": first_text(variable, "labl"),
        "question": " ".join(text for path in QUESTION if (text := first_text(variable, path))) or _bare(variable),
        "universe": first_text(variable, "universe"),
        "categories": {code: label for code, label, _ in coded if code and label},
        "missing": [*(code for code, _, missing in coded if missing and code), *(item for item in items if item)],
        "missing_ranges": list(_ranges(variable)),
        "level": NATURES.get(variable.get("nature", ""), ""),
        "is_weight": variable.get("wgt") == "wgt",
        "weighted_by": names.get(weights[0], "") if weights else "",
        "statistics": [
            [s.get("type"), s.get("wgtd") == "wgtd", text_of(s)]
            for s in variable.iterfind("sumStat")
            if s.get("type") in STATISTICS
        ],
    }


def _bare(variable: Element) -> str:
    """Return a question that is written straight into its element."""
    question = variable.find("qstn")
    return "" if question is None else " ".join((question.text or "").split())


def _ranges(variable: Element) -> Iterator[list[float | None]]:
    for stated in variable.iterfind("invalrng/range"):
        ends = [_number(stated.get("min")), _number(stated.get("max"))]
        if any(end is not None for end in ends):
            yield ends


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) else None
