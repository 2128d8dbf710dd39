"""Data utility: one file per measure or family; every measure is listed here."""

from core.measures import Measure
from core.utility.clusters import MEASURES as CLUSTERS
from core.utility.ecdf import MEASURES as ECDF
from core.utility.gdu import MEASURES as GDU
from core.utility.propensity import MEASURES as PROPENSITY

MEASURES: tuple[Measure, ...] = (*GDU, *PROPENSITY, *CLUSTERS, *ECDF)

__all__ = ["MEASURES"]
