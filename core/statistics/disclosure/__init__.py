"""Kernels of disclosure risk: uniques, individual risk, diversity, attribution, households."""

from core.statistics.disclosure.attribution import (
    Attribution,
    SharedKeys,
    TargetTable,
    Uniques,
    attribution,
    most_of_one_value,
    predicting_levels,
    shares,
    uniques,
)
from core.statistics.disclosure.determined_values import times_determining
from core.statistics.disclosure.diversity import Diversity, class_table_of, closeness, diversity, values_of_classes
from core.statistics.disclosure.households import household_risks
from core.statistics.disclosure.individual_risk import approximate_risk, individual_risk
from core.statistics.disclosure.magnitude_cells import MagnitudeCells, MagnitudeRules, magnitude_cells
from core.statistics.disclosure.minimal_uniques import MOST_KEYS, MinimalUniques, minimal_uniques
from core.statistics.disclosure.population_uniques import pitman_parameters, pitman_uniques, zayatz_uniques
from core.statistics.disclosure.suda import SudaScores, dis_suda, suda_scores
