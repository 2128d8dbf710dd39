"""Independent calls: here, on all cores, each yielded as it finishes; and runs in a process of their own."""

from core.execution.job import Job, JobState
from core.execution.pool import Call, perform, usable_cores

__all__ = ["Call", "Job", "JobState", "perform", "usable_cores"]
