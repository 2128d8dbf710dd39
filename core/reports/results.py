"""results.json: everything a run found, byte for byte the same for the same input, parameters and seed."""

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
from core.measures import Failed, Outcome, Result, Skipped, check_outcome
from core.wording import is_text

FORMAT = "ru-map/1"
OTHER_PEOPLE = "other_people"
"""Where the control file stands: after the format, by which a file is known as results."""
BROUGHT_BY = "measures_brought_by"
"""Where the packages stand that brought measures of their own; absent where none did."""
PRIVACY = "differential_privacy"
"""Where it stands what is declared of a file; absent where nothing is."""
SAID = ("flags", "notices", "validity")
"""What an outcome says in sentences; in the file they are in its detail."""
SAID_OF_RESULTS = ("interval_reason", "jackknife", "weighting")
OUTCOMES: dict[str, type[Result | Skipped | Failed]] = {"ok": Result, "skipped": Skipped, "failed": Failed}
"""What an outcome is, by its status."""
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
    """Write a comparison as JSON: sorted keys, full-precision floats, no time stamps, never NaN."""
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
        raise ResultsError(_other_format(content.get("format") if isinstance(content, dict) else None))
    if HALF.search(text) and not is_text(content):
        raise ResultsError("the results file is damaged (half a character)")
    try:
        comparison = _comparison(content)
        check_described(comparison.plan, "results.plan")
    except (TypeError, PlanError) as error:
        raise ResultsError(f"the results file is damaged ({str(error)[:200]}): {REMEDY}") from None
    _check_scenarios(comparison)
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


def _check_scenarios(comparison: Comparison) -> None:
    known = {m.id for m in CATALOGUE}
    control = [] if comparison.control is None else [comparison.control]
    for file in (*comparison.files, *control):
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
    """Return the detail with what else a result says: they are one table in the file."""
    said: dict[str, Any] = {"flags": outcome.flags, "notices": outcome.notices, "validity": outcome.validity or None}
    if isinstance(outcome, Result):
        said["interval_reason"] = outcome.interval_reason
    if isinstance(outcome, Result) and outcome.jackknife is not None:
        said |= {"jackknife": outcome.jackknife.replicates, "jackknife_common": outcome.jackknife.common}
        said["jackknife_dealt"] = None if outcome.jackknife.design is None else asdict(outcome.jackknife.design)
    if isinstance(outcome, Result) and outcome.weighting is not None:
        said["weighting"] = asdict(outcome.weighting)
    return {**(outcome.detail or {}), **{name: value for name, value in said.items() if value is not None}}


def _comparison(content: Mapping[str, Any]) -> Comparison:
    named = {name: part for name, part in content.items() if name not in ("format", "inputs", OTHER_PEOPLE, BROUGHT_BY)}
    named["original"] = _assessment(content.get("original"), "results.original")
    validated(list, content.get("scenarios"), "results.scenarios")
    named["scenarios"] = [_assessment(s, f"results.scenarios[{i}]") for i, s in enumerate(content["scenarios"])]
    if "inputs" in content:  # earlier versions have written no word of what a run was started from
        named |= vars(validated(StartedFrom, content["inputs"], "results.inputs"))
    if content.get(OTHER_PEOPLE) is not None:
        control = content[OTHER_PEOPLE]
        named["control"] = _assessment(control, f"results.{OTHER_PEOPLE}", ("notes",))
        named["control_notes"] = control.get("notes")
    if BROUGHT_BY in content:
        named["brought_by"] = content[BROUGHT_BY]
    return validated(Comparison, named, "results")


def _assessment(content: Any, place: str, other_fields: tuple[str, ...] = ()) -> Assessment:
    validated(dict, content, place)
    named = {name: part for name, part in content.items() if name not in other_fields}
    validated(list, named.get("outcomes"), f"{place}.outcomes")
    outcomes = [_read_outcome(row, f"{place}.outcomes[{i}]") for i, row in enumerate(named["outcomes"])]
    # two measures may have one successor
    named["outcomes"] = list({(o.measure, o.target): o for o in reversed(outcomes)}.values())[::-1]
    return validated(Assessment, named, place)


def _read_outcome(row: Any, place: str) -> Outcome:
    validated(dict, row, place)
    if (former := row.get("measure")) in SUCCESSORS:
        target = tuple(str(name) for name in row.get("target", ()))
        return Skipped(SUCCESSORS[former], target, f"an earlier version measured {former} in its place: measure again")
    kind = OUTCOMES.get(str(row.get("status")))
    if kind is None:
        raise TypeError(f"{place}.status must be one of {', '.join(OUTCOMES)}")
    named = {name: part for name, part in row.items() if name != "status"}
    if kind is not Failed:
        validated(dict, row.get("detail"), f"{place}.detail")
        named |= _with_other_fields(dict(row["detail"]), kind is Result)
        if strange := [name for name in SAID if not isinstance(named.get(name, []), list)]:
            raise TypeError(f"{place}: {row.get('measure')}: {strange[0]} are of another type than they must be")
    outcome: Outcome = validated(kind, named, place)
    if outcome.measure in MEASURES:
        try:
            check_outcome(MEASURES[outcome.measure], outcome)
        except TypeError as error:
            raise TypeError(f"{place}: {error}") from None
    return outcome


def _with_other_fields(detail: dict[str, Any], of_result: bool) -> dict[str, Any]:
    """Return a detail and the other fields that its table holds: they are fields of their own of an outcome."""
    said = {name: detail.pop(name) for name in (*SAID, *(SAID_OF_RESULTS if of_result else ())) if name in detail}
    if said.get("jackknife") is not None:
        common, design = detail.pop("jackknife_common", False), detail.pop("jackknife_dealt", None)
        said["jackknife"] = {"replicates": said["jackknife"], "common": common, "design": design}
    return said | {"detail": detail if of_result else detail or None}
