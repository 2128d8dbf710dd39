"""What tests let another process do: functions of a module, as the pages ask for them."""

import gc
import os
import signal
import time
import warnings
from dataclasses import replace

from core.data import Codebook, Microdata
from core.errors import PairingError
from core.pairing import Caution, draft_codebook
from core.views import VersionFacts


def process_id() -> int:
    return os.getpid()


def same(thing):
    return thing


def first_of(*things):
    return things[0]


def refuses(words: str) -> None:
    raise PairingError(words)


def quotes_data() -> None:
    raise KeyError("Jane Canary, 4711")


def returns_what_cannot_cross():
    return lambda: "Jane Canary, 4711"


def warns() -> str:
    warnings.warn("Jane Canary, 4711", stacklevel=1)
    return os.environ["PYTHONWARNINGS"]


def core_limit() -> int:
    import resource

    return resource.getrlimit(resource.RLIMIT_CORE)[0]


def runs_out_of_memory() -> None:
    raise MemoryError


def dies(*_about) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def sleeps(*_about) -> None:
    time.sleep(60)


def microdata_in_memory() -> int:
    return sum(isinstance(thing, Microdata) for thing in gc.get_objects())


def draft_naming_process(original, masked) -> Codebook:
    """Draft a codebook whose first variable is labelled with the process."""
    first, *others = (book := draft_codebook(original, masked)).variables
    return replace(book, variables=(replace(first, label=str(os.getpid())), *others))


def facts_naming_process(_original, _scenario, _codebook, _relation) -> VersionFacts:
    return VersionFacts(problem=str(os.getpid()))


def cautions_naming_process(_original, _codebook) -> tuple[Caution, ...]:
    return (Caution("age", str(os.getpid())),)


def check_naming_process(*_about, **_named):
    from core.decision import Check, Status  # takes seconds, which other tests need not wait

    return (Check("masked", "process", Status.KEPT, str(os.getpid())),)


def reports_naming_process(*_about):
    from core.masking import Changes, StepReport  # as above

    return (StepReport(str(os.getpid()), Changes({}, {}, 0, (), 5, 5)),), ""


def waits(seconds: float, *_about) -> None:
    time.sleep(seconds)
