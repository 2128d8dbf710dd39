"""Numbers put in ascending order, and coded by their place in it: by counting, nothing is compared."""

from core.statistics.ordering.ascending_rows import (
    Keys,
    keys_ascending,
    rows_ascending,
)
from core.statistics.ordering.value_codes import ValueCodes, decimal_codes, value_codes, whole_number_codes
