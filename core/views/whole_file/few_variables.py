"""The pairs and triples of variables whose joint distribution changed most."""

from core.assessment import Assessment, measure_by_id
from core.measures import Result, detail_of
from core.utility import FewDetail
from core.views.tables import Line

OF_FEW = ("ecdf_pairs_maximum", "ecdf_pairs_mean_square", "ecdf_triples_maximum", "ecdf_triples_mean_square")
"""U_m and U_s of two and of three variables at a time, of the set that is worst."""


def worst_set_lines(file: Assessment) -> list[Line]:
    """Return the pairs and triples of a file that changed most by each measure, the largest difference first."""
    outcomes = [o for m in OF_FEW if isinstance(o := file.outcome(m), Result)]
    return [
        {
            "Version": file.name,
            "Measure": measure_by_id(outcome.measure).name,
            "Variables": " × ".join(each["variables"]),
            "Value": each["value"],
            "n": outcome.n,
            "Looked at": few["sets"],
            "Of": few["there_are"],
        }
        for outcome, few in ((o, detail_of(o, FewDetail)) for o in outcomes)
        for each in few["worst"]
        if each["value"]
    ]
