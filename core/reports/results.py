"""results.json: everything a run found, as one frame; the same bytes for the same input, parameters and seed."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NoReturn

from core.assessment import CATALOGUE, SUCCESSORS, Assessment, Comparison, check_described
from core.data import KeySet, OptionalDigest, validated
from core.errors import PlanError, ResultsError
from core.measures import FrameRow, Outcome, Skipped, check_outcome, outcome_of
from core.reports.results_schema_1 import FORMAT_1, as_schema_2
from core.wording import is_text

FORMAT = "ru-map/2"
OTHER_PEOPLE = "other_people"
"""Entry of the control file: after the format, by which a file is known as results."""
BROUGHT_BY = "measures_brought_by"
"""Entry of the packages that brought measures of their own; absent where none did."""
PRIVACY = "differential_privacy"
"""Entry of a declared guarantee of a file; absent where none is."""
REMEDY = "read them with the version that wrote them, or measure the files again"
ANY_FORMAT = re.compile(r"ru-map/\d{1,9}")
HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""Where JSON may name half a character."""
ABSURD = re.compile(r"[eE]\+?[0-9]{3}|[0-9]{300}")
"""Where JSON may name a number too large to be one."""

MEASURES = {m.id: m for m in CATALOGUE}


LOCAL = {"ldu_univariate": 1, "ldu_bivariate": 2}
"""Measures of single variables and of pairs that reports lay out by name, with how many names a figure has."""


@dataclass(frozen=True)
class StartedFrom:
    """What a run was started from, as results say it."""

    codebook_sha256: OptionalDigest
    keysets: tuple[KeySet, ...]
    linked: str | None


def write_results(comparison: Comparison) -> str:
    """Write a comparison as JSON: a row of the frame a line, full-precision floats, no time stamps, never NaN."""
    about = json.dumps(_about(comparison), sort_keys=True, allow_nan=False, ensure_ascii=False, indent=1)
    rows = ",\n  ".join(_row_text(row) for row in comparison.frame)
    return f'{about[:-2]},\n "outcomes": [\n  {rows}\n ]\n}}\n'


def _row_text(row: FrameRow) -> str:
    """Return a row as JSON, without what it does not have."""
    known = {name: part for name, part in vars(row).items() if part is not None}
    return json.dumps(known, sort_keys=True, allow_nan=False, ensure_ascii=False, separators=(",", ":"))


def _about(comparison: Comparison) -> dict[str, Any]:
    """Return all that is not figures."""
    content = {
        "format": FORMAT,
        "inputs": asdict(StartedFrom(comparison.codebook_sha256, comparison.keysets, comparison.linked)),
        "versions": dict(comparison.versions),
        "plan": dict(comparison.plan),
        "original": _file(comparison.original),
        "scenarios": [_file(s) for s in comparison.scenarios],
    }
    if comparison.brought_by:
        content[BROUGHT_BY] = dict(comparison.brought_by)
    if comparison.control is not None:
        content[OTHER_PEOPLE] = _file(comparison.control) | {"notes": list(comparison.control_notes)}
    return content


