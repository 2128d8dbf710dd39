"""R-U Map for scripts and notebooks: data utility and disclosure risk of masked microdata.

Six names do the work, each returns a result that shows itself in a notebook::

    from rumap import assess

    results = assess(original, masked)  # pandas, polars or Arrow frames, or paths of files
    results.map()
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from core import VERSION
from core.errors import RUMapError
from core.wording import did_you_mean
from rumap.face import assess, gate, mask, measures, read, report

if TYPE_CHECKING:
    from rumap.data import Data
    from rumap.documents import ReportFile
    from rumap.gating import GateResult
    from rumap.masked import MaskedData
    from rumap.results import Results

__all__ = [
    "Data",
    "GateResult",
    "MaskedData",
    "RUMapError",
    "ReportFile",
    "Results",
    "__version__",
    "assess",
    "gate",
    "mask",
    "measures",
    "read",
    "report",
]

__version__ = VERSION

_PLACES = {
    "Data": ".data",
    "ReportFile": ".documents",
    "GateResult": ".gating",
    "MaskedData": ".masked",
    "Results": ".results",
}


def __getattr__(name: str) -> Any:
    """Import a result type when it is first asked for: the engine takes a second that an import need not."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{did_you_mean(name, __all__)}")
    return getattr(import_module(_PLACES[name], __name__), name)
