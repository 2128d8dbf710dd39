"""A released file described as DDI Codebook 2.5: what its users may know, and nothing of the original.

Source: DDI Alliance, DDI Codebook 2.5, schema codebook.xsd of 2012-01-17.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree as Xml

import numpy as np
from numpy.typing import NDArray

from core.data import Codebook, DocumentedVariable, Level, Microdata, PairedVariable, Role, Scenario, Variable
from core.decision import ReleaseRecord
from core.pairing import pair
from core.reports.archive.released_statistics import CountedCode, releasable_counts, releasable_statistics
from core.reports.shareable.share_options import ShareOptions
from core.reports.shareable.shareable_report import change_in_words

NAMESPACE = "ddi:codebook:2_5"
SCHEMA = "http://www.ddialliance.org/Specification/DDI-Codebook/2.5/XMLSchema/codebook.xsd"
INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"
FILE = "F1"
UNTITLED = "Released microdata file"
NATURES = {Level.NOMINAL: "nominal", Level.ORDINAL: "ordinal", Level.CONTINUOUS: "interval"}
MOST_CODES = 500
"""A variable with more different values than this has its codes left out: they are no list to read."""
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class _Released:
    """One variable of the released file, and what there is to say of it."""

    name: str
    variable: Variable
    paired: PairedVariable | None
    said: DocumentedVariable
    missing: tuple[str, ...]
    labels: Mapping[str, str]

    @property
    def is_told(self) -> bool:
        """Whether its values may be told in numbers: an identifier's are of single records."""
        return self.variable.role is not Role.IDENTIFIER


def write_ddi(
    original: Microdata, scenario: Scenario, codebook: Codebook, options: ShareOptions | None = None
) -> bytes:
    """Describe a released file for its users.

    Parameters
    ----------
    original : Microdata
        Labels, questions and the study's title come from it and from the document about it; no figure does.
    scenario : Scenario
        The released file with its declaration.
    codebook : Codebook
    options : ShareOptions or None
        From how many records on figures are told, whether masking is told in general words, and the file's name.

    Returns
    -------
    bytes
        The same input gives the same bytes.

    Raises
    ------
    ReportError
        A threshold below 10 records: what is in a public document needs 10.
    PairingError
        The file cannot be paired with the original.
    """
    asked = options or ShareOptions()
    asked.check(ReleaseRecord())
    released = _released(original, scenario, codebook)
    root = Xml.Element(
        "codeBook",
        {
            "xmlns": NAMESPACE,
            "xmlns:xsi": INSTANCE,
            "xsi:schemaLocation": f"{NAMESPACE} {SCHEMA}",
            "version": "2.5",
        },
    )
    _add_study(root, original)
    _add_file(root, scenario.microdata, asked)
    data = Xml.SubElement(root, "dataDscr")
    weights = [v.name for v in released if v.variable.role is Role.WEIGHT]
    numbered = {variable.name: f"V{number}" for number, variable in enumerate(released, start=1)}
    for variable in released:
        _add_variable(data, variable, scenario.microdata, numbered, weights, asked)
    Xml.indent(root)
    written: bytes = Xml.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _released(original: Microdata, scenario: Scenario, codebook: Codebook) -> list[_Released]:
    """Return the variables of a released file, in its order; one that the original does not have is only named."""
    file, renamed = scenario.microdata, scenario.declaration.renamed
    compared = {v.name: v for v in pair(original, scenario, codebook).variables}
    known = {v.name: v for v in codebook.variables}
    released = []
    for name in file.columns:
        own = renamed.get(name, name)
        variable = known.get(own, Variable(name, Level.NOMINAL, Role.IDENTIFIER, file.labels.get(name, "")))
        said = original.document.variable(own) if original.document else None
        missing = tuple(dict.fromkeys([*variable.missing, *file.user_missing.get(name, ())]))
        paired = compared.get(own)
        # of merged categories the original's labels name what the released file does not hold
        same = paired is not None and paired.recode is None and not paired.problem
        labels = {**(original.value_labels.get(own, {}) if same else {}), **file.value_labels.get(name, {})}
        about = said or DocumentedVariable(own)
        released.append(_Released(name, variable, paired, about, missing, labels))
    return released


