"""The worked example: two published surveys, each masked in eleven ways from a fixed seed."""

from core.masking.worked_example.example import WorkedExample
from core.masking.worked_example.voters import voters
from core.masking.worked_example.women import women

__all__ = ["WorkedExample", "voters", "women"]
