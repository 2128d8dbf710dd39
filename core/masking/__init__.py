"""Published masking methods (Microdata -> Microdata), recipes of them, and the worked example."""

from core.masking.application import (
    Masked,
    StepReport,
    apply_recipe,
    declared_codebook,
    step_reports,
    written,
)
from core.masking.catalogue import METHODS, all_methods, left_out_methods, method_by_id
from core.masking.changes import Changes, changes
from core.masking.columns import MissingCodes, categories, column, missing_codes, numbers, with_columns, with_numbers
from core.masking.csv_rendering import csv_bytes
from core.masking.global_recode import bands_of_width, global_recode
from core.masking.method import Method, Takes, Treated, Work, method, setting, setting_of
from core.masking.microaggregation_groups import mdav_groups, projection_groups
from core.masking.pram import invariant_matrix, plain_matrix
from core.masking.promises import broken_promises
from core.masking.recipe import (
    Recipe,
    Step,
    StepParameter,
    find_place,
    make_step,
    value_at,
    variable_parameters,
    with_value,
)
from core.masking.recipe_toml import StepTable, read_recipe, recipe_from, write_recipe
from core.masking.sampling import sampled_rows, scaled_weights, simple_random_sample
from core.masking.set_aside import set_aside
from core.masking.synthesis import joint_normal
from core.masking.top_coding import top_coding
from core.masking.worked_example import WORKED_EXAMPLES, WorkedExample, example_codebook, example_notes