def _add_study(root: Xml.Element, original: Microdata) -> None:
    said = original.document
    study = Xml.SubElement(root, "stdyDscr")
    titles = Xml.SubElement(Xml.SubElement(study, "citation"), "titlStmt")
    _text(titles, "titl", (said.study if said else "") or str(UNTITLED))
    if said and said.identifier:
        _text(titles, "IDNo", said.identifier)
    if said and said.universe:
        _text(Xml.SubElement(Xml.SubElement(study, "stdyInfo"), "sumDscr"), "universe", said.universe)


def _add_file(root: Xml.Element, file: Microdata, options: ShareOptions) -> None:
    described = Xml.SubElement(Xml.SubElement(root, "fileDscr", {"ID": FILE}), "fileTxt")
    if options.file_name:
        _text(described, "fileName", file.name)
    dimensions = Xml.SubElement(described, "dimensns")
    _text(dimensions, "caseQnty", str(file.n_records))
    _text(dimensions, "varQnty", str(len(file.columns)))


def _add_variable(
    data: Xml.Element,
    variable: _Released,
    file: Microdata,
    numbered: Mapping[str, str],
    weights: Collection[str],
    options: ShareOptions,
) -> None:
    column = file.columns[variable.name]
    weight = _weight_of(variable, weights)
    level = variable.variable.level
    element = Xml.SubElement(data, "var", _attributes(variable, numbered, weight))
    if label := variable.variable.label or variable.said.label:
        _text(element, "labl", label)
    if variable.said.question:
        _text(Xml.SubElement(element, "qstn"), "qstnLit", variable.said.question)
    if variable.said.universe:
        _text(element, "universe", variable.said.universe)
    values = _weights(file, weight)
    if variable.is_told:
        for stated in releasable_statistics(column, variable.missing, level, options.threshold, values):
            _text(element, "sumStat", stated.text, _statistic(stated.kind, weighted=stated.weighted))
        for code in _codes(variable, releasable_counts(column, variable.missing, options.threshold)):
            _add_category(element, code, variable)
    Xml.SubElement(element, "varFormat", {"type": "numeric" if column.codes is None else "character"})
    if words := _masking(variable, options):
        _text(element, "notes", words)


def _attributes(variable: _Released, numbered: Mapping[str, str], weight: str) -> dict[str, str]:
    level = variable.variable.level
    attributes = {"ID": numbered[variable.name], "name": _clean(variable.name), "files": FILE}
    if variable.variable.role is Role.WEIGHT:
        attributes["wgt"] = "wgt"
    elif weight:
        attributes["wgt-var"] = numbered[weight]
    continuous = "contin" if level is Level.CONTINUOUS else "discrete"
    return {**attributes, "intrvl": continuous, "nature": NATURES[level]}


def _weight_of(variable: _Released, weights: Collection[str]) -> str:
    """Return the weight of a variable: the only one of the file; of several, nobody has said which."""
    others = [name for name in weights if name != variable.name]
    return others[0] if len(weights) == 1 and others else ""


def _weights(file: Microdata, weight: str) -> NDArray[np.float64] | None:
    return file.columns[weight].numbers if weight else None


def _statistic(kind: str, *, weighted: bool) -> dict[str, str]:
    return {"type": kind, "wgtd": "wgtd"} if weighted else {"type": kind}


def _codes(variable: _Released, occurring: tuple[CountedCode, ...]) -> list[CountedCode]:
    """Return the codes to list: all of categories, those that have words or stand for missing of numbers."""
    if variable.variable.level is Level.CONTINUOUS:
        return [t for t in occurring if t.code in variable.missing or t.code in variable.labels]
    return list(occurring) if len(occurring) <= MOST_CODES else []


def _add_category(element: Xml.Element, counted: CountedCode, variable: _Released) -> None:
    missing = {"missing": "Y"} if counted.code in variable.missing else {}
    category = Xml.SubElement(element, "catgry", missing)
    _text(category, "catValu", counted.code)
    if label := variable.labels.get(counted.code, ""):
        _text(category, "labl", label)
    if counted.count is not None:
        _text(category, "catStat", str(counted.count), {"type": "freq"})


def _masking(variable: _Released, options: ShareOptions) -> str:
    if variable.paired is None:
        return ""
    status = "recoded" if variable.paired.recode is not None else ""
    return str(change_in_words(status, variable.paired.masking or "", options))


def _text(parent: Xml.Element, name: str, text: str, attributes: Mapping[str, str] | None = None) -> None:
    Xml.SubElement(parent, name, dict(attributes or {})).text = _clean(text)


def _clean(text: str) -> str:
    """Return a text without the characters that XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)
