"""results.json: everything a run found, byte for byte the same for the same input, parameters and seed."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, NoReturn

from core.assessment import CATALOGUE, Assessment, Comparison, VariableRecord, check_parameters
from core.data import DifferentialPrivacy, KeySet, Relation, RelationKind, Unit, check_types
from core.errors import CodebookError, PlanError, ResultsError
from core.measures import (
    Dealt,
    Failed,
    Jackknife,
    Outcome,
    Result,
    Skipped,
    UnitsDealt,
    WeightedRecords,
    Weighting,
    check_outcome,
)
from core.wording import is_text

FORMAT = "ru-map/1"
OTHER_PEOPLE = "other_people"
"""Where the control file stands: after the format, by which a file is known as results."""
BROUGHT_BY = "measures_brought_by"
"""Where the packages stand that brought measures of their own; absent where none did."""
PRIVACY = "differential_privacy"
"""Where it stands what is declared of a file; absent where nothing is."""
SAID = ("flags", "notices", "validity")
"""What an outcome says in sentences; in the file they stand in its detail."""
HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""Where JSON may name half a character."""
ABSURD = re.compile(r"[eE]\+?[0-9]{3}|[0-9]{300}")
"""Where JSON may name a number too large to be one."""

MEASURES = {m.id: m for m in CATALOGUE}

LOCAL = {"ldu_univariate": 1, "ldu_bivariate": 2}
"""Measures of single variables and of pairs that reports lay out by name, with how many names a figure has."""


def write_results(comparison: Comparison) -> str:
    """Write a comparison as JSON: sorted keys, full-precision floats, no time stamps, never NaN."""
    content = {
        "format": FORMAT,
        "inputs": _inputs(comparison),
        "versions": dict(comparison.versions),
        "plan": dict(comparison.plan),
        "original": _file(comparison.original),
        "scenarios": [_file(s) for s in comparison.scenarios],
    }
    if comparison.brought_by:
        content[BROUGHT_BY] = dict(comparison.brought_by)
    if comparison.control is not None:
        content[OTHER_PEOPLE] = _file(comparison.control) | {"notes": list(comparison.control_notes)}
    return json.dumps(content, sort_keys=True, allow_nan=False, ensure_ascii=False, indent=1) + "\n"


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
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ResultsError(f"this is not a results file of format {FORMAT}")
    if HALF.search(text) and not is_text(content):
        raise ResultsError("the results file is damaged (half a character)")
    try:
        original, scenarios = _assessment(content["original"]), tuple(_assessment(s) for s in content["scenarios"])
        read = _read_inputs(content) | _read_control(content)
        brought_by = content.get(BROUGHT_BY, {})
        comparison = Comparison(
            content["plan"], content["versions"], original, scenarios, **read, brought_by=brought_by
        )
        check_types(comparison, "results")
        _check_plan(comparison.plan)
    except (TypeError, PlanError) as error:
        raise ResultsError(f"the results file is damaged ({str(error)[:200]})") from None
    except (LookupError, ValueError, AttributeError, OverflowError, CodebookError) as error:
        raise ResultsError(f"the results file is damaged ({type(error).__name__})") from None
    _check_scenarios(comparison)
    return comparison


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")


def _finite(digits: str) -> float:
    """Return a number, but none so large that it would be read as infinite."""
    number = float(digits)
    return number if math.isfinite(number) else _no_number(digits[:20])


def _check_plan(plan: Mapping[str, Any]) -> None:
    """Check the types of what a plan is described by."""
    kinds = {"measures": list, "parameters": dict, "preset": str, "seed": int}
    for name, kind in kinds.items():
        if type(plan.get(name, kind())) is not kind:  # True is an int, and no seed
            raise TypeError(f"results.plan: {name} is of another type than it must be")
    if not all(isinstance(m, str) for m in plan.get("measures", ())):
        raise TypeError("results.plan: measures are of another type than they must be")
    if not all(isinstance(p, dict) for p in plan.get("parameters", {}).values()):
        raise TypeError("results.plan: parameters are of another type than they must be")
    check_parameters(plan.get("parameters", {}))


def _check_scenarios(comparison: Comparison) -> None:
    known = {m.id for m in CATALOGUE}
    control = [] if comparison.control is None else [comparison.control]
    for file in (comparison.original, *comparison.scenarios, *control):
        if min(file.rows, file.columns) < 0:
            raise ResultsError(f"{file.name[:60]!r} has less than no rows or columns")
        for outcome in file.outcomes:
            if outcome.measure not in known:
                raise ResultsError(_not_known(outcome.measure, comparison.brought_by))
        _check_targets(file)
    for what, names in (
        ("name", [s.name for s in (*comparison.scenarios, *control)]),
        ("file", [s.file for s in (*comparison.scenarios, *control)]),
    ):
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


def _inputs(comparison: Comparison) -> dict[str, Any]:
    return {
        "codebook_sha256": comparison.codebook_sha256,
        "keysets": [asdict(k) for k in comparison.keysets],
        "linked": comparison.linked,
    }


