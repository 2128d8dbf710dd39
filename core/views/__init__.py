"""What is read from a comparison for one chart, table or card; nothing is measured here."""

from core.views.analyses import (
    IntervalRow,
    IntervalRows,
    alpha_lines,
    coefficient_lines,
    model_lines,
    names_of,
    published_figures,
)
from core.views.answers import analyses_answer, lost_answer, risk_answer, table_answer, whole_file_answer
from core.views.attacks import AttackLine, attack_lines, attacks_without_figure
from core.views.drill_down import PairView, pair_view
from core.views.gdu_losses import cause_lines, reading_lines, step_lines
from core.views.levels import level_lines
from core.views.masking_words import masking_in_words
from core.views.methods.measure_cards import (
    GROUPS,
    direction,
    measures_of,
    needs,
    scale,
    settings_of,
    source,
    weighting,
    what_of,
)
from core.views.methods.measure_sections import INFORMATION_LOSS
from core.views.own_detail import FileShares, OwnDetail, ShareStep, own_detail
from core.views.pair_panels import PairPanels, pair_panels
from core.views.pairs import STEP_WORDS, PairRow, pair_matrix, worst_first, worst_pairs
from core.views.propensity_statistics import PropensityStatistics, propensity_statistics
from core.views.resolution import (
    CANNOT_TELL,
    HALF,
    NOT_MEASURED,
    UTILITY_AXES,
    AxisResolution,
    DefaultUtility,
    RepetitionRange,
    axis_resolution,
    better_than_shuffled,
    default_utility,
    half_or_fresh,
    place_above_shuffled,
    published_value,
    resolution_measure,
    why_no_resolution,
)
from core.views.risk import (
    FILE_RISK_MEASURE,
    SYNTHETIC_RISK_MEASURE,
    RecordRisks,
    RiskBins,
    RiskiestRecords,
    is_bound,
    lone_combinations,
    record_risks,
    risk_bins,
    risk_parameters,
    riskiest_records,
    validity,
)
from core.views.risk_comparability import not_comparable
from core.views.risk_utility.axis import Axis, axes, default_risk_axis, default_utility_axis, why_no_map
from core.views.risk_utility.epsilon import EpsilonLine, EpsilonPoint, against_epsilon, epsilon_lines, has_epsilons
from core.views.risk_utility.point import MapPoint
from core.views.risk_utility.points import RiskUtilityMap, pareto_set, risk_utility_map, with_folded_sets
from core.views.sampling.jackknife_units import jackknife_units
from core.views.sampling.utility_weights import (
    OfferedWeight,
    effective_n,
    ignores_weight,
    n_in_words,
    offered_weights,
    records_in_words,
    run_weight,
    weighted_files,
)
from core.views.side_by_side import MeasuredValue, MeasureRow, measure_rows
from core.views.synthetic_sets import (
    CombinedFigure,
    MeasureOverSets,
    combined_figures,
    measures_over_sets,
    synthesis_rules,
)
from core.views.tables import (
    TABLE_METRICS,
    Line,
    area_lines,
    cell_lines,
    distance_lines,
    loss_by_order,
    metric_lines,
    published_tables,
    reason_of,
    spread_lines,
)
from core.views.variable_difference import LargestDifference, largest_difference
from core.views.variables import LOSSES, LossMatrix, VariableRow, loss_matrix, version_losses, worst_variables
from core.views.version_facts import Change, VersionFacts, version_facts
from core.views.whole_file.chance import Chance
from core.views.whole_file.few_variables import OF_FEW, worst_set_lines
from core.views.whole_file.lowest_across_groups import lowest_across_groups
from core.views.whole_file.values import OF_ALL, WholeFileValue, null_lines, whole_file_measures, whole_file_value
