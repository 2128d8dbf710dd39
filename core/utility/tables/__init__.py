"""Tables before and after masking: the metrics of Lemons et al. by area, and the average distance per cell."""

from core.utility.tables.categories import (
    Categories,
    files_of,
    nothing_of,
    shown_categories,
)
from core.utility.tables.counted_tables import (
    BothCounts,
    TablesAsked,
    asked,
    counted_tables,
    counted_variable,
)
from core.utility.tables.counts import ComparedTable, compared_table, compared_tables
from core.utility.tables.lemons import METRICS, metrics_of
from core.utility.tables.measures import MEASURES
from core.utility.tables.parameters import TableParameters
