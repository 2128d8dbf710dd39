"""The measures as a frame."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from core.assessment import CATALOGUE, PARAMETERS
from core.commands import measure_traits
from core.measures import Measure
from rumap.data import Backend, frame_of

COLUMNS = ("id", "name", "scope", "direction", "low", "high", "needs", "parameters", "reference", "from")


def catalogue_frame(backend: Backend) -> Any:
    """Return a row for every measure; see ``rumap.measures``."""
    rows = [_row(measure) for measure in CATALOGUE]
    kinds = {"low": pa.float64(), "high": pa.float64()}
    return frame_of({c: pa.array([row[c] for row in rows], kinds.get(c, pa.string())) for c in COLUMNS}, backend)


def _row(measure: Measure) -> dict[str, Any]:
    about = measure_traits(measure)
    low, high = about["bounds"]
    defaults = vars(PARAMETERS[measure.family]())
    parameters = ", ".join(f"{measure.family}.{name}={value}" for name, value in defaults.items())
    words = {"direction": f"{measure.better} is better", "needs": ", ".join(about["needs"]), "parameters": parameters}
    return {**about, **words, "low": low, "high": high}
