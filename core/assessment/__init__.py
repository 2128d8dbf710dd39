"""Plans, runs and their outcomes: one file measured, several scenarios side by side."""

from core.assessment.catalogue import CATALOGUE, measure_by_id
from core.assessment.comparison import Assessment, Comparison, VariableRecord
from core.assessment.estimate import estimated_seconds
from core.assessment.plan import Plan, chosen_measures, in_one_setting, make_plan
from core.assessment.record_values import record_values
from core.assessment.run import Step, collect, run

__all__ = [
    "CATALOGUE",
    "Assessment",
    "Comparison",
    "Plan",
    "Step",
    "VariableRecord",
    "chosen_measures",
    "collect",
    "estimated_seconds",
    "in_one_setting",
    "make_plan",
    "measure_by_id",
    "record_values",
    "run",
]