def _read_inputs(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the run was started from; nothing where an earlier version has written no word of it."""
    if "inputs" not in content:
        return {}
    inputs = content["inputs"]
    keysets = tuple(KeySet(k["name"], tuple(k["variables"]), k["weight"]) for k in inputs["keysets"])
    return {"codebook_sha256": inputs["codebook_sha256"], "keysets": keysets, "linked": inputs["linked"]}


def _read_control(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the control file with what is to be known of it; nothing where there was none."""
    control = content.get(OTHER_PEOPLE)
    if control is None:
        return {}
    return {"control": _assessment(control), "control_notes": _texts(control["notes"], "control: notes")}


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
        "outcomes": [_outcome(o) for o in assessment.outcomes],
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    row: dict[str, Any] = {"measure": outcome.measure, "target": list(outcome.target)}
    if isinstance(outcome, Result):
        interval = None if outcome.interval is None else list(outcome.interval)
        return row | {
            "status": "ok",
            "value": outcome.value,
            "n": outcome.n,
            "interval": interval,
            "detail": _detail(outcome),
        }
    if isinstance(outcome, Skipped):
        return row | {"status": "skipped", "reason": outcome.reason, "detail": _detail(outcome)}
    return row | {"status": "failed", "error": outcome.error}


def _detail(outcome: Result | Skipped) -> dict[str, Any]:
    """Return the detail with what a result says beside it: they stand together in the file."""
    said: dict[str, Any] = {"flags": outcome.flags, "notices": outcome.notices, "validity": outcome.validity or None}
    if isinstance(outcome, Result):
        said["interval_reason"] = outcome.interval_reason
    if isinstance(outcome, Result) and outcome.jackknife is not None:
        said |= {"jackknife": outcome.jackknife.replicates, "jackknife_common": outcome.jackknife.common}
        said["jackknife_dealt"] = None if outcome.jackknife.dealt is None else asdict(outcome.jackknife.dealt)
    if isinstance(outcome, Result) and outcome.weighting is not None:
        said["weighting"] = asdict(outcome.weighting)
    return {**(outcome.detail or {}), **{name: value for name, value in said.items() if value is not None}}


def _assessment(content: Mapping[str, Any]) -> Assessment:
    return Assessment(
        content["name"],
        content["file"],
        content["sha256"],
        content["rows"],
        content["columns"],
        tuple(_read_outcome(o) for o in content["outcomes"]),
        content["links"],
        tuple(VariableRecord(**{**v, "flags": tuple(v["flags"])}) for v in content["variables"]),
        tuple(content["added"]),
        content.get("linked"),
        _relation(content.get("relation")),
        DifferentialPrivacy(**content[PRIVACY]) if PRIVACY in content else None,
        content.get("set_of", ""),
    )


def _relation(content: Mapping[str, Any] | None) -> Relation | None:
    """Return what the records are to the original's; None where an earlier version has not judged it."""
    return None if content is None else Relation(**{**content, "kind": RelationKind(content["kind"])})


def _read_outcome(row: Mapping[str, Any]) -> Outcome:
    measure = row["measure"]
    target = _texts(row["target"], f"{measure}: targets")
    if row["status"] not in ("ok", "skipped"):
        return Failed(measure, target, row["error"])
    if not isinstance(row["detail"], dict):
        raise TypeError(f"{measure}: detail is of another type than it must be")
    detail = dict(row["detail"])
    said: dict[str, Any] = {name: _texts(detail.pop(name), f"{measure}: {name}") for name in SAID if name in detail}
    outcome: Outcome
    if row["status"] == "ok":
        interval = None if row["interval"] is None else tuple(row["interval"])
        said |= {"jackknife": _jackknife(detail), "interval_reason": detail.pop("interval_reason", None)}
        said["weighting"] = _weighting(detail.pop("weighting", None))
        outcome = Result(measure, target, row["value"], row["n"], interval, detail, **said)
    else:
        outcome = Skipped(measure, target, row["reason"], detail or None, **said)
    if measure in MEASURES:
        check_outcome(MEASURES[measure], outcome)
    return outcome


def _jackknife(detail: dict[str, Any]) -> Jackknife | None:
    """Take the values of the jackknife out of what stands beside a result."""
    replicates, common = detail.pop("jackknife", None), detail.pop("jackknife_common", False)
    dealt = _dealt(detail.pop("jackknife_dealt", None))
    if replicates is not None and not isinstance(replicates, list):
        raise TypeError("jackknife is of another type than it must be")
    return None if replicates is None else Jackknife(tuple(replicates), common, dealt)


def _dealt(content: Mapping[str, Any] | None) -> Dealt | None:
    if content is None:
        return None
    files = tuple(UnitsDealt(**{**file, "unit": Unit(file["unit"])}) for file in content["files"])
    return Dealt(files, tuple(content["shares"]))


def _weighting(content: Mapping[str, Any] | None) -> Weighting | None:
    """Return how records were weighted; None where every record counts alike."""
    if content is None:
        return None
    files = {name: WeightedRecords(**content[name]) for name in ("original", "masked")}
    return Weighting(content["variable"], **files, borrowed=content["borrowed"])


def _texts(entries: Any, place: str) -> tuple[str, ...]:
    if not isinstance(entries, list) or not all(isinstance(text, str) for text in entries):
        raise TypeError(f"{place} are of another type than they must be")
    return tuple(entries)