def read_results_file(content: bytes, name: str) -> Comparison:
    """Read results from the bytes of a file; what is wrong with it begins with its name.

    Raises
    ------
    ResultsError
        See `read_results`.
    """
    try:
        return read_results(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise ResultsError(f"{name}: neither results nor a project file") from None
    except ResultsError as error:
        raise ResultsError(f"{name}: {error}") from None


def read_results(text: str) -> Comparison:
    """Read what ``write_results`` wrote.

    Raises
    ------
    ResultsError
        Not JSON, another format, a part is missing or of another type, or two scenarios share a name or a file.
    """
    try:
        finite = _finite if ABSURD.search(text) else None  # else a call for each of millions of figures
        content = json.loads(text, parse_constant=_no_number, parse_float=finite)
    except json.JSONDecodeError as error:
        raise ResultsError(f"this is not a results file: line {error.lineno} is not JSON") from None
    except (ValueError, RecursionError) as error:
        raise ResultsError(f"this is not a results file ({type(error).__name__})") from None
    if not isinstance(content, dict) or content.get("format") not in (FORMAT, FORMAT_1):
        raise ResultsError(_other_format(content.get("format") if isinstance(content, dict) else None))
    if HALF.search(text) and not is_text(content):
        raise ResultsError("the results file is damaged (half a character)")
    try:
        comparison = _comparison(as_schema_2(content, OTHER_PEOPLE) if content["format"] == FORMAT_1 else content)
        check_described(comparison.plan, "results.plan")
    except (TypeError, PlanError) as error:
        raise ResultsError(f"the results file is damaged ({str(error)[:200]}): {REMEDY}") from None
    _check_outcomes(comparison)
    return comparison


def _other_format(written: object) -> str:
    """Return why results of another format are not read, and what to do."""
    if isinstance(written, str) and ANY_FORMAT.fullmatch(written):
        return f"these results have format {written}, this version of R-U Map reads {FORMAT}: {REMEDY}"
    return f"this is not a results file of format {FORMAT}"


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")


def _finite(digits: str) -> float:
    """Return a number, but none so large that it would be read as infinite."""
    number = float(digits)
    return number if math.isfinite(number) else _no_number(digits[:20])


def _check_outcomes(comparison: Comparison) -> None:
    known = {m.id for m in CATALOGUE}
    control = [] if comparison.control is None else [comparison.control]
    for file in (*comparison.files, *control):
        for outcome in file.outcomes:
            if outcome.measure not in known:
                raise ResultsError(_not_known(outcome.measure, comparison.brought_by))
        _check_targets(file)


def _check_names(comparison: Comparison) -> None:
    files = [*comparison.scenarios, *([] if comparison.control is None else [comparison.control])]
    for what, names in (("name", [s.name for s in files]), ("file", [s.file for s in files])):
        if twice := [name for name, count in Counter(names).items() if count > 1]:
            raise ResultsError(f"two scenarios have the {what} {twice[0][:60]!r}")


def _check_targets(file: Assessment) -> None:
    """Refuse figures of variables and pairs that the file does not have: a report would look for them in vain."""
    names = {variable.name for variable in file.variables}
    for outcome in file.outcomes if names else ():
        n_names = LOCAL.get(outcome.measure)
        if n_names is not None and (len(outcome.target) != n_names or not names.issuperset(outcome.target)):
            raise ResultsError(f"{file.name[:60]!r} has figures of a variable or pair that it does not have")


def _not_known(measure: str, brought_by: Mapping[str, str]) -> str:
    if measure in brought_by:
        package = brought_by[measure][:80]
        return f"they hold {measure[:60]!r}, a measure that {package} brought: install that package and read them again"
    return f"they hold {measure[:60]!r}, a measure that this version of R-U Map does not have"


def _file(assessment: Assessment) -> dict[str, Any]:
    relation, privacy = assessment.relation, assessment.privacy
    said: dict[str, Any] = {} if relation is None else {"relation": asdict(relation)}
    said |= {} if privacy is None else {PRIVACY: privacy.table()}
    said |= {"set_of": assessment.set_of} if assessment.set_of else {}
    return said | {
        "name": assessment.name,
        "file": assessment.file,
        "sha256": assessment.sha256,
        "rows": assessment.rows,
        "columns": assessment.columns,
        "links": assessment.links,
        "linked": assessment.linked,
        "added": list(assessment.added),
        "variables": [asdict(v) for v in assessment.variables],
    }


def _comparison(content: Mapping[str, Any]) -> Comparison:
    outcomes = _outcomes(content.get("outcomes"))
    read_before = ("format", "inputs", "outcomes", OTHER_PEOPLE, BROUGHT_BY)
    named = {name: part for name, part in content.items() if name not in read_before}
    named["original"] = _assessment(content.get("original"), "results.original", outcomes.pop(None, []))
    validated(list, content.get("scenarios"), "results.scenarios")
    named["scenarios"] = [_scenario(s, f"results.scenarios[{i}]", outcomes) for i, s in enumerate(content["scenarios"])]
    if "inputs" in content:  # earlier versions have written no word of what a run was started from
        named |= vars(validated(StartedFrom, content["inputs"], "results.inputs"))
    if content.get(OTHER_PEOPLE) is not None:
        control = dict(validated(dict, content[OTHER_PEOPLE], f"results.{OTHER_PEOPLE}"))
        named["control_notes"] = control.pop("notes", None)
        named["control"] = _scenario(control, f"results.{OTHER_PEOPLE}", outcomes)
    if BROUGHT_BY in content:
        named["brought_by"] = content[BROUGHT_BY]
    comparison = validated(Comparison, named, "results")
    _check_names(comparison)
    if outcomes:
        raise TypeError(f"results.outcomes: there is no file called {str(next(iter(outcomes)))[:60]!r}")
    return comparison


def _outcomes(content: Any) -> dict[str | None, list[Outcome]]:
    """Return the outcomes of every file by its name; those of the original under None."""
    files: dict[str | None, dict[tuple[str, tuple[str, ...]], Outcome]] = {}
    for i, row in enumerate(validated(list[FrameRow], content, "results.outcomes")):
        outcome = _outcome(row, f"results.outcomes[{i}]")
        # two measures may have one successor
        files.setdefault(row.scenario, {}).setdefault((outcome.measure, outcome.target), outcome)
    return {name: list(outcomes.values()) for name, outcomes in files.items()}


def _outcome(row: FrameRow, place: str) -> Outcome:
    if row.measure in SUCCESSORS:
        why = f"an earlier version measured {row.measure} in its place: measure again"
        return Skipped(SUCCESSORS[row.measure], row.target, why)
    outcome = outcome_of(row, place)
    if outcome.measure in MEASURES:
        try:
            check_outcome(MEASURES[outcome.measure], outcome)
        except TypeError as error:
            raise TypeError(f"{place}: {error}") from None
    return outcome


def _scenario(content: Any, place: str, outcomes: dict[str | None, list[Outcome]]) -> Assessment:
    name = validated(dict, content, place).get("name")
    return _assessment(content, place, outcomes.pop(name, []) if isinstance(name, str) else [])


def _assessment(content: Any, place: str, outcomes: list[Outcome]) -> Assessment:
    if "outcomes" in validated(dict, content, place):
        raise TypeError(f"{place}.outcomes: figures of files are in results.outcomes")
    return validated(Assessment, content | {"outcomes": outcomes}, place)
