"""Recipes run, swept and searched; the worked examples."""

from core.laboratory.masking_search import smallest_masking
from core.laboratory.recipe_run import run_recipe, with_recipe_run
from core.laboratory.search_answer import Answer, Question, SearchStep
from core.laboratory.sweep import (
    CONTROL,
    MOST_SETTINGS,
    ORIGINAL,
    QUICK_RISK,
    QUICK_UTILITY,
    Sweep,
    SweepStep,
    Vary,
    collect_sweep,
    quick_plan,
    read_vary,
    sweep,
    value_of,
)
from core.laboratory.sweep_document import write_sweep
