"""What the measures of the GDU family share."""

from __future__ import annotations

from core.measures import Better, Passes
from core.utility.families import GDU, utility_measure
from core.utility.gdu.local import local_utilities
from core.utility.gdu.parameters import GduParameters

gdu_measure = utility_measure.sharing(
    family="gdu",
    passes=Passes.PAIRS,
    better=Better.HIGHER,
    bounds=(0.0, 1.0),
    parameters=GduParameters,
    prepare=local_utilities,
    group=GDU,
)
