"""What the distances of variables, of pairs and of the whole file share."""

from __future__ import annotations

from core.utility.families import DISTANCES, SHARES_WEIGHTED, utility_measure
from core.utility.tables import TableParameters

distance = utility_measure.sharing(
    family="tables", bounds=(0.0, 1.0), parameters=TableParameters, group=DISTANCES, weighting=SHARES_WEIGHTED
)
