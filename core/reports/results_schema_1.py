"""Results of schema 1, with the outcomes of each file in its own entry, converted to rows of the frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NotRequired, TypedDict

from core.data import Count, validated
from core.measures import FAULT, Failed, Sentences

FORMAT_1 = "ru-map/1"


class StoredOutcome(TypedDict):
    """An outcome as schema 1 holds it; sentences, jackknife and weighting are among its detail."""

    measure: str
    target: tuple[str, ...]
    status: Literal["ok", "skipped", "failed"]
    value: NotRequired[float]
    n: NotRequired[Count]
    interval: NotRequired[tuple[float, float] | None]
    reason: NotRequired[str]
    error: NotRequired[str]
    detail: NotRequired[dict[str, Any]]


def as_schema_2(content: Mapping[str, Any], control: str) -> dict[str, Any]:
    """Return what results of schema 1 hold as schema 2 holds it; ``control`` is the entry of the control file.

    Raises
    ------
    TypeError
        A file or an outcome is missing or of another type; the message names it.
    """
    scenarios = validated(list[dict[str, Any]], content.get("scenarios"), "results.scenarios")
    original = validated(dict[str, Any], content.get("original"), "results.original")
    rows = list(_rows(original, None, "results.original"))
    for i, file in enumerate(scenarios):
        rows += _rows(file, file.get("name"), f"results.scenarios[{i}]")
    files = {"original": _without(original), "scenarios": [_without(file) for file in scenarios]}
    if content.get(control) is not None:
        others = validated(dict[str, Any], content[control], f"results.{control}")
        rows += _rows(others, others.get("name"), f"results.{control}")
        files[control] = _without(others)
    return {**content, **files, "outcomes": rows}


def _without(file: Mapping[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in file.items() if name != "outcomes"}


def _rows(file: Mapping[str, Any], scenario: str | None, place: str) -> Iterator[dict[str, Any]]:
    for outcome in validated(list[StoredOutcome], file.get("outcomes"), f"{place}.outcomes"):
        row = {"scenario": scenario, "measure": outcome["measure"], "target": outcome["target"]}
        if outcome["status"] == "failed":
            failed = Failed(outcome["measure"], outcome["target"], outcome.get("error", ""))
            yield row | {"reason": failed.reason, "detail": {FAULT: failed.error}}
            continue
        low, high = outcome.get("interval") or (None, None)
        figure = {"value": outcome.get("value"), "low": low, "high": high, "n": outcome.get("n")}
        yield row | figure | {"reason": outcome.get("reason"), **_flags_and_detail(dict(outcome.get("detail", {})))}


def _flags_and_detail(detail: dict[str, Any]) -> dict[str, Any]:
    flags = {kind: detail.pop(kind) for kind in Sentences.__annotations__ if kind in detail}
    if detail.get("jackknife") is not None:
        common, design = detail.pop("jackknife_common", False), detail.pop("jackknife_dealt", None)
        detail["jackknife"] = {"replicates": detail["jackknife"], "common": common, "design": design}
    return {"flags": flags or None, "detail": detail or None}
