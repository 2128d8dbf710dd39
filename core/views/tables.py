"""Tables before and after masking, and distances of variables and pairs, a line each."""

from collections.abc import Iterator

from core.assessment import Assessment, Comparison, measure_by_id
from core.data import Pair, PublishedTable
from core.measures import Outcome, Scope, detail_of
from core.utility import (
    DISTANCES,
    METRICS,
    TABLES,
    CtbilDetail,
    DistanceAlone,
    KMarginalDetail,
    MarginalDetail,
    MetricDetail,
    Sizes,
    TableDetail,
    TableParameters,
    compared_table,
)
from core.views.methods.measure_cards import measures_of
from core.wording import trimmed_percent

TABLE_METRICS = {m.id: m.column_name for m in measures_of(TABLES) if m.scope is Scope.VARIABLE}
"""Metrics of a table, with their headings."""

SMALLEST_SAMPLE = 0.01
"""A smaller sample of the original is not distinguished."""

SMALL = "few records: internal"
Line = dict[str, object]
"""A line of a table, by heading."""


def published_tables(comparison: Comparison) -> dict[str, PublishedTable | None]:
    """Return the tables that were measured, each as it was made in a version; None where none could make it."""
    tables: dict[str, PublishedTable | None] = {}
    for file in comparison.scenarios:
        for outcome in (o for metric in TABLE_METRICS for o in file.of(metric)):
            name, made = next(iter(outcome.target), ""), detail_of(outcome, TableDetail)
            known = PublishedTable(name, tuple(made["variables"]), made["geography"]) if made else None
            tables[name] = tables.get(name) or known
    return tables


def metric_lines(comparison: Comparison, table: str) -> list[Line]:
    """Return all metrics of a table in every version, and what is known of them."""
    return [_metric_line(file, table) for file in comparison.scenarios]


def _metric_line(file: Assessment, table: str) -> Line:
    outcomes = {m: file.outcome(m, (table,)) or file.outcome(m) for m in TABLE_METRICS}
    details = [d for m in METRICS if (d := detail_of(outcomes[m], MetricDetail))]
    left_out = next((d["zero_cells"] for d in details if "zero_cells" in d), None)
    skipped = left_out if left_out and left_out["treatment"] == "skip" else None
    reasons = [f"{TABLE_METRICS[m]}: {reason_of(o)}" for m, o in outcomes.items() if value_of(o) is None]
    notices = next((o.notices for o in outcomes.values() if o and o.notices), ())
    return {
        "Version": file.name,
        **{TABLE_METRICS[m]: value_of(o) for m, o in outcomes.items()},
        "n original": details[0]["n_original"] if details else None,
        "n masked": details[0]["n_masked"] if details else None,
        "Areas": max((len(d["areas"]) for d in details), default=None),
        "Cells left out": skipped["cells"] if skipped else None,
        "Records in them": skipped["records"] if skipped else None,
        "What is known": "; ".join(dict.fromkeys((*reasons, *notices))),
    }


def area_lines(file: Assessment, table: str) -> list[Line]:
    """Return the areas of a table with all metrics, the one that differs most by the first metric first."""
    lines: dict[str, Line] = {}
    for metric, detail in _of_areas(file, table):
        for area in detail["areas"]:
            sizes = {"n original": area["n_original"], "n masked": area["n_masked"]}
            mark = {"Mark": SMALL if area["small"] else ""}
            lines.setdefault(area["area"], {"Version": file.name, "Area": area["area"], **sizes, **mark})
            lines[area["area"]][TABLE_METRICS[metric]] = area["value"]
    return list(lines.values()) if len(lines) > 1 else []


def spread_lines(file: Assessment, table: str) -> list[Line]:
    """Return each metric over the areas of a table (Lemons et al., Table 6), and Spearman's correlations of them."""
    details = dict(_of_areas(file, table))
    correlations = next((d["correlations"] for d in details.values() if d.get("correlations")), None) or {}
    lines: list[Line] = []
    for metric, detail in details.items():
        if over := detail.get("over_areas"):
            spread = {"Areas": over["areas"], "Mean": over["mean"], "SD": over["sd"]}
            ends = {"5% of areas below": over["p05"], "5% of areas above": over["p95"]}
            rhos = {f"with {TABLE_METRICS[m]}": correlations[m].get(metric) for m in details if m in correlations}
            lines.append({"Version": file.name, "Metric": TABLE_METRICS[metric], **spread, **ends, **rhos})
    return lines


