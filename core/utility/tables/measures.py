"""The metrics of Lemons et al. and the average absolute distance per cell, as the catalogue lists them."""

from __future__ import annotations

import math

import numpy as np

from core.measures import Answers, Result, Scope, Skipped
from core.utility.families import TABLES, TABLES_WEIGHTED, utility_measure
from core.utility.tables.lemons import AllTableMetrics, TableMetrics, metric_correlations, table_metrics
from core.utility.tables.outcomes import (
    MetricAlone,
    TableDetail,
    described_table,
    metric_outcomes,
    of_empty_cells,
    of_shares,
    records_of,
    table_notices,
)
from core.utility.tables.parameters import TableParameters

PAPER = "Lemons, Dajani, You and Jordan, Measuring the Degree of Difference in Perturbed Data, Table 1"


table_measure = utility_measure.sharing(
    family="tables",
    scope=Scope.VARIABLE,
    bounds=(0.0, math.inf),
    reference=PAPER,
    parameters=TableParameters,
    prepare=table_metrics,
    group=TABLES,
    weighting=TABLES_WEIGHTED,
)
metric = table_measure.figures(metric_outcomes)
"""Of a function that returns what is next to the metric of its id, of one table."""
difference = metric.sharing(
    bounds=(-math.inf, math.inf), reference=f"{PAPER}; positive: more concentrated after masking"
)


class AadDetail(TableDetail):
    """The sum of the differences, and the cells that hold a record of either file."""

    sum: float
    cells: int
    filled_cells: int
    per_filled: float


@metric(
    id="chi_square",
    name="Chi-square between tables (CS)",
    heading="Chi-square",
    summary="How far the frequencies of a table moved, each difference measured against the original's frequency.",
    formula=r"\mathrm{CS} = \sum_{\text{cells}} \frac{(f' - f)^2}{f}",
    reading="f and f' are the frequencies in the original and the masked table. 0: the same. It has no upper end "
    "and grows with the number of cells and records: compare scenarios on the same table, or the areas within it.",
    misleads="Small cells of the original dominate. Cells empty in the original are left out unless set otherwise, "
    "so records that moved there do not show: their number is given with it. Unequal totals are scaled first. It "
    "is not a test: p values of tables do not apply to linked files.",
)
def chi_square(metrics: TableMetrics, parameters: TableParameters) -> MetricAlone:
    """Add the correlations between all metrics over the areas to sum (f' - f)^2 / f."""
    correlations = metric_correlations(metrics) if len(metrics.table.areas) > 2 else None
    return {**of_empty_cells(metrics, parameters), "correlations": correlations}


@metric(
    id="effective_swap_rate",
    name="Effective swap rate (ESR)",
    heading="Swap rate",
    bounds=(0.0, 1.0),
    summary="The smallest share of records that must have changed cell to make the masked table out of the original.",
    formula=r"\mathrm{ESR} = \frac{1}{2} \frac{\sum |f' - f|}{\sum f}",
    reading="0: the same table; 0.02: at least 2% of the records must have changed their cell.",
    misleads="A lower bound: records that changed places with each other leave the table as it was and do not show.",
)
def effective_swap_rate(_metrics: TableMetrics, _parameters: TableParameters) -> MetricAlone:
    """Let 1/2 sum |f' - f| / sum f are alone."""
    return {}


@metric(
    id="deviance",
    name="Deviance between tables (DS)",
    heading="Deviance",
    bounds=(-math.inf, math.inf),
    summary="How badly the masked table fits the original one; 0 where both are the same.",
    formula=r"\mathrm{DS} = 2 \sum_{\text{cells}} f' \log \frac{f'}{f}",
    reading="0 where both tables are the same. Nearly equal to CS where changes are small, and to be read like it.",
    misleads="Cells empty in the original are left out unless set otherwise; then it can even be below 0, and 0 "
    "does not show that the tables agree. See the number of records in such cells.",
)
def deviance(metrics: TableMetrics, parameters: TableParameters) -> MetricAlone:
    """Add to 2 sum f' log(f' / f) the cells without original records: below 0 only where they are left out."""
    return of_empty_cells(metrics, parameters)


