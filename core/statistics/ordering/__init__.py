"""Numbers coded by their place among the distinct ones, in ascending order."""

from core.statistics.ordering.value_codes import ValueCodes, decimal_codes, value_codes
