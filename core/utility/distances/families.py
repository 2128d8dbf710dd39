"""What the distances of variables, of pairs and of the whole file share."""

from __future__ import annotations

from core.utility.distances.one_way import one_way_differences
from core.utility.families import ALL_VARIABLES, DISTANCES, SHARES_WEIGHTED, utility_measure
from core.utility.tables import TableParameters

distance = utility_measure.sharing(
    family="tables", bounds=(0.0, 1.0), parameters=TableParameters, group=DISTANCES, weighting=SHARES_WEIGHTED
)
one_way = distance.sharing(prepare=one_way_differences, by_group=True)
mean_distance = one_way.sharing(section=ALL_VARIABLES)