@difference(
    id="gini_difference",
    name="Gini difference (GD)",
    heading="Gini difference",
    summary="How much more (above 0) or less (below 0) the records crowd into few cells after masking.",
    formula=r"\mathrm{GD} = \sum_{\text{areas}} \sum_{\text{cells}} \left( r'^2 - r^2 \right)",
    reading="r are shares within each area. Above 0: records crowd into fewer cells after masking; below 0: they "
    "are spread more evenly; near 0 is good.",
    misleads="A signed difference: areas that became more and less concentrated cancel, and so do cells that "
    "changed places. 0 does not show that the table is kept; read ESR beside it. It is a sum over areas, so tables "
    "with more areas show more.",
)
def gini_difference(metrics: TableMetrics, parameters: TableParameters) -> MetricAlone:
    """Add to sum (r'^2 - r^2), Gini's index of the original less that of the masked file, what the shares are of."""
    return of_shares(metrics, parameters)


@difference(
    id="shannon_difference",
    name="Shannon difference (HD)",
    heading="Shannon difference",
    summary="How much entropy the shares of a table lost (above 0) or gained (below 0) by masking.",
    formula=r"\mathrm{HD} = \sum_{\text{areas}} \sum_{\text{cells}} \left( r' \log r' - r \log r \right)",
    reading="Entropy of the original less that of the masked file, in natural logarithms, added over areas. Above "
    "0: more concentrated after masking; below 0: more even; near 0 is good.",
    misleads="A signed difference: areas can cancel, and so can cells that changed places. Realistic swapping "
    "between unlike areas makes it negative. 0 does not show that the table is kept; read ESR beside it.",
)
def shannon_difference(metrics: TableMetrics, parameters: TableParameters) -> MetricAlone:
    """Add to sum (r' log r' - r log r), the original's entropy less the masked file's, what the shares are of."""
    return of_shares(metrics, parameters)


@difference(
    id="renyi_difference",
    name="Rényi difference (HD3)",
    heading="Rényi difference",
    reference=f"{PAPER} (alpha = 3); positive: more concentrated after masking",
    summary="How much Rényi entropy, which looks at the large cells, a table lost (above 0) or gained (below 0).",
    formula=r"\begin{gathered} \mathrm{HD}_\alpha = \frac{1}{\alpha - 1} \left( \log \sum r'^{\,\alpha} - \log \sum "
    r"r^{\,\alpha} \right) \\[1ex] \alpha = 3 \end{gathered}",
    reading="Sums over all cells of all areas. As the Shannon difference, but large cells decide. Above 0: more "
    "concentrated after masking; below 0: more even; near 0 is good.",
    misleads="A signed difference: areas and cells can cancel. Changes in small cells, where disclosure matters, "
    "hardly show. As the logarithm stands outside the sum, its size cannot be compared with GD or HD.",
)
def renyi_difference(metrics: TableMetrics, parameters: TableParameters) -> MetricAlone:
    """Add alpha to [log sum r'^alpha - log sum r^alpha] / (alpha - 1)."""
    return {**of_shares(metrics, parameters), "alpha": parameters.alpha}


@table_measure(
    id="aad",
    name="Average absolute distance per cell (AAD)",
    heading="Distance per cell",
    reference="Gomatam and Karr (2003), as printed in Kocar (2018), section 2.2",
    summary="By how many records a cell of the table differs on average.",
    formula=r"\mathrm{AAD} = \frac{1}{\text{cells}} \sum_{\text{cells}} |f - f'|",
    reading="In records per cell: 0 is the same table, 3 means that a cell is off by 3 records on average. Masked "
    "frequencies are scaled to the original's total first.",
    misleads="Cells empty in both files count, so a sparse table looks better than it is; the figure for filled cells "
    "is given with it. It grows with the number of records and treats 3 records alike in a cell of 5 and of 5,000.",
    departs="The paper compares counts as they are. Here the masked file's are scaled to the original's total"
    " first: a sample would else differ by its size alone.",
)
def aad(prepared: AllTableMetrics) -> Answers[AadDetail, AadDetail]:
    """Yield sum |f - f'| / number of cells of every table, frequencies scaled to the original's total."""
    for table in prepared.tables:
        if table.reason:
            yield Skipped("aad", (table.name,), table.reason)
            continue
        f, g = table.frequencies()
        gap = float(np.abs(f - g).sum())
        filled = int(((f > 0) | (g > 0)).sum())
        detail: AadDetail = {
            **described_table(table),
            "sum": gap,
            "cells": f.size,
            "filled_cells": filled,
            "per_filled": gap / filled,
        }
        yield Result("aad", (table.name,), gap / f.size, records_of(table), None, detail, notices=table_notices(table))


MEASURES = (chi_square, effective_swap_rate, deviance, gini_difference, shannon_difference, renyi_difference, aad)
