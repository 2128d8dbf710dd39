"""Kocar's Global Data Utility (2018): local utilities of variables and pairs, and their averages."""

from core.utility.gdu.local import LocalUtilities, local_utilities
from core.utility.gdu.measures import MEASURES
from core.utility.gdu.parameters import GduParameters

__all__ = ["MEASURES", "GduParameters", "LocalUtilities", "local_utilities"]
