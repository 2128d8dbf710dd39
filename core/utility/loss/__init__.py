"""Information loss: cells lost and changed, tables, moments, distances of linked records, certainty penalties."""

from core.utility.loss import (
    cells,
    certainty,
    contingency,
    detail_lost,
    entropy,
    loglinear_tables,
    moment_measures,
    records,
    subdomains,
    value_errors,
)
from core.utility.loss.parameters import LossParameters

MEASURES = (
    *cells.MEASURES,
    *contingency.MEASURES,
    *loglinear_tables.MEASURES,
    *moment_measures.MEASURES,
    *subdomains.MEASURES,
    value_errors.il1s,
    *records.MEASURES,
    *value_errors.MEASURES,
    *certainty.MEASURES,
    *detail_lost.MEASURES,
    *entropy.MEASURES,
)