def _of_areas(file: Assessment, table: str) -> Iterator[tuple[str, MetricDetail]]:
    for metric in METRICS:
        if (detail := detail_of(file.outcome(metric, (table,)), MetricDetail)) is not None:
            yield metric, detail


def cell_lines(pair: Pair, table: PublishedTable, parameters: TableParameters) -> list[Line] | str:
    """Return the cells of one table in both files, the masked one scaled to the original's total; why there are none.

    Cells of few records are marked: they are hidden in what leaves the room.
    """
    compared = compared_table(pair, table, parameters.bins)
    if compared.reason:
        return compared.reason
    scale = float(compared.original.sum() / compared.masked.sum())
    lines: list[Line] = []
    for i, area in enumerate(compared.areas):
        for j, level in enumerate(compared.levels):
            before, after = int(compared.original[i, j]), int(compared.masked[i, j])
            small = any(0 < count < parameters.small for count in (before, after))
            counts = {"Original": before, "Masked": after * scale, "Difference": after * scale - before}
            lines.append({"Area": area, "Level": level, **counts, "Mark": SMALL if small else ""})
    return lines


def loss_by_order(comparison: Comparison) -> list[Line]:
    """Return what all tables of a number of variables lost: CTBIL per cell, and the k-marginal score in words."""
    lines: list[Line] = []
    for file in comparison.scenarios:
        loss = detail_of(file.outcome("ctbil"), CtbilDetail) if file.results("ctbil") else None
        score = detail_of(file.outcome("k_marginal"), KMarginalDetail) if file.results("k_marginal") else None
        per_cell = {each["order"]: each["per_cell"] for each in (loss["by_order"] if loss else ())}
        by_k = {each["k"]: each for each in (score["by_k"] if score else ())}
        lines += [
            {
                "Version": file.name,
                "Variables crossed": k,
                "CTBIL per cell": per_cell.get(k),
                "k-marginal score": by_k[k]["score"] if k in by_k else None,
                "In words": marginals_in_words(by_k[k]) if k in by_k else "",
            }
            for k in sorted({*per_cell, *by_k})
        ]
    return lines


def marginals_in_words(detail: MarginalDetail) -> str:
    """Say how large a random sample of the original would be that lies as far from it, on tables of k variables."""
    words = f"on tables of {detail['k']} variables "
    if detail["mean_distance"] == 0:
        return words + "the same as the original"
    if detail["subsample"] is None:
        return words + "how large a random sample as far from the original would be is not known with weights"
    if detail["subsample"] < SMALLEST_SAMPLE:
        return words + "further from the original than a random sample of 1% of its records"
    share = trimmed_percent(detail["subsample"], 3)
    return words + f"as far from the original as a random sample of {share} of its records"


def distance_lines(file: Assessment, *names: str) -> list[Line]:
    """Return the distances of one variable or of two in any order, what each says, and why one is not defined."""
    scope = Scope.VARIABLE if len(names) == 1 else Scope.PAIR
    measured = [(m, file.outcome(m.id, names) or file.outcome(m.id, names[::-1])) for m in measures_of(DISTANCES)]
    return [_distance_line(o) for m, o in measured if m.scope is scope and o is not None]


def _distance_line(outcome: Outcome) -> Line:
    measure, sizes, alone = measure_by_id(outcome.measure), detail_of(outcome, Sizes), detail_of(outcome, DistanceAlone)
    said = (alone.get("sentence", "") if alone else "") or measure.summary
    return {
        "Distance, coded alike": measure.name,
        "Value": None if outcome.value is None else measure.value_text(outcome.value),
        "n original": sizes["n_original"] if sizes else None,
        "n masked": sizes["n_masked"] if sizes else None,
        "In words": outcome.reason or said,
    }


def reason_of(outcome: Outcome | None) -> str:
    """Return why an outcome has no value; empty where it has one."""
    return "it was not measured in this run" if outcome is None else outcome.reason


def value_of(outcome: Outcome | None) -> float | None:
    """Return the value of an outcome; None where there is none, or where it was not measured."""
    return None if outcome is None else outcome.value
