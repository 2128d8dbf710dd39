"""What the figures of the practice guide show, measured on the generated survey."""

import dataclasses

import numpy as np
from matplotlib.cbook import boxplot_stats
from scipy import stats

from core.pairing import pair
from core.views.analyses import coefficient_rows, indicator_rows
from core.views.drill_down import pair_view
from core.views.own_detail import own_detail
from core.views.risk_utility.axis import axes
from core.views.risk_utility.points import risk_utility_map
from experiments.studies.practice_guide import GINI, KEYS, MINCER, codebook, compared, masked_files, original

SCENARIOS = tuple(f"Scenario {i}" for i in range(1, 7))
NOISE, PRAM = "Noise on money", "PRAM"


def measure(records):
    file = original(records)
    masked = masked_files(file)
    pairs = {name: pair(file, m.scenario, codebook()) for name, m in masked.items()}
    return {
        "records": records,
        **_uses(compared(file, masked)),
        "histogram": _histogram(pairs[NOISE], "income"),
        "density": _density(pairs[NOISE], "income"),
        "box": _boxes(pairs[NOISE], "expenditure"),
        "spread": {v: [_number(pairs[NOISE], v, k).std(ddof=1) for k in (0, 1)] for v in ("income", "expenditure")},
        "water": _one_way(pairs[PRAM], "water"),
        "shares": {
            v: {"Scenario 0": _one_way(pairs["Scenario 1"], v)["original"]}
            | {name: _one_way(pairs[name], v)["masked"] for name in SCENARIOS}
            for v in ("gender", "relationship")
        },
        "emptied": {name: _emptied(masked[name].microdata) for name in SCENARIOS},
        "two_way": _two_way(pairs[PRAM]),
    }


def _uses(comparison):
    gender = coefficient_rows(comparison, MINCER.name, MINCER.coefficient)
    files = (comparison.original, *comparison.scenarios)
    figures = (gender.original, *(row.figure for row in gender.rows))
    gini = indicator_rows(comparison, (GINI.name,))
    utility = next(a for a in axes(comparison, risk=False) if a.measure.id == "gdu")
    risk = next(a for a in axes(comparison, risk=True) if a.measure.id == "global_risk")
    drawn = risk_utility_map(comparison, utility, risk)
    overlaps = {row.scenario: [row.overlap, row.inside] for row in gender.rows}
    return {
        "mincer": [
            _point(file, figure, file is comparison.original) for file, figure in zip(files, figures, strict=True)
        ],
        "overlaps": overlaps,
        "gini": [_gini("Original", gini.original, None)] + [_gini(r.scenario, r.figure, r.overlap) for r in gini.rows],
        "map": [dataclasses.asdict(p) for p in drawn.points],
    }


def _point(file, figure, is_original):
    risk = file.outcome("expected_reidentifications", ("Neighbour",)).value
    return {"name": file.name, "figure": dataclasses.asdict(figure), "risk": risk, "is_original": is_original}


def _gini(name, figure, overlap):
    return {"name": name, "value": figure.value, "low": figure.low, "high": figure.high, "overlap": overlap}


def _number(found, name, side):
    variable = next(v for v in found.variables if v.name == name)
    return (variable.original, variable.masked)[side].values


def _histogram(found, name):
    detail = own_detail([found], name)
    edges = [None if np.isinf(e) else float(e) for e in detail.edges]
    before, after = _counts(found, detail)
    return {"labels": list(detail.labels), "edges": edges, "original": before[:-1], "masked": after[:-1]}


def _counts(found, detail):
    """Return the records of each bin of the original, and those without a value, in both files."""
    files = (detail.original, found.original.n_records), (detail.versions[0], found.masked.n_records)
    return [[round(n * s.share) for s in file.steps] + [round(n * file.blank)] for file, n in files]


def _density(found, name):
    before, after = (_number(found, name, side) for side in (0, 1))
    grid = np.linspace(min(before.min(), after.min()), np.quantile(before, 0.99), 121)
    return {"x": grid.tolist(), "y": [stats.gaussian_kde(x)(grid).tolist() for x in (before, after)]}


def _boxes(found, name):
    boxes = boxplot_stats([_number(found, name, side) for side in (0, 1)])
    kept = ("med", "q1", "q3", "whislo", "whishi")
    return [
        {k: float(b[k]) for k in kept} | {"beyond": len(b["fliers"]), "largest": float(max(b["fliers"]))} for b in boxes
    ]


def _one_way(found, name):
    detail = own_detail([found], name)
    before, after = _counts(found, detail)
    return {"labels": [*detail.labels, "empty"], "original": before, "masked": after}


def _two_way(found):
    view = pair_view(found, "roof", "toilet")
    return {
        "rows": list(view.row_labels),
        "columns": list(view.column_labels),
        "original": view.original.tolist(),
        "masked": view.masked.tolist(),
    }


def _emptied(microdata):
    return {key: int(microdata.columns[key].is_empty().sum()) for key in KEYS}
