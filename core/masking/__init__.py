"""Published masking methods (Microdata -> Microdata), and the worked example that is made with them."""

from core.masking.columns import MissingCodes, missing_codes
from core.masking.csv_rendering import as_file, csv_bytes
from core.masking.global_recode import global_recode
from core.masking.local_suppression import local_suppression
from core.masking.microaggregation import mdav_groups, microaggregation
from core.masking.noise import additive_noise
from core.masking.pram import invariant_matrix, pram
from core.masking.rank_swapping import rank_swapping
from core.masking.removal import remove_variables
from core.masking.sampling import simple_random_sample
from core.masking.top_coding import top_coding

__all__ = [
    "MissingCodes",
    "additive_noise",
    "as_file",
    "csv_bytes",
    "global_recode",
    "invariant_matrix",
    "local_suppression",
    "mdav_groups",
    "microaggregation",
    "missing_codes",
    "pram",
    "rank_swapping",
    "remove_variables",
    "simple_random_sample",
    "top_coding",
]
