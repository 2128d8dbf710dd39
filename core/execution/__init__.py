"""Independent calls: here, on all cores, each yielded as it finishes; runs and calls in processes of their own."""

from core.execution.forked import prepare, remove_socket
from core.execution.job import Job, JobState, cancel_all
from core.execution.kernels import compiles_first, left_out_kernels, load_kernels
from core.execution.locked_file import LockedFile, Version, locked, version_of
from core.execution.memory import bytes_of, forbid_core_dumps, give_back_large_arrays, release_memory
from core.execution.pool import Call, perform, usable_cores
from core.execution.run_queue import RunQueue
from core.execution.scratch import KEPT_FROM, erase_scratch, scratch_in_use, scratch_place
from core.execution.shared_memory import remove_abandoned
from core.execution.worker_process import WORKERS, UnforeseenError, call_in_worker
