"""Plans, runs and their outcomes: one file measured, several scenarios side by side."""

from core.assessment.calls import calls
from core.assessment.catalogue import CATALOGUE, LEFT_OUT, PARAMETERS, in_catalogue_order, measure_by_id, origin_of
from core.assessment.comparison import Assessment, Comparison, RunInputs, VariableRecord
from core.assessment.control import control_notes, control_seen, paired_with_control, population_finding
from core.assessment.estimate import estimated_seconds, seconds_left
from core.assessment.inputs import Inputs, about_original, basis_of, control_scenario
from core.assessment.plan import Plan, check_seed, chosen_measures, in_one_setting, make_plan, named_variables
from core.assessment.promises import broken_promises, declaration_faults
from core.assessment.record_values import record_values
from core.assessment.run import RunStep, collect, compared, computing_versions, run, versions_of
from core.assessment.stored_plan import SUCCESSORS, check_described, plan_from, planned_parameters
from core.assessment.synthetic_sets import check_sets
from core.assessment.utility_weight import UtilityParameters, tagged_weights, weight_in_words
from core.assessment.work import Place, WorkItem, families, measure_all
