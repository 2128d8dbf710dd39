"""Resolution of the axes of utility: how well each tells a fresh survey from shuffled columns, in this very file."""

from core.utility.resolution.gdu_repetitions import gdu_resolution
from core.utility.resolution.table_repetitions import table_resolution

MEASURES = (gdu_resolution, table_resolution)
