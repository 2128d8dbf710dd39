"""The worked example: two published surveys, each masked in eleven ways from a fixed seed."""

from collections.abc import Callable

from core.masking.worked_example.example import WorkedExample
from core.masking.worked_example.voters import voters
from core.masking.worked_example.women import women

__all__ = ["WORKED_EXAMPLES", "WorkedExample", "voters", "women"]

WORKED_EXAMPLES: dict[str, Callable[[], WorkedExample]] = {"voters": voters, "women": women}
"""By name; each makes its own files."""
