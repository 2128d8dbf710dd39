"""Tables before and after masking: the metrics of Lemons et al. by area, and the average distance per cell."""

from core.utility.tables.counts import ComparedTable, compared_table, compared_tables
from core.utility.tables.lemons import METRICS, metrics_of
from core.utility.tables.measures import MEASURES
from core.utility.tables.parameters import TableParameters
